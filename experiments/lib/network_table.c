/* Tables of scores: CSV files, and means over networks. A mean omits undefined values, such as the precision of
 * arrows if none was drawn. */
#include "network_score.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"

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

static bool take_line(void *context, const char *text, size_t number)
{
	score line;
	if (number == 1)
		return strcmp(text, heading) == 0;
	return read_line(&line, text) && score_put(context, &line);
}

bool score_read(score_table *out, const char *path, bool may_lack)
{
	*out = (score_table){ NULL, 0 };
	bool good = lines_read(path, "networks", may_lack, take_line, out);
	if (!good)
		score_free(out);
	return good;
}

static void print_lines(FILE *file, const void *context)
{
	const score_table *table = context;
	fputs(heading, file);
	for (size_t i = 0; i < table->count; i++) {
		const score *s = &table->lines[i];
		fprintf(file, "%s,%zu,%zu,%s,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.9g,%.4g\n", s->network, s->nodes, s->rows,
		        s->configuration, s->precision, s->recall, s->f1, s->arrow_precision, s->arrow_recall, s->hamming,
		        s->tests, s->seconds);
	}
}

bool score_write(const score_table *table, const char *path)
{
	return lines_write(path, print_lines, table);
}

bool score_save(const score_table *table, const char *csv, const char *page, line_printer *print_page)
{
	return (csv == NULL || score_write(table, csv)) && (page == NULL || lines_write(page, print_page, table));
}

/* ---------------------------------------------------------------------------------------------------------- means */

/* The group of a line: configuration and rows, and by `way` nothing more, the nodes, or the family. OVER_FAMILIES: nothing more, but each
 * family counts once, however many lines it has. */
typedef enum way { BY_ROWS, BY_NODES, BY_FAMILY, OVER_FAMILIES } way;

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

/* The figures of a line that are averaged, and how they are printed. */
typedef struct field {
	size_t offset;
	const char *format;
} field;

static const field fields[] = {
	{ offsetof(score, precision), " %.3f |" },    { offsetof(score, recall), " %.3f |" },
	{ offsetof(score, f1), " %.3f |" },           { offsetof(score, arrow_precision), " %.3f |" },
	{ offsetof(score, arrow_recall), " %.3f |" }, { offsetof(score, hamming), " %.2f |" },
	{ offsetof(score, tests), " %.0f |" },        { offsetof(score, seconds), " %.3f |" },
};

static double value_of(const score *s, const field *f)
{
	return *(const double *)(const void *)((const char *)s + f->offset);
}

static double mean(const score_table *table, const score *like, way how, const field *f, size_t *count)
{
	double sum = 0;
	*count = 0;
	for (size_t i = 0; i < table->count; i++) {
		const score *s = &table->lines[i];
		size_t lines;
		bool counts = how == OVER_FAMILIES ? opens_group(table, i, BY_FAMILY) : !isnan(value_of(s, f));
		if (!counts || !same_group(s, like, how))
			continue;
		double value = how == OVER_FAMILIES ? mean(table, s, BY_FAMILY, f, &lines) : value_of(s, f);
		if (isnan(value))
			continue;
		sum += value;
		++*count;
	}
	return sum / (double)*count;
}

static void print_group(FILE *file, const score_table *table, const score *like, way how)
{
	size_t count;
	mean(table, like, how, &fields[0], &count);
	fprintf(file, "| %zu |", like->rows);
	if (how == BY_NODES)
		fprintf(file, " %zu |", like->nodes);
	if (how == BY_FAMILY)
		fprintf(file, " %.*s |", (int)family_length(like->network), like->network);
	fprintf(file, " %s | %zu |", like->configuration, count);
	for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
		double value = mean(table, like, how, &fields[i], &count);
		if (count == 0)
			fputs(" |", file);
		else
			fprintf(file, fields[i].format, value);
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

void score_print_families(FILE *file, const score_table *table)
{
	print_means(file, table, BY_FAMILY);
	fputc('\n', file);
	print_means(file, table, OVER_FAMILIES);
}

void score_print_page(FILE *file, const score_table *table)
{
	fputs("# Graphs of random networks\n\n"
	      "Means over networks; precision, recall and F1 of the skeleton, precision and recall of arrows and the "
	      "structural\n"
	      "Hamming distance against the class of the true graph (CPDAG); seconds of CPU, one thread. Written by\n"
	      "`make figures MEASURE=1`: one network for each family, number of nodes and number of rows. `make networks` "
	      "measures 100\n"
	      "networks of a plan with 8 to 40 nodes and 300 to 3000 rows (25 minutes). Seven families of mechanisms take "
	      "turns:\n"
	      "five kinds, all five mixed, and `waves`, which took part in no choice of the search.\n"
	      "To look at less, or at other options (any that `mixmi options` has):\n\n"
	      "    cmake --build build --target experiment_networks\n"
	      "    build/experiments/networks --options 'test=sc' --options 'test=rcot,alpha=.05' --nodes 10 --n 500\n"
	      "    build/experiments/networks --golden tests/golden/graphs\n\n"
	      "## By number of rows\n\n",
	      file);
	print_means(file, table, BY_ROWS);
	fputs("\n## By nodes\n\n", file);
	print_means(file, table, BY_NODES);
	fputs("\n## By family of mechanisms\n\n", file);
	print_means(file, table, BY_FAMILY);
}

static void print_blankets(FILE *file, const score_table *table, way how)
{
	static const size_t shown[] = { 0, 1, 2, 6, 7 };
	size_t count;
	fprintf(
		file,
		"| n |%s by | networks | precision | recall | F1 | tests | seconds |\n|---|%s---|---|---|---|---|---|---|\n",
		how == BY_FAMILY ? " family |" : "", how == BY_FAMILY ? "---|" : "");
	for (size_t i = 0; i < table->count; i++) {
		const score *like = &table->lines[i];
		if (!opens_group(table, i, how))
			continue;
		mean(table, like, how, &fields[0], &count);
		fprintf(file, "| %zu |", like->rows);
		if (how == BY_FAMILY)
			fprintf(file, " %.*s |", (int)family_length(like->network), like->network);
		fprintf(file, " %s | %zu |", like->configuration, count);
		for (size_t k = 0; k < sizeof shown / sizeof shown[0]; k++)
			fprintf(file, fields[shown[k]].format, mean(table, like, how, &fields[shown[k]], &count));
		fputc('\n', file);
	}
}

void score_print_blankets(FILE *file, const score_table *table)
{
	print_blankets(file, table, BY_ROWS);
	fputs("\n## By family of mechanisms\n\n", file);
	print_blankets(file, table, BY_FAMILY);
}
