/* Outcomes of times that may be censored, as numbers that can be averaged: pseudo-observations. */
#ifndef EFFECT_TIMES_H
#define EFFECT_TIMES_H

#include "effect/sample.h"

/* The time by which nine of ten rows of a level of x (or of all rows) have ended or were censored, the least over the
 * levels. O(rows) and a sort. NaN: out of memory, or no time. */
double effect_usual_horizon(const mixmi_table *table, size_t x, size_t y, bool levels);

/* out[2][rows]: of the time up to the horizon, and of whether the event comes by then; 0 where it was not observed. The
 * mean of each over the rows of a level is the restricted mean, or 1 less the Kaplan-Meier estimate. O(rows levels) and a
 * sort. */
double *effect_time_outcomes(base_arena *arena, const effect_sample *sample, const data_column *time, double horizon,
                             bool levels);

#endif
