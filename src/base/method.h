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

/* What a caller inside the library says beside the question and the user's options. All zero: a question that stands alone. */
typedef struct ask_context {
	struct test_memory *memory; /* of earlier questions about the same table (test/remember.h); NULL: none */
	bool verdict_only;          /* a method that `measures_separately` need not say how much, only roughly */
} ask_context;

/* As base_method_run, for a method that uses the context. */
typedef mixmi_status base_method_ask(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                                     const mixmi_question *question, const mixmi_options *options,
                                     const ask_context *context);

typedef struct base_method {
	mixmi_method shown;
	base_method_run *run; /* NULL where `ask` is set */
	base_method_ask *ask; /* NULL where `run` is set */
	void (*conclude)(
		mixmi_answer *out);   /* of a test that runs an estimator: the verdict from what it found; else NULL */
	bool measures_separately; /* it can give its verdict without the estimate */
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
	out->test.statistic = out->estimate.corrected;
	out->verdict = base_verdict(!(out->estimate.corrected > 0));
}

#endif
