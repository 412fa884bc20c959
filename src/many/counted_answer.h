/* The default method's answer to a question of one X and one Y without Z, from the counts of a sketch: over all its
 * rows. */
#ifndef MANY_ANSWER_H
#define MANY_ANSWER_H

#include "answer/found.h"
#include "many/sketch.h"

/* Whether the table of the two columns is there. */
bool many_answers(const mixmi_sketch *sketch, size_t x, size_t y);

/* rows: those without missing values. more: what densities say beyond products, from a sample; those of the grid of the
 * counts are taken where they say more. */
answer_found many_answer_of(base_arena *arena, uint64_t *rows, const mixmi_sketch *sketch, size_t x, size_t y,
                            double more, const answer_request *request);

#endif
