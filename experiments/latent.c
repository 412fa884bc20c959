/* Searches with latent variables on random mixed networks of which some common causes are hidden, against the true PAG. Run with --help. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "draw.h"
#include "lines.h"
#include "network_score.h"
#include "random_network.h"

static const char usage[] =
	"latent: graphs of networks with hidden common causes\n"
	"\n"
	"    latent --networks 20 --seed 1 --csv FILE\n"
	"    latent --networks 20 --seed 1 --tables FOLDER      writes N.csv and N.txt, the true PAG, for other programs\n"
	"    latent --networks 20 --seed 1 --graphs FOLDER      compares FOLDER/N.txt, which other programs learnt\n"
	"\n"
	"  --networks N      random mixed networks of all families, 12 to 20 nodes, of which a fifth is hidden (20)\n"
	"  --rows N          (1000)\n"
	"  --seed N          (1)\n"
	"  --options TEXT    options of the library with commas between, besides latent\n"
	"  --csv FILE        add a line per network to this file\n";

enum { PATH_ROOM = 4096 };

typedef struct settings {
	score_configuration configuration;
	const char *tables, *graphs, *csv;
	size_t networks, rows;
	uint64_t seed;
} settings;

/* A network without its hidden nodes. */
typedef struct hidden_network {
	char name[SCORE_NAME];
	mixmi_table *table;
	size_t columns[NETWORK_NODES], count; /* of the table, those that are not hidden */
	char room[NETWORK_NODES][8];
	const char *names[NETWORK_NODES];
	mixmi_graph *class;
} hidden_network;

static mixmi_status must(mixmi_status status, const char *what)
{
	if (status != MIXMI_OK)
		argument_fail(what, mixmi_error_message());
	return status;
}

/* ----------------------------------------------------------------------------------------------------- drawing */

/* Hides a fifth of the nodes, drawn from those with at least two children. */
static void hide(bool *hidden, const random_network *network, uint64_t seed, uint64_t number)
{
	size_t children[NETWORK_NODES] = { 0 }, several[NETWORK_NODES], count = 0;
	draw d;
	draw_init(&d, seed, "hidden nodes", number);
	for (size_t i = 0; i < network->count; i++)
		for (size_t k = 0; k < network->nodes[i].parent_count; k++)
			children[network->nodes[i].parents[k]]++;
	for (size_t i = 0; i < network->count; i++)
		if (children[i] >= 2)
			several[count++] = network->nodes[i].column;
	for (size_t left = network->count / 5; left > 0 && count > 0; left--) {
		size_t k = (size_t)draw_below(&d, count);
		hidden[several[k]] = true;
		several[k] = several[--count];
	}
}

static void draw_network(hidden_network *out, const settings *s, size_t number)
{
	static const size_t nodes[] = { 12, 15, 20 };
	random_network network;
	bool hidden[NETWORK_NODES] = { false };
	mixmi_graph *dag;
	network_kind family = (network_kind)(number % NETWORK_FAMILIES);
	network_random(&network, nodes[number % 3], family, s->seed, number);
	snprintf(out->name, sizeof out->name, "%s-%zu", network_family_name(family), number + 1);
	must(network_sample(&out->table, &network, s->rows, s->seed, number), out->name);
	hide(hidden, &network, s->seed, number);
	out->count = 0;
	for (size_t i = 0; i < network.count; i++)
		if (!hidden[i]) {
			out->columns[out->count] = i;
			snprintf(out->room[out->count], sizeof out->room[out->count], "v%zu", i);
			out->names[out->count] = out->room[out->count];
			out->count++;
		}
	char *lines = network_lines(&network);
	if (lines == NULL)
		argument_fail("out of memory", out->name);
	must(score_graph(&dag, lines), out->name);
	must(mixmi_graph_pag(&out->class, dag, out->names, out->count, NULL), out->name);
	mixmi_graph_free(dag);
	free(lines);
}

/* ---------------------------------------------------------------------------------------------- for other programs */

static FILE *open_in(const char *folder, size_t number, const char *end)
{
	char path[PATH_ROOM];
	snprintf(path, sizeof path, "%s/%zu.%s", folder, number + 1, end);
	FILE *file = fopen(path, "w");
	if (file == NULL)
		argument_fail("cannot be written", path);
	return file;
}

static void write_table(const hidden_network *h, const char *folder, size_t number)
{
	char *text;
	FILE *file = open_in(folder, number, "csv");
	for (size_t i = 0; i < h->count; i++)
		fprintf(file, "%s%s", h->names[i], i + 1 < h->count ? "," : "\n");
	for (size_t row = 0; row < mixmi_table_rows(h->table); row++)
		for (size_t i = 0; i < h->count; i++) {
			double value = mixmi_table_value(h->table, h->columns[i], row);
			bool labels = mixmi_table_label(h->table, h->columns[i], 0) != NULL;
			fprintf(file, labels ? "c%.17g%s" : "%.17g%s", value, i + 1 < h->count ? "," : "\n");
		}
	fclose(file);
	must(mixmi_graph_write(&text, h->class, "pcalg"), h->name);
	file = open_in(folder, number, "txt");
	fputs(text, file);
	fclose(file);
	mixmi_free(text);
}

/* ------------------------------------------------------------------------------------------------------- comparing */

static void get_graph(mixmi_graph **out, double *seconds, const settings *s, const hidden_network *h, size_t number)
{
	char path[PATH_ROOM];
	*seconds = -lines_seconds();
	if (s->graphs != NULL) {
		snprintf(path, sizeof path, "%s/%zu.txt", s->graphs, number + 1);
		must(mixmi_graph_read(out, path), path);
		*seconds = NAN;
		return;
	}
	must(mixmi_graph_learn(out, h->table, h->columns, h->count, NULL, s->configuration.options), h->name);
	*seconds += lines_seconds();
}

static void compare(const settings *s, const hidden_network *h, size_t number, FILE *csv)
{
	mixmi_graph *learnt;
	mixmi_comparison c;
	double seconds;
	get_graph(&learnt, &seconds, s, h, number);
	must(mixmi_graph_compare(&c, sizeof c, learnt, h->class), h->name);
	double marks = c.marks > 0 ? (double)c.common_marks / (double)c.marks : 1;
	printf("%-16s %3zu  F1 %.3f  heads %.3f %.3f  marks %.3f  SHD %3zu  %.2f s\n", h->name, h->count, c.f1,
	       c.head_precision, c.head_recall, marks, c.hamming, seconds);
	if (csv != NULL)
		fprintf(csv, "%s,%s,%zu,%zu,%.4f,%zu,%zu,%zu,%zu,%zu,%zu,%.3f\n",
		        s->graphs != NULL ? s->graphs : s->configuration.name, h->name, h->count, s->rows, c.f1, c.common_heads,
		        c.learnt_heads, c.true_heads, c.common_marks, c.marks, c.hamming, seconds);
	mixmi_graph_free(learnt);
}

static void run(const settings *s, size_t number, FILE *csv)
{
	hidden_network h;
	draw_network(&h, s, number);
	if (s->tables != NULL)
		write_table(&h, s->tables, number);
	else
		compare(s, &h, number, csv);
	mixmi_graph_free(h.class);
	mixmi_table_free(h.table);
}

int main(int argc, char **argv)
{
	const char *text = "";
	settings s = { .networks = 20, .rows = 1000, .seed = 1 };
	const argument_option options[] = {
		{ .name = "networks", .type = ARGUMENT_COUNT, .to = &s.networks, .least = 1, .most = 10000 },
		{ .name = "rows", .type = ARGUMENT_COUNT, .to = &s.rows, .least = 20, .most = 1000000 },
		{ .name = "seed", .type = ARGUMENT_SEED, .to = &s.seed },
		{ .name = "options", .type = ARGUMENT_TEXT, .to = &text },
		{ .name = "tables", .type = ARGUMENT_TEXT, .to = &s.tables },
		{ .name = "graphs", .type = ARGUMENT_TEXT, .to = &s.graphs },
		{ .name = "csv", .type = ARGUMENT_TEXT, .to = &s.csv },
		{ .name = NULL },
	};
	argument_program = "latent";
	argument_parse(argc, argv, usage, options);
	must(score_configure(&s.configuration, text), text);
	must(mixmi_options_set(s.configuration.options, "latent", "yes"), "latent");
	FILE *csv = s.csv != NULL ? fopen(s.csv, "a") : NULL;
	if (s.csv != NULL && csv == NULL)
		argument_fail("cannot be written", s.csv);
	for (size_t i = 0; i < s.networks; i++)
		run(&s, i, csv);
	score_configuration_clear(&s.configuration);
	return csv == NULL || fclose(csv) == 0 ? 0 : 1;
}
