/* The two kinds of pictures: each writes a whole gnuplot script but for the look, which stands before it. */
#ifndef PLOT_PLOT_FIGURE_H
#define PLOT_PLOT_FIGURE_H

#include <stdio.h>

#include "plot/plot_axis.h"
#include "plot/plot_script.h"

typedef struct output_figure {
	FILE *file;
	const mixmi_histogram *histogram;
	const mixmi_table *table;
	mixmi_histogram_info info;
	output_axis axes[2]; /* as many as the histogram has columns */
} output_figure;

/* One column: density steps with atoms as spikes, or bars for categories. */
void output_figure_one(const output_figure *figure);

/* Two columns: cells shaded by density, cuts as lines, the rows of the table as points. */
void output_figure_two(const output_figure *figure);

/* Remarks that both make: on atoms and rows that are not drawn. */
void output_figure_remarks(char line[OUTPUT_LINE], const output_figure *figure);

#endif
