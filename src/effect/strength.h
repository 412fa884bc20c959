/* How strong an unmeasured common cause of treatment and outcome would have to be. */
#ifndef EFFECT_STRENGTH_H
#define EFFECT_STRENGTH_H

#include "effect/standardise.h"

/* Sets robustness and, for risks, E-values of the points of an outcome, [points], whose differences and intervals are
 * set. `strongest` and its name are set by the strongest column of the set. O(points rows). */
void effect_judge_strength(mixmi_effect_point *points, const effect_standardised *found, size_t outcome,
                           size_t reference, bool risks, const mixmi_table *table);

#endif
