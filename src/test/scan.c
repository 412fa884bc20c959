/* The default test, from a question to its p-value. It uses no random numbers. */
#include "test/scan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/exact.h"
#include "base/memory.h"
#include "paper/question/question.h"
#include "question/counted.h"
#include "question/set_order.h"
#include "test/all_exchanges.h"
#include "test/clusters.h"
#include "test/constants.h"
#include "test/covary.h"
#include "test/moments.h"
#include "test/row_constants.h"
#include "test/tails.h"

/* A question at work. */
typedef struct job {
	test_memory *memory;
	const mixmi_table *table;
	question_complete complete;
	question_sample rows; /* of them */
	uint64_t rows_key;
	size_t *z; /* [z_count] in an order that depends only on their values */
	size_t z_count;
	bool within;      /* cluster means are subtracted */
	test_kept *given; /* NULL: not needed so far */
} job;

/* ------------------------------------------------------------------------------------------- what is asked for again */

static uint64_t key_of_rows(const question_complete *rows)
{
	uint64_t key = rows->count + 1; /* from 0 on, row 0 would not show */
	for (size_t i = 0; rows->used != NULL && i < rows->count; i++)
		key = (key ^ rows->used[i]) * UINT64_C(0x9E3779B97F4A7C15) + (key >> 31);
	return rows->used != NULL ? key | 1 : 0;
}

/* Prepares Z; `functions`: also what regressions need. NULL: out of memory. */
static const test_given *obtain_given(job *j, bool functions)
{
	test_key key = { j->rows_key, functions ? TEST_KEY_REGRESSIONS : TEST_KEY_GIVEN, j->z, j->z_count };
	if (j->given != NULL && (!functions || j->given->given.ready || j->given->given.manner != TEST_BY_REGRESSION))
		return &j->given->given;
	test_kept *kept = test_memory_find(j->memory, &key);
	if (kept == NULL) {
		kept = test_kept_new(&key);
		bool done = kept != NULL && test_given_init(&kept->given, j->table, &j->rows, j->z, j->z_count) &&
		            (!functions || test_given_prepare(&kept->given, j->table, &j->rows, j->z, j->z_count));
		if (!done) {
			test_kept_free(kept);
			return NULL;
		}
		kept->given.within = j->within;
		kept = test_memory_add(j->memory, kept);
	}
	test_memory_release(j->memory, j->given);
	j->given = kept;
	return &kept->given;
}

/* Residualises a column within cells on merged rows, and spreads the residuals over all rows. */
static bool residualise_and_spread(test_residuals *residuals, job *j, const question_sample *rows,
                                   const size_t *columns, size_t count)
{
	test_given given;
	question_column sample = { 0 };
	if (!test_given_init(&given, j->table, rows, columns + 1, count - 1))
		return false;
	bool done = question_column_init(&sample, &j->table->columns[columns[0]], rows) &&
	            test_residuals_init(residuals, &sample, &given);
	double *spread = done ? question_sample_spread(residuals->values, residuals->count, rows) : NULL;
	if (done && spread == NULL)
		test_residuals_clear(residuals);
	if (spread != NULL) {
		free(residuals->values);
		residuals->values = spread;
		residuals->entries = j->rows.entries;
		residuals->times = NULL;
	}
	question_column_clear(&sample);
	test_given_clear(&given);
	return spread != NULL;
}

/* If few rows are equal in all columns of the question, many may still be equal in one column and Z. Then this
 * column is residualised on merged rows. *merged: whether that was done. */
static bool residualise_merged(test_residuals *residuals, bool *merged, job *j, size_t column)
{
	*merged = false;
	if (j->rows.times != NULL || j->table->clusters != NULL)
		return true;
	question_sample rows;
	size_t count = j->z_count + 1, *columns = base_array(count, sizeof *columns);
	if (columns == NULL)
		return false;
	columns[0] = column;
	if (j->z_count > 0)
		memcpy(columns + 1, j->z, j->z_count * sizeof *columns);
	bool done = question_sample_merge(&rows, &j->complete, j->table, columns, count);
	*merged = done && rows.times != NULL;
	if (*merged)
		done = residualise_and_spread(residuals, j, &rows, columns, count);
	question_sample_clear(&rows);
	free(columns);
	return done;
}

static bool residualise_unmerged_rows(test_residuals *residuals, job *j, size_t column)
{
	question_column sample;
	if (!question_column_init(&sample, &j->table->columns[column], &j->rows))
		return false;
	const test_given *given = obtain_given(j, true);
	bool done = given != NULL && test_residuals_init(residuals, &sample, given);
	question_column_clear(&sample);
	return done;
}

/* A column residualised on Z; NULL: out of memory. */
static test_kept *obtain_residuals(job *j, size_t column)
{
	test_key key = { j->rows_key, column, j->z, j->z_count };
	test_kept *kept = test_memory_find(j->memory, &key);
	if (kept != NULL)
		return kept;
	bool merged = false;
	kept = test_kept_new(&key);
	bool done = kept != NULL && residualise_merged(&kept->residuals, &merged, j, column);
	if (done && !merged)
		done = residualise_unmerged_rows(&kept->residuals, j, column);
	if (done)
		return test_memory_add(j->memory, kept);
	test_kept_free(kept);
	return NULL;
}

/* -------------------------------------------------------------------------------------------------- sets of columns */

/* Appends the features of one column that have a given detail. */
static void append(test_residuals *set, const test_residuals *column, unsigned detail)
{
	for (size_t k = 0; k < column->count && set->count < QUESTION_MOST_FEATURES; k++) {
		if (column->detail[k] != detail)
			continue;
		memcpy(set->values + set->count * set->entries, column->values + k * set->entries,
		       set->entries * sizeof *set->values);
		set->detail[set->count++] = column->detail[k];
	}
}

/* Products of the first features of two columns, residualised on Z like any feature. */
static bool append_products(test_residuals *set, test_kept *const *columns, size_t count, const test_given *given)
{
	size_t first = set->count;
	for (size_t a = 0; a < count; a++)
		for (size_t b = a + 1; b < count && set->count < QUESTION_MOST_FEATURES; b++) {
			const test_residuals *x = &columns[a]->residuals, *y = &columns[b]->residuals;
			if (x->count == 0 || y->count == 0)
				continue;
			double *values = set->values + set->count * set->entries;
			for (size_t i = 0; i < set->entries; i++)
				values[i] = x->values[i] * y->values[i];
			question_counted_standardise(values, set->times, set->entries);
			set->detail[set->count++] = 1;
		}
	double *values = set->values + first * set->entries, inside;
	return test_residualise_values(values, set->count - first, given) &&
	       (given->clusters == NULL || test_whiten_clusters(&inside, values, set->count - first, given, false));
}

/* Effective parameters per block and groups of rows, of the regression that has most parameters. */
static bool take_shares(test_residuals *set, test_kept *const *columns, size_t count)
{
	for (size_t k = 0; k < count && set->shares == NULL; k++) {
		const test_residuals *r = &columns[k]->residuals;
		if (r->freedom < set->freedom || r->shares == NULL)
			continue;
		set->share_count = r->share_count;
		set->smooth_count = r->smooth_count;
		set->shares = base_array_copy(r->shares, r->share_count, sizeof *r->shares);
		bool done = set->shares != NULL;
		for (size_t p = 0; done && p < 2 && r->leaf[p] != NULL; p++) {
			set->leaf_count[p] = r->leaf_count[p];
			set->leaf[p] = base_array_copy(r->leaf[p], r->rows, sizeof **r->leaf);
			done = set->leaf[p] != NULL;
		}
		if (!done)
			return false;
	}
	return true;
}

static bool join_columns(test_residuals *set, test_kept *const *columns, size_t count, const test_given *given)
{
	*set = (test_residuals){ .rows = given->rows, .manner = given->manner, .left = 1 };
	set->entries = given->entries;
	set->times = given->times;
	set->comparable = given->comparable;
	set->ordered = set->constant = true;
	set->inside = columns[0]->residuals.inside;
	set->values = base_array(given->entries, QUESTION_MOST_FEATURES * sizeof *set->values);
	if (set->values == NULL)
		return false;
	for (size_t k = 0; k < count; k++) {
		set->left = fmin(set->left, columns[k]->residuals.left);
		set->freedom = fmax(set->freedom, columns[k]->residuals.freedom);
		set->constant = set->constant && columns[k]->residuals.constant;
	}
	if (!take_shares(set, columns, count))
		return false;
	for (unsigned detail = 0; detail < QUESTION_DETAILS; detail++) {
		for (size_t k = 0; k < count; k++)
			append(set, &columns[k]->residuals, detail);
		if (detail == 1 && !append_products(set, columns, count, given))
			return false;
	}
	return test_residuals_finish(set);
}

/* One side of the question. */
typedef struct side {
	size_t count;
	test_kept **columns;  /* [count] */
	test_residuals joint; /* of several columns */
} side;

static void side_clear(side *s, job *j)
{
	for (size_t k = 0; s->columns != NULL && k < s->count; k++)
		test_memory_release(j->memory, s->columns[k]);
	free(s->columns);
	test_residuals_clear(&s->joint);
}

/* Of X of the sets. */
static bool side_init(side *s, job *j, const mixmi_question *sets)
{
	size_t count = sets->x_count, *sorted = base_array(count, sizeof *sorted);
	*s = (side){ .columns = base_array_zero(count, sizeof *s->columns) };
	bool done =
		s->columns != NULL && sorted != NULL && question_sort_columns(sorted, j->table, &j->rows, sets, QUESTION_X);
	for (; done && s->count < count; s->count += done) {
		s->columns[s->count] = obtain_residuals(j, sorted[s->count]);
		done = s->columns[s->count] != NULL;
	}
	free(sorted);
	const test_given *given = done && count > 1 ? obtain_given(j, true) : NULL;
	if (done && count > 1)
		done = given != NULL && join_columns(&s->joint, s->columns, count, given);
	if (!done)
		side_clear(s, j);
	return done;
}

static const test_residuals *features_of(const side *s)
{
	return s->count > 1 ? &s->joint : &s->columns[0]->residuals;
}

/* ------------------------------------------------------------------------------------------------------ the verdict */

/* The parts of the p-value. */
typedef struct parts {
	test_pairing pairing;
	test_weighted weighted;
	test_omnibus omnibus;
} parts;

static bool has_features(const test_pairing *pairing)
{
	return pairing->x_count > 0 && pairing->y_count > 0 && pairing->in_effect >= QUESTION_LEAST_ROWS;
}

static bool leaves_nothing(const parts *p, const test_residuals *x, const test_residuals *y)
{
	return fmin(x->left, y->left) < test_least_left || x->comparable < QUESTION_LEAST_ROWS ||
	       (!has_features(&p->pairing) && p->omnibus.count == 0);
}

/* Smallest p-value that m rows can support: each of the m! pairings of X with Y is equally likely under
 * independence, so the most extreme one and its mirror image have probability 2 / m!. */
static double least_p(double rows)
{
	double p = 2;
	for (double m = 2; m <= rows && p > 0; m++)
		p /= m;
	return fmin(p, 1);
}

/* The same for clusters, whose signs can be changed: 2^(1 - clusters). */
static double least_p_of(const test_residuals *x, const test_given *given)
{
	return given->clusters != NULL ? exp2(1 - (double)given->clusters->occurring) : least_p((double)x->comparable);
}

/* The p-value of a question that is not undecided. */
static bool find_p(double *p, test_shown *shown, const parts *all, const test_residuals *x, const test_residuals *y,
                   const test_given *given)
{
	*p = test_p_value(shown, &all->pairing, &all->weighted, &all->omnibus);
	if (given->manner == TEST_NOTHING_GIVEN && given->clusters == NULL && x->rows <= TEST_MOST_EXCHANGED)
		return test_exchange_all(p, x, y, given);
	*p = fmax(*p, least_p_of(x, given));
	return true;
}

static bool conclude(test_verdict *out, const parts *p, const test_residuals *x, const test_residuals *y,
                     const test_given *given)
{
	out->comparable = x->comparable;
	out->clusters = given->clusters != NULL ? given->clusters->occurring : 0;
	bool constant = x->constant || y->constant; /* a constant is independent of everything */
	out->undecided = !constant && leaves_nothing(p, x, y);
	out->p = constant ? 1 : NAN;
	if (!out->undecided && !constant && !find_p(&out->p, &out->shown, p, x, y, given))
		return false;
	out->statistic = out->undecided ? NAN : test_deviate_of(out->p);
	out->in_effect = has_features(&p->pairing) ? test_rows_share(x, y) * p->pairing.in_effect : NAN;
	return true;
}

static bool parts_init(parts *p, const test_omnibus_side *x, const test_omnibus_side *y, const job *j)
{
	const test_given *given = &j->given->given;
	memset(p, 0, sizeof *p);
	if (given->clusters != NULL)
		return test_compare_clusters(&p->pairing, &p->weighted, x->residuals, y->residuals, given);
	return test_pairing_init(&p->pairing, x->residuals, y->residuals, given) &&
	       test_covary(&p->pairing, x->residuals, y->residuals, given) &&
	       test_weighted_init(&p->weighted, x->residuals, y->residuals, given, &p->pairing) &&
	       test_omnibus_init(&p->omnibus, x, y, &j->rows, given);
}

static test_omnibus_side look_at(const side *s, const job *j, const size_t *set)
{
	return (test_omnibus_side){ s->count == 1 ? &j->table->columns[set[0]] : NULL, features_of(s) };
}

/* Sorts the columns of Z into an order that depends only on their values. */
static bool sort_z(job *j, const size_t *x, size_t x_count, const size_t *y, size_t y_count)
{
	size_t *sorted = base_array(j->z_count, sizeof *sorted);
	const mixmi_question sets = { x, x_count, y, y_count, j->z, j->z_count };
	if (sorted == NULL || !question_sort_columns(sorted, j->table, &j->rows, &sets, QUESTION_Z)) {
		free(sorted);
		return false;
	}
	free(j->z);
	j->z = sorted;
	return true;
}

static bool judge(test_verdict *out, job *j, const mixmi_question *q)
{
	side x = { 0 }, y = { 0 };
	parts p = { 0 };
	bool done = sort_z(j, q->x, q->x_count, q->y, q->y_count);
	const mixmi_question own = { q->x, q->x_count, q->y, q->y_count, j->z, j->z_count };
	const mixmi_question exchanged = { q->y, q->y_count, q->x, q->x_count, j->z, j->z_count };
	done = done && side_init(&x, j, &own);
	if (done && !side_init(&y, j, &exchanged)) {
		side_clear(&x, j);
		done = false;
	}
	if (!done)
		return false;
	const test_omnibus_side a = look_at(&x, j, q->x), b = look_at(&y, j, q->y);
	done = obtain_given(j, false) != NULL && parts_init(&p, &a, &b, j) &&
	       conclude(out, &p, a.residuals, b.residuals, &j->given->given);
	test_pairing_clear(&p.pairing);
	side_clear(&y, j);
	side_clear(&x, j);
	return done;
}

static int compare_sizes(const void *a, const void *b)
{
	size_t v = *(const size_t *)a, w = *(const size_t *)b;
	return v < w ? -1 : v > w;
}

/* Removes columns that do not vary or repeat others: they have no further information, and some rules, and the order of columns, depend on
 * their number. False: out of memory. */
static bool drop_repeats(job *j)
{
	const data_column *columns = j->table->columns;
	size_t kept = 0, most = 0;
	for (size_t k = 0; k < j->z_count; k++)
		most = columns[j->z[k]].distinct > most ? columns[j->z[k]].distinct : most;
	uint32_t *met = base_array(most, 2 * sizeof *met);
	for (size_t k = 0; met != NULL && k < j->z_count; k++) {
		const data_column *column = &columns[j->z[k]];
		bool repeats = !question_varies(column, &j->complete), reversed;
		for (size_t i = 0; i < kept && !repeats; i++)
			repeats = question_is_copy(&reversed, met, &columns[j->z[i]], column, column->type == MIXMI_NUMERIC,
			                           &j->complete);
		if (!repeats)
			j->z[kept++] = j->z[k];
	}
	j->z_count = kept;
	free(met);
	return met != NULL;
}

static mixmi_status job_init(job *j, test_memory *memory, const mixmi_table *table, const size_t *columns, size_t count,
                             const size_t *z, size_t z_count)
{
	*j = (job){ .memory = test_memory_of(memory, table), .table = table, .z_count = z_count };
	mixmi_status status = question_complete_init(&j->complete, table, columns, count);
	if (status != MIXMI_OK)
		return status;
	j->z = base_array(z_count, sizeof *j->z);
	if (j->z != NULL && z_count > 0) {
		memcpy(j->z, z, z_count * sizeof *z);
		qsort(j->z, z_count, sizeof *j->z, compare_sizes);
	}
	if (j->z == NULL || !drop_repeats(j)) {
		free(j->z);
		question_complete_clear(&j->complete);
		return base_error_memory();
	}
	j->rows_key = key_of_rows(&j->complete);
	j->rows = question_sample_unmerged(&j->complete);
	return MIXMI_OK;
}

static void job_clear(job *j)
{
	question_sample_clear(&j->rows);
	test_memory_release(j->memory, j->given);
	question_complete_clear(&j->complete);
	free(j->z);
}

/* Merges equal rows. Results on merged rows cannot be reused for questions about other columns, and are cheaper to
 * compute than to look up. */
static bool job_merge(job *j, const size_t *columns, size_t count)
{
	if (j->table->clusters != NULL)
		return true;
	if (!question_sample_merge(&j->rows, &j->complete, j->table, columns, count))
		return false;
	if (j->rows.times != NULL)
		j->memory = NULL;
	return true;
}

/* With few clusters the variance over clusters cannot be estimated. */
static mixmi_status check_clusters(const job *j)
{
	uint32_t *owned;
	size_t clusters = 0;
	if (j->table->clusters == NULL)
		return j->within ? base_error(MIXMI_ERROR_USAGE, "option within has no effect without option cluster")
		                 : MIXMI_OK;
	const uint32_t *counts = question_complete_count(&owned, &j->complete, j->table->clusters);
	if (counts == NULL)
		return base_error_memory();
	for (size_t c = 0; c < j->table->clusters->distinct; c++)
		clusters += counts[c] > 0;
	free(owned);
	if (clusters >= TEST_FEWEST_CLUSTERS)
		return MIXMI_OK;
	return base_error(
		MIXMI_ERROR_DATA,
		"rows with a value in every column of the question are in %zu cluster%s: a test over clusters needs "
		"at least %d",
		clusters, clusters == 1 ? "" : "s", TEST_FEWEST_CLUSTERS);
}

mixmi_status test_judge(test_verdict *out, test_memory *memory, const mixmi_table *table,
                        const mixmi_question *question, bool within)
{
	memset(out, 0, sizeof *out);
	question_ready q;
	job j;
	mixmi_status status = question_init(&q, table, question);
	if (status != MIXMI_OK)
		return status;
	status = job_init(&j, memory, table, q.columns, q.count, question->z, question->z_count);
	if (status != MIXMI_OK) {
		question_clear(&q);
		return status;
	}
	j.within = within;
	status = check_clusters(&j);
	if (status == MIXMI_OK && !(job_merge(&j, q.columns, q.count) && judge(out, &j, question)))
		status = base_error_memory();
	question_clear(&q);
	out->rows = j.rows.count;
	out->rows_dropped = j.complete.dropped;
	job_clear(&j);
	return status;
}

mixmi_status test_residualise_column(test_residuals *out, const mixmi_table *table, size_t column, const size_t *z,
                                     size_t z_count)
{
	memset(out, 0, sizeof *out);
	size_t *columns = base_array(z_count + 1, sizeof *columns);
	if (columns == NULL)
		return base_error_memory();
	columns[0] = column;
	if (z_count > 0)
		memcpy(columns + 1, z, z_count * sizeof *z);
	job j;
	mixmi_status status = job_init(&j, NULL, table, columns, z_count + 1, z, z_count);
	free(columns);
	if (status != MIXMI_OK)
		return status;
	test_kept *kept = sort_z(&j, &column, 1, NULL, 0) ? obtain_residuals(&j, column) : NULL;
	if (kept != NULL) {
		*out = kept->residuals;
		memset(&kept->residuals, 0, sizeof kept->residuals);
		test_memory_release(NULL, kept);
	} else
		status = base_error_memory();
	job_clear(&j);
	return status;
}
