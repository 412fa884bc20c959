/* Random DAGs, d-separation as a test, and graphs written out for comparing: what the tests of the search share. The
 * separation here goes through the moral graph of ancestors and has nothing in common with the library. */
#ifndef TESTS_DAGS_H
#define TESTS_DAGS_H

#include <omp.h>

#include "graph/model/graph.h"
#include "unit.h"

enum { MOST = 16, CALLS = 1 << 17 };

typedef struct dag {
	size_t nodes;
	uint32_t parents[MOST]; /* bits */
	char names[MOST][8];
} dag;

/* Edges go from earlier to later in a random order; names are in yet another order. */
static inline dag random_dag(size_t nodes, double density, uint64_t *seed)
{
	dag d = { .nodes = nodes };
	size_t order[MOST];
	for (size_t i = 0; i < nodes; i++) {
		size_t j = test_below(seed, i + 1);
		order[i] = order[j];
		order[j] = i;
		bool taken = true;
		while (taken) {
			snprintf(d.names[i], sizeof d.names[i], "v%02u", (unsigned)test_below(seed, 100));
			taken = false;
			for (size_t k = 0; k < i; k++)
				taken = taken || strcmp(d.names[i], d.names[k]) == 0;
		}
	}
	for (size_t i = 0; i < nodes; i++)
		for (size_t j = 0; j < i; j++)
			if (test_uniform(seed) < density)
				d.parents[order[i]] |= 1u << order[j];
	return d;
}

static inline bool dag_edge(const dag *d, size_t from, size_t to)
{
	return (d->parents[to] >> from & 1) != 0;
}

static inline bool dag_adjacent(const dag *d, size_t a, size_t b)
{
	return dag_edge(d, a, b) || dag_edge(d, b, a);
}

/* Are a and b apart in the moral graph of the ancestors of a, b and the set, once the set is taken out? */
static inline bool dag_separated(const dag *d, size_t a, size_t b, uint32_t set)
{
	uint32_t ancestors = 1u << a | 1u << b | set, before = 0, moral[MOST] = { 0 };
	while (ancestors != before) {
		before = ancestors;
		for (size_t i = 0; i < d->nodes; i++)
			if (ancestors >> i & 1)
				ancestors |= d->parents[i];
	}
	for (size_t i = 0; i < d->nodes; i++) {
		if (!(ancestors >> i & 1))
			continue;
		uint32_t family = d->parents[i] | 1u << i;
		for (size_t j = 0; j < d->nodes; j++)
			if (family >> j & 1)
				moral[j] |= family;
	}
	uint32_t reached = 1u << a;
	before = 0;
	while (reached != before) {
		before = reached;
		for (size_t i = 0; i < d->nodes; i++)
			if (reached >> i & 1)
				reached |= moral[i] & ~set;
	}
	return !(reached >> b & 1);
}

static inline dag dag_by_number(size_t number, uint64_t *seed)
{
	size_t nodes = 5 + number % 8;
	*seed = 1000 + number;
	return random_dag(nodes, 0.15 + 0.4 * test_uniform(seed), seed);
}

/* The oracle: d-separation, now and then wrong if `noise` is not 0, and a list of what it was asked. */
typedef struct oracle {
	const dag *dag;
	const dag *answers_for; /* answers go by the names of this one; NULL: of `dag` */
	size_t node_of[MOST];   /* by column */
	double noise;
	bool clear;   /* p of dependences is far below alpha */
	bool certain; /* p is 0 or 1 */
	omp_lock_t lock;
	size_t calls;
	uint64_t *asked; /* [CALLS] */
} oracle;

static inline void oracle_init(oracle *o, const dag *d, double noise)
{
	*o = (oracle){ .dag = d, .noise = noise };
	omp_init_lock(&o->lock);
	o->asked = malloc(CALLS * sizeof *o->asked);
}

static inline void oracle_clear(oracle *o)
{
	omp_destroy_lock(&o->lock);
	free(o->asked);
}

static inline uint64_t hash_name(const char *name)
{
	uint64_t hash = 0;
	for (; *name != '\0'; name++)
		hash = (hash + (unsigned char)*name) * UINT64_C(0x9E3779B97F4A7C15);
	return hash ^ hash >> 31;
}

static inline mixmi_status ask_oracle(mixmi_answer *out, void *context, const mixmi_table *table,
                                      const mixmi_question *q, const mixmi_options *options)
{
	oracle *o = context;
	const dag *named = o->answers_for != NULL ? o->answers_for : o->dag;
	size_t x = o->node_of[q->x[0]], y = o->node_of[q->y[0]];
	uint32_t set = 0;
	uint64_t hash = hash_name(named->names[x]) ^ hash_name(named->names[y]);
	for (size_t i = 0; i < q->z_count; i++) {
		set |= 1u << o->node_of[q->z[i]];
		hash += hash_name(named->names[o->node_of[q->z[i]]]);
	}
	uint64_t state = hash;
	bool apart = dag_separated(o->dag, x, y, set) != (test_uniform(&state) < o->noise);
	double strength = test_uniform(&state);
	if (!apart && o->clear)
		strength *= 1e-6;
	out->verdict = base_verdict(apart);
	out->p = apart ? options->alpha + (1 - options->alpha) * strength : options->alpha * strength;
	if (o->certain)
		out->p = apart ? 1 : 0;
	out->estimate = apart ? 0.01 * strength : 1 - out->p;
	out->corrected = apart ? 0 : out->estimate;
	out->rows = 1000; /* where the level of every search is alpha */
	(void)table;
	omp_set_lock(&o->lock);
	if (o->calls < CALLS)
		o->asked[o->calls++] = (uint64_t)(x < y ? x : y) << 40 | (uint64_t)(x < y ? y : x) << 32 | set;
	omp_unset_lock(&o->lock);
	return MIXMI_OK;
}

static inline int compare_keys(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* No question was asked twice. */
static inline void assert_each_once(oracle *o)
{
	assert_true(o->calls < CALLS);
	qsort(o->asked, o->calls, sizeof *o->asked, compare_keys);
	for (size_t i = 1; i < o->calls; i++)
		assert_true(o->asked[i] != o->asked[i - 1]);
}

/* A table with a column for each node, in random order if `seed` is given; the oracle learns where they are. */
static inline mixmi_table *dag_table(oracle *o, uint64_t *seed)
{
	enum { ROWS = 4 };
	static const double values[ROWS] = { 1, 2, 3, 4 };
	const dag *d = o->dag;
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, ROWS));
	for (size_t i = 0; i < d->nodes; i++) {
		size_t j = seed != NULL ? test_below(seed, i + 1) : i;
		o->node_of[i] = o->node_of[j];
		o->node_of[j] = i;
	}
	for (size_t i = 0; i < d->nodes; i++)
		assert_ok(mixmi_table_add_values(table, d->names[o->node_of[i]], MIXMI_NUMERIC, values, NULL));
	return table;
}

static inline mixmi_options oracle_options(oracle *o, int rule, int64_t threads)
{
	mixmi_options options;
	init_options(&options);
	options.own_test.function = ask_oracle;
	options.own_test.name = "oracle";
	options.own_test.context = o;
	options.v_rule = rule;
	options.search = MIXMI_SEARCH_PC_STABLE;
	options.threads = threads;
	options.min_rows = 0;
	options.direction_threshold = 0; /* p-values of the oracle are random */
	return options;
}

/* The same graph with its names exchanged. */
static inline dag dag_renamed(const dag *d, uint64_t *seed)
{
	dag other = *d;
	for (size_t i = d->nodes; i > 1; i--) {
		size_t j = test_below(seed, i);
		char name[sizeof other.names[0]];
		memcpy(name, other.names[i - 1], sizeof name);
		memcpy(other.names[i - 1], other.names[j], sizeof name);
		memcpy(other.names[j], name, sizeof name);
	}
	return other;
}

/* The DAG as a graph of the library. */
static inline mixmi_graph *dag_graph(const dag *d)
{
	const char *names[MOST];
	for (size_t i = 0; i < d->nodes; i++)
		names[i] = d->names[i];
	mixmi_graph *graph = graph_new(names, NULL, d->nodes);
	assert_non_null(graph);
	for (size_t a = 0; a < d->nodes; a++)
		for (size_t b = 0; b < d->nodes; b++)
			if (dag_edge(d, a, b))
				graph_set_directed(graph, a, b);
	assert_true(graph_index(graph));
	return graph;
}

/* Marks of a graph by node of the DAG: marks[a][b] is 0 without an edge, 1 for a -- b, 2 for a -> b, 3 for a <- b. */
typedef struct marks {
	uint8_t at[MOST][MOST];
} marks;

static inline marks marks_of(const mixmi_graph *graph, const dag *d)
{
	marks m = { 0 };
	size_t node_of[MOST];
	for (size_t i = 0; i < d->nodes; i++)
		for (size_t j = 0; j < d->nodes; j++)
			if (strcmp(mixmi_graph_node(graph, i, NULL), d->names[j]) == 0)
				node_of[i] = j;
	mixmi_edge edge;
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, graph);
	for (size_t i = 0; i < info.edges; i++) {
		assert_ok(mixmi_graph_edge(&edge, sizeof edge, graph, i));
		size_t from = node_of[edge.from], to = node_of[edge.to];
		m.at[from][to] = edge.directed ? 2 : 1;
		m.at[to][from] = edge.directed ? 3 : 1;
	}
	return m;
}

static inline bool same_marks(const marks *a, const marks *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

/* No way along arrows leads back. */
static inline bool is_acyclic(const marks *m, size_t nodes)
{
	uint32_t left = (1u << nodes) - 1;
	for (bool found = true; found && left != 0;) {
		found = false;
		for (size_t i = 0; i < nodes; i++) {
			bool source = (left >> i & 1) != 0;
			for (size_t j = 0; j < nodes && source; j++)
				source = !((left >> j & 1) && m->at[j][i] == 2);
			if (source) {
				left &= ~(1u << i);
				found = true;
			}
		}
	}
	return left == 0;
}

/* Everything that can be asked of a graph, as a text with names for nodes. */
static inline char *dump(const mixmi_graph *graph)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, graph);
	fprintf(out,
	        "%zu nodes, %zu edges, %zu separated, %zu conflicts, %llu tests, %zu levels, %zu subsamples, %d, %s, %a\n",
	        info.nodes, info.edges, info.separated, info.conflicts, (unsigned long long)info.tests, info.levels,
	        info.subsamples, info.complete, info.test, info.alpha);
	for (size_t i = 0; i < info.edges; i++) {
		mixmi_edge e;
		assert_ok(mixmi_graph_edge(&e, sizeof e, graph, i));
		fprintf(out, "%s %s %s, %d %a %a %a %zu %d, %a %a %a, given", mixmi_graph_node(graph, e.from, NULL),
		        e.directed ? "->" : "--", mixmi_graph_node(graph, e.to, NULL), e.required, e.estimate, e.corrected, e.p,
		        e.rows, e.few_rows, e.frequency, e.frequency_forward, e.frequency_backward);
		for (size_t j = 0; j < e.given_count; j++)
			fprintf(out, " %s", mixmi_graph_node(graph, e.given[j], NULL));
		fputc('\n', out);
	}
	for (size_t i = 0; i < info.separated; i++) {
		mixmi_separation s;
		assert_ok(mixmi_graph_separation(&s, sizeof s, graph, i));
		fprintf(out, "%s | %s, %d %a %a %zu %d %a, given", mixmi_graph_node(graph, s.a, NULL),
		        mixmi_graph_node(graph, s.b, NULL), s.forbidden, s.estimate, s.p, s.rows, s.few_rows, s.frequency);
		for (size_t j = 0; j < s.given_count; j++)
			fprintf(out, " %s", mixmi_graph_node(graph, s.given[j], NULL));
		fputc('\n', out);
	}
	for (size_t i = 0; mixmi_graph_conflict(graph, i) != NULL; i++)
		fprintf(out, "%s\n", mixmi_graph_conflict(graph, i));
	fclose(out);
	return text;
}

static inline void assert_same_graph(const mixmi_graph *a, const mixmi_graph *b)
{
	char *x = dump(a), *y = dump(b);
	assert_string_equal(x, y);
	free(x);
	free(y);
}

#endif
