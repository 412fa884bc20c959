/* Tests that correct the estimate of a histogram: chi2, sc, fnml and jic. X and Y are judged independent given Z if
 * the corrected estimate is not positive (chi2: if 2 n I is below the quantile for alpha). They conclude from an answer
 * that has the estimate already. */
#include "paper/method/corrected.h"

#include "base/options.h"

/* The corrected estimate is the answer. */
static void take(mixmi_answer *out, double value, double correction)
{
	out->corrected = value;
	out->statistic = out->fitted + correction;
	out->verdict = base_verdict(value == 0);
}

static void conclude_chi2(mixmi_answer *out)
{
	take(out, out->paper.chi2, out->paper.chi2_correction);
	out->statistic = 2 * (double)out->rows * out->fitted;
	out->df = out->paper.chi2_df;
	out->p = out->paper.chi2_p;
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

#define USED_OPTIONS BASE_HISTOGRAM_OPTIONS ",confidence,alpha"

const base_method paper_chi2 = {
	.own.shown = { .name = "chi2",
	               .help = "chi-squared tail of 2 n I; not calibrated, because the bins are chosen on the same data",
	               .details =
	                   "Assumes that 2 n I is chi-squared when X and Y are independent given Z. Costs one fit. Not "
	                   "recommended where false rejections matter: without Z it rejects up to a quarter of the tests "
	                   "of "
	                   "independent continuous columns at alpha 0.01. With several Z it finds only strong dependence.",
	               .options = USED_OPTIONS,
	               .conditional = 1,
	               .has_p = 1,
	               .has_bins = 1 },
	.conclude = conclude_chi2,
};

const base_method paper_sc = {
	.own.shown = { .name = "sc",
	               .help = "stochastic complexity: the estimate minus the quotient NML penalty",
	               .details = "Assumes nothing beyond the histogram: dependence must shorten the code length. Costs "
	                          "one fit. Very "
	                          "conservative given Z.",
	               .options = USED_OPTIONS,
	               .conditional = 1,
	               .has_bins = 1 },
	.conclude = conclude_sc,
};

const base_method paper_fnml = {
	.own.shown = { .name = "fnml",
	               .help = "stochastic complexity with factorised NML",
	               .details = "Like sc, with a separate complexity for the rows of each value of Z. Costs one fit.",
	               .options = USED_OPTIONS,
	               .conditional = 1,
	               .has_bins = 1 },
	.conclude = conclude_fnml,
};

const base_method paper_jic = {
	.own.shown = { .name = "jic",
	               .help = "the BIC-like penalty (df / 2n) ln n",
	               .details =
	                   "The asymptotic form of stochastic complexity. Costs one fit. Not suitable for few rows or "
	                   "many bins, where the penalty is far too large.",
	               .options = USED_OPTIONS,
	               .conditional = 1,
	               .has_bins = 1 },
	.conclude = conclude_jic,
};
