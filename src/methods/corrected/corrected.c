/* Tests that correct the histogram estimate: chi2, sc, fnml, jic and mdl. X and Y are judged independent given Z if the
 * corrected estimate is not positive (chi2: if 2 n I is below the quantile for alpha). Cost: one fit each. */
#include "methods/corrected/corrected.h"
#include "base/options.h"
#include "estimate/estimate.h"

/* Derives the verdict from the results of the histogram, which are in `out`. */
typedef void conclusion(mixmi_answer *out);

static mixmi_status ask(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                        const mixmi_question *question, const mixmi_options *options, const ask_context *context,
                        conclusion *conclude)
{
	mixmi_status status = estimate_answer(out, histogram, table, question, options, context);
	if (status == MIXMI_OK)
		conclude(out);
	return status;
}

/* The corrected estimate is the answer. */
static void take(mixmi_answer *out, double value, double correction)
{
	out->estimate.corrected = value;
	out->test.statistic = out->grid.fitted + correction;
	out->verdict = base_verdict(value == 0);
}

static void conclude_chi2(mixmi_answer *out)
{
	take(out, out->paper.chi2, out->paper.chi2_correction);
	out->test.statistic = 2 * (double)out->rows * out->grid.fitted;
	out->test.df = out->paper.chi2_df;
	out->test.p = out->paper.chi2_p;
}

static void conclude_sc(mixmi_answer *out)
{
	take(out, out->paper.sc, out->paper.sc_correction);
}

static void conclude_fnml(mixmi_answer *out)
{
	take(out, out->paper.fnml, out->paper.fnml_correction);
}

static void conclude_jic(mixmi_answer *out)
{
	take(out, out->paper.jic, out->paper.jic_correction);
}

static void conclude_mdl(mixmi_answer *out)
{
	out->test.statistic = out->estimate.corrected = out->estimate.value;
	out->verdict = base_verdict(out->estimate.value == 0);
}

static mixmi_status ask_chi2(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                             const mixmi_question *question, const mixmi_options *options, const ask_context *context)
{
	return ask(out, histogram, table, question, options, context, conclude_chi2);
}

static mixmi_status ask_sc(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                           const mixmi_question *question, const mixmi_options *options, const ask_context *context)
{
	return ask(out, histogram, table, question, options, context, conclude_sc);
}

static mixmi_status ask_fnml(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                             const mixmi_question *question, const mixmi_options *options, const ask_context *context)
{
	return ask(out, histogram, table, question, options, context, conclude_fnml);
}

static mixmi_status ask_jic(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                            const mixmi_question *question, const mixmi_options *options, const ask_context *context)
{
	return ask(out, histogram, table, question, options, context, conclude_jic);
}

static mixmi_status ask_mdl(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                            const mixmi_question *question, const mixmi_options *options, const ask_context *context)
{
	bool paper = options->preset == MIXMI_PRESET_PAPER;
	return ask(out, histogram, table, question, options, context, paper ? conclude_sc : conclude_mdl);
}

#define USED_OPTIONS BASE_HISTOGRAM_OPTIONS ",confidence,alpha"

const base_method corrected_chi2 = {
	.shown = { .name = "chi2",
	           .help = "chi-squared tail of 2 n I; not calibrated, because the bins are chosen on the same data",
	           .details =
	               "Assumes that 2 n I is chi-squared when X and Y are independent given Z. Costs one fit. Not "
	               "recommended where false rejections matter: without Z it rejects up to a quarter of the tests of "
	               "independent continuous columns at alpha 0.01. With several Z it finds only strong dependence.",
	           .options = USED_OPTIONS,
	           .conditional = 1,
	           .has_p = 1,
	           .has_bins = 1 },
	.ask = ask_chi2,
};

const base_method corrected_sc = {
	.shown = { .name = "sc",
	           .help = "stochastic complexity: the estimate minus the quotient NML penalty",
	           .details =
	               "Assumes nothing beyond the histogram: dependence must shorten the code length. Costs one fit. Very "
	               "conservative given Z.",
	           .options = USED_OPTIONS,
	           .conditional = 1,
	           .has_bins = 1 },
	.ask = ask_sc,
};

const base_method corrected_fnml = {
	.shown = { .name = "fnml",
	           .help = "stochastic complexity with factorised NML",
	           .details = "Like sc, with a separate complexity for the rows of each value of Z. Costs one fit.",
	           .options = USED_OPTIONS,
	           .conditional = 1,
	           .has_bins = 1 },
	.ask = ask_fnml,
};

const base_method corrected_jic = {
	.shown = { .name = "jic",
	           .help = "the BIC-like penalty (df / 2n) ln n",
	           .details = "The asymptotic form of stochastic complexity. Costs one fit. Not suitable for few rows or "
	                      "many bins, where the penalty is far too large.",
	           .options = USED_OPTIONS,
	           .conditional = 1,
	           .has_bins = 1 },
	.ask = ask_jic,
};

const base_method corrected_mdl = {
	.shown = { .name = "mdl",
	           .help = "minimum description length: dependent if the estimate is above 0",
	           .details = "Reports dependence if the grid of preset robust has an estimate above 0 (preset paper: if "
	                      "sc is above 0). Costs one fit. Gives no p-value and does not control the level: with fewer "
	                      "than 50 rows, or a few hundred given a continuous Z, it can report dependence by chance.",
	           .options = USED_OPTIONS,
	           .conditional = 1,
	           .has_bins = 1 },
	.ask = ask_mdl,
};
