/* An effect while it is estimated, which the files of mixmi_effect share. */
#ifndef EFFECT_EFFECT_H
#define EFFECT_EFFECT_H

#include "effect/inference.h"
#include "effect/lacking.h"
#include "effect/rests.h"

enum { EFFECT_POINTS = 20 /* of a curve, unless its numbers are doses */ };

/* What is found with one adjustment set. */
typedef struct effect_adjusted {
	mixmi_effect_set set;
	size_t *columns;
	mixmi_effect_outcome *outcomes;       /* [outcomes] */
	mixmi_effect_point *points;           /* [outcomes][points] */
	char (*lacking)[EFFECT_LACKING_ROOM]; /* [points] */
	char undecided[EFFECT_LACKING_ROOM];
} effect_adjusted;

struct mixmi_effect {
	mixmi_effect_info info;
	char reason[800];
	char rests_on[EFFECT_RESTS_ROOM];
	uint32_t *codes;       /* [points] of x */
	double *values;        /* [points] NaN: labels */
	char **labels;         /* [points] NULL: numbers */
	char **outcomes;       /* [outcomes] NULL: the mean */
	double *shares;        /* [points] of the rows of x */
	effect_adjusted *sets; /* [info.sets] */
	effect_level level;
	effect_scope scope;
};

/* Chooses the points of the treatment and the outcomes. */
mixmi_status effect_prepare(mixmi_effect *effect, const mixmi_table *table, size_t x, size_t y, const char *reference,
                            const mixmi_options *options);

/* Adds a copy of a set; `none`: y is a parent of x, and is not in the set. effect->sets has room for it. */
mixmi_status effect_add_set(mixmi_effect *effect, const mixmi_table *table, const size_t *set, size_t count, bool none);

#endif
