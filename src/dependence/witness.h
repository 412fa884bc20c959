/* What a test of independence has to say about a question, and how an estimate takes it. The test belongs to a later layer and is
 * asked only where its word can change the estimate, since asking costs as much as the estimate itself. */
#ifndef DEPENDENCE_WITNESS_H
#define DEPENDENCE_WITNESS_H

#include "dependence/attempt.h"
#include "dependence/canonical.h"

/* A test at hand. `ask` gives the p-value (NaN: the test cannot tell) of the question itself where `part` is NULL, and otherwise of the
 * same question about a part of the rows, whose table has its columns in another order. It must not depend on the order of rows or columns. */
typedef struct dependence_witness {
	mixmi_status (*ask)(double *p, void *context, const mixmi_table *part, const mixmi_question *about_part);
	void *context;
} dependence_witness;

/* Weighs an estimate by what the test says. Evidence makes a value of an estimate that claims nothing; a claim of a grid that mixes
 * values of Z, or saves few bits, is dropped where the test sees nothing at the level alpha: one answer to both. On many rows such a
 * claim is first put to the test on a part of them, which confirms most. */
mixmi_status dependence_hear(dependence_estimate *estimate, const dependence_witness *witness,
                             const dependence_canonical *canonical, const dependence_attempt *plain,
                             const mixmi_options *options);

/* Where only the value is wanted: true in *refuted if that is 0 whatever the estimate in full claims, because the test sees nothing and
 * the plain grid is not sure enough to stand against it. plain->estimate is that of the grid then, else as it was. */
mixmi_status dependence_refute(bool *refuted, dependence_attempt *plain, const dependence_witness *witness,
                               const dependence_canonical *canonical, const mixmi_options *options);

#endif
