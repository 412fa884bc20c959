/*
 * If Z has nothing to do with (X, Y), then I(X;Y|Z) = I(X;Y), and the estimate shall not move. A column of Z that is found irrelevant can
 * explain no more than was looked for: with less than s nats saved in n rows its squared correlation with either side is below
 * 2 s / n, so that leaving it out moves a correlation given Z by about that much, far below its standard error. Regressions
 * are on curves of the column and of an evenly spaced part of the rows. O(rows) where a column is whole in the grid.
 */
#include "dependence/irrelevant.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "dependence/normal_scores.h"
#include "dependence/smooth.h"
#include "dependence/thinning.h"

enum { MOST_ROWS = 8000 };

/* Nats that a regression must save in all rows before it counts: fewer of few rows, where several columns that matter a little each
 * would be left out together. */
static double least_saved(size_t rows)
{
	return fmin(4, fmax(1.5, (double)rows / 100));
}

/* Some of the rows, and what is regressed there. */
typedef struct looking {
	mixmi_table rows;
	double **ranks; /* [columns of X and Y] centred, from -1/2 to 1/2 */
	size_t sides;
	double *response, *residuals;
	bool *used;
} looking;

static void looking_clear(looking *l)
{
	for (size_t j = 0; l->ranks != NULL && j < l->sides; j++)
		free(l->ranks[j]);
	free(l->ranks);
	free(l->response);
	free(l->residuals);
	free(l->used);
	dependence_thin_clear(&l->rows);
}

/* Middle ranks of a column. NULL: out of memory. */
static double *rank_column(const data_column *column, size_t rows)
{
	double *by_code = base_array(column->distinct, sizeof *by_code), *ranks = base_array(rows, sizeof *ranks);
	double below = 0, all = (double)rows;
	for (size_t code = 0; by_code != NULL && code < column->distinct; code++) {
		by_code[code] = (below + column->counts[code] / 2.0) / all - 0.5;
		below += column->counts[code];
	}
	for (size_t i = 0; by_code != NULL && ranks != NULL && i < rows; i++)
		ranks[i] = by_code[column->codes[i]];
	if (by_code == NULL) {
		free(ranks);
		ranks = NULL;
	}
	free(by_code);
	return ranks;
}

static bool looking_init(looking *l, const dependence_canonical *canonical)
{
	const mixmi_table *all = &canonical->table;
	*l = (looking){ .sides = 0 };
	bool done = dependence_thin_init(&l->rows, all, all->rows < MOST_ROWS ? all->rows : MOST_ROWS);
	size_t rows = l->rows.rows;
	l->ranks = base_array_zero(all->column_count, sizeof *l->ranks);
	l->response = base_array(rows, sizeof *l->response);
	l->residuals = base_array(rows, sizeof *l->residuals);
	l->used = base_array(rows, sizeof *l->used);
	done = done && l->ranks != NULL && l->response != NULL && l->residuals != NULL && l->used != NULL;
	for (size_t i = 0; done && i < rows; i++)
		l->used[i] = true;
	for (size_t j = 0; done && j < all->column_count; j++) {
		if (canonical->roles[j] == DEPENDENCE_Z)
			continue;
		l->ranks[l->sides] = rank_column(&l->rows.columns[j], rows);
		done = l->ranks[l->sides++] != NULL;
	}
	return done;
}

/* Whether the product of two columns' ranks follows the curve; of one with itself that is its spread. With `b` NULL, the ranks of one.
 * False: out of memory. */
static bool follows(bool *out, looking *l, const double *a, const double *b, const dependence_term *curve)
{
	size_t rows = l->rows.rows;
	double mean = 0;
	for (size_t i = 0; i < rows; i++) {
		l->response[i] = b != NULL ? a[i] * b[i] : a[i];
		mean += l->response[i] / (double)rows;
	}
	for (size_t i = 0; i < rows; i++)
		l->response[i] -= mean;
	dependence_smooth s = { .residuals = l->residuals };
	if (!dependence_smooth_fit(&s, l->response, l->used, curve, 1, rows))
		return false;
	*out = s.before > 0 && 0.5 * (double)rows * log(s.before / fmax(s.error, 1e-300)) > least_saved(rows);
	return true;
}

/* Whether anything of X and Y follows a column of Z. False: out of memory. */
static bool matters(bool *out, looking *l, const data_column *z, const mixmi_options *options)
{
	dependence_numbers numbers;
	bool done = dependence_numbers_init(&numbers, z, l->rows.rows, options->atom_threshold);
	dependence_term curve = { &numbers.predictor, NULL };
	*out = false;
	for (size_t i = 0; done && !*out && i < l->sides; i++)
		done = follows(out, l, l->ranks[i], NULL, &curve);
	for (size_t i = 0; done && !*out && i < l->sides; i++)
		for (size_t k = 0; done && !*out && k <= i; k++)
			done = follows(out, l, l->ranks[i], l->ranks[k], &curve);
	dependence_numbers_clear(&numbers);
	return done;
}

/* True if X or Y has labels whose order means nothing, more than two. */
static bool has_labels(const dependence_ranks *ranks)
{
	for (size_t j = 0; j < ranks->column_count; j++)
		if (ranks->columns[j].role != DEPENDENCE_Z && ranks->columns[j].nominal && ranks->columns[j].atoms > 2)
			return true;
	return false;
}

/* True if there are rows enough to look at every column of Z by itself: of few rows, columns that matter only together would be left out. */
static bool has_rows_for_z(const dependence_ranks *ranks)
{
	const size_t enough = 30; /* a column */
	size_t given = 0;
	for (size_t j = 0; j < ranks->column_count; j++)
		given += ranks->columns[j].role == DEPENDENCE_Z;
	return ranks->rows >= enough * given;
}

/* True if a column of Z can be looked at: one bin in the grid, and not so many labels that a regression on them would see nothing. */
static bool is_whole(const dependence_attempt *plain, size_t j)
{
	const size_t many = 50; /* rows a label, at least */
	const dependence_column *column = &plain->ranks.columns[j];
	return column->role == DEPENDENCE_Z && dependence_division_bins(&plain->grid.divisions[j]) == 1 &&
	       many * column->atoms <= plain->ranks.rows;
}

mixmi_status dependence_find_irrelevant(bool *irrelevant, size_t *count, const dependence_attempt *plain,
                                        const dependence_canonical *canonical, const mixmi_options *options)
{
	size_t columns = plain->ranks.column_count, whole = 0;
	*count = 0;
	for (size_t j = 0; j < columns; j++) {
		irrelevant[j] = is_whole(plain, j);
		whole += irrelevant[j];
	}
	if (whole == 0 || has_labels(&plain->ranks) || !has_rows_for_z(&plain->ranks))
		return MIXMI_OK;
	looking l;
	bool done = looking_init(&l, canonical);
	for (size_t j = 0; done && j < columns; j++) {
		bool does = false;
		if (irrelevant[j])
			done = matters(&does, &l, &l.rows.columns[j], options);
		irrelevant[j] = irrelevant[j] && !does;
		*count += irrelevant[j];
	}
	looking_clear(&l);
	return done ? MIXMI_OK : base_error_memory();
}
