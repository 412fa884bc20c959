/* Checks whether a graph fits the data. Tests the independences implied by the graph; traces rejected ones to single
 * pairs of nodes, which an edge would join; tests edges given what would separate their ends without them; and, for
 * comparison, tests the same implications for permuted column names. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/random.h"
#include "base/sized.h"
#include "base/text.h"
#include "effect/claims.h"

struct mixmi_check {
	effect_claims lists[3]; /* by mixmi_check_list */
	mixmi_check_info info;
	char test[32];
};

typedef struct checking {
	mixmi_check *check;
	const mixmi_table *table;
	mixmi_graph *graph;  /* with its nodes sorted by name, so that their order in the file does not matter */
	mixmi_graph *member; /* of its equivalence class */
	size_t *order;       /* [nodes] node of the caller's graph for each node of this one */
	effect_net net;
	effect_kind kind;
	size_t *columns; /* [nodes] by node */
	const mixmi_options *options;
} checking;

/* ----------------------------------------------------------------------------------------------------- columns */

static mixmi_status find_column(size_t *column, const mixmi_table *table, const char *name)
{
	char shown[BASE_TEXT_SHOWN];
	size_t count = mixmi_table_columns(table), found = 0;
	while (found < count && strcmp(mixmi_table_name(table, found), name) != 0)
		found++;
	base_text_show(shown, name, strlen(name));
	if (found == count)
		return base_error(MIXMI_ERROR_DATA, "node '%s' of the graph is not a column of the table", shown);
	if (mixmi_table_distinct(table, found) < 2)
		return base_error(MIXMI_ERROR_DATA, "column '%s' has fewer than two values", shown);
	*column = found;
	return MIXMI_OK;
}

static mixmi_status find_columns(size_t *columns, const mixmi_table *table, const mixmi_graph *graph)
{
	mixmi_status status = MIXMI_OK;
	for (size_t v = 0; status == MIXMI_OK && v < graph->nodes; v++)
		status = find_column(&columns[v], table, graph->names[v]);
	return status;
}

/* A test without p-values cannot be combined. */
static mixmi_status check_test(const mixmi_options *options)
{
	const mixmi_method *method;
	if (options->own_test.function != NULL)
		return MIXMI_OK;
	const char *name = mixmi_options_get(options, "test");
	for (size_t i = 0; (method = mixmi_test_at(i)) != NULL; i++)
		if (strcmp(method->name, name) == 0 && !method->has_p)
			return base_error(MIXMI_ERROR_USAGE, "test %s gives no p-value, which a check of a graph needs", name);
	return MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------------------ order */

/* Sorts by p, smallest first, claims without p last; ties by larger estimate, then by original order. */
static int compare_claims(const void *a, const void *b)
{
	const effect_claim *x = a, *y = b;
	double p = isnan(x->p) ? 2 : x->p, q = isnan(y->p) ? 2 : y->p;
	double i = isnan(x->estimate) ? 0 : x->estimate, j = isnan(y->estimate) ? 0 : y->estimate;
	if (p != q)
		return p < q ? -1 : 1;
	if (i != j)
		return i > j ? -1 : 1;
	return (x->nodes[0] > y->nodes[0]) - (x->nodes[0] < y->nodes[0]);
}

static int compare_backwards(const void *a, const void *b)
{
	return compare_claims(b, a);
}

static void sort(effect_claims *claims, bool backwards)
{
	if (claims->count > 1)
		qsort(claims->rows, claims->count, sizeof *claims->rows, backwards ? compare_backwards : compare_claims);
}

/* ----------------------------------------------------------------------------------------------- missing edges */

static bool rejects(const effect_claim *claim, double alpha)
{
	return claim->p_holm <= alpha; /* false for NaN */
}

/* Every single pair of the rejected claims, given the conditioning set of its claim. */
static bool list_suspects(effect_claims *suspects, const checking *c)
{
	const effect_claims *claims = &c->check->lists[MIXMI_CLAIMS];
	size_t n = c->graph->nodes;
	bool *one = base_array_zero(n, sizeof *one), *given = base_array(n, sizeof *given);
	bool done = one != NULL && given != NULL;
	for (size_t i = 0; done && i < claims->count; i++) {
		const effect_claim *claim = &claims->rows[i];
		if (!rejects(claim, c->options->alpha))
			continue;
		memset(given, 0, n * sizeof *given);
		for (size_t k = 0; k < claim->given_count; k++)
			given[claim->nodes[1 + claim->b_count + k]] = true;
		for (size_t k = 0; done && k < claim->b_count; k++) {
			one[claim->nodes[1 + k]] = true;
			done = effect_claims_add(suspects, claim->nodes[0], one, given, n);
			one[claim->nodes[1 + k]] = false;
		}
	}
	free(one);
	free(given);
	return done;
}

static bool is_pair(const effect_claim *x, const effect_claim *y)
{
	return (x->nodes[0] == y->nodes[0] && x->nodes[1] == y->nodes[1]) ||
	       (x->nodes[0] == y->nodes[1] && x->nodes[1] == y->nodes[0]);
}

/* Keeps those of the sorted suspects that are dependent, each pair once. */
static void keep_dependent(effect_claims *suspects)
{
	size_t kept = 0;
	for (size_t i = 0; i < suspects->count; i++) {
		effect_claim *s = &suspects->rows[i];
		bool known = s->verdict != MIXMI_DETECTED;
		for (size_t k = 0; !known && k < kept; k++)
			known = is_pair(s, &suspects->rows[k]);
		if (known) {
			free(s->nodes);
			continue;
		}
		suspects->rows[kept++] = *s;
	}
	suspects->count = kept;
}

/* Determines the possible direction of a missing edge: it must not point to an ancestor. */
static void direct(effect_claim *missing, const checking *c, effect_walk *walk, bool *below)
{
	size_t a = missing->nodes[0], b = missing->nodes[1];
	bool hidden = c->kind == EFFECT_MAG || c->kind == EFFECT_PAG, free_a, free_b;
	memset(below, 0, c->graph->nodes * sizeof *below);
	below[a] = true;
	effect_descendants(below, below, &c->net, walk);
	free_b = !below[b]; /* b -> a closes no cycle */
	memset(below, 0, c->graph->nodes * sizeof *below);
	below[b] = true;
	effect_descendants(below, below, &c->net, walk);
	free_a = !below[a];
	missing->mark_a = hidden ? MIXMI_MARK_CIRCLE : free_a ? MIXMI_MARK_TAIL : MIXMI_MARK_ARROW;
	missing->mark_b = hidden ? MIXMI_MARK_CIRCLE : free_b ? MIXMI_MARK_TAIL : MIXMI_MARK_ARROW;
	bool back = missing->mark_a == MIXMI_MARK_ARROW || (missing->mark_a == missing->mark_b && a > b);
	if (back) { /* edges go from tail to arrow, otherwise in the order of names */
		uint8_t mark = missing->mark_a;
		missing->nodes[0] = b;
		missing->nodes[1] = a;
		missing->mark_a = missing->mark_b;
		missing->mark_b = mark;
	}
}

static mixmi_status find_missing(checking *c)
{
	effect_claims *missing = &c->check->lists[MIXMI_MISSING];
	effect_walk walk = { 0 };
	bool *below = base_array(c->graph->nodes, sizeof *below);
	mixmi_status status = below != NULL && effect_walk_init(&walk, c->graph->nodes) && list_suspects(missing, c)
	                          ? MIXMI_OK
	                          : base_error_memory();
	if (status == MIXMI_OK)
		status = effect_claims_ask(missing, c->table, c->columns, false, c->options);
	if (status == MIXMI_OK) {
		sort(missing, false);
		keep_dependent(missing);
		status = effect_claims_ask(missing, c->table, c->columns, true, c->options);
	}
	if (status == MIXMI_OK)
		status = effect_claims_adjust(missing);
	for (size_t i = 0; status == MIXMI_OK && i < missing->count; i++)
		direct(&missing->rows[i], c, &walk, below);
	if (status == MIXMI_OK)
		sort(missing, false);
	effect_walk_clear(&walk);
	free(below);
	return status;
}

/* ------------------------------------------------------------------------------------------- edges, other names */

static mixmi_status test_edges(checking *c)
{
	effect_claims *edges = &c->check->lists[MIXMI_EDGES];
	size_t n = c->graph->nodes;
	for (size_t a = 0; a < n; a++)
		for (size_t b = a + 1; b < n; b++) {
			size_t before = edges->count, from = graph_points_back(c->graph, a, b) ? b : a, to = from == a ? b : a;
			if (!graph_adjacent(c->graph, a, b))
				continue;
			if (!effect_claims_edge(edges, c->member, from, to))
				return base_error_memory();
			if (edges->count > before) { /* the marks of the class, not of its member */
				edges->rows[before].mark_a = c->graph->mark[to * n + from];
				edges->rows[before].mark_b = c->graph->mark[from * n + to];
			}
		}
	mixmi_status status = effect_claims_ask(edges, c->table, c->columns, false, c->options);
	if (status == MIXMI_OK)
		status = effect_claims_adjust(edges);
	sort(edges, true);
	return status;
}

static double violations(const effect_claims *claims, double alpha)
{
	size_t known = 0, small = 0;
	for (size_t i = 0; i < claims->count; i++) {
		known += isnan(claims->rows[i].p) ? 0 : 1;
		small += claims->rows[i].p <= alpha ? 1 : 0;
	}
	return known > 0 ? (double)small / (double)known : 0;
}

/* shuffled: the columns after permutation `number` of their names. */
static void permute(size_t *shuffled, const checking *c, size_t number)
{
	base_random random;
	size_t n = c->graph->nodes;
	base_random_init(&random, (uint64_t)c->options->seed, base_hash_text(BASE_HASH_START, "permuted names"), number);
	memcpy(shuffled, c->columns, n * sizeof *shuffled);
	for (size_t i = n; i > 1; i--) {
		size_t j = (size_t)base_random_below(&random, i), held = shuffled[i - 1];
		shuffled[i - 1] = shuffled[j];
		shuffled[j] = held;
	}
}

/* Tests the claims of the graph for permuted column names: counts how many permuted graphs fit as well. Testing
 * overwrites the answers, so this works on a copy of the claims, which borrows the sets. */
static mixmi_status compare_permuted(checking *c, size_t permuted)
{
	const effect_claims *claims = &c->check->lists[MIXMI_CLAIMS];
	size_t n = c->graph->nodes, as_good = 0;
	effect_claims copy = { base_array_copy(claims->rows, claims->count, sizeof *claims->rows), claims->count, 0 };
	size_t *shuffled = base_array(n, sizeof *shuffled);
	mixmi_status status = copy.rows != NULL && shuffled != NULL ? MIXMI_OK : base_error_memory();
	for (size_t k = 0; status == MIXMI_OK && k < permuted; k++) {
		permute(shuffled, c, k + 1);
		status = effect_claims_ask(&copy, c->table, shuffled, false, c->options);
		as_good += violations(&copy, c->options->alpha) <= c->check->info.violations;
	}
	if (status == MIXMI_OK && permuted > 0)
		c->check->info.quantile = (double)as_good / (double)permuted;
	free(copy.rows);
	free(shuffled);
	return status;
}

/* ----------------------------------------------------------------------------------------------------- the check */

static void count_claims(checking *c)
{
	mixmi_check_info *info = &c->check->info;
	const effect_claims *claims = &c->check->lists[MIXMI_CLAIMS], *edges = &c->check->lists[MIXMI_EDGES];
	for (size_t i = 0; i < claims->count; i++) {
		info->rejected += rejects(&claims->rows[i], c->options->alpha);
		info->rejected_fdr += claims->rows[i].p_bh <= c->options->alpha ? 1 : 0;
		info->undecided += isnan(claims->rows[i].p) ? 1 : 0;
	}
	for (size_t i = 0; i < edges->count; i++)
		info->unsupported += edges->rows[i].p > c->options->alpha ? 1 : 0;
	info->nodes = c->graph->nodes;
	info->claims = claims->count;
	info->missing = c->check->lists[MIXMI_MISSING].count;
	info->edges = edges->count;
}

static mixmi_status test_claims(checking *c, bool all_pairs)
{
	effect_claims *claims = &c->check->lists[MIXMI_CLAIMS];
	bool pairs = all_pairs || c->kind == EFFECT_MAG || c->kind == EFFECT_PAG;
	bool done = pairs ? effect_claims_pairs(claims, &c->net) : effect_claims_local(claims, &c->net);
	mixmi_status status =
		done ? effect_claims_ask(claims, c->table, c->columns, false, c->options) : base_error_memory();
	if (status == MIXMI_OK)
		status = effect_claims_adjust(claims);
	c->check->info.p = effect_claims_combine(claims);
	c->check->info.violations = violations(claims, c->options->alpha);
	sort(claims, false);
	return status;
}

typedef struct named {
	const char *name;
	size_t node;
} named;

static int compare_names(const void *a, const void *b)
{
	return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

/* Sets c->graph and c->order. Returns false if memory runs out. */
static bool take_graph(checking *c, const mixmi_graph *graph)
{
	size_t n = graph->nodes;
	named *sorted = base_array(n, sizeof *sorted);
	const char **names = base_array(n, sizeof *names);
	c->order = base_array(n, sizeof *c->order);
	bool done = sorted != NULL && names != NULL && c->order != NULL;
	for (size_t v = 0; done && v < n; v++)
		sorted[v] = (named){ graph->names[v], v };
	if (done && n > 1)
		qsort(sorted, n, sizeof *sorted, compare_names);
	for (size_t v = 0; done && v < n; v++) {
		names[v] = sorted[v].name;
		c->order[v] = sorted[v].node;
	}
	c->graph = done ? graph_new(names, NULL, n) : NULL;
	for (size_t a = 0; c->graph != NULL && a < n; a++)
		for (size_t b = 0; b < n; b++)
			c->graph->mark[a * n + b] = graph->mark[c->order[a] * n + c->order[b]];
	if (c->graph != NULL)
		c->graph->kind = graph->kind;
	free(sorted);
	free(names);
	return c->graph != NULL && graph_index(c->graph);
}

/* Converts nodes to the numbering of the caller's graph. */
static void number_back(checking *c)
{
	for (int list = 0; list < 3; list++)
		for (size_t i = 0; i < c->check->lists[list].count; i++) {
			effect_claim *claim = &c->check->lists[list].rows[i];
			for (size_t k = 0; k < 1 + claim->b_count + claim->given_count; k++)
				claim->nodes[k] = c->order[claim->nodes[k]];
		}
}

static mixmi_status run(checking *c, const mixmi_graph *graph, bool all_pairs, size_t permuted)
{
	mixmi_status status = check_test(c->options);
	if (status == MIXMI_OK && !take_graph(c, graph))
		status = base_error_memory();
	if (status == MIXMI_OK)
		status = effect_member(&c->kind, &c->member, c->graph, c->options->latent == 1);
	if (status == MIXMI_OK && !effect_net_init(&c->net, c->member))
		status = base_error_memory();
	c->columns = base_array(graph->nodes, sizeof *c->columns);
	if (status == MIXMI_OK)
		status = c->columns != NULL ? find_columns(c->columns, c->table, c->graph) : base_error_memory();
	if (status == MIXMI_OK)
		status = test_claims(c, all_pairs);
	if (status == MIXMI_OK)
		status = find_missing(c);
	if (status == MIXMI_OK)
		status = test_edges(c);
	if (status == MIXMI_OK)
		status = compare_permuted(c, permuted);
	if (status == MIXMI_OK) {
		count_claims(c);
		number_back(c);
	}
	return status;
}

mixmi_status mixmi_graph_check(mixmi_check **out, const mixmi_table *table, const mixmi_graph *graph, bool all_pairs,
                               size_t permuted, const mixmi_options *options)
{
	mixmi_options settled;
	mixmi_check *check = base_array_zero(1, sizeof *check);
	*out = NULL;
	if (check == NULL)
		return base_error_memory();
	base_options_settle(&settled, options);
	base_options_settle_search(&settled);
	checking c = { .check = check, .table = table, .options = &settled };
	mixmi_status status = run(&c, graph, all_pairs, permuted);
	const char *test = settled.own_test.function != NULL ? settled.own_test.name : mixmi_options_get(options, "test");
	snprintf(check->test, sizeof check->test, "%s", test);
	check->info.kind = effect_kind_name(c.kind);
	check->info.test = check->test;
	check->info.alpha = settled.alpha;
	check->info.permuted = check->lists[MIXMI_CLAIMS].count > 0 ? permuted : 0; /* all fit a graph without claims */
	if (check->info.permuted == 0)
		check->info.quantile = NAN;
	mixmi_graph_free(c.graph);
	mixmi_graph_free(c.member);
	free(c.order);
	effect_net_clear(&c.net);
	free(c.columns);
	if (status == MIXMI_OK)
		*out = check;
	else
		mixmi_check_free(check);
	return status;
}

void mixmi_check_free(mixmi_check *check)
{
	for (int i = 0; check != NULL && i < 3; i++)
		effect_claims_clear(&check->lists[i]);
	free(check);
}

/* ------------------------------------------------------------------------------------------------ what was found */

void mixmi_check_describe(mixmi_check_info *out, size_t size, const mixmi_check *check)
{
	base_give(out, size, &check->info, sizeof check->info);
}

mixmi_status mixmi_check_at(mixmi_claim *out, size_t size, const mixmi_check *check, mixmi_check_list list,
                            size_t index)
{
	mixmi_claim found = { 0 };
	if ((int)list < 0 || list > MIXMI_EDGES || index >= check->lists[list].count) {
		base_give(out, size, &found, sizeof found);
		return base_error(MIXMI_ERROR_USAGE, "no row %zu in list %d of the check", index, (int)list);
	}
	const effect_claim *c = &check->lists[list].rows[index];
	found =
		(mixmi_claim){ .a = c->nodes[0],
		               .b = c->nodes + 1,
		               .b_count = c->b_count,
		               .given = c->nodes + 1 + c->b_count,
		               .given_count = c->given_count,
		               .rows = c->rows,
		               .p = c->p,
		               .p_holm = c->p_holm,
		               .p_bh = c->p_bh,
		               .estimate = c->estimate,
		               .lower = c->lower,
		               .upper = c->upper,
		               .verdict = c->verdict,
		               .rejected = list == MIXMI_CLAIMS ? rejects(c, check->info.alpha) : c->verdict == MIXMI_DETECTED,
		               .mark_a = c->mark_a,
		               .mark_b = c->mark_b };
	base_give(out, size, &found, sizeof found);
	return MIXMI_OK;
}
