/* A graph as human-readable text: edges and separated pairs as aligned tables, conflicts, and the search settings. It
 * cannot be read back. Names are shown with unusual bytes escaped, and quoted if they could be misread. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/answer.h"
#include "base/text.h"
#include "graph/model/graph.h"
#include "io/graph_view.h"
#include "io/look.h"

enum { COLUMNS = 13 } /* maximum, in a table */;

/* A table stored as one text until the widths of its columns are known; cells end with '\0'. */
typedef struct table {
	io_buffer cells;
	size_t rows;
	size_t column; /* of the next cell */
	size_t width[COLUMNS];
	const char *align; /* 'l' or 'r' per column; its length is the number of columns */
} table;

/* Number of characters, which is the displayed width of most texts. */
static size_t width_of(const char *text, size_t length)
{
	size_t width = 0;
	for (size_t i = 0; i < length; i++)
		width += ((unsigned char)text[i] & 0xC0) != 0x80;
	return width;
}

/* A cell is written to `cells` from `start` on and ended here. */
static void end_cell(table *t, size_t start)
{
	size_t width = t->cells.failed ? 0 : width_of(t->cells.text + start, t->cells.length - start);
	if (width > t->width[t->column])
		t->width[t->column] = width;
	io_add_char(&t->cells, '\0');
	t->column++;
	if (t->align[t->column] == '\0') {
		t->column = 0;
		t->rows++;
	}
}

static void cell(table *t, const char *text)
{
	size_t start = t->cells.length;
	io_add(&t->cells, text);
	end_cell(t, start);
}

static const char *shown_number(char out[IO_NUMBER], double value, int digits)
{
	return isnan(value) ? "-" : io_number(out, value, digits);
}

static void number_cell(table *t, double value, int digits)
{
	char number[IO_NUMBER];
	cell(t, shown_number(number, value, digits));
}

/* Three digits, or a bound if p is too small for a double. */
static void p_cell(table *t, double p)
{
	if (p < 1e-300)
		cell(t, "<1e-300");
	else
		number_cell(t, p, 3);
}

static void count_cell(table *t, size_t count)
{
	size_t start = t->cells.length;
	if (count > 0)
		io_addf(&t->cells, "%zu", count);
	else
		io_add_char(&t->cells, '-');
	end_cell(t, start);
}

static void headings(table *t, const char *words)
{
	while (*words != '\0') {
		size_t start = t->cells.length, length = strcspn(words, ",");
		io_add_bytes(&t->cells, words, length);
		end_cell(t, start);
		words += length + (words[length] == ',');
	}
}

/* Two blanks between columns, none at the end of a line. */
static void print_table(io_buffer *out, table *t)
{
	size_t columns = strlen(t->align);
	const char *text = t->cells.text;
	out->failed = out->failed || t->cells.failed;
	for (size_t row = 0; !out->failed && row < t->rows; row++) {
		size_t owed = 0; /* blanks that are written only if something follows */
		for (size_t column = 0; column < columns; column++, text += strlen(text) + 1) {
			size_t width = width_of(text, strlen(text)), pad = t->width[column] - width;
			bool right = t->align[column] == 'r';
			owed += right ? pad : 0;
			for (; width > 0 && owed > 0; owed--)
				io_add_char(out, ' ');
			io_add(out, text);
			owed += 2 + (right ? 0 : pad);
		}
		io_add_char(out, '\n');
	}
	io_buffer_clear(&t->cells);
}

/* --------------------------------------------------------------------------------------------------- cells */

static void add_name(io_buffer *out, const io_graph *view, size_t node)
{
	char shown[BASE_TEXT_SHOWN];
	const char *name = io_graph_name(view, node);
	io_add_quoted(out, base_text_show(shown, name, strlen(name)), " ,<>");
}

static void pair_cell(table *t, const io_graph *view, size_t a, const char *between, size_t b)
{
	size_t start = t->cells.length;
	add_name(&t->cells, view, a);
	io_add(&t->cells, between);
	add_name(&t->cells, view, b);
	end_cell(t, start);
}

static void given_cell(table *t, const io_graph *view, const size_t *given, size_t count)
{
	size_t start = t->cells.length;
	for (size_t i = 0; i < count; i++) {
		io_add(&t->cells, i > 0 ? ", " : "");
		add_name(&t->cells, view, given[i]);
	}
	if (count == 0)
		io_add_char(&t->cells, '-');
	end_cell(t, start);
}

/* For a summary graph: the lags, and the numbers of the strongest one. */
static void summary_row(table *t, const io_graph *view, const mixmi_edge *edge)
{
	char arrow[8];
	snprintf(arrow, sizeof arrow, " %s ", io_edge_arrow(edge));
	pair_cell(t, view, edge->from, arrow, edge->to);
	cell(t, io_edge_lags(view, edge));
	number_cell(t, edge->estimate, 3);
	p_cell(t, edge->p);
}

static void remark_cell(table *t, const mixmi_edge *edge)
{
	const char *remark = edge->doubtful == 2 ? "p above alpha" : io_edge_remark(edge);
	bool known = edge->kind == MIXMI_ARROW_KNOWLEDGE && !edge->required;
	size_t start = t->cells.length;
	io_addf(&t->cells, "%s%s%s", known ? io_arrow_word(edge->kind) : "", known && remark[0] != '\0' ? ", " : "",
	        remark);
	end_cell(t, start);
}

static void edge_row(table *t, const io_graph *view, const mixmi_edge *edge)
{
	char arrow[8];
	snprintf(arrow, sizeof arrow, " %s ", io_edge_shown(view, edge));
	pair_cell(t, view, edge->from, arrow, edge->to);
	number_cell(t, edge->estimate, 3);
	number_cell(t, edge->share, 2);
	number_cell(t, edge->sign, 2);
	cell(t, edge->shape == MIXMI_SHAPE_NONE ? "-" : base_shape_word(edge->shape));
	p_cell(t, edge->p);
	count_cell(t, edge->rows);
	if (view->info.subsamples > 0) {
		number_cell(t, edge->frequency, 3);
		number_cell(t, edge->frequency_forward, 3);
		number_cell(t, edge->frequency_backward, 3);
	}
	given_cell(t, view, edge->given, edge->given_count);
	remark_cell(t, edge);
}

static void separation_row(table *t, const io_graph *view, const mixmi_separation *s, bool measured)
{
	pair_cell(t, view, s->a, " | ", s->b);
	if (measured)
		number_cell(t, s->estimate, 3);
	p_cell(t, s->p);
	count_cell(t, s->rows);
	if (view->info.subsamples > 0)
		number_cell(t, s->frequency, 3);
	given_cell(t, view, s->given, s->given_count);
	cell(t, s->forbidden ? "forbidden" : s->doubtful ? "weak" : s->few_rows ? "few rows" : "");
}

/* -------------------------------------------------------------------------------------------------- the whole */

static const char *plural(size_t count)
{
	return count == 1 ? "" : "s";
}

static void add_headline(io_buffer *out, const io_graph *view)
{
	const mixmi_graph_info *info = &view->info;
	size_t columns = 0;
	for (size_t i = 0; i < info->nodes; i++)
		columns += mixmi_graph_lag(NULL, view->graph, i) == 0;
	if (info->lags > 0)
		io_addf(out, "Graph of %zu column%s and their past (%zu lag%s) with %zu edge%s: ", columns, plural(columns),
		        info->lags, plural(info->lags), info->edges, plural(info->edges));
	else
		io_addf(out, "%s of %zu node%s with %zu edge%s: ", view->graph->pair_lags != NULL ? "Summary" : "Graph",
		        info->nodes, plural(info->nodes), info->edges, plural(info->edges));
	if (view->graph->kind == GRAPH_SKELETON)
		io_add(out, "a skeleton, without directions");
	else {
		io_addf(out, "%zu directed, ", view->directed - view->possible);
		if (view->possible > 0)
			io_addf(out, "%zu with a possible direction, ", view->possible);
		io_addf(out, "%zu %s", info->edges - view->directed - view->same,
		        view->graph->pair_lags != NULL ? "undirected or in both directions"
		        : io_graph_is_pag(view)        ? "with other marks (PAG: o is an arrow or a tail)"
		                                       : "undirected");
	}
	if (view->same > 0 && view->graph->kind != GRAPH_SKELETON)
		io_addf(out, ", %zu between columns that carry the same information", view->same);
	io_add_char(out, '\n');
	if (!info->complete)
		io_addf(out, "INCOMPLETE: the search was stopped early; %zu of %zu pairs were not reached\n",
		        info->nodes * (info->nodes - 1) / 2 - info->edges - info->separated,
		        info->nodes * (info->nodes - 1) / 2);
}

static void add_facts(io_buffer *out, const io_graph *view)
{
	const mixmi_graph_info *info = &view->info;
	char number[IO_NUMBER];
	if (info->test[0] != '\0') {
		io_addf(out, "\nTest %s at alpha %s; %llu test%s", info->test, io_number(number, info->alpha, 6),
		        (unsigned long long)info->tests, plural((size_t)info->tests));
		if (info->tests_reused > 0)
			io_addf(out, ", %llu of them from the checkpoint", (unsigned long long)info->tests_reused);
		if (info->levels > 0)
			io_addf(out, "; conditioning sets of up to %zu", info->levels - 1);
		io_add_char(out, '\n');
	}
	if (info->subsamples > 0)
		io_addf(
			out,
			"any, forward, backward: share of %zu random split%s in which both halves of the rows have the edge, with "
			"any direction, as written, reversed\n",
			info->subsamples / 2, plural(info->subsamples / 2));
	if (info->subsamples > 0 && isfinite(info->false_edges))
		io_addf(out, "Expected number of false edges among those in .9 or more of the splits: at most %s\n",
		        io_number(number, info->false_edges, 2));
}

static bool any_kind(const io_graph *view, mixmi_arrow kind)
{
	for (size_t i = 0; i < view->info.edges; i++)
		if (view->edges[i].kind == (int32_t)kind || view->edges[i].kind_from == (int32_t)kind)
			return true;
	return false;
}

/* What the arrows rest on. */
static void add_legend(io_buffer *out, const io_graph *view)
{
	char number[IO_NUMBER];
	if (any_kind(view, MIXMI_ARROW_CLEAR))
		io_addf(out,
		        "->: clear. A and another cause of B are independent, and dependent given B; %s of such arrows were "
		        "right on tables with known answers. An unmeasured common cause of A and B is not excluded\n",
		        io_number(number, graph_certainty_of(view->graph, MIXMI_ARROW_CLEAR), 2));
	if (any_kind(view, MIXMI_ARROW_POSSIBLE))
		io_add(out, io_graph_is_pag(view) ? "o: also for a possible arrow, preferred by the score; on real tables with "
		                                    "known answers right as often as a coin\n"
		                                  : "-?>: possible. Preferred by the score; on real tables with known answers "
		                                    "right as often as a coin\n");
	if (any_kind(view, MIXMI_ARROW_KNOWLEDGE))
		io_add(out, "knowledge: background knowledge gives or implies the arrow\n");
}

static void add_summary(io_buffer *out, const io_graph *view)
{
	table t = { .align = "llrr" };
	headings(&t, "edge,lags,estimate,p");
	for (size_t i = 0; i < view->info.edges; i++)
		summary_row(&t, view, &view->edges[i]);
	for (size_t i = 0; i < view->info.nodes; i++) {
		if (view->graph->own_lags[i] == NULL)
			continue;
		pair_cell(&t, view, i, " -> ", i);
		cell(&t, view->graph->own_lags[i]);
		cell(&t, "-");
		cell(&t, "-");
	}
	io_add_char(out, '\n');
	print_table(out, &t);
}

static void add_edges(io_buffer *out, const io_graph *view)
{
	bool counted = view->info.subsamples > 0;
	table t = { .align = counted ? "lrrrlrrrrrll" : "lrrrlrrll" };
	if (view->info.edges == 0)
		return;
	io_add_char(out, '\n');
	headings(&t, "edge,estimate,share,sign,shape,p,rows,");
	headings(&t, counted ? "any,forward,backward,given," : "given,");
	cell(&t, "");
	for (size_t i = 0; i < view->info.edges; i++)
		edge_row(&t, view, &view->edges[i]);
	print_table(out, &t);
	add_legend(out, view);
}

/* "28 pairs separated, 5 of them weakly, 3 forbidden by knowledge". */
static void add_separated(io_buffer *out, const io_graph *view)
{
	size_t weak = 0, forbidden = 0;
	for (size_t i = 0; i < view->info.separated; i++) {
		forbidden += view->separated[i].forbidden != 0;
		weak += !view->separated[i].forbidden && view->separated[i].doubtful;
	}
	io_addf(out, "\n%zu pair%s separated", view->info.separated, plural(view->info.separated));
	if (weak > 0)
		io_addf(out, ", %zu of them weakly", weak);
	if (forbidden > 0)
		io_addf(out, ", %zu forbidden by knowledge", forbidden);
	io_add_char(out, '\n');
}

/* Tests that can skip the estimate leave separated pairs without one. */
static bool any_measured(const io_graph *view)
{
	for (size_t i = 0; i < view->info.separated; i++)
		if (!isnan(view->separated[i].estimate))
			return true;
	return false;
}

static void add_separations(io_buffer *out, const io_graph *view, bool all)
{
	bool counted = view->info.subsamples > 0, measured = any_measured(view);
	static const char *const aligns[2][2] = { { "lrrll", "lrrrll" }, { "lrrrll", "lrrrrll" } };
	table t = { .align = aligns[measured][counted] };
	if (view->info.separated == 0)
		return;
	add_separated(out, view);
	if (!all)
		return;
	io_add_char(out, '\n');
	headings(&t, measured ? "separated,estimate,p,rows," : "separated,p,rows,");
	headings(&t, counted ? "any,given," : "given,");
	cell(&t, "");
	for (size_t i = 0; i < view->info.separated; i++)
		separation_row(&t, view, &view->separated[i], measured);
	print_table(out, &t);
}

/* Pairs that are neither joined nor separated. */
static void add_undecided(io_buffer *out, const io_graph *view)
{
	if (view->info.undecided > 0)
		io_add(out, "\nundecided: no test can tell whether there is an edge\n");
	for (size_t i = view->info.edges; i < view->all; i++) {
		const mixmi_edge *pair = &view->edges[i];
		io_add(out, "  ");
		add_name(out, view, pair->from);
		io_add(out, " .. ");
		add_name(out, view, pair->to);
		io_add_char(out, '\n');
	}
}

/* "mass = 0.0001 * index * height^2" */
static void add_product(io_buffer *out, const io_graph *view, const mixmi_total *t)
{
	char number[IO_NUMBER];
	io_add(out, " = ");
	if (t->constant != 0)
		io_addf(out, "%s * ", io_number(number, exp(t->constant), 3));
	for (size_t k = 0; k < t->count; k++) {
		double power = round(2 * t->coefficients[k]) / 2;
		io_add(out, k > 0 ? " * " : "");
		add_name(out, view, t->parts[k]);
		if (power != 1)
			io_addf(out, "^%s", io_number(number, power, 3));
	}
}

/* "total = inpatient + 2.5 outpatient - 10" */
static void add_sum(io_buffer *out, const io_graph *view, const mixmi_total *t)
{
	static const double NEAR_ONE = 0.005;
	char number[IO_NUMBER];
	for (size_t k = 0; k < t->count; k++) {
		double size = fabs(t->coefficients[k]);
		io_add(out, k == 0 ? (t->coefficients[k] < 0 ? " = -" : " = ") : t->coefficients[k] < 0 ? " - " : " + ");
		if (fabs(size - 1) > NEAR_ONE)
			io_addf(out, "%s ", io_number(number, size, 3));
		add_name(out, view, t->parts[k]);
	}
	if (t->constant != 0)
		io_addf(out, " %c %s", t->constant < 0 ? '-' : '+', io_number(number, fabs(t->constant), 3));
}

static void add_totals(io_buffer *out, const io_graph *view)
{
	mixmi_total t;
	if (view->info.totals > 0)
		io_add(out, "\nsums and products, whose totals were left out of the search\n");
	for (size_t i = 0; mixmi_graph_total(&t, sizeof t, view->graph, i) == MIXMI_OK; i++) {
		io_add(out, "  ");
		add_name(out, view, t.total);
		(t.logarithms ? add_product : add_sum)(out, view, &t);
		io_add_char(out, '\n');
	}
}

static void add_suggestions(io_buffer *out, const io_graph *view)
{
	const char *why;
	size_t node;
	if (view->info.suggested_roots == 0)
		return;
	io_add(out, "\nsuggested roots, which nothing else here can cause: ");
	for (size_t i = 0; mixmi_graph_suggested_root(&node, &why, view->graph, i) == MIXMI_OK; i++) {
		io_add(out, i > 0 ? ", " : "");
		add_name(out, view, node);
		if (strcmp(why, "name") != 0)
			io_addf(out, " (%s)", why);
	}
	io_add(out, "\n  if that is so, --roots ");
	for (size_t i = 0; mixmi_graph_suggested_root(&node, NULL, view->graph, i) == MIXMI_OK; i++) {
		io_add(out, i > 0 ? "," : "");
		add_name(out, view, node);
	}
	io_add(out, " directs their edges\n");
}

static void add_conflicts(io_buffer *out, const io_graph *view)
{
	if (view->info.conflicts > 0)
		io_add(out, "\nconflicts about directions\n");
	for (size_t i = 0; i < view->info.conflicts; i++) {
		io_add(out, "  ");
		io_add(out, mixmi_graph_conflict(view->graph, i));
		io_add_char(out, '\n');
	}
}

static void add_determined(io_buffer *out, const io_graph *view)
{
	if (view->info.determined > 0)
		io_add(out, "\ncolumns that are functions of others\n");
	for (size_t i = 0, node, by; mixmi_graph_determined(&node, &by, view->graph, i) == MIXMI_OK; i++) {
		io_add(out, "  ");
		add_name(out, view, node);
		io_add(out, " of ");
		add_name(out, view, by);
		io_add_char(out, '\n');
	}
}

/* Edges first; the settings at the end. */
static void add_all(io_buffer *out, const io_graph *view, bool all)
{
	add_headline(out, view);
	if (view->graph->pair_lags != NULL)
		add_summary(out, view);
	else
		add_edges(out, view);
	add_undecided(out, view);
	add_separations(out, view, all);
	add_conflicts(out, view);
	add_determined(out, view);
	add_totals(out, view);
	add_suggestions(out, view);
	add_facts(out, view);
}

void io_graph_text(io_buffer *out, const io_graph *view)
{
	add_all(out, view, false);
}

void io_graph_text_all(io_buffer *out, const io_graph *view)
{
	add_all(out, view, true);
}
