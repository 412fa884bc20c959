/* Strengths of pairs as a matrix. Columns are first numbered by name, so the result depends neither on their order in
 * the table nor on that of the questions. Cost: O(questions), plus the ordering (heat_order.c). */
#include "plot/heat_matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "plot/heat_order.h"

/* The columns that occur on one side of the questions. */
typedef struct side {
	size_t *columns; /* [count] sorted by name */
	size_t *numbers; /* [columns of the table] index among them; SIZE_MAX: not among them */
	size_t count;
} side;

typedef struct named {
	const char *name;
	size_t column;
} named;

static int by_name(const void *a, const void *b)
{
	return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

/* Lists the marked columns, sorted by name. */
static mixmi_status list_side(side *out, const bool *marked, const mixmi_table *table)
{
	size_t all = mixmi_table_columns(table);
	named *names = base_array(all, sizeof *names);
	out->columns = base_array(all, sizeof *out->columns);
	out->numbers = base_array(all, sizeof *out->numbers);
	bool done = names != NULL && out->columns != NULL && out->numbers != NULL;
	for (size_t j = 0; done && j < all; j++) {
		out->numbers[j] = SIZE_MAX;
		if (marked[j])
			names[out->count++] = (named){ mixmi_table_name(table, j), j };
	}
	if (done)
		qsort(names, out->count, sizeof *names, by_name);
	for (size_t i = 0; done && i < out->count; i++) {
		out->columns[i] = names[i].column;
		out->numbers[names[i].column] = i;
	}
	free(names);
	return done ? MIXMI_OK : base_error_memory();
}

static mixmi_status mark(bool *x, bool *y, const mixmi_answers *answers, size_t all)
{
	for (size_t i = 0; i < mixmi_answers_count(answers); i++) {
		mixmi_question q;
		mixmi_status status = mixmi_answers_question(&q, answers, i);
		if (status != MIXMI_OK)
			return status;
		if (q.x_count != 1 || q.y_count != 1 || *q.x >= all || *q.y >= all)
			return base_error(MIXMI_ERROR_USAGE,
			                  "a heat map shows questions of one column of X and one of Y in the table");
		x[*q.x] = y[*q.y] = true;
	}
	return MIXMI_OK;
}

/* If there are n (n - 1) / 2 questions for n columns, they are all pairs, and both sides are the same. */
static mixmi_status find_sides(side *x, side *y, bool *square, const mixmi_answers *answers, const mixmi_table *table)
{
	size_t all = mixmi_table_columns(table), questions = mixmi_answers_count(answers), both = 0;
	bool *in_x = base_array_zero(all, sizeof *in_x), *in_y = base_array_zero(all, sizeof *in_y);
	mixmi_status status = in_x != NULL && in_y != NULL ? mark(in_x, in_y, answers, all) : base_error_memory();
	for (size_t j = 0; status == MIXMI_OK && j < all; j++)
		both += in_x[j] || in_y[j];
	*square = status == MIXMI_OK && questions == both * (both - 1) / 2;
	for (size_t j = 0; *square && j < all; j++)
		in_x[j] = in_y[j] = in_x[j] || in_y[j];
	if (status == MIXMI_OK)
		status = list_side(x, in_x, table);
	if (status == MIXMI_OK)
		status = list_side(y, in_y, table);
	free(in_x);
	free(in_y);
	return status;
}

static void put(double *strengths, const side *x, const side *y, size_t a, size_t b, double strength)
{
	if (x->numbers[a] != SIZE_MAX && y->numbers[b] != SIZE_MAX)
		strengths[x->numbers[a] * y->count + y->numbers[b]] = strength;
}

/* Strengths by name; in a square matrix each pair is stored twice. */
static mixmi_status fill(double **out, size_t *unanswered, const side *x, const side *y, const mixmi_answers *answers)
{
	double *strengths = *out = base_array(x->count * y->count, sizeof *strengths);
	if (strengths == NULL)
		return base_error_memory();
	for (size_t i = 0; i < x->count * y->count; i++)
		strengths[i] = NAN;
	for (size_t i = 0; i < mixmi_answers_count(answers); i++) {
		mixmi_question q;
		mixmi_answer answer;
		mixmi_status status = mixmi_answers_question(&q, answers, i);
		if (status == MIXMI_OK)
			status = mixmi_answers_get(&answer, sizeof answer, answers, i);
		if (status != MIXMI_OK)
			return status;
		double strength = answer.status == MIXMI_OK ? answer.strength : NAN;
		*unanswered += isnan(strength) ? 1 : 0;
		put(strengths, x, y, *q.x, *q.y, strength);
		put(strengths, x, y, *q.y, *q.x, strength);
	}
	return MIXMI_OK;
}

typedef struct total {
	double sum;
	size_t row;
} total;

static int by_total(const void *left, const void *right)
{
	const total *a = left, *b = right;
	if (a->sum != b->sum)
		return a->sum > b->sum ? -1 : 1;
	return (a->row > b->row) - (a->row < b->row);
}

static mixmi_status order_by_total(size_t *order, const double *strengths, size_t rows, size_t columns)
{
	total *totals = base_array(rows, sizeof *totals);
	if (totals == NULL)
		return base_error_memory();
	for (size_t i = 0; i < rows; i++) {
		totals[i] = (total){ 0, i };
		for (size_t j = 0; j < columns; j++)
			totals[i].sum += isnan(strengths[i * columns + j]) ? 0 : strengths[i * columns + j];
	}
	qsort(totals, rows, sizeof *totals, by_total);
	for (size_t i = 0; i < rows; i++)
		order[i] = totals[i].row;
	free(totals);
	return MIXMI_OK;
}

/* Copies rows and columns in their final order. */
static mixmi_status arrange(plot_matrix *m, const side *x, const side *y, const size_t *order, const double *strengths)
{
	m->found_rows = x->count;
	m->rows = m->square || x->count <= PLOT_MOST_ROWS ? x->count : PLOT_MOST_ROWS;
	m->columns = y->count;
	m->row_columns = base_array(m->rows, sizeof *m->row_columns);
	m->column_columns = base_array(m->columns, sizeof *m->column_columns);
	m->strengths = base_array(m->rows * m->columns, sizeof *m->strengths);
	if (m->row_columns == NULL || m->column_columns == NULL || m->strengths == NULL)
		return base_error_memory();
	for (size_t i = 0; i < m->rows; i++)
		m->row_columns[i] = x->columns[order[i]];
	for (size_t j = 0; j < m->columns; j++)
		m->column_columns[j] = y->columns[m->square ? order[j] : j];
	for (size_t i = 0; i < m->rows; i++)
		for (size_t j = 0; j < m->columns; j++)
			m->strengths[i * m->columns + j] = strengths[order[i] * y->count + (m->square ? order[j] : j)];
	return MIXMI_OK;
}

static mixmi_status build(plot_matrix *matrix, const side *x, const side *y, const mixmi_answers *answers)
{
	if (matrix->square && x->count > PLOT_MOST_SQUARE)
		return base_error(MIXMI_ERROR_LIMIT, "a heat map shows at most %d columns, not %zu", PLOT_MOST_SQUARE,
		                  x->count);
	double *strengths = NULL;
	size_t *order = base_array(x->count, sizeof *order);
	mixmi_status status = order != NULL ? fill(&strengths, &matrix->unanswered, x, y, answers) : base_error_memory();
	if (status == MIXMI_OK && matrix->unanswered == mixmi_answers_count(answers))
		status = base_error(MIXMI_ERROR_DATA, "no pair has a strength to draw");
	if (status == MIXMI_OK)
		status = matrix->square ? plot_heat_order(order, strengths, x->count)
		                        : order_by_total(order, strengths, x->count, y->count);
	if (status == MIXMI_OK)
		status = arrange(matrix, x, y, order, strengths);
	free(order);
	free(strengths);
	return status;
}

mixmi_status plot_matrix_init(plot_matrix *matrix, const mixmi_answers *answers, const mixmi_table *table)
{
	side x = { 0 }, y = { 0 };
	*matrix = (plot_matrix){ 0 };
	mixmi_status status = find_sides(&x, &y, &matrix->square, answers, table);
	if (status == MIXMI_OK)
		status = build(matrix, &x, &y, answers);
	free(x.columns);
	free(x.numbers);
	free(y.columns);
	free(y.numbers);
	return status;
}

void plot_matrix_clear(plot_matrix *matrix)
{
	free(matrix->row_columns);
	free(matrix->column_columns);
	free(matrix->strengths);
	*matrix = (plot_matrix){ 0 };
}
