/* One column of a histogram as an axis of a picture: where each bin and each row of the table is drawn.
 *
 * Places on the axis are (value - offset) / 10^exponent, which gnuplot can draw whatever the values are; columns of
 * categories (texts, or a few discrete numbers) have one band of width 1 each around 0, 1, 2, ... instead. */
#ifndef OUTPUT_PLOT_AXIS_H
#define OUTPUT_PLOT_AXIS_H

#include <stdio.h>

#include "mixmi.h"

/* A bin as it is drawn. */
typedef struct output_span {
	double lower; /* place on the axis, cut to its range */
	double upper;
	double log_volume; /* natural logarithm of the whole width in units of the axis; 0 for an atom */
	uint64_t count;
	bool shown; /* false: out of the range, or an atom too many */
	bool thin;  /* an atom drawn as a line or spike: lower == upper */
} output_span;

typedef struct output_axis {
	const mixmi_histogram *histogram;
	size_t index; /* of the column in the histogram */
	mixmi_histogram_column column;
	size_t table_column;
	bool bands;
	double offset;
	int exponent;
	double lower; /* range of the axis, in places, with a small margin */
	double upper;
	output_span *spans; /* [column.bins] */
	size_t *atoms;      /* [shown_atoms] bins of the atoms that are drawn, ascending */
	size_t shown_atoms;
	int32_t *bands_of_codes; /* for a column with labels: band of each code of the table, or -1; else NULL */
	size_t code_count;
} output_axis;

/* Prepares the axis for a column of the histogram; `table` must have a column of that name and kind. The axis borrows
 * from the histogram. On failure it is still to be cleared. Cost: O(bins log bins + rows). */
mixmi_status output_axis_init(output_axis *axis, const mixmi_histogram *histogram, size_t column,
                              const mixmi_table *table);
void output_axis_clear(output_axis *axis);

/* A bin of the column. */
mixmi_bin output_axis_bin(const output_axis *axis, size_t bin);

/* Place of a value; may lie out of the range. */
double output_axis_place(const output_axis *axis, double value);

/* Place of a row, in the middle of its band; NaN where it has no value, or one that is not drawn. */
double output_axis_place_row(const output_axis *axis, const mixmi_table *table, size_t row);

/* Writes range, tics and label of the axis `letter` ('x' or 'y'). */
void output_axis_write(FILE *file, const output_axis *axis, char letter);

#endif
