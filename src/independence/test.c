/* One interface over every test: the registry, one question, and the filling in of what all answers share. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/options.h"
#include "data/table.h"
#include "independence/permutation.h"

/* In the order of the choices of option `test`. */
static const mixmi_test_info registry[] = {
	{ "chi2", "chi-squared tail of 2 n I; not calibrated, since the bins are chosen on the same data", true },
	{ "sc", "stochastic complexity: quotient NML has to pay for the dependence", false },
	{ "fnml", "stochastic complexity with factorised NML", false },
	{ "jic", "the BIC-like penalty (df / 2n) ln n", false },
	{ "perm", "permutation of Y within neighbourhoods of Z, refitted each time: calibrated", true },
};

enum { CHI2, SC, FNML, JIC, PERM, TESTS = sizeof registry / sizeof registry[0] };

const mixmi_test_info *mixmi_test_at(size_t index)
{
	return index < TESTS ? &registry[index] : NULL;
}

static const mixmi_correction *correction_of(const mixmi_cmi *cmi, int test)
{
	switch (test) {
	case SC:
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
	out->statistic = chi2 ? 2 * (double)info.rows * cmi.estimate : cmi.estimate + correction->correction;
	out->df = chi2 ? cmi.df : NAN;
	out->p = chi2 ? cmi.p : NAN;
	out->independent = correction->value == 0;
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

static mixmi_status test_by_name(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                                 const mixmi_question *question, const mixmi_options *options)
{
	out->test = registry[options->test].name;
	mixmi_histogram *fitted = NULL;
	mixmi_status status = options->test == PERM ? independence_permutation(out, &fitted, table, question, options)
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

mixmi_status mixmi_test(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                        const mixmi_question *question, const mixmi_options *options)
{
	if (histogram != NULL)
		*histogram = NULL;
	mixmi_options defaults;
	mixmi_options_init(&defaults);
	if (options == NULL)
		options = &defaults;
	*out = (mixmi_answer){ .test = "custom",
		                   .estimate = NAN,
		                   .corrected = NAN,
		                   .statistic = NAN,
		                   .df = NAN,
		                   .p = NAN,
		                   .bins_x = NAN,
		                   .bins_y = NAN,
		                   .bins_z = NAN,
		                   .alpha = options->alpha };
	mixmi_status status = base_options_check(options);
	if (status != MIXMI_OK)
		return status;
	if (options->custom_test != NULL)
		return options->custom_test(out, options->custom_context, table, question, options);
	return test_by_name(out, histogram, table, question, options);
}
