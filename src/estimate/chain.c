/*
 * Given Z, a column and its residual given Z carry the same information, so I(X;Y|Z) = I(X';Y'|Z) for residuals X', Y'. With a single
 * column Y on one side and its residual Y'' = (Y' - m(X', Z)) / s(X', Z), the chain rule of entropies gives
 *
 *     I(X;Y|Z) = [h(Y') - h(Y'')] - I(Y';Z) + I(Y'';Z) + I(X';Y''|Z):
 *
 * entropies of single columns, which are estimated well however strong the dependence is, and what a grid shows of the rest. With several
 * columns on both sides, I(X;Y1,Y2|Z) = I(X;Y1|Z) + I(X;Y2|Y1,Z). Only the single column is regressed on the other side: columns of one
 * side that determine each other, as points on a curve do, would else count what they say about each other.
 */
#include "estimate/chain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/sum.h"
#include "estimate/constants.h"
#include "estimate/residual.h"

/* The question: its columns by role, and X and Y as residuals given Z. */
typedef struct question {
	const mixmi_table *table; /* as asked */
	mixmi_table given_z;      /* X and Y residualised on Z; its columns are borrowed */
	estimate_residual *residuals;
	size_t *of_role[3]; /* columns */
	size_t count[3];
	uint64_t *keys; /* [rows] */
	bool changed;   /* some column is a residual */
	const mixmi_options *options;
} question;

static void question_clear(question *q)
{
	for (size_t j = 0; q->residuals != NULL && j < q->table->column_count; j++)
		estimate_residual_clear(&q->residuals[j]);
	free(q->residuals);
	free(q->given_z.columns);
	free(q->of_role[0]);
	free(q->keys);
}

static void make_keys(uint64_t *keys, const mixmi_table *table)
{
	for (size_t i = 0; i < table->rows; i++) {
		keys[i] = BASE_HASH_START;
		for (size_t j = 0; j < table->column_count; j++)
			keys[i] = base_hash_number(keys[i], table->columns[j].codes[i]);
	}
}

static bool question_init(question *q, const mixmi_table *table, const estimate_role *roles,
                          const mixmi_options *options)
{
	size_t columns = table->column_count;
	*q = (question){ .table = table, .given_z = { .rows = table->rows, .column_count = columns }, .options = options };
	q->given_z.columns = base_array_copy(table->columns, columns, sizeof *table->columns);
	q->residuals = base_array_zero(columns, sizeof *q->residuals);
	q->of_role[0] = base_array(columns, 3 * sizeof *q->of_role[0]);
	q->keys = base_array(table->rows, sizeof *q->keys);
	if (q->given_z.columns == NULL || q->residuals == NULL || q->of_role[0] == NULL || q->keys == NULL)
		return false;
	for (size_t role = 1; role < 3; role++)
		q->of_role[role] = q->of_role[0] + role * columns;
	for (size_t j = 0; j < columns; j++)
		q->of_role[roles[j]][q->count[roles[j]]++] = j;
	make_keys(q->keys, table);
	return true;
}

static bool residualise(estimate_residual *out, const question *q, const mixmi_table *table, size_t j,
                        const size_t *list, size_t count, bool sparing)
{
	return estimate_residual_init(out, table, j, list, count, q->keys, q->options->atom_threshold, sparing);
}

/* Replaces the columns of X and Y by their residuals given Z. */
static bool condition_on_z(question *q)
{
	bool done = true;
	for (estimate_role role = ESTIMATE_X; role <= ESTIMATE_Y; role++)
		for (size_t k = 0; done && k < q->count[role] && q->count[ESTIMATE_Z] > 0; k++) {
			size_t j = q->of_role[role][k];
			done = residualise(&q->residuals[j], q, q->table, j, q->of_role[ESTIMATE_Z], q->count[ESTIMATE_Z], false);
			if (done && q->residuals[j].exists) {
				q->given_z.columns[j] = q->residuals[j].column;
				q->changed = true;
			}
		}
	return done;
}

/* ------------------------------------------------------------------------------------------------- one term */

/* I(response; others | given): the response is one column; `given` holds Z and what comes before the response on its side. */
typedef struct term {
	size_t response;
	const size_t *others, *given;
	size_t other_count, given_count;
	mixmi_table before, after; /* the response as residual given `given`, and given all */
	estimate_residual first;   /* the residual given `given`, where it is not that given Z */
	estimate_residual last;
} term;

static void term_clear(term *t)
{
	estimate_residual_clear(&t->first);
	estimate_residual_clear(&t->last);
	free(t->before.columns);
	free(t->after.columns);
}

/* Regresses the response; t->last says with what success. False: out of memory. */
static bool term_init(term *t, const question *q, size_t response, const size_t *others, size_t other_count,
                      const size_t *given, size_t given_count)
{
	size_t columns = q->table->column_count;
	*t = (term){ response, others, given, other_count, given_count, .before = q->given_z, .after = q->given_z };
	t->before.columns = base_array_copy(q->given_z.columns, columns, sizeof *t->before.columns);
	t->after.columns = base_array(columns, sizeof *t->after.columns);
	size_t *all = base_array(columns, sizeof *all);
	bool done = t->before.columns != NULL && t->after.columns != NULL && all != NULL;
	if (done && given_count > q->count[ESTIMATE_Z]) {
		t->before.columns[response] = q->table->columns[response];
		done = residualise(&t->first, q, &t->before, response, given, given_count, false);
		if (done && t->first.exists)
			t->before.columns[response] = t->first.column;
	}
	if (done) {
		memcpy(all, others, other_count * sizeof *all);
		memcpy(all + other_count, given, given_count * sizeof *all);
		done = residualise(&t->last, q, &t->before, response, all, other_count + given_count, true);
		memcpy(t->after.columns, t->before.columns, columns * sizeof *t->after.columns);
		if (done && t->last.exists)
			t->after.columns[response] = t->last.column;
	}
	free(all);
	return done;
}

/* What a grid shows of I(response; others | given), or of I(response; given) where `others` is NULL. */
static mixmi_status look(estimate_result *out, const term *t, const mixmi_table *table, const size_t *others,
                         const mixmi_options *options)
{
	estimate_attempt a;
	size_t *columns = base_array(table->column_count, sizeof *columns), count = 0;
	estimate_role *roles = base_array(table->column_count, sizeof *roles);
	mixmi_status status = columns != NULL && roles != NULL ? MIXMI_OK : base_error_memory();
	for (size_t j = 0; status == MIXMI_OK && j < table->column_count; j++) {
		bool is_other = false, is_given = false;
		for (size_t k = 0; others != NULL && k < t->other_count; k++)
			is_other = is_other || others[k] == j;
		for (size_t k = 0; k < t->given_count; k++)
			is_given = is_given || t->given[k] == j;
		if (j != t->response && !is_other && !is_given)
			continue;
		columns[count] = j;
		roles[count++] = j == t->response ? ESTIMATE_X : is_other || others == NULL ? ESTIMATE_Y : ESTIMATE_Z;
	}
	if (status == MIXMI_OK) {
		status = estimate_attempt_search(&a, table, columns, roles, count, true, options);
		if (status == MIXMI_OK)
			status = estimate_attempt_estimate(&a, true, options);
		*out = a.estimate;
		estimate_attempt_clear(&a);
	}
	free(columns);
	free(roles);
	return status;
}

static double corrected(const estimate_result *e)
{
	return e->supported ? fmax(0, e->plug_in - e->bias) : 0;
}

/* I(response; given). */
static mixmi_status information_from_given(double *out, const term *t, const mixmi_table *table,
                                           const mixmi_options *options)
{
	estimate_result e = { 0 };
	*out = 0;
	if (t->given_count == 0)
		return MIXMI_OK;
	mixmi_status status = look(&e, t, table, NULL, options);
	*out = corrected(&e);
	return status;
}

static double value_of(const estimate_result *e)
{
	return e->supported ? e->plug_in - e->bias + e->discretisation : 0;
}

/* Adds what the term is by the residual given all, or by a grid of the response before that where this shows more: neither shows more than
 * there is. terms: [rows] of all regressions. */
static mixmi_status add_term(estimate_result *sum, double *variance, double *terms, const term *t, const question *q)
{
	const mixmi_options *options = q->options;
	estimate_result direct = { 0 }, rest = { 0 };
	double before = 0, after = 0;
	mixmi_status status = MIXMI_OK;
	if (q->changed || t->given_count > 0 || !t->last.exists)
		status = look(&direct, t, &t->before, t->others, options);
	if (status == MIXMI_OK && t->last.exists)
		status = look(&rest, t, &t->after, t->others, options);
	if (status == MIXMI_OK && t->last.exists)
		status = information_from_given(&before, t, &t->before, options);
	if (status == MIXMI_OK && t->last.exists)
		status = information_from_given(&after, t, &t->after, options);
	if (status != MIXMI_OK)
		return status;
	bool regressed = t->last.exists && t->last.information - before + after + value_of(&rest) > value_of(&direct);
	if (!regressed)
		rest = direct;
	for (size_t i = 0; regressed && i < t->after.rows; i++)
		terms[i] += t->last.terms[i];
	if (regressed) {
		sum->plug_in += t->last.information - before + after;
		sum->allowance += t->last.freedom / (double)t->after.rows;
	}
	if (rest.supported) {
		sum->plug_in += rest.plug_in;
		sum->bias += rest.bias;
		sum->discretisation += rest.discretisation;
		sum->by_grid += rest.plug_in - rest.bias;
		sum->allowance += rest.allowance;
		*variance += rest.standard_error * rest.standard_error;
	} else {
		sum->allowance += pow(sum->visible, 2) / (2 * (double)t->after.rows); /* the most that no grid would show */
	}
	return MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------------------ all */

/* What regressing one of two single columns on the other and Z saves. */
static bool find_saved(double *saved, const question *q, size_t response, size_t other)
{
	size_t count = q->count[ESTIMATE_Z], *all = base_array(count + 1, sizeof *all);
	if (all == NULL)
		return false;
	all[0] = other;
	memcpy(all + 1, q->of_role[ESTIMATE_Z], count * sizeof *all);
	bool done =
		estimate_residual_saved(saved, &q->given_z, response, all, count + 1, q->keys, q->options->atom_threshold);
	free(all);
	return done;
}

/* Of many rows a part tells which column is the response, and only that one is regressed. */
static bool choose_by_part(term *t, const question *q, const size_t *first, const size_t *second)
{
	double saved[2];
	if (!find_saved(&saved[0], q, *first, *second) || !find_saved(&saved[1], q, *second, *first)) {
		*t = (term){ 0 };
		return false;
	}
	bool swap = saved[1] > saved[0];
	return term_init(t, q, swap ? *second : *first, swap ? first : second, 1, q->of_role[ESTIMATE_Z],
	                 q->count[ESTIMATE_Z]);
}

/* The single column of two whose residual is shorter to code is the response; ties go to the one that comes first. */
static bool choose_response(term *t, const question *q)
{
	term other;
	const size_t *first = q->of_role[ESTIMATE_X], *second = q->of_role[ESTIMATE_Y], *z = q->of_role[ESTIMATE_Z];
	if (*second < *first) {
		const size_t *spare = first;
		first = second;
		second = spare;
	}
	if (q->table->rows >= 2 * ESTIMATE_PART)
		return choose_by_part(t, q, first, second);
	bool done = term_init(t, q, *first, second, 1, z, q->count[ESTIMATE_Z]);
	done = term_init(&other, q, *second, first, 1, z, q->count[ESTIMATE_Z]) && done;
	if (done && other.last.exists && (!t->last.exists || other.last.saved > t->last.saved)) {
		term spare = *t;
		*t = other;
		other = spare;
	}
	term_clear(&other);
	return done;
}

/* The side of which each column is a response in turn: that of fewer columns, else the one that comes first. */
static estimate_role side_of_responses(const question *q)
{
	size_t x = q->count[ESTIMATE_X], y = q->count[ESTIMATE_Y];
	if (x != y)
		return x < y ? ESTIMATE_X : ESTIMATE_Y;
	return q->of_role[ESTIMATE_X][0] < q->of_role[ESTIMATE_Y][0] ? ESTIMATE_X : ESTIMATE_Y;
}

/* The sum over the columns of one side, each given those before it. */
static mixmi_status add_chain(estimate_result *sum, double *variance, double *terms, bool *exists, const question *q)
{
	estimate_role side = side_of_responses(q), other = side == ESTIMATE_X ? ESTIMATE_Y : ESTIMATE_X;
	size_t given_count = q->count[ESTIMATE_Z];
	size_t *given = base_array(q->table->column_count, sizeof *given);
	mixmi_status status = given != NULL ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK)
		memcpy(given, q->of_role[ESTIMATE_Z], given_count * sizeof *given);
	for (size_t k = 0; status == MIXMI_OK && k < q->count[side]; k++) {
		term t;
		size_t response = q->of_role[side][k];
		if (!term_init(&t, q, response, q->of_role[other], q->count[other], given, given_count))
			status = base_error_memory();
		else
			status = add_term(sum, variance, terms, &t, q);
		*exists = *exists || t.last.exists;
		term_clear(&t);
		given[given_count++] = response;
	}
	free(given);
	return status;
}

static mixmi_status add_all(estimate_result *sum, double *variance, double *terms, bool *exists, const question *q)
{
	*exists = q->changed;
	if (q->count[ESTIMATE_X] > 1 || q->count[ESTIMATE_Y] > 1)
		return add_chain(sum, variance, terms, exists, q);
	term t;
	mixmi_status status = choose_response(&t, q) ? MIXMI_OK : base_error_memory();
	*exists = *exists || t.last.exists;
	if (status == MIXMI_OK && *exists)
		status = add_term(sum, variance, terms, &t, q);
	term_clear(&t);
	return status;
}

/* The variance of the mean of the regressions' terms. */
static double variance_of_terms(const double *terms, size_t rows)
{
	base_sum sum = { 0, 0 }, squares = { 0, 0 };
	for (size_t i = 0; i < rows; i++) {
		base_sum_add(&sum, terms[i]);
		base_sum_add(&squares, terms[i] * terms[i]);
	}
	double n = (double)rows, mean = base_sum_value(&sum) / n;
	return fmax(0, base_sum_value(&squares) / n - mean * mean) / n;
}

mixmi_status estimate_by_regression(estimate_result *out, bool *exists, bool *changed, const mixmi_table *table,
                                    const estimate_role *roles, const mixmi_options *options)
{
	question q;
	estimate_result sum = *out;
	double variance = 0, *terms = base_array_zero(table->rows, sizeof *terms);
	*exists = false;
	sum.plug_in = sum.bias = sum.discretisation = sum.by_grid = sum.allowance = 0;
	bool done = question_init(&q, table, roles, options) && terms != NULL && condition_on_z(&q);
	mixmi_status status = done ? add_all(&sum, &variance, terms, exists, &q) : base_error_memory();
	if (status == MIXMI_OK && *exists) {
		sum.standard_error = sqrt(variance + variance_of_terms(terms, table->rows));
		sum.supported = true;
		*out = sum;
	}
	*changed = q.changed;
	question_clear(&q);
	free(terms);
	return status;
}
