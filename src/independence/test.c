/* One interface over every test: the registry, one question, and the filling in of what all answers share. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/options.h"
#include "data/table.h"
#include "independence/answer.h"
#include "independence/permutation.h"
#include "scan/scan.h"
#include "info/suzuki.h"
#include "kernel/kernel.h"
#include "miic/miic.h"

/* In the order of the choices of option `test`. */
static const mixmi_test_info registry[] = {
	{ "chi2", "chi-squared tail of 2 n I; not calibrated, since the bins are chosen on the same data", true,
	  "Assumes that 2 n I is chi-squared when X and Y are independent given Z. Costs one fit. Not where false "
	  "rejections matter without Z (up to a quarter of the tests of independent continuous columns at alpha 0.01), "
	  "and with several Z it finds only strong dependence." },
	{ "sc", "stochastic complexity: quotient NML has to pay for the dependence", false,
	  "Assumes nothing beyond the histogram: dependence must shorten the code. Costs one fit. Very conservative given "
	  "Z." },
	{ "fnml", "stochastic complexity with factorised NML", false,
	  "As sc, with a complexity for each value of Z by its own rows. Costs one fit." },
	{ "jic", "the BIC-like penalty (df / 2n) ln n", false,
	  "The asymptotic form of stochastic complexity. Costs one fit. Not for few rows or many bins: the penalty is "
	  "then far too large." },
	{ "perm", "permutation of Y within neighbourhoods of Z, refitted each time: calibrated", true,
	  "Assumes that rows in a small neighbourhood of Z (5 to 9 of them, or the same atoms) can be exchanged. Costs "
	  "as many fits as permutations: about 20 to 50 where X and Y are independent, 5 / alpha where they are not. "
	  "Not for a Z whose values are all different and discrete: nothing can be exchanged then." },
	{ "miic", "information less complexity of the miic estimator, Cabeli et al. 2020", false,
	  "As the estimator miic: one column each for X and Y, ranks only. Costs less than a hist fit without Z, more with "
	  "several. Not where a p-value is needed." },
	{ "rcit", "random Fourier features, Strobl et al. 2019: X with Z against Y", true,
	  "Assumes smooth dependence that some random features of (X, Z) and Y can show; discrete values count as "
	  "numbers unless --one-hot. Costs O(n f^2 + f^3) for f features of Z. Not for few rows or for many Z with few "
	  "features: with four Z and 25 features false rejections at 0.05 were 0.19. The answer depends on --seed." },
	{ "rcot", "random Fourier features, Strobl et al. 2019: X against Y, both given Z", true,
	  "As rcit with features of X alone: it can miss X and Y that are related only together with Z, such as signs or "
	  "exclusive or. Same cost. Without Z it is the same test as rcit." },
	{ "suzuki", "penalised quantile grids, Suzuki 2016 (the paper's JIC)", false,
	  "As the estimator suzuki. Not for independence given a numeric Z: forks come out dependent in 40% of draws at "
	  "1000 rows and in all at 5000." },
	{ "scan", "many resolutions at once, permutation of Y within neighbourhoods of Z: calibrated", true,
	  "Assumes that what a regression on Z leaves over of X and Y can be exchanged between rows in a small "
	  "neighbourhood of "
	  "Z (6 to 24 of them, or the same atoms). Costs 64 permutations and then as perm does, but nothing is fitted "
	  "again: at "
	  "1000 rows 5 to 50 ms. Only ranks count. How its parts are weighed is learnt from the first 64 permutations, so "
	  "the "
	  "statistic too depends on --seed. Not for a Z whose values are all different and discrete, nor where Z "
	  "fixes "
	  "both X and Y almost exactly: nothing can be exchanged then." },
	{ "mdl", "the histogram's own verdict: does the dependence pay for its description", false,
	  "Dependent where the estimate of preset robust is above 0 (preset paper: where sc is). Costs one fit, so it is "
	  "what "
	  "pairs asks by default. Gives no p-value, and is not calibrated: below 50 rows, and given a continuous Z below a "
	  "few hundred, chance can pay too." },
};

enum { CHI2, SC, FNML, JIC, PERM, MIIC, RCIT, RCOT, SUZUKI, SCAN, MDL, TESTS = sizeof registry / sizeof registry[0] };

const mixmi_test_info *mixmi_test_at(size_t index)
{
	return index < TESTS ? &registry[index] : NULL;
}

static const mixmi_correction *correction_of(const mixmi_cmi *cmi, int test)
{
	switch (test) {
	case SC:
	case MDL:
		return &cmi->sc;
	case FNML:
		return &cmi->fnml;
	case JIC:
		return &cmi->jic;
	default:
		return &cmi->chi2;
	}
}

/* The tests that only correct the estimate. */
static mixmi_status test_by_correction(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                                       const mixmi_question *q, const mixmi_options *options)
{
	mixmi_cmi cmi;
	mixmi_status status =
		mixmi_estimate_cmi(&cmi, histogram, table, q->x, q->x_count, q->y, q->y_count, q->z, q->z_count, options);
	if (status != MIXMI_OK)
		return status;
	const mixmi_correction *correction = correction_of(&cmi, options->test);
	mixmi_histogram_info info;
	mixmi_histogram_describe(&info, *histogram);
	bool chi2 = options->test == CHI2;
	out->estimate = cmi.estimate;
	out->corrected = correction->value;
	out->strength = cmi.strength;
	out->statistic = chi2 ? 2 * (double)info.rows * cmi.fitted : cmi.fitted + correction->correction;
	out->df = chi2 ? cmi.df : NAN;
	out->p = chi2 ? cmi.p : NAN;
	out->independent = correction->value == 0;
	if (options->test == MDL && options->preset == MIXMI_PRESET_ROBUST) {
		out->statistic = out->corrected = cmi.estimate;
		out->independent = cmi.estimate == 0;
	}
	return MIXMI_OK;
}

/* The scanning test; its estimate is that of the histogram. */
static mixmi_status test_by_scan(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                                 const mixmi_question *q, const mixmi_options *options)
{
	mixmi_cmi cmi;
	scan_verdict verdict;
	mixmi_status status = scan_judge(&verdict, table, q);
	if (status == MIXMI_OK)
		status =
			mixmi_estimate_cmi(&cmi, histogram, table, q->x, q->x_count, q->y, q->y_count, q->z, q->z_count, options);
	if (status != MIXMI_OK)
		return status;
	out->p = verdict.p;
	out->statistic = verdict.statistic;
	out->independent = verdict.p > options->alpha;
	out->estimate = cmi.estimate;
	out->strength = cmi.strength;
	if (!out->independent && cmi.estimate == 0 && cmi.plug_in > cmi.bias) {
		/* more than chance, though too little to pay for its description: then what was counted is the answer */
		out->estimate = cmi.plug_in - cmi.bias;
		out->strength = sqrt(-expm1(-2 * out->estimate));
	}
	out->corrected = out->independent ? 0 : out->estimate;
	return MIXMI_OK;
}

/* Grid cells of a set of the table's columns, found in the histogram by name. */
static double grid_cells(const mixmi_histogram *histogram, const mixmi_table *table, const size_t *set, size_t count)
{
	double cells = 1;
	mixmi_histogram_column column;
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; mixmi_histogram_get_column(&column, histogram, j) == MIXMI_OK; j++)
			if (strcmp(column.name, table->columns[set[i]].name) == 0) {
				cells *= (double)column.bins;
				break;
			}
	return cells;
}

static void describe_histogram(mixmi_answer *out, const mixmi_histogram *histogram, const mixmi_table *table,
                               const mixmi_question *q)
{
	mixmi_histogram_info info;
	mixmi_histogram_describe(&info, histogram);
	out->rows = info.rows;
	out->rows_dropped = info.rows_dropped;
	out->bins_x = grid_cells(histogram, table, q->x, q->x_count);
	out->bins_y = grid_cells(histogram, table, q->y, q->y_count);
	out->bins_z = grid_cells(histogram, table, q->z, q->z_count);
}

/* The tests that fit a histogram. */
static mixmi_status test_by_histogram(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                                      const mixmi_question *question, const mixmi_options *options)
{
	mixmi_histogram *fitted = NULL;
	mixmi_status status = options->test == PERM   ? independence_permutation(out, &fitted, table, question, options)
	                      : options->test == SCAN ? test_by_scan(out, &fitted, table, question, options)
	                                              : test_by_correction(out, &fitted, table, question, options);
	if (status != MIXMI_OK)
		return status;
	describe_histogram(out, fitted, table, question);
	if (histogram != NULL)
		*histogram = fitted;
	else
		mixmi_histogram_free(fitted);
	return MIXMI_OK;
}

/* The tests that are estimators with a complexity term of their own. */
static mixmi_status test_by_estimator(mixmi_answer *out, const mixmi_table *table, const mixmi_question *question,
                                      const mixmi_options *options)
{
	mixmi_value value;
	mixmi_status status = options->test == MIIC ? miic_estimate(&value, table, question, options)
	                                            : info_suzuki(&value, table, question, options);
	if (status != MIXMI_OK)
		return status;
	out->estimate = value.estimate;
	out->statistic = out->corrected = value.corrected; /* 0 where the complexity outweighs the information */
	out->independent = !(value.corrected > 0);
	out->rows = value.rows;
	out->rows_dropped = value.rows_dropped;
	return MIXMI_OK;
}

static mixmi_status test_by_name(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                                 const mixmi_question *question, const mixmi_options *options)
{
	out->test = registry[options->test].name;
	switch (options->test) {
	case MIIC:
	case SUZUKI:
		return test_by_estimator(out, table, question, options);
	case RCIT:
		return kernel_test(out, KERNEL_RCIT, table, question, options);
	case RCOT:
		return kernel_test(out, KERNEL_RCOT, table, question, options);
	default:
		return test_by_histogram(out, histogram, table, question, options);
	}
}

mixmi_status mixmi_test(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                        const mixmi_question *question, const mixmi_options *options)
{
	if (histogram != NULL)
		*histogram = NULL;
	mixmi_options settled;
	mixmi_status status = base_options_settle(&settled, options);
	*out = independence_no_answer("custom", settled.alpha);
	if (status != MIXMI_OK)
		return status;
	if (settled.custom_test != NULL)
		status = settled.custom_test(out, settled.custom_context, table, question, &settled);
	else
		status = test_by_name(out, histogram, table, question, &settled);
	if (status != MIXMI_OK) /* what a test that failed half way has written is no answer */
		*out = independence_no_answer(out->test, settled.alpha);
	return status;
}
