/* Converts the grid of an answer to a histogram of the table's columns. */
#ifndef ANSWERS_GRID_PICTURE_H
#define ANSWERS_GRID_PICTURE_H

#include "answer/bin_grid.h"
#include "mixmi.h"
#include "paper/question/question.h"
#include "question/sets.h"

/* Without a grid (NULL: nothing was detected) every column has a single bin. Columns are in the order of `ready`; those
 * that the grid does not have (constant and repeated ones of Z, labels of many levels) have a single bin. Takes from the
 * arena only before it allocates, so that nothing is lost when the arena runs out. */
mixmi_status answers_picture(mixmi_histogram **out, base_arena *arena, const answer_grid *grid,
                             const question_sets *sets, const mixmi_question *asked, const question_ready *ready,
                             const mixmi_options *options);

#endif
