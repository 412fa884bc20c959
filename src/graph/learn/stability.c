/* Stability: one search per subsample of half the rows. Rows are not drawn repeatedly, as in a bootstrap, because a
 * sufficiently powerful test would take duplicates as evidence of dependence. Invariant: counts are integers, so the
 * result does not depend on the order in which subsamples are finished or on which thread searched them, nor on the
 * order of rows in the table or the names of columns. */
#include "graph/learn/stability.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/random.h"
#include "base/work.h"
#include "data/table.h"
#include "graph/learn/frequencies.h"
#include "graph/learn/run.h"
#include "graph/model/row_order.h"
#include "graph/search/share.h"

typedef struct stability {
	const graph_search *search; /* of the data itself, or one with the same settings */
	size_t *identity;           /* [nodes] columns of a subsample, which are in the order of nodes */
	uint32_t *order;            /* [rows] rows of the table, sorted by content ... */
	size_t *starts; /* ... or by part, a cluster or a block of a time series: start of the rows of part i, [parts + 1];
		         * NULL: none */
	size_t parts;
	graph_edges *found; /* [subsamples] */
	size_t subsamples;
} stability;

/* --------------------------------------------------------------------------------------------- subsamples */

/* Swaps rows until the first `count` are a random sample of all. */
static void shuffle(uint32_t *rows, size_t all, size_t count, base_random *random)
{
	for (size_t i = 0; i < count; i++) {
		size_t j = i + (size_t)base_random_below(random, all - i);
		uint32_t row = rows[i];
		rows[i] = rows[j];
		rows[j] = row;
	}
}

/* Numbers 2k - 1 and 2k use the same random numbers. */
static base_random random_of(const stability *b, size_t number)
{
	base_random random;
	uint64_t key = base_hash_text(BASE_HASH_START, "complementary pairs");
	base_random_init(&random, (uint64_t)b->search->options->seed, key, (number + 1) / 2);
	return random;
}

/* Half of the clusters or blocks, each with all its rows. */
static mixmi_status draw_parts(mixmi_table **out, const stability *b, size_t number)
{
	const graph_search *search = b->search;
	size_t half = b->parts / 2, count = 0;
	uint32_t *drawn = base_array(b->parts, sizeof *drawn), *rows = base_array(search->table->rows, sizeof *rows);
	base_random random = random_of(b, number);
	mixmi_status status = drawn != NULL && rows != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < b->parts; i++)
		drawn[i] = (uint32_t)i;
	if (status == MIXMI_OK)
		shuffle(drawn, b->parts, 2 * half, &random);
	for (size_t i = 0; status == MIXMI_OK && i < half; i++) {
		uint32_t part = drawn[(number % 2 == 0 ? half : 0) + i];
		for (size_t k = b->starts[part]; k < b->starts[part + 1]; k++)
			rows[count++] = b->order[k];
	}
	if (status == MIXMI_OK)
		status = data_table_resample(out, search->table, search->columns, search->graph->nodes, rows, count);
	free(drawn);
	free(rows);
	return status;
}

/* The table of subsample `number`, from 1: numbers 2k - 1 and 2k are the two halves of one permutation of the rows. */
static mixmi_status draw(mixmi_table **out, const stability *b, size_t number)
{
	const graph_search *search = b->search;
	size_t rows = search->table->rows, half = rows / 2;
	*out = NULL;
	if (b->starts != NULL)
		return draw_parts(out, b, number);
	uint32_t *drawn = base_array_copy(b->order, rows, sizeof *drawn);
	if (drawn == NULL)
		return base_error_memory();
	base_random random = random_of(b, number);
	shuffle(drawn, rows, 2 * half, &random);
	mixmi_status status = data_table_resample(out, search->table, search->columns, search->graph->nodes,
	                                          drawn + (number % 2 == 0 ? half : 0), half);
	free(drawn);
	return status;
}

/* A separate seed for the test's random numbers in a subsample. */
static int64_t seed_of(const mixmi_options *options, size_t number)
{
	base_random random;
	base_random_init(&random, (uint64_t)options->seed, base_hash_text(BASE_HASH_START, "tests of a subsample"), number);
	return (int64_t)(base_random_bits(&random) >> 12);
}

/* Sets up and runs the search of one subsample. The caller frees *out, which is NULL if the search was cancelled. */
static mixmi_status search_subsample(mixmi_graph **out, const stability *b, const mixmi_table *table, size_t number,
                                     graph_worker *worker)
{
	const graph_search *whole = b->search;
	mixmi_options options = *whole->options;
	options.seed = seed_of(&options, number);
	options.alpha /= GRAPH_STRICTER;
	options.min_rows = 0;
	graph_search search = { .table = table,
		                    .columns = b->identity,
		                    .rules = whole->rules,
		                    .series = whole->series,
		                    .options = &options,
		                    .loaded = whole->loaded,
		                    .checkpoint = whole->checkpoint,
		                    .rounds = whole->rounds,
		                    .watch = worker->watch,
		                    .inside = worker,
		                    .sample = number };
	search.graph = graph_new((const char *const *)whole->graph->names, whole->graph->types, whole->graph->nodes);
	search.own = graph_search_asks_again(&options) ? graph_answers_new() : NULL;
	mixmi_status status = MIXMI_OK;
	if (search.graph == NULL || (graph_search_asks_again(&options) && search.own == NULL))
		status = base_error_memory();
	if (status == MIXMI_OK)
		status = graph_search_run(&search);
	graph_answers_free(search.own);
	*out = status == MIXMI_OK && search.graph->complete && !worker->open ? search.graph : NULL;
	if (*out == NULL)
		mixmi_graph_free(search.graph);
	return status;
}

/* The graph of one subsample. */
static mixmi_status learn_subsample(mixmi_graph **out, const stability *b, size_t number, graph_worker *worker)
{
	mixmi_table *table;
	*out = NULL;
	mixmi_status status = draw(&table, b, number);
	if (status == MIXMI_OK)
		status = search_subsample(out, b, table, number, worker);
	mixmi_table_free(table);
	return status;
}

static mixmi_status subsample(void *context, size_t index, graph_worker *worker)
{
	stability *b = context;
	mixmi_graph *graph;
	mixmi_status status = learn_subsample(&graph, b, index + 1, worker);
	if (status == MIXMI_OK && graph != NULL && !graph_edges_list(&b->found[index], graph))
		status = base_error_memory();
	mixmi_graph_free(graph);
	return status;
}

static void put_subsample(base_parcel *parcel, void *context, size_t index)
{
	const stability *b = context;
	graph_edges_put(parcel, &b->found[index]);
}

static bool take_subsample(base_parcel *parcel, void *context, size_t index)
{
	stability *b = context;
	return graph_edges_take(parcel, &b->found[index]);
}

static const graph_outcome subsample_outcome = { NULL, put_subsample, take_subsample };

/* -------------------------------------------------------------------------------------------------------- the whole */

static mixmi_status run(stability *b, graph_search *search)
{
	mixmi_status status =
		graph_search_share(search, "stability", "subsamples", b->subsamples, subsample, &subsample_outcome, b);
	if (status == MIXMI_OK && !graph_fill_frequencies(search->graph, b->found, b->subsamples))
		status = base_error_memory();
	search->graph->complete = !search->watch->cancelled;
	return status;
}

/* Neighbouring rows of a time series are dependent: whole series are drawn if there are enough of them, otherwise
 * blocks of consecutive rows. */
static bool order_blocks(stability *b, const mixmi_table *table)
{
	enum { BLOCKS = 40 }; /* twenty per half, as for clusters */
	size_t units = table->units != NULL ? table->units->distinct : 1, length = (table->rows + BLOCKS - 1) / BLOCKS;
	uint32_t *order = data_table_time_order(table);
	b->starts = base_array((units < BLOCKS ? BLOCKS : units) + 1, sizeof *b->starts);
	if (order == NULL || b->starts == NULL) {
		free(order);
		return false;
	}
	free(b->order);
	b->order = order;
	for (size_t i = 0; i < table->rows; i++) {
		const uint32_t *unit = table->units != NULL ? table->units->codes : NULL;
		if (i == 0 || (units < BLOCKS ? i % length == 0 : unit[order[i]] != unit[order[i - 1]]))
			b->starts[b->parts++] = i;
	}
	b->starts[b->parts] = table->rows;
	return true;
}

/* Must be cleared in any case. */
static bool init(stability *b, const graph_search *search, size_t subsamples)
{
	size_t nodes = search->graph->nodes;
	*b = (stability){ .search = search, .subsamples = subsamples, .parts = mixmi_table_clusters(search->table) };
	b->identity = base_array(nodes, sizeof *b->identity);
	b->order = base_array(search->table->rows, sizeof *b->order);
	b->found = base_array_zero(subsamples, sizeof *b->found);
	for (size_t i = 0; b->identity != NULL && i < nodes; i++)
		b->identity[i] = i;
	return b->identity != NULL && b->order != NULL && b->found != NULL &&
	       graph_row_order(b->order, search->table, search->columns, search->graph->nodes) &&
	       (search->table->clusters == NULL ||
	        graph_cluster_order(b->order, &b->starts, search->table, search->columns, search->graph->nodes)) &&
	       (b->starts != NULL || search->series == NULL || order_blocks(b, search->table));
}

static void clear(stability *b)
{
	for (size_t i = 0; b->found != NULL && i < b->subsamples; i++)
		graph_edges_clear(&b->found[i]);
	free(b->found);
	free(b->identity);
	free(b->order);
	free(b->starts);
}

mixmi_status graph_stability(graph_search *search)
{
	size_t subsamples = graph_subsamples(search->options);
	if (subsamples == 0 || search->table->rows < 4 || search->watch->cancelled)
		return MIXMI_OK;
	stability b;
	mixmi_status status = init(&b, search, subsamples) ? run(&b, search) : base_error_memory();
	clear(&b);
	return status;
}

/* A single subsample, as the only piece of a loop. */
typedef struct single {
	const stability *stability;
	size_t number;
	mixmi_graph *graph;
} single;

static mixmi_status do_single(void *context, size_t index, graph_worker *worker)
{
	single *s = context;
	(void)index;
	return learn_subsample(&s->graph, s->stability, s->number, worker);
}

mixmi_status graph_one_subsample(mixmi_graph **out, graph_search *search, size_t number)
{
	stability b;
	single s = { &b, number, NULL };
	snprintf(search->watch->stage, sizeof search->watch->stage, "subsample %zu", number);
	search->watch->unit = "subsamples";
	mixmi_status status =
		init(&b, search, 0) ? graph_work_parallel(search->watch, 1, do_single, &s) : base_error_memory();
	clear(&b);
	*out = s.graph;
	if (status == MIXMI_OK && s.graph == NULL)
		status = base_error(MIXMI_ERROR_CANCELLED, "cancelled while searching subsample %zu", number);
	return status;
}
