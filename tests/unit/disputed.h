/* The smallest answers about which the rules for latent variables contradict each other: columns a1, a2, b, c, d1, d2, of which
 * the a are joined to b, b to c, and c to the d. That b is a common effect of the a, and none of a and c, makes it b -> c;
 * the like of the d makes it c -> b. */
#ifndef TESTS_DISPUTED_H
#define TESTS_DISPUTED_H

#include "base/options.h"
#include "unit/unit.h"

/* In this order; what is less than 2 is an a, what is more than 3 a d. */
enum { DISPUTED_B = 2, DISPUTED_C = 3, DISPUTED_COLUMNS = 6 };

static inline bool disputed_joined(size_t low, size_t high)
{
	return (low < 2 && high == DISPUTED_B) || (low == DISPUTED_B && high == DISPUTED_C) ||
	       (low == DISPUTED_C && high > 3);
}

static inline mixmi_status ask_disputed(mixmi_answer *out, void *context, const mixmi_table *table,
                                        const mixmi_question *q, const mixmi_options *options)
{
	size_t low = q->x[0] < q->y[0] ? q->x[0] : q->y[0], high = q->x[0] + q->y[0] - low;
	bool with[DISPUTED_COLUMNS] = { false };
	(void)context;
	(void)table;
	(void)options;
	for (size_t i = 0; i < q->z_count; i++)
		with[q->z[i]] = true;
	bool apart = with[DISPUTED_B] || with[DISPUTED_C];
	if (high < 2 || low > 3) /* two causes of the same */
		apart = !with[high < 2 ? DISPUTED_B : DISPUTED_C];
	else if (high == DISPUTED_C || low == DISPUTED_B)
		apart = with[high == DISPUTED_C ? DISPUTED_B : DISPUTED_C];
	apart = apart && !disputed_joined(low, high);
	out->verdict = apart ? MIXMI_NOT_DETECTED : MIXMI_DETECTED;
	out->p = apart ? 1 : 0;
	out->estimate = out->corrected = 1 - out->p;
	out->rows = 1000;
	return MIXMI_OK;
}

static inline mixmi_table *disputed_table(void)
{
	static const char *const names[DISPUTED_COLUMNS] = { "a1", "a2", "b", "c", "d1", "d2" };
	static const double values[] = { 1, 2, 3, 4 };
	mixmi_table *table;
	assert_int_equal(mixmi_table_new(&table, 4), MIXMI_OK);
	for (size_t i = 0; i < DISPUTED_COLUMNS; i++)
		assert_int_equal(mixmi_table_add_values(table, names[i], MIXMI_NUMERIC, values, NULL), MIXMI_OK);
	return table;
}

#endif
