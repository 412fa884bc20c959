/* Descriptors of the methods that are part of the library's core; all others have a mixmi_own_method. The registry, the
 * choices of options, the command's checks, its help and the manual page are made from them. */
#ifndef BASE_METHOD_H
#define BASE_METHOD_H

#include "mixmi/method.h"

/* Answers one question. On entry, every number in `out` is NaN, and status, method and alpha are set. A method with
 * bins returns the histogram of its answer in *histogram, which is NULL on entry and stays NULL after a failure. */
typedef mixmi_status base_method_run(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                                     const mixmi_question *question, const mixmi_options *options);

/* Additional arguments from callers inside the library. All zero for a single question. */
typedef struct ask_context {
	bool verdict_only; /* a method that `measures_separately` may skip the exact estimate */
	bool all_rows;     /* of a sample that has counts of all rows: they may answer */
} ask_context;

/* Like base_method_run, for a method that uses the context. */
typedef mixmi_status base_method_ask(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                                     const mixmi_question *question, const mixmi_options *options,
                                     const ask_context *context);

/* A method that uses more of the library than mixmi/method.h offers. */
typedef struct base_method {
	mixmi_own_method own; /* first; without `answer` */
	base_method_run *run; /* NULL if `ask` is set; if both are NULL, the histogram of the paper is fitted */
	base_method_ask *ask; /* NULL if `run` is set */
	/* for a test that runs an estimator: derives the verdict from its result; otherwise NULL */
	void (*conclude)(mixmi_answer *out);
	bool measures_separately; /* the test can be run without the estimate */
} base_method;

/* The same method, or NULL for one that answers by the public interface alone. */
static inline const base_method *base_method_inside(const mixmi_own_method *method)
{
	return method->answer == NULL ? (const base_method *)method : NULL;
}

/* Options used by every method that fits a histogram. */
#define BASE_HISTOGRAM_OPTIONS "preset,atom-threshold,k-init-factor,k-init,k-max-factor,k-max,max-rounds,bias"

static inline int32_t base_verdict(bool independent)
{
	return independent ? MIXMI_NOT_DETECTED : MIXMI_DETECTED;
}

#endif
