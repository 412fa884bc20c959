/* One family out of two codes: F(i | S) = labels(i | labels of S) + [numbers(i | S) - numbers(i | labels of S)] for a label i, and
 * numbers(i | S) for a number. Both are differences of a code for sets of columns, so that graphs of one class code alike.
 * Rows without a value for some column of a family say nothing about it: what counts is the gain over no parents by the others. */
#include "graph/search/code.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

struct code_work {
	code_counts counts;
	code_residual all, labels; /* given all parents, and given the labels among them */
	size_t *given;             /* [nodes] */
};

bool graph_code_init(graph_code *code, const mixmi_table *table, const size_t *columns, size_t nodes)
{
	*code = (graph_code){ .nodes = nodes, .rows = table->rows };
	code->columns = base_array_zero(nodes, sizeof *code->columns);
	code->prices = base_array(nodes * nodes, sizeof *code->prices);
	if (code->columns == NULL || code->prices == NULL)
		return false;
	if (!graph_code_labels_init(code, table, columns) || !graph_code_numbers_init(code, table, columns))
		return false;
	graph_code_find_prices(code);
	return true;
}

void graph_code_clear(graph_code *code)
{
	for (size_t i = 0; code->columns != NULL && i < code->nodes; i++) {
		free(code->columns[i].levels);
		free(code->columns[i].rows);
		free(code->columns[i].starts);
		free(code->columns[i].shares);
	}
	free(code->columns);
	free(code->prices);
	free(code->values);
	free(code->products);
	*code = (graph_code){ 0 };
}

code_work *graph_code_work_new(const graph_code *code)
{
	code_work *work = base_array_zero(1, sizeof *work);
	if (work == NULL)
		return NULL;
	bool ready = graph_code_counts_init(&work->counts, code);
	ready = graph_code_residual_init(&work->all, code) && ready;
	ready = graph_code_residual_init(&work->labels, code) && ready;
	work->given = base_array(code->nodes, sizeof *work->given);
	if (ready && work->given != NULL)
		return work;
	graph_code_work_free(work);
	return NULL;
}

void graph_code_work_free(code_work *work)
{
	if (work == NULL)
		return;
	graph_code_counts_clear(&work->counts);
	graph_code_residual_clear(&work->all);
	graph_code_residual_clear(&work->labels);
	free(work->given);
	free(work);
}

static bool is_label(const graph_code *code, size_t node)
{
	return code->columns[node].levels != NULL;
}

static size_t labels_among(size_t *out, const graph_code *code, const code_family *f)
{
	size_t count = 0;
	for (size_t i = 0; i < f->count; i++)
		if (is_label(code, f->parents[i]))
			out[count++] = f->parents[i];
	return count;
}

/* Makes the parents known; returns how many of them are numbers. */
static size_t begin(const graph_code *code, code_work *work, const code_family *f)
{
	size_t labels = labels_among(work->given, code, f);
	if (is_label(code, f->child)) {
		graph_code_counts_begin(&work->counts, code, f);
		graph_code_residual_begin(&work->labels, code, work->given, labels);
	}
	graph_code_residual_begin(&work->all, code, f->parents, f->count);
	return f->count - labels;
}

/* The length with a further parent, before the price of edges. */
static double with(const graph_code *code, code_work *work, size_t child, size_t numbers, size_t further)
{
	bool number = further != SIZE_MAX && !is_label(code, further);
	if (!is_label(code, child))
		return graph_code_residual_length(&work->all, code, child, further);
	double length = graph_code_counts_length(&work->counts, code, number ? SIZE_MAX : further);
	if (numbers > 0 || number)
		length += graph_code_residual_length(&work->all, code, child, further) -
		          graph_code_residual_length(&work->labels, code, child, number ? SIZE_MAX : further);
	return length;
}

static double rounded(double nats)
{
	return rint(nats / GRAPH_CODE_UNIT) * GRAPH_CODE_UNIT;
}

static double price_of(const graph_code *code, const code_family *f)
{
	double sum = 0;
	for (size_t i = 0; i < f->count; i++)
		sum += code->prices[f->child * code->nodes + f->parents[i]];
	return sum;
}

double graph_code_length(const graph_code *code, code_work *work, const code_family *f)
{
	size_t numbers = begin(code, work, f);
	return rounded(with(code, work, f->child, numbers, SIZE_MAX) + price_of(code, f));
}

void graph_code_lengths(double *out, const graph_code *code, code_work *work, const code_family *f, const bool *wanted)
{
	size_t numbers = begin(code, work, f);
	double price = price_of(code, f);
	for (size_t j = 0; j < code->nodes; j++)
		if (wanted[j])
			out[j] = rounded(with(code, work, f->child, numbers, j) + price + code->prices[f->child * code->nodes + j]);
}
