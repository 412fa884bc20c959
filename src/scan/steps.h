/* Jumps that smooth functions of Z cannot follow: after a smooth fit a jump is left as a sudden change of sign, at a value of one
 * column of Z, perhaps of another size on either side of a value of a second one. */
#ifndef SCAN_STEPS_H
#define SCAN_STEPS_H

#include "scan/ridge.h"
#include "scan/sample_column.h"

enum { SCAN_STEP_BINS = 25 };

/* The columns of Z in bins, and in order. */
typedef struct scan_steps {
	size_t rows;
	size_t columns;
	uint8_t *bins;       /* [columns][rows] */
	uint8_t *bin_counts; /* [columns] */
	uint32_t *codes;     /* [columns][rows] */
	size_t functions;    /* of Z that smooth fits are made of, once scan_steps_smooth() knows them */
	double *below;       /* [columns][SCAN_STEP_BINS - 1] rows below each cut between bins */
	double *cross; /* [columns][SCAN_STEP_BINS - 1][functions] mean products of centred indicators with the functions */
} scan_steps;

/* A jump: of the rows above a code of one column and, where it is divided, apart for those above a code of another. */
typedef struct scan_jump {
	size_t column;
	uint32_t code; /* last code below it */
	bool divided;
	size_t other;
	uint32_t other_code;
} scan_jump;

/* Columns of Z on their rows; labels take no part unless they are two. False: out of memory. */
bool scan_steps_init(scan_steps *steps, const scan_column *columns, size_t column_count);
void scan_steps_clear(scan_steps *steps);

/* Makes ready for jumps on top of smooth fits by functions, [count][rows]. False: out of memory. O(rows columns count). */
bool scan_steps_smooth(scan_steps *steps, const double *functions, size_t count);

/* The most evident jump in residuals of a smooth fit, which were fixed, and of its ridge's penalty number `penalty`; *found is false if it
 * is no more than chance makes of them. False: out of memory. O(rows columns^2). */
bool scan_steps_find(bool *found, scan_jump *jump, const double *residuals, const scan_steps *steps,
                     const scan_ridge *ridge, size_t penalty);

/* A place of one column where an indicator of the rows above it would explain most, and how much. */
typedef struct scan_place_found {
	double evidence; /* decrease of the sum of squares */
	size_t column;
	uint32_t code; /* last one below it */
} scan_place_found;

/* The place for which that is largest, whatever a smooth fit has taken of the jump. Arguments as above. */
bool scan_steps_place(scan_place_found *best, const double *residuals, const scan_steps *steps, const scan_ridge *ridge,
                      size_t penalty);

/* The functions that fit a jump: the indicator of the rows above it and, where it is divided, that of the other column and the
 * product of both. values: [3][rows], fixed. Returns their number. A column turned round only changes their signs. */
size_t scan_steps_functions(double *values, const scan_jump *jump, const scan_steps *steps);

#endif
