/* Picture of one column. The density of its intervals and the probabilities of its atoms have different units, so each
 * has its own scale: left and right; with only one of them there is only the left. */
#include <math.h>

#include "plot/plot_figure.h"

enum { MOST_RUG = 1000 };

/* Density of an interval, probability of an atom (the mean one in a group). */
static double height_of(const output_figure *figure, const output_span *span)
{
	return fmin(exp(log((double)span->count / (double)figure->info.rows) - span->log_volume), 1e300);
}

/* Largest density of the intervals (or probability of the atoms) that are shown. */
static double highest(const output_figure *figure, bool of_atoms)
{
	const output_axis *axis = &figure->axes[0];
	double most = 0;
	for (size_t i = 0; i < output_axis_spans(axis); i++)
		if (axis->spans[i].shown && (i >= axis->column.intervals) == of_atoms)
			most = fmax(most, height_of(figure, &axis->spans[i]));
	return most;
}

/* The outline of the steps, from the ground back to the ground. */
static void write_steps(const output_figure *figure, double unit)
{
	const output_axis *axis = &figure->axes[0];
	double end = axis->lower;
	bool started = false;
	fputs("$steps << EOD\n", figure->file);
	for (size_t i = 0; i < axis->column.intervals; i++) {
		const output_span *span = &axis->spans[i];
		if (!span->shown)
			continue;
		double height = height_of(figure, span) / unit;
		if (!started)
			output_script_row(figure->file, (double[]){ span->lower, 0 }, 2);
		output_script_row(figure->file, (double[]){ span->lower, height }, 2);
		output_script_row(figure->file, (double[]){ span->upper, height }, 2);
		end = span->upper;
		started = true;
	}
	output_script_row(figure->file, (double[]){ end, 0 }, 2);
	fputs("EOD\n", figure->file);
}

static void write_atoms(const output_figure *figure, double unit)
{
	const output_axis *axis = &figure->axes[0];
	fputs("$atoms << EOD\n", figure->file);
	for (size_t i = 0; i < axis->shown_atoms; i++) {
		const output_span *span = &axis->spans[axis->column.intervals + i];
		if (span->shown)
			output_script_row(figure->file,
			                  (double[]){ (span->lower + span->upper) / 2, height_of(figure, span) / unit }, 2);
	}
	fputs("EOD\n", figure->file);
}

/* A short tick for every row, or for every k-th. */
static void write_rug(const output_figure *figure, double height)
{
	const output_axis *axis = &figure->axes[0];
	size_t rows = mixmi_table_rows(figure->table);
	fputs("$rug << EOD\n", figure->file);
	for (size_t row = 0; row < rows; row += rows / MOST_RUG + 1) {
		double place = output_axis_place_row(axis, figure->table, row);
		if (!isnan(place))
			output_script_row(figure->file, (double[]){ place, height }, 2);
	}
	fputs("EOD\n", figure->file);
}

static void write_head(const output_figure *figure)
{
	const mixmi_histogram_column *column = &figure->axes[0].column;
	char facts[OUTPUT_LINE] = "", remarks[OUTPUT_LINE] = "";
	output_line_add(facts, "n = %zu", figure->info.rows);
	output_line_add(facts, "%zu bin%s", column->bins, column->bins == 1 ? "" : "s");
	if (column->groups < column->atoms && column->intervals == 0)
		output_line_add(facts, "of %zu values", column->atoms);
	else if (column->groups < column->atoms)
		output_line_add(facts, "of %zu interval%s and %zu atom%s", column->intervals, column->intervals == 1 ? "" : "s",
		                column->atoms, column->atoms == 1 ? "" : "s");
	else if (column->intervals > 0 && column->atoms > 0)
		output_line_add(facts, "of which %zu interval%s and %zu atom%s", column->intervals,
		                column->intervals == 1 ? "" : "s", column->atoms, column->atoms == 1 ? "" : "s");
	output_figure_remarks(remarks, figure);
	output_script_head(figure->file, column->name, NULL, facts, remarks);
}

/* A vertical scale: what its top is, and the power of ten that it counts in. */
typedef struct scale {
	double top;
	double unit;
	int exponent;
} scale;

/* The scale for heights up to `most`, with some room above. */
static scale scale_for(double most, double room)
{
	int exponent = output_exponent(most);
	double unit = pow(10, exponent);
	return (scale){ .top = most / unit * (1 + room), .unit = unit, .exponent = exponent };
}

/* Writes the scale of `axis`, "y" or "y2". */
static void write_scale(FILE *file, const char *axis, const scale *s, const char *label, const char *colour)
{
	char top[OUTPUT_NUMBER];
	fprintf(file, "set %srange [0:%s]\nset %slabel '%s", axis, output_number(top, s->top, 17), axis, label);
	if (s->exponent != 0)
		fprintf(file, ", in units of 1e%d", s->exponent);
	fprintf(file, "' textcolor rgb '%s'\n", colour);
}

static void plot_bars(const output_figure *figure)
{
	scale s = scale_for(highest(figure, true), 0.06);
	write_atoms(figure, s.unit);
	write_scale(figure->file, "y", &s, "probability", OUTPUT_GREY);
	fputs("set boxwidth 0.72\nset style fill solid border rgb '" OUTPUT_BLUE "'\n"
	      "plot $atoms using 1:2 with boxes lc rgb '" OUTPUT_PALE_BLUE "'\n",
	      figure->file);
}

/* Under spikes the steps stay lower, so that the two tops are not taken for one. */
static void write_step_data(const output_figure *figure, double most, bool spikes)
{
	scale s = scale_for(most, spikes ? 0.2 : 0.06);
	write_steps(figure, s.unit);
	write_rug(figure, 0.02 * s.top);
	write_scale(figure->file, "y", &s, "density", spikes ? OUTPUT_BLUE : OUTPUT_GREY);
}

static void write_spike_data(const output_figure *figure, double most, bool steps)
{
	scale s = scale_for(most, 0.06);
	write_atoms(figure, s.unit);
	write_scale(figure->file, steps ? "y2" : "y", &s, "probability", steps ? OUTPUT_ORANGE : OUTPUT_GREY);
	if (steps)
		fputs("set y2tics\nset border 11\nset rmargin -1\n", figure->file);
}

static void plot_steps(FILE *file)
{
	fputs("plot $steps using 1:2 with filledcurves y=0 fc rgb '" OUTPUT_PALE_BLUE "', "
	      "$rug using 1:(0):(0):2 with vectors nohead lw 0.5 lc rgb '" OUTPUT_GREY "', "
	      "$steps using 1:2 with lines lw 1.6 lc rgb '" OUTPUT_BLUE "'",
	      file);
}

/* Spikes with a dot on top; after steps they are another part of the same command, on the second scale. */
static void plot_spikes(const output_figure *figure, bool steps)
{
	bool many = figure->axes[0].shown_atoms > 100;
	const char *axes = steps ? "x1y2" : "x1y1";
	fprintf(figure->file,
	        "%s $atoms using 1:2 axes %s with impulses lw %s lc rgb '" OUTPUT_ORANGE "', "
	        "$atoms using 1:2 axes %s with points pt 7 ps %s lc rgb '" OUTPUT_ORANGE "'",
	        steps ? "," : "plot", axes, many ? "1" : "2.2", axes, many ? "0.3" : "0.7");
}

void output_figure_one(const output_figure *figure)
{
	write_head(figure);
	output_axis_write(figure->file, &figure->axes[0], 'x');
	if (figure->axes[0].bands) {
		plot_bars(figure);
		return;
	}
	double density = highest(figure, false), probability = highest(figure, true);
	bool steps = density > 0, spikes = probability > 0;
	if (steps)
		write_step_data(figure, density, spikes);
	if (spikes)
		write_spike_data(figure, probability, steps);
	if (steps)
		plot_steps(figure->file);
	if (spikes)
		plot_spikes(figure, steps);
	putc('\n', figure->file);
}
