/* Stability: one search a subsample of half the rows. Rows that are drawn twice, as in a bootstrap, would be evidence for
 * any test that is sharp enough; so none is. Invariant: what is counted are whole numbers, added under a lock, so the order
 * in which subsamples end does not matter; nor does the order of rows in the table. */
#include "graph/stability.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/random.h"
#include "data/table.h"

typedef struct stability {
	const graph_search *search; /* of the data itself */
	size_t *identity;           /* [nodes] columns of a subsample, which are in the order of nodes */
	uint32_t *order;            /* [rows] rows of the table, sorted by what is in them */
	omp_lock_t lock;
	uint32_t *arrows; /* [nodes * nodes] subsamples with a -> b */
	uint32_t *edges;  /* by pair: with an edge */
	size_t finished;
} stability;

static void count_graph(stability *b, const mixmi_graph *graph)
{
	omp_set_lock(&b->lock);
	for (size_t x = 0; x < graph->nodes; x++)
		for (size_t y = 0; y < graph->nodes; y++) {
			if (x == y || !graph_adjacent(graph, x, y))
				continue;
			b->arrows[x * graph->nodes + y] += graph_directed(graph, x, y);
			b->edges[graph_pair(graph, x, y)] += x < y;
		}
	b->finished++;
	omp_unset_lock(&b->lock);
}

/* --------------------------------------------------------------------------------------------- subsamples */

static size_t place_of(const data_column *column, size_t row)
{
	return column->codes[row] == DATA_MISSING ? column->distinct : column->codes[row];
}

/* Sorts rows by their values in one column; those that agree keep their order. */
static bool sort_by_column(uint32_t *order, uint32_t *scratch, const data_column *column, size_t rows)
{
	size_t *starts = base_array_zero(column->distinct + 2, sizeof *starts);
	if (starts == NULL)
		return false;
	for (size_t i = 0; i < rows; i++)
		starts[place_of(column, i) + 1]++;
	for (size_t k = 0; k <= column->distinct; k++)
		starts[k + 1] += starts[k];
	for (size_t i = 0; i < rows; i++)
		scratch[starts[place_of(column, order[i])]++] = order[i];
	memcpy(order, scratch, rows * sizeof *order);
	free(starts);
	return true;
}

/* Rows in the order of their values in the nodes, first node first: equal rows are interchangeable. */
static bool order_rows(uint32_t *order, const graph_search *search)
{
	size_t rows = search->table->rows;
	uint32_t *scratch = base_array(rows, sizeof *scratch);
	bool done = scratch != NULL;
	for (size_t i = 0; i < rows; i++)
		order[i] = (uint32_t)i;
	for (size_t node = search->graph->nodes; done && node > 0; node--)
		done = sort_by_column(order, scratch, &search->table->columns[search->columns[node - 1]], rows);
	free(scratch);
	return done;
}

/* Exchanges rows until the first `count` are a random choice of all. */
static void shuffle(uint32_t *rows, size_t all, size_t count, base_random *random)
{
	for (size_t i = 0; i < count; i++) {
		size_t j = i + (size_t)base_random_below(random, all - i);
		uint32_t row = rows[i];
		rows[i] = rows[j];
		rows[j] = row;
	}
}

/* The table of subsample `number`, from 1: numbers 2k - 1 and 2k are the two halves of one order of the rows. */
static mixmi_status draw(mixmi_table **out, const stability *b, size_t number)
{
	const graph_search *search = b->search;
	size_t rows = search->table->rows, half = rows / 2;
	*out = NULL;
	uint32_t *drawn = base_array_copy(b->order, rows, sizeof *drawn);
	if (drawn == NULL)
		return base_error_memory();
	base_random random;
	uint64_t key = base_hash_text(BASE_HASH_START, "complementary pairs");
	base_random_init(&random, (uint64_t)search->options->seed, key, (number + 1) / 2);
	shuffle(drawn, rows, 2 * half, &random);
	mixmi_status status = data_table_resample(out, search->table, search->columns, search->graph->nodes,
	                                          drawn + (number % 2 == 0 ? half : 0), half);
	free(drawn);
	return status;
}

/* A seed of its own for what the test draws in a subsample. */
static int64_t seed_of(const mixmi_options *options, size_t number)
{
	base_random random;
	base_random_init(&random, (uint64_t)options->seed, base_hash_text(BASE_HASH_START, "tests of a subsample"), number);
	return (int64_t)(base_random_bits(&random) >> 12);
}

/* Sets up and runs the search of one subsample. */
static mixmi_status search_subsample(stability *b, const mixmi_table *table, size_t number, graph_worker *worker)
{
	const graph_search *whole = b->search;
	mixmi_options options = *whole->options;
	options.seed = seed_of(&options, number);
	options.alpha /= GRAPH_STRICTER;
	options.min_rows = 0;
	graph_search search = { .table = table,
		                    .columns = b->identity,
		                    .rules = whole->rules,
		                    .options = &options,
		                    .loaded = whole->loaded,
		                    .checkpoint = whole->checkpoint,
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
	if (status == MIXMI_OK && search.graph->complete)
		count_graph(b, search.graph);
	graph_answers_free(search.own);
	mixmi_graph_free(search.graph);
	return status;
}

static mixmi_status subsample(void *context, size_t index, graph_worker *worker)
{
	stability *b = context;
	mixmi_table *table;
	mixmi_status status = draw(&table, b, index + 1);
	if (status == MIXMI_OK)
		status = search_subsample(b, table, index + 1, worker);
	mixmi_table_free(table);
	return status;
}

/* -------------------------------------------------------------------------------------------- frequencies */

/* Shares from counts. */
static bool fill_frequencies(const stability *b, mixmi_graph *graph)
{
	size_t nodes = graph->nodes, pairs = nodes * (nodes - 1) / 2;
	graph->subsamples = b->finished;
	graph->subsample_edges = 0;
	for (size_t i = 0; i < pairs; i++)
		graph->subsample_edges += b->finished > 0 ? (double)b->edges[i] / (double)b->finished : 0;
	if (b->finished == 0)
		return true;
	graph->frequency = base_array(nodes * nodes, sizeof *graph->frequency);
	graph->frequency_any = base_array(pairs, sizeof *graph->frequency_any);
	if (graph->frequency == NULL || graph->frequency_any == NULL)
		return false;
	for (size_t i = 0; i < nodes * nodes; i++)
		graph->frequency[i] = (double)b->arrows[i] / (double)b->finished;
	for (size_t i = 0; i < pairs; i++)
		graph->frequency_any[i] = (double)b->edges[i] / (double)b->finished;
	return true;
}

static mixmi_status run(stability *b, graph_search *search)
{
	graph_watch *watch = search->watch;
	snprintf(watch->stage, sizeof watch->stage, "stability");
	watch->unit = "subsamples";
	mixmi_status status = graph_work_parallel(watch, graph_subsamples(search->options), subsample, b);
	if (status == MIXMI_OK && !fill_frequencies(b, search->graph))
		status = base_error_memory();
	search->graph->complete = !watch->cancelled;
	return status;
}

size_t graph_subsamples(const mixmi_options *options)
{
	return (size_t)(options->stability > 0 ? options->stability : options->bootstrap);
}

mixmi_status graph_stability(graph_search *search)
{
	if (graph_subsamples(search->options) == 0 || search->table->rows < 4 || search->watch->cancelled)
		return MIXMI_OK;
	size_t nodes = search->graph->nodes;
	stability b = { .search = search };
	b.identity = base_array(nodes, sizeof *b.identity);
	b.order = base_array(search->table->rows, sizeof *b.order);
	b.arrows = base_array_zero(nodes * nodes, sizeof *b.arrows);
	b.edges = base_array_zero(nodes * (nodes - 1) / 2, sizeof *b.edges);
	mixmi_status status = MIXMI_OK;
	if (b.identity == NULL || b.order == NULL || b.arrows == NULL || b.edges == NULL || !order_rows(b.order, search)) {
		status = base_error_memory();
	} else {
		for (size_t i = 0; i < nodes; i++)
			b.identity[i] = i;
		omp_init_lock(&b.lock);
		status = run(&b, search);
		omp_destroy_lock(&b.lock);
	}
	free(b.identity);
	free(b.order);
	free(b.arrows);
	free(b.edges);
	return status;
}
