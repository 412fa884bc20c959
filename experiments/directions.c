/* Calibration of the probabilities of end marks on networks with a known truth. Run with --help. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "lines.h"
#include "network_score.h"
#include "public_network.h"
#include "random_network.h"

enum { BINS = 10 };

static const double SURE = 0.9;

static const char usage[] =
	"directions: how often end marks of a probability are right\n"
	"\n"
	"    directions --random 70 --seed 1 --csv FILE                  random mixed networks\n"
	"    directions --networks FOLDER --half report --seed 2         public networks, and their variants\n"
	"\n"
	"  --random N         random networks of all families, 8 to 25 nodes, 300 to 3000 rows (0)\n"
	"  --networks FOLDER  NAME.bif or NAME.bif.gz of each network\n"
	"  --drawn FOLDER     NAME.truth.csv and NAME_N.csv.gz for networks that are given as rows\n"
	"  --list FILE        which networks, and in which half (experiments/repository.txt)\n"
	"  --half NAME        choose or report (both)\n"
	"  --n LIST           numbers of rows of public networks (1000)\n"
	"  --draws N          draws of each (1)\n"
	"  --options TEXT     options of the library with commas between\n"
	"  --seed N           of random networks (1)\n"
	"  --public-seed N    of public ones: 1 is for choosing, 2 for reporting (1)\n"
	"  --csv FILE         add a line per end mark to this file\n"
	"  --read FILE        take the marks from such a file instead of learning anything\n"
	"  --page FILE        write a Markdown page\n";

/* An end mark of a learnt graph compared with the true equivalence class. */
typedef struct mark {
	size_t network;
	char found; /* '>': a clear arrowhead, '?': a possible one, 't': the tail opposite to either, '-': of a line */
	double probability; /* of this mark */
	bool joined;        /* the truth has the edge ... */
	bool right;         /* ... with the same mark here */
} mark;

typedef struct network {
	char name[SCORE_NAME];
	size_t nodes, rows, true_arrows;
	double seconds;
} network;

typedef struct settings {
	score_configuration configuration;
	argument_sizes sizes;
	const char *networks, *drawn, *list, *half, *csv, *read, *page;
	size_t random, draws;
	uint64_t seed, public_seed;
	mark *marks;
	size_t mark_count, mark_capacity;
	network *all;
	size_t count;
} settings;

/* --------------------------------------------------------------------------------------------------------- marks */

static void *larger(void *old, size_t count, size_t size)
{
	void *made = realloc(old, count * size);
	if (made == NULL)
		argument_fail("out of memory", "marks");
	return made;
}

static void add_mark(settings *s, const mark *m)
{
	if (s->mark_count == s->mark_capacity) {
		s->mark_capacity = 2 * s->mark_capacity + 64;
		s->marks = larger(s->marks, s->mark_capacity, sizeof *s->marks);
	}
	s->marks[s->mark_count++] = *m;
}

/* The true edge between two names; false if there is none. */
static bool find_edge(mixmi_edge *out, const mixmi_graph *class, const char *from, const char *to)
{
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, class);
	for (size_t i = 0; i < info.edges; i++) {
		if (mixmi_graph_edge(out, sizeof *out, class, i) != MIXMI_OK)
			return false;
		const char *a = mixmi_graph_node(class, out->from, NULL), *b = mixmi_graph_node(class, out->to, NULL);
		bool same = strcmp(a, from) == 0 && strcmp(b, to) == 0, back = strcmp(a, to) == 0 && strcmp(b, from) == 0;
		if (back) {
			int32_t kept = out->mark_from;
			out->mark_from = out->mark_to;
			out->mark_to = kept;
		}
		if (same || back)
			return true;
	}
	return false;
}

static void judge(settings *s, const mixmi_graph *learnt, const mixmi_graph *class)
{
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, learnt);
	for (size_t i = 0; i < info.edges; i++) {
		mixmi_edge e, t;
		if (mixmi_graph_edge(&e, sizeof e, learnt, i) != MIXMI_OK)
			argument_fail("edge", mixmi_error_message());
		bool arrow = e.directed;
		bool there = find_edge(&t, class, mixmi_graph_node(learnt, e.from, NULL), mixmi_graph_node(learnt, e.to, NULL));
		add_mark(s, &(mark){ s->count - 1, arrow ? 't' : '-', e.probability_from, there,
		                     there && t.mark_from == MIXMI_MARK_TAIL });
		add_mark(s, &(mark){ s->count - 1,
		                     !arrow                        ? '-'
		                     : e.kind == MIXMI_ARROW_CLEAR ? '>'
		                                                   : '?',
		                     e.probability_to, there,
		                     there && t.mark_to == (arrow ? MIXMI_MARK_ARROW : MIXMI_MARK_TAIL) });
	}
}

static size_t count_arrows(const mixmi_graph *class)
{
	mixmi_graph_info info;
	size_t arrows = 0;
	mixmi_graph_describe(&info, sizeof info, class);
	for (size_t i = 0; i < info.edges; i++) {
		mixmi_edge e;
		arrows += mixmi_graph_edge(&e, sizeof e, class, i) == MIXMI_OK && e.directed;
	}
	return arrows;
}

static void write_marks(const settings *s, size_t first)
{
	const network *n = &s->all[s->count - 1];
	FILE *file = s->csv != NULL ? fopen(s->csv, "a") : NULL;
	if (s->csv != NULL && file == NULL)
		argument_fail("cannot be written", s->csv);
	for (size_t i = first; file != NULL && i < s->mark_count; i++)
		fprintf(file, "%s,%zu,%zu,%zu,%c,%.6g,%d,%d\n", n->name, n->nodes, n->rows, n->true_arrows, s->marks[i].found,
		        s->marks[i].probability, s->marks[i].joined, s->marks[i].right);
	if (file != NULL)
		fclose(file);
}

/* A line as write_marks() writes it; the lines of a network are adjacent. */
static bool take_mark(void *context, const char *line, size_t number)
{
	settings *s = context;
	network n = { .seconds = 0 };
	mark m = { .found = '-' };
	int joined, right;
	(void)number;
	if (sscanf(line, "%127[^,],%zu,%zu,%zu,%c,%lf,%d,%d", n.name, &n.nodes, &n.rows, &n.true_arrows, &m.found,
	           &m.probability, &joined, &right) != 8)
		return false;
	if (s->count == 0 || strcmp(s->all[s->count - 1].name, n.name) != 0 || s->all[s->count - 1].rows != n.rows) {
		s->all = larger(s->all, s->count + 1, sizeof *s->all);
		s->all[s->count++] = n;
	}
	m.network = s->count - 1;
	m.joined = joined != 0;
	m.right = right != 0;
	add_mark(s, &m);
	return true;
}

static void run(settings *s, const char *name, const mixmi_table *data, const char *lines)
{
	mixmi_graph *truth = NULL, *class = NULL, *learnt = NULL;
	s->all = larger(s->all, s->count + 1, sizeof *s->all);
	network *n = &s->all[s->count++];
	*n = (network){ .nodes = mixmi_table_columns(data), .rows = mixmi_table_rows(data), .seconds = -lines_seconds() };
	snprintf(n->name, sizeof n->name, "%s", name);
	size_t first = s->mark_count;
	if (score_graph(&truth, lines) != MIXMI_OK || mixmi_graph_cpdag(&class, truth) != MIXMI_OK ||
	    mixmi_graph_learn(&learnt, data, NULL, 0, NULL, s->configuration.options) != MIXMI_OK)
		argument_fail(name, mixmi_error_message());
	n->seconds += lines_seconds();
	n->true_arrows = count_arrows(class);
	judge(s, learnt, class);
	write_marks(s, first);
	fprintf(stderr, "%-28s %6zu %.2f s\n", name, n->rows, n->seconds);
	mixmi_graph_free(truth);
	mixmi_graph_free(class);
	mixmi_graph_free(learnt);
}

/* ------------------------------------------------------------------------------------------------------ networks */

static void run_random(settings *s, size_t number)
{
	static const size_t nodes[] = { 8, 12, 15, 20, 25 }, rows[] = { 300, 1000, 1000, 3000 };
	random_network r;
	mixmi_table *data;
	char name[SCORE_NAME];
	network_kind family = (network_kind)(number % NETWORK_FAMILIES);
	size_t n = rows[number / 5 % 4];
	network_random(&r, nodes[number % 5], family, s->seed, number);
	char *lines = network_lines(&r);
	if (lines == NULL || network_sample(&data, &r, n, s->seed, number) != MIXMI_OK)
		argument_fail("random network", mixmi_error_message());
	snprintf(name, sizeof name, "%s-%zu.%zu", network_family_name(family), (size_t)s->seed, number + 1);
	run(s, name, data, lines);
	free(lines);
	mixmi_table_free(data);
}

static void run_bif(settings *s, const char *name, const bif_network *b, bif_variant v, size_t rows)
{
	for (size_t i = 0; i < s->draws; i++) {
		mixmi_table *data;
		char shown[SCORE_NAME + 32];
		if (bif_sample(&data, b, v, rows, s->public_seed, i) != MIXMI_OK)
			argument_fail(name, mixmi_error_message());
		char *lines = bif_lines(b, data);
		if (lines == NULL)
			argument_fail("out of memory", name);
		snprintf(shown, sizeof shown, "%s%s%s-%zu.%zu", name, v == BIF_OWN ? "" : ".",
		         v == BIF_OWN ? "" : bif_variant_name(v), (size_t)s->public_seed, i + 1);
		run(s, shown, data, lines);
		free(lines);
		mixmi_table_free(data);
	}
}

static void run_drawn(settings *s, const char *name, size_t rows)
{
	mixmi_table *data;
	char *lines;
	if (!public_network_rows(&data, &lines, s->drawn, name, rows))
		return;
	run(s, name, data, lines);
	free(lines);
	mixmi_table_free(data);
}

/* A network with neither a file nor rows is skipped. */
static void run_network(void *context, const char *name)
{
	settings *s = context;
	bif_network b;
	bool is_file = public_network_find(&b, s->networks, name);
	for (size_t i = 0; i < s->sizes.count; i++)
		if (!is_file)
			run_drawn(s, name, s->sizes.values[i]);
		else
			for (int v = 0; v < BIF_VARIANTS; v++)
				run_bif(s, name, &b, (bif_variant)v, s->sizes.values[i]);
	if (is_file)
		bif_free(&b);
}

static void parse(settings *s, int argc, char **argv)
{
	const char *text = "";
	const argument_option options[] = {
		{ .name = "networks", .type = ARGUMENT_TEXT, .to = &s->networks },
		{ .name = "drawn", .type = ARGUMENT_TEXT, .to = &s->drawn },
		{ .name = "list", .type = ARGUMENT_TEXT, .to = &s->list },
		{ .name = "half", .type = ARGUMENT_TEXT, .to = &s->half },
		{ .name = "n", .type = ARGUMENT_LIST, .to = &s->sizes },
		{ .name = "draws", .type = ARGUMENT_COUNT, .to = &s->draws, .least = 1, .most = 1000 },
		{ .name = "random", .type = ARGUMENT_COUNT, .to = &s->random, .most = 10000 },
		{ .name = "options", .type = ARGUMENT_TEXT, .to = &text },
		{ .name = "seed", .type = ARGUMENT_SEED, .to = &s->seed },
		{ .name = "public-seed", .type = ARGUMENT_SEED, .to = &s->public_seed },
		{ .name = "csv", .type = ARGUMENT_TEXT, .to = &s->csv },
		{ .name = "page", .type = ARGUMENT_TEXT, .to = &s->page },
		{ .name = "read", .type = ARGUMENT_TEXT, .to = &s->read },
		{ .name = NULL },
	};
	*s = (settings){ .draws = 1,
		             .seed = 1,
		             .public_seed = 1,
		             .sizes = { 20, 10000000, { 0 }, 0 },
		             .list = "experiments/repository.txt" };
	argument_parse(argc, argv, usage, options);
	argument_usual_sizes(&s->sizes, "1000");
	if (score_configure(&s->configuration, text) != MIXMI_OK)
		argument_fail(text, mixmi_error_message());
}

/* ---------------------------------------------------------------------------------------------------------- page */

static bool is_head(const mark *m)
{
	return m->found == '>' || m->found == '?';
}

typedef struct bin {
	size_t count, right;
	double probability;
} bin;

/* Shares of right marks by tenths of their probability: of all, of arrowheads including possible ones, of the tails opposite to them, or of
 * undirected edges. */
typedef enum which { ALL, HEADS, TAILS, LINES } which;

static bool is_of(const mark *m, which kind)
{
	return kind == ALL || kind == (is_head(m) ? HEADS : m->found == 't' ? TAILS : LINES);
}

static void print_calibration(FILE *file, const settings *s, which kind)
{
	bin bins[BINS] = { { 0, 0, 0 } }, sure = { 0, 0, 0 };
	double error = 0;
	size_t all = 0;
	for (size_t i = 0; i < s->mark_count; i++) {
		const mark *m = &s->marks[i];
		if (!is_of(m, kind) || !(m->probability >= 0))
			continue;
		bin *b = &bins[m->probability >= 1 ? BINS - 1 : (int)(m->probability * BINS)];
		for (int k = 0; k < 2; k++, b = &sure)
			if (k == 0 || m->probability >= SURE) {
				b->count++;
				b->right += m->right;
				b->probability += m->probability;
			}
		all++;
	}
	fprintf(file, "\n## %s\n\n| probability | marks | mean probability | share right |\n|---|---|---|---|\n",
	        (const char *const[]){ "All marks", "Arrowheads, with possible ones", "Tails of arrows",
	                               "Undirected edges" }[kind]);
	for (int i = 0; i < BINS; i++) {
		const bin *b = &bins[i];
		if (b->count == 0)
			continue;
		fprintf(file, "| %.1f to %.1f | %zu | %.3f | %.3f |\n", (double)i / BINS, (double)(i + 1) / BINS, b->count,
		        b->probability / (double)b->count, (double)b->right / (double)b->count);
		error += fabs(b->probability - (double)b->right);
	}
	fprintf(file, "\n%zu marks; expected calibration error %.3f.", all, all > 0 ? error / (double)all : 0);
	if (sure.count > 0)
		fprintf(file, " Of %zu marks at .9 or more, %.3f are right.", sure.count,
		        (double)sure.right / (double)sure.count);
	fputc('\n', file);
}

/* Arrows of a network: all that were found, and the clear ones. */
typedef struct arrows {
	size_t found, found_right, clear, clear_right;
} arrows;

static arrows arrows_of(const settings *s, size_t place)
{
	arrows a = { 0 };
	for (size_t i = 0; i < s->mark_count; i++) {
		const mark *m = &s->marks[i];
		if (m->network != place || !is_head(m))
			continue;
		a.found++;
		a.found_right += m->right;
		a.clear += m->found == '>';
		a.clear_right += m->found == '>' && m->right;
	}
	return a;
}

static void print_share(FILE *file, size_t part, size_t whole)
{
	if (whole > 0)
		fprintf(file, " %.2f |", (double)part / (double)whole);
	else
		fputs(" |", file);
}

static void print_networks(FILE *file, const settings *s)
{
	arrows sum = { 0 };
	size_t truth = 0, low = 0;
	fputs("\n## Arrows by network\n\nPrecision and recall of all arrows that were found, and of the clear ones.\n\n"
	      "| network | rows | true arrows | found | precision | recall | clear | precision | recall |\n"
	      "|---|---|---|---|---|---|---|---|---|\n",
	      file);
	for (size_t i = 0; i < s->count; i++) {
		const network *n = &s->all[i];
		const arrows a = arrows_of(s, i);
		fprintf(file, "| %s | %zu | %zu | %zu |", n->name, n->rows, n->true_arrows, a.found);
		print_share(file, a.found_right, a.found);
		print_share(file, a.found_right, n->true_arrows);
		fprintf(file, " %zu |", a.clear);
		print_share(file, a.clear_right, a.clear);
		print_share(file, a.clear_right, n->true_arrows);
		fputc('\n', file);
		sum.found += a.found;
		sum.found_right += a.found_right;
		sum.clear += a.clear;
		sum.clear_right += a.clear_right;
		truth += n->true_arrows;
		low += 100 * a.clear_right < 85 * a.clear;
	}
	fprintf(file,
	        "\nAll %zu networks together: precision %.3f, recall %.3f of all arrows; %.3f, %.3f of clear ones. "
	        "Of the clear arrows, fewer than .85 are right in %zu networks.\n",
	        s->count, (double)sum.found_right / (double)sum.found, (double)sum.found_right / (double)truth,
	        (double)sum.clear_right / (double)sum.clear, (double)sum.clear_right / (double)truth, low);
}

static void print_page(FILE *file, const void *context)
{
	const settings *s = context;
	fputs(
		"# How often directions are right\n\n"
		"In two worlds: simulated networks, in which all common causes are measured, and real tables (at the end).\n\n"
		"End marks of learnt graphs against the CPDAG of the true graph. A mark is right if the CPDAG has the edge "
		"with "
		"the same\n"
		"mark at this end: an arrowhead where the CPDAG has an undirected edge, the reversed arrow or no edge is "
		"wrong. "
		"Written by\n"
		"`make directions NETWORKS=FOLDER`. The networks took no part in choosing how a difference of code lengths "
		"becomes a\n"
		"probability: random mixed networks of a seed of their own, and the public networks of the reporting half\n"
		"(experiments/repository.txt), with draws of their own.\n",
		file);
	print_calibration(file, s, ALL);
	print_calibration(file, s, HEADS);
	print_calibration(file, s, TAILS);
	print_calibration(file, s, LINES);
	print_networks(file, s);
}

int main(int argc, char **argv)
{
	settings s;
	argument_program = "directions";
	parse(&s, argc, argv);
	if (s.read != NULL && !lines_read(s.read, "edges", false, take_mark, &s))
		return 1;
	for (size_t i = 0; i < s.random; i++)
		run_random(&s, i);
	if (s.networks != NULL)
		public_network_each(s.list, s.half, run_network, &s);
	bool good = s.page == NULL || lines_write(s.page, print_page, &s);
	score_configuration_clear(&s.configuration);
	free(s.marks);
	free(s.all);
	return good ? 0 : 1;
}
