/* What must not change an answer. One small table and one question, asked again with the rows, the columns, the sets of the
 * question, the threads or the names another way: every number of the answer has the same bits each time. Preset paper alone
 * may use names. Reading numbers from the other end changes nothing for the default test and estimate either, and the test's p
 * depends on their ranks alone. */
#ifndef FUZZ_METAMORPHIC_H
#define FUZZ_METAMORPHIC_H

#include "mixmi.h"

enum { METAMORPHIC_COLUMNS = 4, METAMORPHIC_ROWS = 64 };

typedef struct metamorphic_case {
	size_t rows;
	double values[METAMORPHIC_COLUMNS][METAMORPHIC_ROWS]; /* NaN: missing */
	mixmi_type types[METAMORPHIC_COLUMNS];
	size_t x_count, y_count, z_count; /* the first columns are X, the next Y, the next Z */
	const char *const *settings;      /* options: pairs of name and value, ended by NULL */
} metamorphic_case;

/* Asks the estimator or test of that name. NULL: everything holds. Else what was changed when the answer changed, or what is
 * wrong with the answer itself. */
const char *metamorphic_check(const metamorphic_case *about, const char *method, bool is_test);

#endif
