/* Every learnt graph is a class: with random tables, on which tests contradict each other, and random background knowledge. By brute force
 * over all ways to choose its open marks, a graph without latent variables has a directed acyclic member with its v-structures and its
 * knowledge, and is what its members have in common; a graph with them has a maximal ancestral member with its colliders. */
#include "graph_text.h"
#include "share.h"
#include "tables.h"
#include "unit.h"

enum { COLUMNS = 5, MOST_OPEN = 12 };

typedef struct mixed {
	uint8_t at[COLUMNS][COLUMNS]; /* at[a][b]: mark at b */
} mixed;

/* ------------------------------------------------------------------------------------------------ tables and knowledge */

static double draw(uint64_t *seed)
{
	return test_normal(seed);
}

/* Columns in the order of causes; hidden ones, rounding and few rows make tests contradict each other. */
static mixmi_table *random_table(uint64_t *seed)
{
	size_t rows = 40 + test_below(seed, 120);
	double *v = malloc(rows * COLUMNS * sizeof *v), weight[COLUMNS][COLUMNS + 2];
	assert_non_null(v);
	for (size_t j = 0; j < COLUMNS; j++)
		for (size_t k = 0; k < COLUMNS + 2; k++)
			weight[j][k] = (k < j || k >= COLUMNS) && test_uniform(seed) < 0.45 ? 0.4 + 0.6 * test_uniform(seed) : 0;
	for (size_t i = 0; i < rows; i++) {
		double hidden[2] = { draw(seed), draw(seed) };
		for (size_t j = 0; j < COLUMNS; j++) {
			double sum = draw(seed);
			for (size_t k = 0; k < COLUMNS + 2; k++)
				if (weight[j][k] != 0)
					sum += weight[j][k] * (k < COLUMNS ? v[k * rows + i] : hidden[k - COLUMNS]);
			v[j * rows + i] = j % 3 == 2 ? floor(sum) : sum;
		}
	}
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, rows));
	for (size_t j = 0; j < COLUMNS; j++)
		assert_ok(mixmi_table_add_values(table, (const char *const[]){ "a", "b", "c", "d", "e" }[j], MIXMI_NUMERIC,
		                                 v + j * rows, NULL));
	free(v);
	return table;
}

/* Up to three statements; some of these texts contradict themselves. */
static void random_knowledge(char *text, size_t size, uint64_t *seed)
{
	static const char *const forms[] = { "forbid %c -> %c\n", "require %c -> %c\n",   "require %c -- %c\n",
		                                 "forbid %c -- %c\n", "root: %c\nsink: %c\n", "tier 1: %c\ntier 2: %c\n" };
	size_t used = 0;
	*text = '\0';
	for (size_t left = test_below(seed, 4); left > 0; left--) {
		char a = (char)('a' + test_below(seed, COLUMNS)), b = (char)('a' + test_below(seed, COLUMNS));
		size_t form = test_below(seed, sizeof forms / sizeof *forms);
		if (a != b && !(form == 5 && strstr(text, "tier") != NULL))
			used += (size_t)snprintf(text + used, size - used, forms[form], a, b);
	}
}

static mixed marks_of(const mixmi_graph *graph)
{
	mixed m = { { { 0 } } };
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, graph);
	for (size_t i = 0; i < info.edges; i++) {
		mixmi_edge e;
		assert_ok(mixmi_graph_edge(&e, sizeof e, graph, i));
		m.at[e.from][e.to] = (uint8_t)e.mark_to;
		m.at[e.to][e.from] = (uint8_t)e.mark_from;
	}
	return m;
}

/* ------------------------------------------------------------------------------------------------------- brute force */

static bool arrow(const mixed *m, size_t a, size_t b)
{
	return m->at[a][b] == MIXMI_MARK_ARROW && m->at[b][a] == MIXMI_MARK_TAIL;
}

static uint32_t above(const mixed *m, uint32_t set)
{
	for (uint32_t before = 0; before != set;) {
		before = set;
		for (size_t a = 0; a < COLUMNS; a++)
			for (size_t b = 0; b < COLUMNS; b++)
				if ((set >> b & 1) && a != b && arrow(m, a, b))
					set |= 1u << a;
	}
	return set;
}

static bool collides(const mixed *m, size_t a, size_t c, size_t b)
{
	return m->at[a][c] == MIXMI_MARK_ARROW && m->at[b][c] == MIXMI_MARK_ARROW && m->at[a][b] == 0;
}

static bool same_colliders(const mixed *x, const mixed *y)
{
	for (size_t a = 0; a < COLUMNS; a++)
		for (size_t b = a + 1; b < COLUMNS; b++)
			for (size_t c = 0; c < COLUMNS; c++)
				if (c != a && c != b && x->at[a][c] != 0 && x->at[b][c] != 0 &&
				    collides(x, a, c, b) != collides(y, a, c, b))
					return false;
	return true;
}

/* No node points to an ancestor, by an arrow or a bidirected edge. */
static bool is_ancestral(const mixed *m)
{
	for (size_t a = 0; a < COLUMNS; a++)
		for (size_t b = 0; b < COLUMNS; b++)
			if (a != b && m->at[a][b] == MIXMI_MARK_ARROW && (above(m, 1u << a) >> b & 1))
				return false;
	return true;
}

/* Steps from edge to edge, as in the definition of m-separation. */
static bool is_separated(const mixed *m, size_t a, size_t b, uint32_t set)
{
	uint32_t open = above(m, set), reached[COLUMNS] = { 0 };
	for (size_t v = 0; v < COLUMNS; v++)
		reached[v] = v != a && m->at[a][v] != 0 ? 1u << a : 0;
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t v = 0; v < COLUMNS; v++)
			for (size_t u = 0; u < COLUMNS; u++)
				for (size_t w = 0; w < COLUMNS; w++) {
					if (!(reached[v] >> u & 1) || v == a || v == b || w == u || w == v || m->at[v][w] == 0 ||
					    (reached[w] >> v & 1))
						continue;
					bool collider = m->at[u][v] == MIXMI_MARK_ARROW && m->at[w][v] == MIXMI_MARK_ARROW;
					if (collider ? (open >> v & 1) != 0 : (set >> v & 1) == 0) {
						reached[w] |= 1u << v;
						changed = true;
					}
				}
	}
	return reached[b] == 0;
}

static bool is_maximal(const mixed *m)
{
	for (size_t a = 0; a < COLUMNS; a++)
		for (size_t b = a + 1; b < COLUMNS; b++) {
			bool separated = m->at[a][b] != 0;
			for (uint32_t set = 0; !separated && set < 1u << COLUMNS; set++)
				separated = !(set >> a & 1) && !(set >> b & 1) && is_separated(m, a, b, set);
			if (!separated)
				return false;
		}
	return true;
}

/* Statements as the text has them, judged by themselves: what is forbidden is absent, what is required is there. */
static bool obeys_text(const mixed *m, const void *context)
{
	const char *text = context;
	int tier[COLUMNS] = { 0 };
	for (const char *line = text; line != NULL && *line != '\0'; line = strchr(line, '\n') + 1) {
		char x = 0, y = 0;
		bool good = true;
		if (sscanf(line, "forbid %c -> %c", &x, &y) == 2)
			good = !arrow(m, (size_t)(x - 'a'), (size_t)(y - 'a'));
		else if (sscanf(line, "require %c -> %c", &x, &y) == 2)
			good = arrow(m, (size_t)(x - 'a'), (size_t)(y - 'a'));
		else if (sscanf(line, "require %c -- %c", &x, &y) == 2)
			good = m->at[x - 'a'][y - 'a'] != 0;
		else if (sscanf(line, "forbid %c -- %c", &x, &y) == 2)
			good = m->at[x - 'a'][y - 'a'] == 0;
		else if (sscanf(line, "root: %c", &x) == 1 || sscanf(line, "sink: %c", &y) == 1)
			for (size_t i = 0; i < COLUMNS; i++)
				good = good && !(x != 0 ? arrow(m, i, (size_t)(x - 'a')) : arrow(m, (size_t)(y - 'a'), i));
		else if (sscanf(line, "tier 1: %c", &x) == 1 || sscanf(line, "tier 2: %c", &y) == 1)
			tier[x != 0 ? x - 'a' : y - 'a'] = x != 0 ? 1 : 2;
		if (!good)
			return false;
	}
	for (size_t a = 0; a < COLUMNS; a++)
		for (size_t b = 0; b < COLUMNS; b++)
			if (tier[a] == 2 && tier[b] == 1 && arrow(m, a, b))
				return false;
	return true;
}

/* The members of a class: its open ends chosen in all ways. Returns their number; `common`: what they have in common, circles elsewhere.
 * In a CPDAG both ends of an undirected edge are open, together. */
typedef struct members {
	size_t count;
	mixed common;
} members;

static void add_member(members *found, const mixed *m)
{
	for (size_t a = 0; a < COLUMNS; a++)
		for (size_t b = 0; b < COLUMNS; b++)
			if (found->count == 0 || found->common.at[a][b] == m->at[a][b])
				found->common.at[a][b] = m->at[a][b];
			else
				found->common.at[a][b] = MIXMI_MARK_CIRCLE;
	found->count++;
}

static void choose_dag(members *found, const mixed *graph, mixed *m, size_t pair,
                       bool (*obeys)(const mixed *m, const void *context), const void *context)
{
	size_t a = pair / COLUMNS, b = pair % COLUMNS;
	if (pair == COLUMNS * COLUMNS) {
		if (is_ancestral(m) && same_colliders(m, graph) && obeys(m, context))
			add_member(found, m);
		return;
	}
	bool open = a < b && graph->at[a][b] == MIXMI_MARK_TAIL && graph->at[b][a] == MIXMI_MARK_TAIL;
	for (int way = 0; way < (open ? 2 : 1); way++) {
		if (open) {
			m->at[a][b] = way == 0 ? MIXMI_MARK_ARROW : MIXMI_MARK_TAIL;
			m->at[b][a] = way == 0 ? MIXMI_MARK_TAIL : MIXMI_MARK_ARROW;
		}
		choose_dag(found, graph, m, pair + 1, obeys, context);
	}
}

/* Ends with circles become arrowheads or tails, no edge a tail at both. */
static void choose_mag(members *found, const mixed *graph, mixed *m, size_t place, const char *text)
{
	size_t a = place / COLUMNS, b = place % COLUMNS;
	if (place == COLUMNS * COLUMNS) {
		for (size_t x = 0; x < COLUMNS; x++)
			for (size_t y = 0; y < COLUMNS; y++)
				if (m->at[x][y] == MIXMI_MARK_TAIL && m->at[y][x] == MIXMI_MARK_TAIL)
					return;
		if (found->count == 0 && is_ancestral(m) && same_colliders(m, graph) && is_maximal(m) && obeys_text(m, text))
			add_member(found, m);
		return;
	}
	bool open = graph->at[a][b] == MIXMI_MARK_CIRCLE;
	for (int way = 0; way < (open ? 2 : 1) && found->count == 0; way++) {
		if (open)
			m->at[a][b] = way == 0 ? MIXMI_MARK_ARROW : MIXMI_MARK_TAIL;
		choose_mag(found, graph, m, place + 1, text);
	}
}

/* -------------------------------------------------------------------------------------------------------- properties */

static void show(const mixed *m, const char *text, uint64_t number)
{
	print_message("table %llu, knowledge:\n%s", (unsigned long long)number, text);
	for (size_t a = 0; a < COLUMNS; a++) {
		for (size_t b = 0; b < COLUMNS; b++)
			print_message(" %d", m->at[a][b]);
		print_message("\n");
	}
}

static void assert_cpdag(const mixed *found, const char *text, uint64_t number)
{
	members all = { 0, { { { 0 } } } };
	mixed m = *found;
	choose_dag(&all, found, &m, 0, obeys_text, text);
	bool right = all.count > 0;
	for (size_t a = 0; a < COLUMNS; a++)
		for (size_t b = 0; right && b < COLUMNS; b++) {
			bool line = found->at[a][b] == MIXMI_MARK_TAIL && found->at[b][a] == MIXMI_MARK_TAIL;
			right = (line ? MIXMI_MARK_CIRCLE : found->at[a][b]) == all.common.at[a][b];
		}
	if (!right)
		show(found, text, number);
	assert_true(right);
}

static void assert_pag(const mixed *found, const mixmi_graph *graph, const char *text, uint64_t number)
{
	members one = { 0, { { { 0 } } } };
	mixed m = *found;
	mixmi_adjustment *sets;
	choose_mag(&one, found, &m, 0, text);
	bool right = one.count == 1;
	if (!right)
		show(found, text, number);
	assert_true(right);
	for (size_t x = 0; x < COLUMNS; x++) { /* the command effect begins like this */
		mixmi_status status = mixmi_graph_adjust(&sets, graph, x, (x + 1) % COLUMNS, NULL, 0, 1, NULL);
		if (status != MIXMI_OK)
			show(found, text, number);
		assert_ok(status);
		mixmi_adjustment_free(sets);
	}
}

/* Returns whether the knowledge is free of contradictions; otherwise there is no graph. */
static bool learn_and_check(uint64_t number, const char *search, bool latent)
{
	uint64_t seed = 5000 + number;
	char text[400];
	mixmi_table *table = random_table(&seed);
	mixmi_knowledge *knowledge;
	mixmi_graph *graph;
	random_knowledge(text, sizeof text, &seed);
	bool consistent = mixmi_knowledge_parse(&knowledge, text, "known", table) == MIXMI_OK;
	if (consistent) {
		mixmi_options *options;
		assert_ok(mixmi_options_new(&options));
		assert_ok(mixmi_options_set(options, "threads", "1"));
		assert_ok(mixmi_options_set(options, "search", search));
		assert_ok(mixmi_options_set(options, "latent", latent ? "yes" : "no"));
		assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, knowledge, options));
		mixed found = marks_of(graph);
		if (latent)
			assert_pag(&found, graph, text, number);
		else
			assert_cpdag(&found, text, number);
		mixmi_graph_free(graph);
		mixmi_options_free(options);
		mixmi_knowledge_free(knowledge);
	}
	mixmi_table_free(table);
	return consistent;
}

static void check_many(const char *search, bool latent)
{
	size_t checked = 0;
	for (uint64_t number = 0; number < test_cases(80); number++)
		checked += learn_and_check(number + (latent ? 1000 : 0), search, latent);
	assert_true(test_enough(checked, 50));
}

static void a_graph_by_score_is_a_cpdag(void **state)
{
	(void)state;
	check_many("score", false);
}

static void a_graph_by_tests_is_a_cpdag(void **state)
{
	(void)state;
	check_many("pc-stable", false);
}

static void a_graph_with_latent_variables_is_a_pag(void **state)
{
	(void)state;
	check_many("score", true);
	check_many("pc-stable", true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_graph_by_score_is_a_cpdag),
		cmocka_unit_test(a_graph_by_tests_is_a_cpdag),
		cmocka_unit_test(a_graph_with_latent_variables_is_a_pag),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
