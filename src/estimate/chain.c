/* Given Z, a column and its residual on Z carry the same information, so I(X;Y|Z) = I(X';Y'|Z) for residuals X', Y'. If one side is a single column Y
 * with residual Y'' = (Y' - m(X', Z)) / s(X', Z), the chain rule of entropies gives
 *
 *     I(X;Y|Z) = [h(Y') - h(Y'')] - I(Y';Z) + I(Y'';Z) + I(X';Y''|Z).
 * Residuals given Z have almost no information about Z, so the two terms in the middle are omitted. The entropies are those of single columns, which
 * are estimated well for any strength of dependence, and a grid measures the rest. With several columns on both sides, I(X;Y1,Y2|Z) = I(X;Y1|Z) +
 * I(X;Y2|Y1,Z). Only the single column is regressed on the other side: columns of one side may determine each other, as coordinates of points on a curve
 * do, and a regression of them would include their dependence on each other.
 */
#include "estimate/chain.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/options.h"
#include "estimate/residual.h"

/* A question with its columns by role, and X and Y as residuals given Z. */
typedef struct chain {
	const question_canonical *canonical;
	const mixmi_table *table; /* the columns themselves */
	mixmi_table given_z;      /* X and Y residualised on Z; its columns are borrowed */
	estimate_residual *residuals;
	size_t *of_role[3]; /* columns */
	size_t count[3];
	uint64_t *keys; /* [rows] */
	bool changed;   /* at least one column is a residual */
	const estimate_costs *costs;
	const mixmi_options *options;
	test_memory *memory;
} chain;

static void chain_clear(chain *q)
{
	for (size_t j = 0; q->residuals != NULL && j < q->table->column_count; j++)
		estimate_residual_clear(&q->residuals[j]);
	free(q->residuals);
	free(q->given_z.columns);
	free(q->of_role[0]);
	free(q->keys);
}

static bool chain_init(chain *q, const question_canonical *canonical, const estimate_costs *costs,
                       const mixmi_options *options, test_memory *memory)
{
	const mixmi_table *table = &canonical->table;
	size_t columns = table->column_count;
	*q = (chain){
		.canonical = canonical, .table = table, .given_z = *table, .costs = costs, .options = options, .memory = memory
	};
	q->given_z.columns = base_array_copy(table->columns, columns, sizeof *table->columns);
	q->residuals = base_array_zero(columns, sizeof *q->residuals);
	q->of_role[0] = base_array(columns, 3 * sizeof *q->of_role[0]);
	q->keys = base_array(table->rows, sizeof *q->keys);
	if (q->given_z.columns == NULL || q->residuals == NULL || q->of_role[0] == NULL || q->keys == NULL)
		return false;
	for (size_t role = 1; role < 3; role++)
		q->of_role[role] = q->of_role[0] + role * columns;
	for (size_t j = 0; j < columns; j++)
		q->of_role[canonical->roles[j]][q->count[canonical->roles[j]]++] = j;
	for (size_t i = 0; i < table->rows; i++) {
		q->keys[i] = BASE_HASH_START;
		for (size_t j = 0; j < columns; j++)
			q->keys[i] = base_hash_number(q->keys[i], table->columns[j].codes[i]);
	}
	return true;
}

static estimate_regression regression_of(const chain *q, const mixmi_table *table, size_t response,
                                         const size_t *predictors, size_t count)
{
	return (estimate_regression){ .table = table,
		                          .response = response,
		                          .predictors = predictors,
		                          .count = count,
		                          .row_keys = q->keys,
		                          .threshold = q->options->atom_threshold,
		                          .memory = q->memory };
}

/* Replaces columns of X and Y by their residuals given Z, if the regression shortens the code by more than its cost. */
static bool condition_on_z(chain *q)
{
	bool done = true;
	estimate_predictors z[2] = { 0 }; /* on all rows and on a part */
	for (question_role role = QUESTION_X; role <= QUESTION_Y; role++)
		for (size_t k = 0; done && k < q->count[role] && q->count[QUESTION_Z] > 0; k++) {
			size_t j = q->of_role[role][k];
			estimate_regression g = regression_of(q, q->table, j, q->of_role[QUESTION_Z], q->count[QUESTION_Z]);
			done = estimate_residual_init(&q->residuals[j], &g, z);
			if (done && q->residuals[j].exists) {
				q->given_z.columns[j] = q->residuals[j].column;
				q->changed = true;
			}
		}
	for (size_t k = 0; k < 2; k++)
		estimate_predictors_clear(&z[k]);
	return done;
}

/* ------------------------------------------------------------------------------------------------- one term */

/* I(response; others | given). The response is one column. `given` is Z and the columns before the response on its side. */
typedef struct term {
	size_t response;
	const size_t *others, *given;
	size_t other_count, given_count;
	size_t *all;             /* others and given */
	mixmi_table table;       /* with the residual of the response given `given` */
	estimate_residual first; /* that residual, unless it is the one given Z */
	estimate_residual last;  /* the residual given all */
} term;

static void term_clear(term *t)
{
	estimate_residual_clear(&t->first);
	estimate_residual_clear(&t->last);
	free(t->all);
	free(t->table.columns);
}

/* False: out of memory; the term can be cleared all the same. */
static bool term_init(term *t, const chain *q, size_t response, question_role others, const size_t *given,
                      size_t given_count)
{
	size_t columns = q->table->column_count;
	*t = (term){ response, q->of_role[others], given, q->count[others], given_count, .table = q->given_z };
	t->table.columns = base_array_copy(q->given_z.columns, columns, sizeof *t->table.columns);
	t->all = base_array(columns, sizeof *t->all);
	if (t->table.columns == NULL || t->all == NULL)
		return false;
	memcpy(t->all, t->others, t->other_count * sizeof *t->all);
	memcpy(t->all + t->other_count, given, given_count * sizeof *t->all);
	if (given_count == q->count[QUESTION_Z])
		return true;
	t->table.columns[response] = q->table->columns[response];
	estimate_regression g = regression_of(q, &t->table, response, given, given_count);
	if (!estimate_residual_init(&t->first, &g, NULL))
		return false;
	if (t->first.exists)
		t->table.columns[response] = t->first.column;
	return true;
}

/* The residual of the response given all other columns. part: only how much the regression saves, from a part of the rows. */
static bool regress_last(term *t, const chain *q, bool part)
{
	estimate_regression g = regression_of(q, &t->table, t->response, t->all, t->other_count + t->given_count);
	g.measured = true;
	return part ? estimate_residual_saved(&t->last.saved, &g) : estimate_residual_init(&t->last, &g, NULL);
}

/* Adds an estimate and its terms to another. */
static void add_value(estimate_value *sum, double *terms, const estimate_value *v, const double *its_terms, size_t rows)
{
	sum->supported = sum->supported || v->supported;
	sum->plug_in += v->plug_in;
	sum->bias += v->bias;
	sum->freedom += v->freedom;
	for (size_t i = 0; i < rows; i++)
		terms[i] += its_terms[i];
}

/* Adds the value of a grid of I(response; others | given). */
static mixmi_status look(estimate_value *sum, double *terms, const term *t, const chain *q)
{
	size_t count = 1 + t->other_count + t->given_count;
	estimate_fitted f = { 0 };
	size_t *columns = base_array(count, sizeof *columns);
	question_role *roles = base_array(count, sizeof *roles);
	double *its_terms = base_array_zero(t->table.rows, sizeof *its_terms);
	mixmi_status status = columns != NULL && roles != NULL && its_terms != NULL ? MIXMI_OK : base_error_memory();
	for (size_t k = 0; status == MIXMI_OK && k < count; k++) {
		columns[k] = k == 0 ? t->response : t->all[k - 1];
		roles[k] = k == 0 ? QUESTION_X : k <= t->other_count ? QUESTION_Y : QUESTION_Z;
	}
	if (status == MIXMI_OK)
		status = estimate_fitted_init(&f, its_terms, &t->table, columns, roles, count, q->costs, q->options);
	if (status == MIXMI_OK && f.value.supported)
		add_value(sum, terms, &f.value, its_terms, t->table.rows);
	estimate_fitted_clear(&f);
	free(its_terms);
	free(columns);
	free(roles);
	return status;
}

static double value_of(const estimate_value *v)
{
	return v->plug_in - v->bias;
}

/* The term from the residual given all columns: entropies, plus a grid of the rest. Overwrites `terms`. */
static mixmi_status look_at_residual(estimate_value *out, double *terms, term *t, const chain *q)
{
	data_column before = t->table.columns[t->response];
	memcpy(terms, t->last.terms, t->table.rows * sizeof *terms);
	*out = (estimate_value){ true, t->last.information, 0, t->last.freedom };
	t->table.columns[t->response] = t->last.column;
	mixmi_status status = look(out, terms, t, q);
	t->table.columns[t->response] = before;
	return status;
}

/* The term: from the residual given all columns if it exists, else a grid of the response. Overwrites `terms`. */
static mixmi_status measure_term(estimate_value *out, double *terms, term *t, const chain *q)
{
	if (t->last.exists)
		return look_at_residual(out, terms, t, q);
	memset(terms, 0, t->table.rows * sizeof *terms);
	*out = (estimate_value){ 0 };
	return look(out, terms, t, q);
}

/* ------------------------------------------------------------------------------------------------------ all */

/* Of two single columns the response is the one whose code the regression shortens more; the first one if they tie. With many rows, a part of the rows
 * decides. False: out of memory; the term can be cleared. */
static bool choose_response(term *t, const chain *q)
{
	size_t x = *q->of_role[QUESTION_X], y = *q->of_role[QUESTION_Y], *z = q->of_role[QUESTION_Z];
	question_role first = x < y ? QUESTION_X : QUESTION_Y, second = x < y ? QUESTION_Y : QUESTION_X;
	term other;
	bool done = term_init(t, q, *q->of_role[first], second, z, q->count[QUESTION_Z]);
	done = term_init(&other, q, *q->of_role[second], first, z, q->count[QUESTION_Z]) && done;
	bool part = q->table->rows >= 2 * ESTIMATE_PART;
	done = done && regress_last(t, q, part) && regress_last(&other, q, part);
	if (done && other.last.saved > t->last.saved) {
		term spare = *t;
		*t = other;
		other = spare;
	}
	term_clear(&other);
	return done && (!part || regress_last(t, q, false));
}

/* The side whose columns are responses: the one with fewer columns, or the first one. */
static question_role side_of_responses(const chain *q)
{
	size_t x = q->count[QUESTION_X], y = q->count[QUESTION_Y];
	if (x != y)
		return x < y ? QUESTION_X : QUESTION_Y;
	return q->of_role[QUESTION_X][0] < q->of_role[QUESTION_Y][0] ? QUESTION_X : QUESTION_Y;
}

static mixmi_status add_term(estimate_value *sum, double *terms, term *t, const chain *q)
{
	estimate_value v;
	double *its_terms = base_array(q->table->rows, sizeof *its_terms);
	mixmi_status status = its_terms != NULL ? measure_term(&v, its_terms, t, q) : base_error_memory();
	if (status == MIXMI_OK)
		add_value(sum, terms, &v, its_terms, q->table->rows);
	free(its_terms);
	return status;
}

/* The chain rule: the sum over the columns of one side, each given those before it. */
static mixmi_status add_chain(estimate_value *sum, double *terms, const chain *q)
{
	question_role side = side_of_responses(q), other = side == QUESTION_X ? QUESTION_Y : QUESTION_X;
	size_t given_count = q->count[QUESTION_Z], *given = base_array(q->table->column_count, sizeof *given);
	mixmi_status status = given != NULL ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK)
		memcpy(given, q->of_role[QUESTION_Z], given_count * sizeof *given);
	for (size_t k = 0; status == MIXMI_OK && k < q->count[side]; k++) {
		term t;
		size_t response = q->of_role[side][k];
		bool done = term_init(&t, q, response, other, given, given_count) && regress_last(&t, q, false);
		status = done ? add_term(sum, terms, &t, q) : base_error_memory();
		term_clear(&t);
		given[given_count++] = response;
	}
	free(given);
	return status;
}

/* For two single columns. Without a residual and without Z, the grid would be the one of the columns themselves. */
static mixmi_status add_single(estimate_value *sum, double *terms, const chain *q)
{
	term t;
	mixmi_status status = choose_response(&t, q) ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK && (q->changed || t.last.exists))
		status = add_term(sum, terms, &t, q);
	term_clear(&t);
	return status;
}

/* The sum of the terms, or the value of the grid of the columns themselves if that is larger. The grid is a lower bound too, unless X or Y depend on Z:
 * bins of Z would then mix different distributions. */
static mixmi_status combine(estimate_value *out, double *terms, estimate_fitted *plain, bool fitted, const chain *q)
{
	size_t rows = q->table->rows, columns = q->table->column_count;
	estimate_value sum = { 0 };
	double *its_terms = base_array_zero(rows, sizeof *its_terms);
	if (its_terms == NULL)
		return base_error_memory();
	mixmi_status status =
		(q->count[QUESTION_X] == 1 && q->count[QUESTION_Y] == 1 ? add_single : add_chain)(&sum, its_terms, q);
	if (status == MIXMI_OK && (fitted || !q->changed)) /* last, since regressions need the memory */
		status = estimate_fitted_init(plain, q->changed ? NULL : terms, q->table, q->canonical->columns,
		                              q->canonical->roles, columns, q->costs, q->options);
	bool by_terms = status == MIXMI_OK && (q->changed || value_of(&sum) > value_of(&plain->value));
	*out = by_terms ? sum : plain->value;
	if (by_terms)
		memcpy(terms, its_terms, rows * sizeof *terms);
	free(its_terms);
	return status;
}

mixmi_status estimate_canonical(estimate_value *out, double *terms, estimate_fitted *plain,
                                const question_canonical *canonical, const estimate_costs *costs,
                                const mixmi_options *options, test_memory *memory)
{
	chain q;
	estimate_fitted own = { 0 };
	bool done = chain_init(&q, canonical, costs, options, memory) && condition_on_z(&q);
	mixmi_status status =
		done ? combine(out, terms, plain != NULL ? plain : &own, plain != NULL, &q) : base_error_memory();
	estimate_fitted_clear(&own);
	chain_clear(&q);
	return status;
}
