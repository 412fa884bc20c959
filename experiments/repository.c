/* Graphs learnt from draws of public Bayesian networks, compared with the truth. Run with --help. */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "arguments.h"
#include "lines.h"
#include "network_score.h"
#include "public_network.h"

enum { CONFIGURATIONS = 16, NETWORKS = 64, PATH = 4096 };

/* A graph of five nodes has a few edges, so F1 of two draws differs by up to .2 from that of twenty, which cost little. */
enum { SMALL = 12, MORE = 10 };

static const char usage[] =
	"repository: graphs learnt from public networks with a known truth\n"
	"\n"
	"    repository --networks FOLDER --half choose --options '' --options 'search=pc-stable' --n 1000\n"
	"    repository --networks FOLDER --half report --seed 2 --csv build/repository.csv --page build/REPOSITORY.md\n"
	"    repository --networks FOLDER --export FOLDER    the draws as CSV files, for other programs\n"
	"\n"
	"  --networks FOLDER  NAME.bif or NAME.bif.gz of each network\n"
	"  --drawn FOLDER     NAME.truth.csv and NAME_N.csv.gz for networks that are given as rows\n"
	"  --list FILE        which networks, and in which half (experiments/repository.txt)\n"
	"  --half NAME        choose or report (both)\n"
	"  --only LIST        names of networks, with * and ? (all)\n"
	"  --variant LIST     own, linear, mixed (all)\n"
	"  --n LIST           numbers of rows (500,1000,5000,10000)\n"
	"  --draws N          draws of each, and ten times as many of networks with up to 12 nodes (3)\n"
	"  --hide N           leave out N columns with two children or more, drawn by the seed, and compare with the PAG "
	"of\n"
	"                     the others; give option latent in --options (0)\n"
	"  --options TEXT     a configuration: options of the library with commas between; '' are the defaults\n"
	"                     (the default, search=pc-stable, test=sc)\n"
	"  --seed N           1 is for choosing, 2 for reporting (1)\n"
	"  --csv FILE         add to this file after every draw; what it has is not run again\n"
	"  --page FILE        write a Markdown page, of all that the file of --csv has then\n"
	"  --peers FILE       a file like that of --csv with figures of other programs, for the page\n"
	"  --export FOLDER    write draws and truths there instead of learning\n";

typedef struct settings {
	score_configuration configurations[CONFIGURATIONS];
	size_t configuration_count;
	argument_sizes sizes;
	char names[NETWORKS][SCORE_NAME];
	size_t network_count, draws, hide;
	const char *networks, *drawn, *list, *half, *only, *variants, *csv, *page, *peers, *export;
	uint64_t seed;
} settings;

static void add_configuration(void *context, const char *text)
{
	settings *s = context;
	if (s->configuration_count == CONFIGURATIONS)
		argument_fail("too many configurations", text);
	if (score_configure(&s->configurations[s->configuration_count++], text) != MIXMI_OK)
		argument_fail(text, mixmi_error_message());
}

static void take_network(void *context, const char *name)
{
	settings *s = context;
	if (!argument_match(s->only, name))
		return;
	if (s->network_count == NETWORKS)
		argument_fail("too many networks", name);
	snprintf(s->names[s->network_count++], SCORE_NAME, "%s", name);
}

static void fill_in_defaults(settings *s)
{
	static const char *const usual[] = { "", "search=pc-stable", "test=sc" };
	for (size_t i = 0; s->configuration_count == i && i < sizeof usual / sizeof usual[0]; i++)
		add_configuration(s, usual[i]);
	argument_usual_sizes(&s->sizes, "500,1000,5000,10000");
	public_network_each(s->list, s->half, take_network, s);
}

static void parse(settings *s, int argc, char **argv)
{
	const argument_option options[] = {
		{ .name = "networks", .type = ARGUMENT_TEXT, .to = &s->networks },
		{ .name = "drawn", .type = ARGUMENT_TEXT, .to = &s->drawn },
		{ .name = "list", .type = ARGUMENT_TEXT, .to = &s->list },
		{ .name = "half", .type = ARGUMENT_TEXT, .to = &s->half },
		{ .name = "only", .type = ARGUMENT_TEXT, .to = &s->only },
		{ .name = "variant", .type = ARGUMENT_TEXT, .to = &s->variants },
		{ .name = "csv", .type = ARGUMENT_TEXT, .to = &s->csv },
		{ .name = "page", .type = ARGUMENT_TEXT, .to = &s->page },
		{ .name = "peers", .type = ARGUMENT_TEXT, .to = &s->peers },
		{ .name = "export", .type = ARGUMENT_TEXT, .to = &s->export },
		{ .name = "n", .type = ARGUMENT_LIST, .to = &s->sizes },
		{ .name = "draws", .type = ARGUMENT_COUNT, .to = &s->draws, .least = 1, .most = 1000 },
		{ .name = "hide", .type = ARGUMENT_COUNT, .to = &s->hide, .most = 100 },
		{ .name = "seed", .type = ARGUMENT_SEED, .to = &s->seed },
		{ .name = "options", .type = ARGUMENT_EACH, .to = s, .add = add_configuration },
		{ .name = NULL },
	};
	*s = (settings){ .draws = 3, .seed = 1, .sizes = { 20, 10000000, { 0 }, 0 }, .list = "experiments/repository.txt" };
	argument_parse(argc, argv, usage, options);
}

/* ------------------------------------------------------------------------------------------------------- learning */

/* The data of a draw, and what the graph is compared with. */
typedef struct problem {
	const mixmi_table *data;
	size_t *columns, count; /* NULL: all */
	mixmi_graph *class;
} problem;

static void learn(score_table *table, const settings *s, const score *like, const problem *p)
{
	for (size_t i = 0; i < s->configuration_count; i++) {
		score line = *like;
		if (score_find(table, like->network, like->rows, s->configurations[i].name) != NULL)
			continue;
		if (score_learn_class(&line, p->data, p->columns, p->count, p->class, &s->configurations[i]) != MIXMI_OK)
			argument_fail(like->network, mixmi_error_message());
		if (!score_put(table, &line) || (s->csv != NULL && !score_write(table, s->csv)))
			exit(1);
		fprintf(stderr, "%-24s %6zu %-24s F1 %.3f  arrows %.2f/%.2f  SHD %3.0f  %.2f s\n", line.network, line.rows,
		        line.configuration, line.f1, line.arrow_precision, line.arrow_recall, line.hamming, line.seconds);
	}
}

/* Whether the node has two or more children. */
static bool is_common_cause(const mixmi_graph *truth, size_t node)
{
	mixmi_graph_info info;
	size_t children = 0;
	mixmi_graph_describe(&info, sizeof info, truth);
	for (size_t i = 0; i < info.edges; i++) {
		mixmi_edge edge;
		if (mixmi_graph_edge(&edge, sizeof edge, truth, i) == MIXMI_OK)
			children += edge.from == node;
	}
	return children >= 2;
}

/* Omits common causes: those with the smallest hash of seed, draw and position. */
static void hide(problem *p, const settings *s, const mixmi_graph *truth, uint64_t key)
{
	size_t all = mixmi_table_columns(p->data);
	const char **names = calloc(all, sizeof *names);
	bool *hidden = calloc(all, sizeof *hidden);
	p->columns = calloc(all, sizeof *p->columns);
	if (names == NULL || hidden == NULL || p->columns == NULL)
		argument_fail("out of memory", "hide");
	for (size_t k = 0; k < s->hide; k++) {
		size_t best = SIZE_MAX;
		uint64_t least = UINT64_MAX;
		for (size_t i = 0; i < all; i++) {
			uint64_t mixed = (i + 1) * UINT64_C(0x9E3779B97F4A7C15) ^ key * UINT64_C(0xD1B54A32D192ED03);
			mixed = (mixed ^ mixed >> 31) * UINT64_C(0xBF58476D1CE4E5B9);
			if (!hidden[i] && is_common_cause(truth, i) && mixed < least) {
				least = mixed;
				best = i;
			}
		}
		if (best != SIZE_MAX)
			hidden[best] = true;
	}
	for (size_t i = 0; i < all; i++)
		if (!hidden[i]) {
			names[p->count] = mixmi_table_name(p->data, i);
			p->columns[p->count++] = i;
		}
	if (mixmi_graph_pag(&p->class, truth, names, p->count, NULL) != MIXMI_OK)
		argument_fail("hide", mixmi_error_message());
	free(names);
	free(hidden);
}

static void write_cells(FILE *file, const mixmi_table *data, size_t row)
{
	for (size_t j = 0; j < mixmi_table_columns(data); j++) {
		const char *between = j > 0 ? "," : "";
		double value = mixmi_table_value(data, j, row);
		if (mixmi_table_type(data, j) == MIXMI_DISCRETE)
			fprintf(file, "%s%s", between, mixmi_table_label(data, j, (size_t)value));
		else
			fprintf(file, "%s%.9g", between, value);
	}
	fputc('\n', file);
}

/* Rows and truth as files for other programs. */
static void export_draw(const settings *s, const score *like, const mixmi_table *data, const char *lines)
{
	char path[PATH];
	snprintf(path, sizeof path, "%s/%s_%zu.csv", s->export, like->network, like->rows);
	FILE *file = fopen(path, "w");
	if (file == NULL)
		argument_fail("cannot be written", path);
	for (size_t j = 0; j < mixmi_table_columns(data); j++)
		fprintf(file, "%s%s", j > 0 ? "," : "", mixmi_table_name(data, j));
	fputc('\n', file);
	for (size_t i = 0; i < like->rows; i++)
		write_cells(file, data, i);
	if (fclose(file) != 0)
		argument_fail("cannot be written", path);
	snprintf(path, sizeof path, "%s/%s_%zu.truth.txt", s->export, like->network, like->rows);
	file = fopen(path, "w");
	if (file == NULL || fputs(lines, file) < 0 || fclose(file) != 0)
		argument_fail("cannot be written", path);
}

static void run_draw(score_table *table, const settings *s, const score *like, const mixmi_table *data,
                     const char *lines, uint64_t key)
{
	mixmi_graph *truth = NULL;
	problem p = { .data = data };
	score line = *like;
	if (s->export != NULL) {
		export_draw(s, like, data, lines);
		return;
	}
	mixmi_status status = score_graph(&truth, lines);
	if (status == MIXMI_OK && s->hide == 0)
		status = mixmi_graph_cpdag(&p.class, truth);
	if (status != MIXMI_OK)
		argument_fail(like->network, mixmi_error_message());
	if (s->hide > 0) {
		hide(&p, s, truth, key);
		line.nodes = p.count;
	}
	learn(table, s, &line, &p);
	mixmi_graph_free(truth);
	mixmi_graph_free(p.class);
	free(p.columns);
}

static void run_bif(score_table *table, const settings *s, const char *name, const bif_network *network, bif_variant v,
                    size_t rows)
{
	size_t draws = (network->count <= SMALL ? MORE : 1) * s->draws;
	for (size_t draw = 0; draw < draws; draw++) {
		mixmi_table *data;
		if (bif_sample(&data, network, v, rows, s->seed, draw) != MIXMI_OK)
			argument_fail(name, mixmi_error_message());
		score like = { .nodes = mixmi_table_columns(data), .rows = rows };
		if (v == BIF_OWN)
			snprintf(like.network, sizeof like.network, "%s-%zu.%zu", name, (size_t)s->seed, draw + 1);
		else
			snprintf(like.network, sizeof like.network, "%s.%s-%zu.%zu", name, bif_variant_name(v), (size_t)s->seed,
			         draw + 1);
		char *lines = bif_lines(network, data);
		if (lines == NULL)
			argument_fail("out of memory", name);
		run_draw(table, s, &like, data, lines, s->seed * 1000 + draw);
		free(lines);
		mixmi_table_free(data);
	}
}

static void run_drawn(score_table *table, const settings *s, const char *name, size_t rows)
{
	mixmi_table *data;
	char *lines;
	if (!public_network_rows(&data, &lines, s->drawn, name, rows))
		return;
	score like = { .nodes = mixmi_table_columns(data), .rows = rows };
	snprintf(like.network, sizeof like.network, "%s-0.1", name);
	run_draw(table, s, &like, data, lines, 0);
	free(lines);
	mixmi_table_free(data);
}

/* A network with neither a file nor rows is skipped with a message. */
static void run_network(score_table *table, const settings *s, const char *name)
{
	bif_network network;
	bool is_file = public_network_find(&network, s->networks, name);
	if (!is_file && s->drawn == NULL) {
		fprintf(stderr, "%s: no file, skipped\n", name);
		return;
	}
	for (size_t i = 0; i < s->sizes.count; i++)
		if (!is_file)
			run_drawn(table, s, name, s->sizes.values[i]);
		else
			for (int v = 0; v < BIF_VARIANTS; v++)
				if (argument_match(s->variants, bif_variant_name((bif_variant)v)))
					run_bif(table, s, name, &network, (bif_variant)v, s->sizes.values[i]);
	if (is_file)
		bif_free(&network);
}

/* ----------------------------------------------------------------------------------------------------------- page */

static int compare_lines(const void *a, const void *b)
{
	const score *x = a, *y = b;
	int by_network = strcmp(x->network, y->network), by_name = strcmp(x->configuration, y->configuration);
	if (by_network != 0)
		return by_network;
	return x->rows != y->rows ? (x->rows < y->rows ? -1 : 1) : by_name;
}

static void print_page(FILE *file, const void *table)
{
	fputs(
		"# Graphs of public networks\n\n"
		"Means over draws, in the last table over networks; precision, recall and F1 of the skeleton, precision and "
		"recall of arrows and the structural "
		"Hamming\n"
		"distance against the class of the true graph (CPDAG); seconds of CPU, one thread. Written by `make repository "
		"NETWORKS=FOLDER`.\n"
		"`NAME` is a network as published, `NAME.linear` and `NAME.mixed` have its graph and other mechanisms\n"
		"(experiments/lib/bif.h). Which networks took part in choosing settings was fixed beforehand\n"
		"(experiments/repository.txt); this page is about the others. hc and tabu (bnlearn 4.8.3, BIC) and, for\n"
		"published networks with 500 and 1000 rows, MIIC 2.0.3 had the same draws (MIIC: skeleton only; with 5000\n"
		"rows only networks of up to 12 nodes). Figures of "
		"MIIC\n"
		"for ecoli70 and insurance with 5000 rows and those of PC of causal-learn are means over other draws\n"
		"(experiments/repository_peers.csv).\n\n",
		file);
	score_print_families(file, table);
}

static void add_peers(score_table *table, const char *path)
{
	score_table peers;
	if (!score_read(&peers, path, false))
		exit(1);
	for (size_t i = 0; i < peers.count; i++)
		if (!score_put(table, &peers.lines[i]))
			argument_fail("out of memory", path);
	score_free(&peers);
}

int main(int argc, char **argv)
{
	settings s;
	score_table table = { NULL, 0 };
	struct rusage used;
	argument_program = "repository";
	parse(&s, argc, argv);
	if (s.csv != NULL && !score_read(&table, s.csv, true))
		return 1;
	fill_in_defaults(&s);
	for (size_t i = 0; i < s.network_count; i++)
		run_network(&table, &s, s.names[i]);
	if (s.csv != NULL && !score_write(&table, s.csv))
		return 1;
	if (s.peers != NULL)
		add_peers(&table, s.peers);
	if (table.count > 0)
		qsort(table.lines, table.count, sizeof *table.lines, compare_lines);
	score_print_families(stdout, &table);
	getrusage(RUSAGE_SELF, &used);
	printf("\npeak memory of the program: %.0f MB\n", (double)used.ru_maxrss / 1024);
	bool good = s.page == NULL || lines_write(s.page, print_page, &table);
	score_free(&table);
	for (size_t i = 0; i < s.configuration_count; i++)
		score_configuration_clear(&s.configurations[i]);
	return good ? 0 : 1;
}
