/* Tables of scores: CSV files, and means over networks. A mean leaves out what does not exist, such as the precision of
 * arrows where none was drawn. */
#include "network_score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static score *find(const score_table *table, const char *network, size_t rows, const char *configuration)
{
	for (size_t i = 0; i < table->count; i++) {
		score *s = &table->lines[i];
		if (s->rows == rows && strcmp(s->network, network) == 0 && strcmp(s->configuration, configuration) == 0)
			return s;
	}
	return NULL;
}

const score *score_find(const score_table *table, const char *network, size_t rows, const char *configuration)
{
	return find(table, network, rows, configuration);
}

bool score_put(score_table *table, const score *line)
{
	score *place = find(table, line->network, line->rows, line->configuration);
	if (place == NULL) {
		score *larger = realloc(table->lines, (table->count + 1) * sizeof *larger);
		if (larger == NULL)
			return false;
		table->lines = larger;
		place = &table->lines[table->count++];
	}
	*place = *line;
	return true;
}

void score_free(score_table *table)
{
	free(table->lines);
	*table = (score_table){ NULL, 0 };
}

static const char heading[] =
	"network,nodes,n,configuration,precision,recall,f1,arrow_precision,arrow_recall,shd,tests,"
	"seconds\n";

static bool read_line(score *s, const char *text)
{
	int end = 0;
	*s = (score){ 0 };
	int fields = sscanf(text, "%127[^,],%zu,%zu,%127[^,],%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf%n", s->network, &s->nodes,
	                    &s->rows, s->configuration, &s->precision, &s->recall, &s->f1, &s->arrow_precision,
	                    &s->arrow_recall, &s->hamming, &s->tests, &s->seconds, &end);
	return fields == 12 && strcmp(text + end, "\n") == 0;
}

bool score_read(score_table *out, const char *path, bool may_lack)
{
	*out = (score_table){ NULL, 0 };
	FILE *file = fopen(path, "r");
	if (file == NULL) {
		if (!may_lack)
			perror(path);
		return may_lack;
	}
	char text[1024];
	bool good = fgets(text, sizeof text, file) != NULL && strcmp(text, heading) == 0;
	while (good && fgets(text, sizeof text, file) != NULL) {
		score line;
		good = read_line(&line, text) && score_put(out, &line);
	}
	if (!good) {
		fprintf(stderr, "%s: line %zu is not one of a table of networks\n", path, out->count + 1);
		score_free(out);
	}
	fclose(file);
	return good;
}

bool score_write(const score_table *table, const char *path)
{
	char part[4096];
	snprintf(part, sizeof part, "%s.part", path);
	FILE *file = fopen(part, "w");
	if (file == NULL) {
		perror(part);
		return false;
	}
	fputs(heading, file);
	for (size_t i = 0; i < table->count; i++) {
		const score *s = &table->lines[i];
		fprintf(file, "%s,%zu,%zu,%s,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.9g,%.4g\n", s->network, s->nodes, s->rows,
		        s->configuration, s->precision, s->recall, s->f1, s->arrow_precision, s->arrow_recall, s->hamming,
		        s->tests, s->seconds);
	}
	bool good = ferror(file) == 0;
	good = fclose(file) == 0 && good && rename(part, path) == 0;
	if (!good)
		perror(path);
	return good;
}

/* ---------------------------------------------------------------------------------------------------------- means */

/* What lines have in common: configuration and rows, and by `way` nothing more, the nodes, or the family. */
typedef enum way { BY_ROWS, BY_NODES, BY_FAMILY } way;

static size_t family_length(const char *network)
{
	const char *last = strrchr(network, '-');
	return last != NULL ? (size_t)(last - network) : strlen(network);
}

static bool same_family(const score *a, const score *b)
{
	size_t length = family_length(a->network);
	return length == family_length(b->network) && strncmp(a->network, b->network, length) == 0;
}

static bool same_group(const score *a, const score *b, way how)
{
	return a->rows == b->rows && strcmp(a->configuration, b->configuration) == 0 &&
	       (how != BY_NODES || a->nodes == b->nodes) && (how != BY_FAMILY || same_family(a, b));
}

static bool opens_group(const score_table *table, size_t index, way how)
{
	for (size_t i = 0; i < index; i++)
		if (same_group(&table->lines[i], &table->lines[index], how))
			return false;
	return true;
}

typedef double field(const score *s);

static double precision(const score *s)
{
	return s->precision;
}

static double recall(const score *s)
{
	return s->recall;
}

static double f1(const score *s)
{
	return s->f1;
}

static double arrow_precision(const score *s)
{
	return s->arrow_precision;
}

static double arrow_recall(const score *s)
{
	return s->arrow_recall;
}

static double hamming(const score *s)
{
	return s->hamming;
}

static double tests(const score *s)
{
	return s->tests;
}

static double seconds(const score *s)
{
	return s->seconds;
}

static double mean(const score_table *table, const score *like, way how, field *value, size_t *count)
{
	double sum = 0;
	*count = 0;
	for (size_t i = 0; i < table->count; i++) {
		const score *s = &table->lines[i];
		if (!same_group(s, like, how) || isnan(value(s)))
			continue;
		sum += value(s);
		++*count;
	}
	return sum / (double)*count;
}

static void print_group(FILE *file, const score_table *table, const score *like, way how)
{
	static field *const fields[] = { precision, recall, f1, arrow_precision, arrow_recall, hamming, tests, seconds };
	static const char *const formats[] = { " %.3f |", " %.3f |", " %.3f |", " %.3f |",
		                                   " %.3f |", " %.2f |", " %.0f |", " %.3f |" };
	size_t count;
	mean(table, like, how, f1, &count);
	fprintf(file, "| %zu |", like->rows);
	if (how == BY_NODES)
		fprintf(file, " %zu |", like->nodes);
	if (how == BY_FAMILY)
		fprintf(file, " %.*s |", (int)family_length(like->network), like->network);
	fprintf(file, " %s | %zu |", like->configuration, count);
	for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
		double value = mean(table, like, how, fields[i], &count);
		if (count == 0)
			fputs(" |", file);
		else
			fprintf(file, formats[i], value);
	}
	fputc('\n', file);
}

static void print_means(FILE *file, const score_table *table, way how)
{
	const char *column = how == BY_NODES ? " nodes |" : how == BY_FAMILY ? " family |" : "";
	fprintf(
		file,
		"| n |%s configuration | networks | precision | recall | F1 | arrow precision | arrow recall | SHD | tests | "
		"seconds |\n|---|%s---|---|---|---|---|---|---|---|---|---|\n",
		column, how != BY_ROWS ? "---|" : "");
	for (size_t i = 0; i < table->count; i++)
		if (opens_group(table, i, how))
			print_group(file, table, &table->lines[i], how);
}

void score_print(FILE *file, const score_table *table)
{
	print_means(file, table, BY_ROWS);
	fputc('\n', file);
	print_means(file, table, BY_NODES);
}

void score_print_page(FILE *file, const score_table *table)
{
	fputs("# Graphs of random networks\n\n"
	      "Means over networks; precision, recall and F1 of the skeleton, precision and recall of arrows and the "
	      "structural\n"
	      "Hamming distance against the class of the true graph (CPDAG); seconds of CPU, one thread. Written by\n"
	      "`make networks`. To look at less, or at other options (any that `mixmi options` has):\n\n"
	      "    cmake --build build --target experiment_networks\n"
	      "    build/experiments/networks --options 'test=mdl' --options 'test=rcot,alpha=.05' --nodes 10 --n 500\n"
	      "    build/experiments/networks --golden tests/golden/graphs\n\n"
	      "## By number of rows\n\n",
	      file);
	print_means(file, table, BY_ROWS);
	fputs("\n## By nodes\n\n", file);
	print_means(file, table, BY_NODES);
	fputs("\n## By family of mechanisms\n\n", file);
	print_means(file, table, BY_FAMILY);
}
