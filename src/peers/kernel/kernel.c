/* Steps of a kernel test: columns to numbers, numbers to features, features to residuals given Z, residuals to a
 * statistic and its p-value. Random numbers depend on the seed and on the content and roles of the columns (preset
 * paper: on their names and roles). */
#include "peers/kernel/kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/random.h"
#include "base/work.h"
#include "peers/kernel/features.h"
#include "peers/kernel/null.h"

/* Random streams; 0 selects the rows for bandwidths, and 1 is used for permutations (null.c). */
enum { STREAM_X = 2, STREAM_Y, STREAM_Z };

/* A smaller share of variance after regression on Z is attributed to the penalty and rounding: the column is a function
 * of Z. */
static const double nothing_left = 1e-8;

typedef struct tester {
	kernel_method method;
	const mixmi_options *options;
	question_ready question;
	question_rows rows;
	size_t *x_and_z; /* positions of X, then of Z */
	kernel_source source;
	kernel_matrix x, y, z; /* features; those of X and Y become residuals */
} tester;

/* ------------------------------------------------------------------------------------------------ setting up */

static mixmi_status check_size(const tester *t)
{
	if (t->options->null == MIXMI_NULL_PERM)
		return MIXMI_OK;
	if (t->options->features_xy > KERNEL_MAX_FEATURES_XY)
		return base_error(MIXMI_ERROR_LIMIT,
		                  "features-xy is %lld; at most %d are possible unless the null distribution is by perm",
		                  (long long)t->options->features_xy, (int)KERNEL_MAX_FEATURES_XY);
	if (t->rows.count < KERNEL_LEAST_ROWS)
		return base_error(MIXMI_ERROR_DATA,
		                  "%zu rows are too few for a kernel test: it needs %d, or the null distribution by perm",
		                  t->rows.count, (int)KERNEL_LEAST_ROWS);
	return MIXMI_OK;
}

static mixmi_status tester_init(tester *t, kernel_method method, const mixmi_table *table,
                                const mixmi_question *question, const mixmi_options *options)
{
	memset(t, 0, sizeof *t);
	t->method = method;
	t->options = options;
	mixmi_status status = question_init_for_preset(&t->question, table, question, (int)options->preset);
	if (status == MIXMI_OK)
		status = question_rows_init(&t->rows, &t->question);
	if (status != MIXMI_OK)
		return status;
	int threads = base_threads(options);
	t->source =
		(kernel_source){ table,
		                 &t->question,
		                 &t->rows,
		                 options->one_hot != 0,
		                 (uint64_t)options->seed,
		                 options->preset == MIXMI_PRESET_PAPER ? question_key_by_sets(&t->question) : t->question.key,
		                 threads };
	const mixmi_question *sets = &t->question.sets;
	t->x_and_z = base_array(sets->x_count + sets->z_count, sizeof *t->x_and_z);
	if (t->x_and_z == NULL)
		return base_error_memory();
	question_join(t->x_and_z, sets->x, sets->x_count, sets->z, sets->z_count);
	return check_size(t);
}

static void tester_clear(tester *t)
{
	kernel_matrix_clear(&t->x);
	kernel_matrix_clear(&t->y);
	kernel_matrix_clear(&t->z);
	question_rows_clear(&t->rows);
	question_clear(&t->question);
	free(t->x_and_z);
}

/* ---------------------------------------------------------------------------------------------------- course */

/* Features of a set of columns; none if all of them are constant. */
static mixmi_status make_features(kernel_matrix *features, const tester *t, const size_t *places, size_t count,
                                  int64_t wanted, uint32_t stream)
{
	kernel_matrix inputs;
	mixmi_status status = kernel_inputs(&inputs, &t->source, places, count);
	if (status == MIXMI_OK && inputs.columns > 0)
		status = kernel_features(features, &inputs, (size_t)wanted, &t->source, stream);
	kernel_matrix_clear(&inputs);
	return status;
}

/* Whether any of the columns varies in the used rows. */
static mixmi_status find_varies(bool *varies, const tester *t, const size_t *places, size_t count)
{
	kernel_matrix inputs;
	mixmi_status status = kernel_inputs(&inputs, &t->source, places, count);
	*varies = inputs.columns > 0;
	kernel_matrix_clear(&inputs);
	return status;
}

static mixmi_status make_all_features(tester *t)
{
	const mixmi_question *s = &t->question.sets;
	int64_t xy = t->options->features_xy;
	mixmi_status status = make_features(&t->y, t, s->y, s->y_count, xy, STREAM_Y);
	if (status == MIXMI_OK)
		status = make_features(&t->z, t, s->z, s->z_count, t->options->features, STREAM_Z);
	if (status == MIXMI_OK && t->method == KERNEL_RCIT)
		return make_features(&t->x, t, t->x_and_z, s->x_count + s->z_count, xy, STREAM_X);
	return status == MIXMI_OK ? make_features(&t->x, t, s->x, s->x_count, xy, STREAM_X) : status;
}

/* True if no column has residual variance. */
static bool is_explained(const kernel_matrix *residuals)
{
	for (size_t j = 0; j < residuals->columns; j++) {
		double squares = 0;
		for (size_t i = 0; i < residuals->rows; i++)
			squares += kernel_column(residuals, j)[i] * kernel_column(residuals, j)[i];
		if (squares > nothing_left * (double)residuals->rows)
			return false;
	}
	return true;
}

/* What remains after regression on Z. */
typedef enum remains {
	NOTHING_OF_ONE, /* X or Y is constant or a function of Z, and thus independent of the other */
	NOTHING_AT_ALL, /* with so few rows, the features of Z explain any column: undecided */
	BOTH,
} remains;

static mixmi_status remove_z(remains *left, tester *t)
{
	double freedom;
	*left = BOTH;
	if (t->z.columns == 0)
		return MIXMI_OK;
	if (!kernel_residuals(&t->x, &freedom, &t->z, t->source.threads) ||
	    !kernel_residuals(&t->y, &freedom, &t->z, t->source.threads))
		return base_error_memory();
	*left = freedom < 1 ? NOTHING_AT_ALL : is_explained(&t->x) || is_explained(&t->y) ? NOTHING_OF_ONE : BOTH;
	return MIXMI_OK;
}

static mixmi_status find_p(mixmi_answer *out, const tester *t)
{
	double powers[KERNEL_POWERS];
	kernel_mixture mixture;
	if (!kernel_statistic(&out->statistic, &t->x, &t->y, NULL, t->source.threads))
		return base_error_memory();
	if (t->options->null == MIXMI_NULL_PERM) {
		size_t made;
		mixmi_status status =
			kernel_permutation(&out->p, &made, out->statistic, &t->x, &t->y, t->source.key, t->options);
		out->permutations = made;
		return status;
	}
	if (!kernel_weight_powers(powers, &t->x, &t->y, t->source.threads))
		return base_error_memory();
	kernel_mixture_init(&mixture, powers, t->options->null == MIXMI_NULL_GAMMA ? 1 : KERNEL_PARTS);
	out->p = kernel_mixture_tail(&mixture, out->statistic);
	return MIXMI_OK;
}

static mixmi_status run(mixmi_answer *out, tester *t)
{
	bool x_varies;
	remains left = NOTHING_OF_ONE;
	mixmi_status status = find_varies(&x_varies, t, t->question.sets.x, t->question.sets.x_count);
	if (status == MIXMI_OK && x_varies)
		status = make_all_features(t);
	if (status == MIXMI_OK && x_varies && t->y.columns > 0)
		status = remove_z(&left, t);
	if (status == MIXMI_OK && left == BOTH)
		status = find_p(out, t);
	out->verdict = left == NOTHING_AT_ALL ? MIXMI_UNDECIDED : base_verdict(out->p > t->options->alpha);
	return status;
}

mixmi_status kernel_test(mixmi_answer *out, kernel_method method, const mixmi_table *table,
                         const mixmi_question *question, const mixmi_options *options)
{
	tester t;
	out->statistic = 0;
	out->p = 1;
	mixmi_status status = tester_init(&t, method, table, question, options);
	if (status == MIXMI_OK)
		status = run(out, &t);
	out->rows = t.rows.count;
	out->rows_dropped = t.rows.dropped;
	tester_clear(&t);
	return status;
}

static mixmi_status run_rcit(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                             const mixmi_question *question, const mixmi_options *options)
{
	(void)histogram;
	return kernel_test(out, KERNEL_RCIT, table, question, options);
}

static mixmi_status run_rcot(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                             const mixmi_question *question, const mixmi_options *options)
{
	(void)histogram;
	return kernel_test(out, KERNEL_RCOT, table, question, options);
}

#define USED_OPTIONS "preset,features,features-xy,null,one-hot,alpha,permutations,seed"

const base_method kernel_rcit = {
	.shown = { .name = "rcit",
	           .help = "random Fourier features, Strobl et al. 2019: X with Z against Y",
	           .details =
	               "Assumes smooth dependence that random features of (X, Z) and Y can represent; discrete values are "
	               "treated as numbers unless --one-hot is given. Costs O(n f^2 + f^3) for f features of Z. Not "
	               "suitable for few rows or for many Z with few features: with four Z and 25 features the rejection "
	               "rate under independence was 0.19 at alpha 0.05. The answer depends on --seed.",
	           .options = USED_OPTIONS,
	           .conditional = 1,
	           .has_p = 1 },
	.run = run_rcit,
};

const base_method kernel_rcot = {
	.shown = { .name = "rcot",
	           .help = "random Fourier features, Strobl et al. 2019: X against Y, both given Z",
	           .details = "Like rcit with features of X alone: it can miss a dependence of X and Y that appears only "
	                      "jointly with Z, such as exclusive or. Same cost. Without Z it is the same test as rcit.",
	           .options = USED_OPTIONS,
	           .conditional = 1,
	           .has_p = 1 },
	.run = run_rcot,
};
