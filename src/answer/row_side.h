/* The residual of a side of a question whose rows depend on each other. */
#ifndef ANSWER_ROW_SIDE_H
#define ANSWER_ROW_SIDE_H

#include "answer/rows.h"
#include "residual/residual.h"

/* As residual_side_of(); of_z has the functions of z_count columns, for rows->within with the clusters as an absorbed
 * label. A column alone that is constant within clusters has, without Z, features of clusters: its ranks
 * and point masses count clusters rather than rows. Within clusters, a number alone has features of its values
 * as well as of its deviations from cluster means. */
residual_side answer_row_side_of(base_arena *arena, const question_values *const *columns, size_t count,
                                 residual_functions *of_z, size_t z_count, const answer_rows *rows);

#endif
