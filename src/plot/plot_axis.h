/* One column of a histogram as an axis of a picture: the position of each bin and each row of the table.
 *
 * Positions on the axis are (value - offset) / 10^exponent, of moderate size for any values, or log10(value) if the
 * column is positive and skewed. Columns of categories (texts, or a few discrete numbers) have one band of width 1 per
 * category around 0, 1, 2, ... instead. */
#ifndef PLOT_PLOT_AXIS_H
#define PLOT_PLOT_AXIS_H

#include "mixmi.h"

/* A part of a bin as it is drawn: its interval, or one of its atoms. */
typedef struct plot_span {
	double lower; /* position on the axis, clipped to its range */
	double upper;
	double log_volume; /* natural logarithm of the bin's whole volume, for an interval in units of the axis */
	uint64_t count;    /* rows in the bin */
	bool shown;        /* false: outside the range */
	bool thin;         /* an atom drawn as a line or spike: lower == upper */
	bool follows;      /* a band next to another one of the same bin */
} plot_span;

typedef struct plot_axis {
	const mixmi_histogram *histogram;
	size_t index; /* of the column in the histogram */
	mixmi_histogram_column column;
	size_t table_column;
	bool bands;
	double offset;
	int exponent;
	double step; /* rounding step of the values; NaN: not rounded */
	bool logarithmic;
	double zero;  /* on a logarithmic axis: position of the value 0; -INFINITY if there is none */
	double lower; /* range of the axis, in positions, with a small margin */
	double upper;
	plot_span *spans;  /* [column.intervals + shown_atoms] */
	size_t *atoms;     /* [shown_atoms] the atoms that are drawn, by bin and then ascending */
	size_t *first;     /* [column.bins + 1] start of the atoms of each bin in `atoms` */
	size_t *ascending; /* [shown_atoms] indices into `atoms`, in the order of the atoms' numbers */
	size_t shown_atoms;
	int32_t *bands_of_codes; /* for a column with labels: band of each code of the table, or -1; otherwise NULL */
	size_t code_count;
} plot_axis;

/* Prepares the axis for a column of the histogram; `table` must have a column of that name and type. The axis borrows
 * from the histogram. It must be cleared also on failure. Cost: O(bins log bins + rows). */
mixmi_status plot_axis_init(plot_axis *axis, const mixmi_histogram *histogram, size_t column, const mixmi_table *table);
void plot_axis_clear(plot_axis *axis);

/* A bin and an atom of the column. */
mixmi_bin plot_axis_bin(const plot_axis *axis, size_t bin);
mixmi_atom plot_axis_atom(const plot_axis *axis, size_t atom);

/* Number of spans of the axis, and of a bin, and the k-th span of a bin: the interval if there is one, then the atoms
 * that are drawn. */
size_t plot_axis_spans(const plot_axis *axis);
size_t plot_axis_pieces(const plot_axis *axis, size_t bin);
const plot_span *plot_axis_piece(const plot_axis *axis, size_t bin, size_t k);

/* Position of a value; may be outside the range. */
double plot_axis_place(const plot_axis *axis, double value);

/* Position of a row, in the middle of its band; NaN if it has no value, or one that is not drawn. */
double plot_axis_place_row(const plot_axis *axis, const mixmi_table *table, size_t row);

/* Exponent of ten, a multiple of 3, by which numbers up to `size` are divided for display; 0: none. */
int plot_exponent(double size);

#endif
