/* Steps of a kernel test: columns to numbers, numbers to features, features to residuals given Z, residuals to a
 * statistic and its p-value. Random numbers depend on the seed and on the content and roles of the columns (preset
 * paper: on their names and roles). */
#include "peers/kernel/kernel.h"

#include "peers/kernel/features.h"
#include "peers/kernel/null.h"

/* Random streams; 0 selects the rows for bandwidths, and 1 is used for permutations (null.c). */
enum { STREAM_X = 2, STREAM_Y, STREAM_Z };

/* Choices of option null, in their order. */
enum { NULL_LPB, NULL_GAMMA, NULL_PERM };

/* Minimum number of rows for a null distribution by moments, which is asymptotic. */
enum { LEAST_ROWS = 10 };

/* A smaller share of variance after regression on Z is attributed to the penalty and rounding: the column is a function
 * of Z. */
static const double nothing_left = 1e-8;

typedef struct tester {
	bool joint; /* RCIT: features of X and Z together */
	mixmi_sample *sample;
	size_t *x_and_z; /* places of X, then of Z */
	size_t features, features_xy;
	int null;
	kernel_source source;
	kernel_matrix x, y, z; /* features; those of X and Y become residuals */
} tester;

/* ------------------------------------------------------------------------------------------------ setting up */

static mixmi_status check_size(const tester *t)
{
	if (t->null == NULL_PERM)
		return MIXMI_OK;
	if (t->features_xy > KERNEL_MAX_FEATURES_XY)
		return mixmi_error(MIXMI_ERROR_LIMIT,
		                   "features-xy is %zu; at most %d are possible unless the null distribution is by perm",
		                   t->features_xy, (int)KERNEL_MAX_FEATURES_XY);
	if (t->sample->rows < LEAST_ROWS)
		return mixmi_error(MIXMI_ERROR_DATA,
		                   "%zu rows are too few for a kernel test: it needs %d, or the null distribution by perm",
		                   t->sample->rows, (int)LEAST_ROWS);
	return MIXMI_OK;
}

/* An option that is a number, a choice or a switch. */
static double number(const mixmi_options *options, const char *name)
{
	double value;
	(void)mixmi_options_number(&value, options, name); /* the library has these options */
	return value;
}

static mixmi_status tester_init(tester *t, const mixmi_table *table, const mixmi_question *question,
                                const mixmi_options *options)
{
	mixmi_status status = mixmi_sample_new(&t->sample, table, question, options, MIXMI_ORDER_PRESET);
	if (status != MIXMI_OK)
		return status;
	t->features = (size_t)number(options, "features");
	t->features_xy = (size_t)number(options, "features-xy");
	t->null = (int)number(options, "null");
	t->source =
		(kernel_source){ t->sample, options, number(options, "one-hot") > 0, (uint64_t)number(options, "seed") };
	const mixmi_question *sets = &t->sample->sets;
	t->x_and_z = mixmi_allocate(sets->x_count + sets->z_count, sizeof *t->x_and_z);
	if (t->x_and_z == NULL)
		return mixmi_error_memory();
	for (size_t i = 0; i < sets->x_count + sets->z_count; i++)
		t->x_and_z[i] = i < sets->x_count ? sets->x[i] : sets->z[i - sets->x_count];
	return check_size(t);
}

static void tester_clear(tester *t)
{
	kernel_matrix_clear(&t->x);
	kernel_matrix_clear(&t->y);
	kernel_matrix_clear(&t->z);
	mixmi_free(t->x_and_z);
	mixmi_sample_free(t->sample);
}

/* ---------------------------------------------------------------------------------------------------- course */

/* Features of a set of columns; none if all of them are constant. */
static mixmi_status make_features(kernel_matrix *features, const tester *t, const size_t *places, size_t count,
                                  size_t wanted, uint32_t stream)
{
	kernel_matrix inputs;
	mixmi_status status = kernel_inputs(&inputs, &t->source, places, count);
	if (status == MIXMI_OK && inputs.columns > 0)
		status = kernel_features(features, &inputs, wanted, &t->source, stream);
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
	const mixmi_question *s = &t->sample->sets;
	size_t xy = t->features_xy;
	mixmi_status status = make_features(&t->y, t, s->y, s->y_count, xy, STREAM_Y);
	if (status == MIXMI_OK)
		status = make_features(&t->z, t, s->z, s->z_count, t->features, STREAM_Z);
	if (status == MIXMI_OK && t->joint)
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
	if (!kernel_residuals(&t->x, &freedom, &t->z, t->source.options) ||
	    !kernel_residuals(&t->y, &freedom, &t->z, t->source.options))
		return mixmi_error_memory();
	*left = freedom < 1 ? NOTHING_AT_ALL : is_explained(&t->x) || is_explained(&t->y) ? NOTHING_OF_ONE : BOTH;
	return MIXMI_OK;
}

static mixmi_status find_p(mixmi_answer *out, const tester *t)
{
	const mixmi_options *options = t->source.options;
	double powers[KERNEL_POWERS];
	kernel_mixture mixture;
	if (!kernel_statistic(&out->statistic, &t->x, &t->y, NULL, options))
		return mixmi_error_memory();
	if (t->null == NULL_PERM)
		return kernel_permutation(&out->p, &out->permutations, out->statistic, &t->x, &t->y, t->source.seed,
		                          t->sample->key, options);
	if (!kernel_weight_powers(powers, &t->x, &t->y, options))
		return mixmi_error_memory();
	kernel_mixture_init(&mixture, powers, t->null == NULL_GAMMA ? 1 : KERNEL_PARTS);
	out->p = kernel_mixture_tail(&mixture, out->statistic);
	return MIXMI_OK;
}

static mixmi_status run(mixmi_answer *out, tester *t)
{
	bool x_varies;
	remains left = NOTHING_OF_ONE;
	mixmi_status status = find_varies(&x_varies, t, t->sample->sets.x, t->sample->sets.x_count);
	if (status == MIXMI_OK && x_varies)
		status = make_all_features(t);
	if (status == MIXMI_OK && x_varies && t->y.columns > 0)
		status = remove_z(&left, t);
	if (status == MIXMI_OK && left == BOTH)
		status = find_p(out, t);
	out->verdict = left == NOTHING_AT_ALL ? MIXMI_UNDECIDED : out->p > out->alpha ? MIXMI_NOT_DETECTED : MIXMI_DETECTED;
	out->rows = t->sample->rows;
	out->rows_dropped = t->sample->rows_dropped;
	return status;
}

static mixmi_status test(mixmi_answer *out, bool joint, const mixmi_table *table, const mixmi_question *question,
                         const mixmi_options *options)
{
	tester t = { .joint = joint };
	out->statistic = 0;
	out->p = 1;
	mixmi_status status = tester_init(&t, table, question, options);
	if (status == MIXMI_OK)
		status = run(out, &t);
	tester_clear(&t);
	return status;
}

static mixmi_status answer_rcit(mixmi_answer *out, void *context, const mixmi_table *table,
                                const mixmi_question *question, const mixmi_options *options)
{
	(void)context;
	return test(out, true, table, question, options);
}

static mixmi_status answer_rcot(mixmi_answer *out, void *context, const mixmi_table *table,
                                const mixmi_question *question, const mixmi_options *options)
{
	(void)context;
	return test(out, false, table, question, options);
}

#define USED_OPTIONS "preset,features,features-xy,null,one-hot,alpha,permutations,seed"

const mixmi_own_method kernel_rcit = {
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
	.answer = answer_rcit,
};

const mixmi_own_method kernel_rcot = {
	.shown = { .name = "rcot",
	           .help = "random Fourier features, Strobl et al. 2019: X against Y, both given Z",
	           .details = "Like rcit with features of X alone: it can miss a dependence of X and Y that appears only "
	                      "jointly with Z, such as exclusive or. Same cost. Without Z it is the same test as rcit.",
	           .options = USED_OPTIONS,
	           .conditional = 1,
	           .has_p = 1 },
	.answer = answer_rcot,
};
