/* What a method is: one descriptor in its folder, from which the registry, the choices of the options, the command's
 * checks, its help and the manual come. A new method is a folder with its descriptor and a line in
 * src/answers/methods.def. */
#ifndef BASE_METHOD_H
#define BASE_METHOD_H

#include "mixmi.h"

/* Answers one question. In `out` every number is NaN, and status, method and alpha stand there already. A method with bins
 * hands over the histogram behind its answer in *histogram, which is NULL before; after a failure it is left so. */
typedef mixmi_status base_method_run(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                                     const mixmi_question *question, const mixmi_options *options);

typedef struct base_method {
	mixmi_method shown;
	base_method_run *run;
	void (*conclude)(
		mixmi_answer *out); /* of a test that runs an estimator: the verdict from what it found; else NULL */
	bool
		measures_separately; /* it knows its verdict without the estimate, and leaves that out where options->verdict_only is set */
} base_method;

/* Options that every method uses that works on the density or dependence histogram. */
#define BASE_HISTOGRAM_OPTIONS "preset,atom-threshold,k-init-factor,k-init,k-max-factor,k-max,max-rounds,bias"

static inline int32_t base_verdict(bool independent)
{
	return independent ? MIXMI_INDEPENDENT : MIXMI_DEPENDENT;
}

/* What an estimator with a complexity term of its own says as a test: independent where that outweighs the information. */
static inline void base_conclude_corrected(mixmi_answer *out)
{
	out->statistic = out->corrected;
	out->verdict = base_verdict(!(out->corrected > 0));
}

#endif
