/* Where the rows are that could not have had a value of the treatment. */
#ifndef EFFECT_LACKING_H
#define EFFECT_LACKING_H

#include "effect/sample.h"

enum { EFFECT_LACKING_ROOM = 200 };

/* The part of one column of the set in which these rows (lack[row] 1) are densest, as text: "age from 60 on", "ward: b".
 * "" without columns. O(rows columns). */
void effect_describe_lacking(char out[EFFECT_LACKING_ROOM], base_arena *arena, const effect_sample *sample,
                             const mixmi_table *table, const unsigned char *lack);

#endif
