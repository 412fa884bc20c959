/* Background knowledge: what can be written, what contradicts itself, and that a search never contradicts it. */
#include "brute.h"

#include <unistd.h>

static mixmi_table *letters(void)
{
	static const double values[] = { 1, 2, 3 };
	static const char *const names[] = { "A", "B", "C", "D", "blood pressure", "odd -> \"name\"", "age" };
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, 3));
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		assert_ok(mixmi_table_add_values(table, names[i], MIXMI_NUMERIC, values, NULL));
	return table;
}

static void assert_parses(const char *text)
{
	mixmi_table *table = letters();
	mixmi_knowledge *knowledge;
	assert_ok(mixmi_knowledge_parse(&knowledge, text, "k.txt", table));
	mixmi_knowledge_free(knowledge);
	mixmi_table_free(table);
}

static void assert_wrong(const char *text, const char *part)
{
	mixmi_table *table = letters();
	char unset;
	mixmi_knowledge *knowledge = (void *)&unset;
	assert_fails(mixmi_knowledge_parse(&knowledge, text, "k.txt", table), MIXMI_ERROR_DATA, part);
	assert_null(knowledge);
	mixmi_table_free(table);
}

static void statements_can_be_written(void **state)
{
	(void)state;
	assert_parses("");
	assert_parses("\xEF\xBB\xBF# only a comment\r\n\r\n   \t\n");
	assert_parses("require A -> B\nrequire A->B # again\nforbid B -> A\n  require\tC--D\t#x");
	assert_parses("forbid \"blood pressure\" -> age\nrequire \"odd -> \"\"name\"\"\" -- 1");
	assert_parses("tier 1: A, B\r\ntier 2 closed: C, \"blood pressure\"\ntier 2: D\ntier 10:age\nrequire A -> C");
	assert_parses("forbid A -> B\nforbid B -> A\nforbid A -- B\nforbid C -> A");
	assert_parses("require A -- B\nforbid A -> B\nrequire B -> C\nrequire A -- C");
	assert_parses("tier 1: A\ntier 2: B\nrequire A -- B\nforbid B -> A");
	assert_parses("root: A, B\nsink:C # last\norder: A,B < D < rest\nrequire A -> C");
	assert_parses("order: rest < age\nforbid A -> B");
	assert_parses("require: A -> B\nforbid : B -> A");
}

static void malformed_statements_name_their_line(void **state)
{
	(void)state;
	assert_wrong("requires A -> B",
	             "k.txt: line 1: a statement begins with require, forbid, tier, order, root, sink or context");
	assert_wrong("\n\nrequire A B", "k.txt: line 3: expected -> or --");
	assert_wrong("require A ->", "line 1: a column name is missing");
	assert_wrong("require -> B", "line 1: a column name is missing");
	assert_wrong("require A -> A", "line 1: an edge needs two different columns");
	assert_wrong("forbid A -> B C", "line 1: unexpected 'C'");
	assert_wrong("forbid A -> blood pressure", "line 1: no column 'blood'");
	assert_wrong("forbid A -> agee", "line 1: no column 'agee'; did you mean 'age'?");
	assert_wrong("forbid A -> \"B", "line 1: a quote is not closed");
	assert_wrong("tier A, B", "line 1: a tier needs a number");
	assert_wrong("tier", "line 1: a tier needs a number");
	assert_wrong("tier 1 A", "line 1: a tier is written");
	assert_wrong("tier 1:", "line 1: a column name is missing");
	assert_wrong("tier 1: A B", "line 1: unexpected 'B'");
	assert_wrong("tier 1: A,", "line 1: a column name is missing");
	assert_wrong("tier 1: A,,B", "line 1: a column name is missing");
	assert_wrong("root A", "line 1: roots and sinks are written 'root: A, B'");
	assert_wrong("order A < B", "line 1: an order is written 'order: A < B, C < rest'");
	assert_wrong("context A", "line 1: contexts are written 'context: A, B'");
	assert_wrong("tier: A", "line 1: a tier needs a number");
	assert_wrong("root: ", "line 1: a column name is missing");
	assert_wrong("sink: A B", "line 1: unexpected 'B'");
	assert_wrong("order: A < rest < rest", "line 1: 'rest' occurs twice");
	assert_wrong("order: A <", "line 1: a column name is missing");
	assert_wrong("order: A < B < A", "line 1: column 'A' cannot be in tier 3: line 1 puts it in tier 1");
	assert_wrong("tier 12345678901234567890: A", "line 1: a tier needs a number of at most");
}

static void contradictions_name_both_lines(void **state)
{
	(void)state;
	assert_wrong("require A -> B\n\nforbid A -- B", "k.txt: lines 1 and 3 contradict each other");
	assert_wrong("forbid A -> B\nrequire A -> B", "lines 1 and 2 contradict");
	assert_wrong("root: B\nrequire A -> B", "lines 1 and 2 contradict");
	assert_wrong("require A -> B\n\nsink: A", "lines 1 and 3 contradict");
	assert_wrong("order: rest < A\nrequire A -> B", "lines 1 and 2 contradict");
	assert_wrong("require A -> B\nrequire C -- D\nrequire B -> A", "lines 1 and 3 contradict");
	assert_wrong("require A -- B\nforbid A -> B\nforbid B -> A", "lines 1, 2 and 3 contradict");
	assert_wrong("require A -> B\nrequire B -> C\nforbid D -> A\nrequire C -> A",
	             "lines 1, 2 and 4 contradict each other: the required arrows run in a circle");
	assert_wrong("require A -- B\nforbid B -> A\nrequire B -> C\nrequire C -> A", "lines 1, 2, 3 and 4 contradict");
	assert_wrong("tier 1: A\ntier 2: B\nrequire B -> A", "lines 1, 2 and 3 contradict");
	assert_wrong("tier 1: A\ntier 2: B\nrequire A -- B\nforbid A -> B", "lines 1, 2, 3 and 4 contradict");
	assert_wrong("tier 3 closed: A, B\nrequire B -- A", "lines 1 and 2 contradict");
	assert_wrong("tier 3: A\nrequire B -- A\ntier 3 closed: B", "lines 1, 2 and 3 contradict");
	assert_wrong("tier 1: A, B\ntier 2: C, A", "line 2: column 'A' cannot be in tier 2: line 1 puts it in tier 1");
	assert_wrong("tier 1: A\ntier 2: B\nrequire B -> C\nrequire C -> A",
	             "lines 1, 2, 3 and 4 contradict each other: the required arrows lead from a later tier");
}

static void a_file_is_read(void **state)
{
	(void)state;
	char path[] = "/tmp/mixmi-knowledge-XXXXXX";
	int fd = mkstemp(path);
	assert_true(fd >= 0);
	const char text[] = "require A -> B\r\nforbid A -> B\r\n";
	assert_int_equal(write(fd, text, sizeof text - 1), sizeof text - 1);
	mixmi_table *table = letters();
	mixmi_knowledge *knowledge;
	char part[128];
	snprintf(part, sizeof part, "%s: lines 1 and 2 contradict", path);
	assert_fails(mixmi_knowledge_read(&knowledge, path, table), MIXMI_ERROR_DATA, part);
	assert_int_equal(write(fd, "\0x", 2), 2);
	assert_fails(mixmi_knowledge_read(&knowledge, path, table), MIXMI_ERROR_DATA, "byte 32 is NUL");
	assert_int_equal(ftruncate(fd, 16), 0);
	assert_ok(mixmi_knowledge_read(&knowledge, path, table));
	mixmi_knowledge_free(knowledge);
	assert_int_equal(mixmi_knowledge_read(&knowledge, "/tmp/no/such/file", table), MIXMI_ERROR_IO);
	assert_null(knowledge);
	close(fd);
	unlink(path);
	mixmi_table_free(table);
}

/* ---------------------------------------------------------------------------------------- in the search */

/* Knowledge that is true of a DAG, and what it allows. */
typedef struct lore {
	char text[8192];
	size_t used;
	bool allowed[MOST][MOST]; /* arrows */
	bool required[MOST][MOST];
	bool forbidden[MOST][MOST]; /* pairs */
	bool any_forbidden, partly_tiered;
} lore;

__attribute__((format(printf, 2, 3))) static void say(lore *l, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	l->used += (size_t)vsnprintf(l->text + l->used, sizeof l->text - l->used, format, arguments);
	va_end(arguments);
	assert_true(l->used < sizeof l->text);
}

static void say_edges(lore *l, const dag *d, uint64_t *seed, double rate)
{
	for (size_t a = 0; a < d->nodes; a++)
		for (size_t b = 0; b < d->nodes; b++) {
			if (a == b || test_uniform(seed) > rate)
				continue;
			if (dag_edge(d, a, b) && test_below(seed, 2) == 0) {
				say(l, "require %s -> %s\n", d->names[a], d->names[b]);
				l->allowed[b][a] = false;
				l->required[a][b] = l->required[b][a] = true;
			} else if (dag_adjacent(d, a, b) && test_below(seed, 2) == 0) {
				say(l, "require %s -- %s\n", d->names[a], d->names[b]);
				l->required[a][b] = l->required[b][a] = true;
			} else if (!dag_adjacent(d, a, b) && test_below(seed, 3) == 0) {
				say(l, "forbid %s -- %s\n", d->names[a], d->names[b]);
				l->forbidden[a][b] = l->forbidden[b][a] = l->any_forbidden = true;
			} else if (!dag_edge(d, a, b)) {
				say(l, "forbid %s -> %s\n", d->names[a], d->names[b]);
				l->allowed[a][b] = false;
			}
		}
}

/* Tiers along a causal order, for all nodes or for some. */
static void say_tiers(lore *l, const dag *d, uint64_t *seed)
{
	size_t tier[MOST], next = 1;
	bool placed[MOST] = { false }, named[MOST];
	bool all = test_below(seed, 2) == 0;
	for (size_t done = 0; done < d->nodes; done++)
		for (size_t i = 0; i < d->nodes; i++) {
			bool ready = !placed[i];
			for (size_t j = 0; j < d->nodes && ready; j++)
				ready = !dag_edge(d, j, i) || placed[j];
			if (!ready)
				continue;
			placed[i] = true;
			tier[i] = next += test_below(seed, 3) == 0;
			named[i] = all || test_below(seed, 3) > 0;
			l->partly_tiered = l->partly_tiered || !named[i];
			if (named[i])
				say(l, "tier %zu: %s\n", tier[i], d->names[i]);
			break;
		}
	for (size_t a = 0; a < d->nodes; a++)
		for (size_t b = 0; b < d->nodes; b++)
			if (named[a] && named[b] && tier[a] > tier[b])
				l->allowed[a][b] = false;
}

static bool is_forbidden(const lore *l, size_t a, size_t b)
{
	return l->forbidden[a][b] || (!l->allowed[a][b] && !l->allowed[b][a]);
}

static void check_obeyed(const mixmi_graph *graph, const lore *l, oracle *o)
{
	const dag *d = o->dag;
	marks m = marks_of(graph, d);
	for (size_t a = 0; a < d->nodes; a++)
		for (size_t b = 0; b < d->nodes; b++) {
			assert_int_equal(m.at[a][b] != 0, dag_adjacent(d, a, b)); /* the skeleton is the DAG's */
			assert_true(m.at[a][b] != 2 || dag_edge(d, a, b));        /* every arrow is right */
			assert_true(m.at[a][b] != 2 || l->allowed[a][b]);
			if (m.at[a][b] != 0 && !l->allowed[b][a])
				assert_int_equal(m.at[a][b], 2);
		}
	for (size_t i = 0; i < o->calls; i++) {
		size_t a = o->asked[i] >> 40, b = o->asked[i] >> 32 & 255;
		assert_false(l->required[a][b] || is_forbidden(l, a, b));
	}
	assert_null(mixmi_graph_conflict(graph, 0));
	assert_each_once(o);
	marks brute;
	bool allowed[MOST][MOST];
	memcpy(allowed, l->allowed, sizeof allowed);
	bool unjudged = l->any_forbidden;
	for (size_t a = 0; a < d->nodes; a++)
		for (size_t b = 0; b < d->nodes; b++)
			unjudged = unjudged || (a != b && is_forbidden(l, a, b));
	if (!unjudged && !l->partly_tiered && d->nodes <= 7 && brute_force(&brute, d, allowed))
		assert_true(same_marks(&m, &brute));
}

static void true_knowledge_is_obeyed(void **state)
{
	(void)state;
	for (size_t number = 0; number < test_cases(300); number++) {
		uint64_t seed = 7000 + number;
		dag d = random_dag(4 + number % 6, 0.2 + 0.5 * test_uniform(&seed), &seed);
		lore l = { .used = 0 };
		memset(l.allowed, 1, sizeof l.allowed);
		if (number % 3 != 0)
			say_edges(&l, &d, &seed, number % 2 == 0 ? 0.1 : 0.4);
		if (number % 3 != 1)
			say_tiers(&l, &d, &seed);
		oracle o;
		oracle_init(&o, &d, 0);
		mixmi_table *table = dag_table(&o, &seed);
		mixmi_options options = oracle_options(&o, (int)(number % 4), 1);
		mixmi_knowledge *knowledge;
		mixmi_graph *graph;
		assert_ok(mixmi_knowledge_parse(&knowledge, l.text, "true", table));
		assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, knowledge, &options));
		check_obeyed(graph, &l, &o);
		mixmi_graph_free(graph);
		mixmi_knowledge_free(knowledge);
		mixmi_table_free(table);
		oracle_clear(&o);
	}
}

/* Whatever a test says that errs, knowledge that may be false is not contradicted, and there is no cycle. */
static void any_knowledge_is_obeyed(void **state)
{
	(void)state;
	for (size_t number = 0; number < 200; number++) {
		uint64_t seed = 9000 + number;
		dag d = random_dag(4 + number % 5, 0.4, &seed), other = d;
		for (size_t i = 0; i < d.nodes; i++) /* knowledge is true of another DAG of the same names */
			other.parents[i] = (uint32_t)test_bits(&seed) & ((1u << i) - 1);
		lore l = { .used = 0 };
		memset(l.allowed, 1, sizeof l.allowed);
		say_edges(&l, &other, &seed, 0.2);
		oracle o;
		oracle_init(&o, &d, 0.15);
		mixmi_table *table = dag_table(&o, NULL);
		mixmi_options options = oracle_options(&o, (int)(number % 4), 1);
		mixmi_knowledge *knowledge;
		mixmi_graph *graph;
		assert_ok(mixmi_knowledge_parse(&knowledge, l.text, "other", table));
		assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, knowledge, &options));
		marks m = marks_of(graph, &d);
		assert_true(is_acyclic(&m, d.nodes));
		for (size_t a = 0; a < d.nodes; a++)
			for (size_t b = 0; b < d.nodes; b++) {
				assert_true(m.at[a][b] != 2 || l.allowed[a][b]);
				assert_true(a == b || m.at[a][b] == 0 || !is_forbidden(&l, a, b));
				assert_true(!l.required[a][b] || m.at[a][b] != 0);
				if (l.required[a][b] && !l.allowed[b][a])
					assert_int_equal(m.at[a][b], 2);
			}
		mixmi_graph_free(graph);
		mixmi_knowledge_free(knowledge);
		mixmi_table_free(table);
		oracle_clear(&o);
	}
}

/* Three conditions of an experiment, one at a time: they go together by design, and act on what is measured. */
static void contexts_act_and_are_not_acted_upon(void **state)
{
	enum { ROWS = 600 };
	(void)state;
	static double v[4][ROWS];
	static const char *const names[] = { "drug", "heat", "p", "q" };
	uint64_t seed = 4;
	for (size_t i = 0; i < ROWS; i++) {
		v[0][i] = i % 3 == 0;
		v[1][i] = i % 3 == 1;
		v[2][i] = 2 * v[0][i] + test_normal(&seed);
		v[3][i] = v[2][i] - 2 * v[1][i] + test_normal(&seed);
	}
	mixmi_table *table;
	mixmi_knowledge *knowledge;
	mixmi_graph *graph;
	assert_ok(mixmi_table_new(&table, ROWS));
	for (size_t j = 0; j < 4; j++)
		assert_ok(mixmi_table_add_values(table, names[j], MIXMI_NUMERIC, v[j], NULL));
	assert_ok(mixmi_knowledge_parse(&knowledge, "context: drug, heat\n", "known", table));
	assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, knowledge, NULL));
	assert_true(graph_directed(graph, 0, 2) && graph_directed(graph, 1, 3) && graph_directed(graph, 2, 3));
	assert_false(graph_adjacent(graph, 0, 1) || graph_adjacent(graph, 0, 3) || graph_adjacent(graph, 1, 2));
	mixmi_graph_free(graph);
	mixmi_knowledge_free(knowledge);
	assert_fails(
		mixmi_knowledge_parse(&knowledge, "context: drug\ncontext: heat\nrequire drug -> heat\n", "known", table),
		MIXMI_ERROR_DATA, "drug");
	mixmi_table_free(table);
}

static void columns_that_are_not_searched_do_not_matter(void **state)
{
	(void)state;
	dag d = { .nodes = 3, .names = { "A", "B", "C" }, .parents = { 0, 1, 2 } };
	oracle o;
	oracle_init(&o, &d, 0);
	mixmi_table *table = dag_table(&o, NULL), *wide = letters();
	mixmi_options options = oracle_options(&o, MIXMI_V_STANDARD, 1);
	mixmi_knowledge *knowledge;
	mixmi_graph *graph;
	assert_ok(mixmi_knowledge_parse(&knowledge, "require A -> D\nrequire B -> C\nforbid A -- age", "wide", wide));
	assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, knowledge, &options));
	marks m = marks_of(graph, &d);
	assert_true(m.at[0][1] == 1 && m.at[1][2] == 2 && m.at[0][2] == 0);
	mixmi_edge edge;
	assert_ok(mixmi_graph_edge(&edge, sizeof edge, graph, 1));
	assert_true(edge.required && isnan(edge.p) && edge.rows == 0 && !edge.few_rows);
	mixmi_graph_free(graph);
	mixmi_knowledge_free(knowledge);
	mixmi_table_free(table);
	mixmi_table_free(wide);
	oracle_clear(&o);
}

static const char *note_on(const char *text, mixmi_table *table, mixmi_knowledge **knowledge)
{
	assert_ok(mixmi_knowledge_parse(knowledge, text, "k.txt", table));
	assert_null(mixmi_knowledge_note(*knowledge, 1));
	return mixmi_knowledge_note(*knowledge, 0);
}

static void columns_without_a_tier_are_named(void **state)
{
	(void)state;
	mixmi_table *table = letters();
	mixmi_knowledge *knowledge;
	const char *note = note_on("tier 1: A, B\nroot: C", table, &knowledge);
	assert_non_null(note);
	assert_non_null(strstr(note, "D"));
	assert_null(strstr(note, "C,"));
	mixmi_knowledge_free(knowledge);
	assert_null(note_on("order: A < rest", table, &knowledge));
	mixmi_knowledge_free(knowledge);
	assert_null(note_on("forbid A -> B\nroot: D", table, &knowledge));
	mixmi_knowledge_free(knowledge);
	mixmi_table_free(table);
}

/* What a perfect test finds of a -> c <- b, c -> d with this knowledge. */
typedef struct lesson {
	oracle o;
	dag d;
	mixmi_table *table;
	mixmi_knowledge *knowledge;
	mixmi_graph *graph;
} lesson;

static lesson learn_from(const char *text)
{
	lesson l = { .d = { .nodes = 4, .names = { "a", "b", "c", "d" }, .parents = { 0, 0, 3, 4 } } };
	oracle_init(&l.o, &l.d, 0);
	l.table = dag_table(&l.o, NULL);
	mixmi_options options = oracle_options(&l.o, MIXMI_V_STANDARD, 1);
	assert_ok(mixmi_knowledge_parse(&l.knowledge, text, "k", l.table));
	assert_ok(mixmi_graph_learn(&l.graph, l.table, NULL, 0, l.knowledge, &options));
	return l;
}

static void forget(lesson *l)
{
	mixmi_graph_free(l->graph);
	mixmi_knowledge_free(l->knowledge);
	mixmi_table_free(l->table);
	oracle_clear(&l->o);
}

/* a -> c <- b, with tiers that leave only c -> a: an order of tiers is no cycle, and is not called one. */
static void a_conflict_with_tiers_is_called_so(void **state)
{
	(void)state;
	lesson l = learn_from("tier 1: d\ntier 2: a\nforbid d -> c");
	assert_non_null(mixmi_graph_conflict(l.graph, 0));
	for (size_t i = 0; mixmi_graph_conflict(l.graph, i) != NULL; i++)
		assert_null(strstr(mixmi_graph_conflict(l.graph, i), "cycle"));
	forget(&l);
}

/* d is an effect of c, and apart from a and b given c. Where it is said to be a cause, c becomes a common effect of all three. */
static void a_common_effect_that_tests_deny_is_reported(void **state)
{
	(void)state;
	static const char *const texts[] = { "root: d", "sink: c\nforbid a -- b" }; /* a - c - b is ambiguous then */
	for (size_t t = 0; t < 2; t++) {
		lesson l = learn_from(texts[t]);
		size_t made = 0;
		for (size_t i = 0; mixmi_graph_conflict(l.graph, i) != NULL; i++)
			made += strstr(mixmi_graph_conflict(l.graph, i), "background knowledge directs") != NULL;
		assert_int_equal(made, 2);
		forget(&l);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(statements_can_be_written),
		cmocka_unit_test(malformed_statements_name_their_line),
		cmocka_unit_test(contradictions_name_both_lines),
		cmocka_unit_test(a_file_is_read),
		cmocka_unit_test(true_knowledge_is_obeyed),
		cmocka_unit_test(any_knowledge_is_obeyed),
		cmocka_unit_test(contexts_act_and_are_not_acted_upon),
		cmocka_unit_test(columns_that_are_not_searched_do_not_matter),
		cmocka_unit_test(columns_without_a_tier_are_named),
		cmocka_unit_test(a_conflict_with_tiers_is_called_so),
		cmocka_unit_test(a_common_effect_that_tests_deny_is_reported),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
