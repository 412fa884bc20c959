/* All columns of a table as small pictures side by side: numbers as the density that the default fits, with point masses as
 * spikes beside it, categories as bars of the most frequent labels. Every picture has its own scale: shapes are to be seen, not
 * sizes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "plot/plot_script.h"

enum {
	ACROSS = 4,
	CELL_WIDTH = 300,
	CELL_HEIGHT = 210,
	MOST_COLUMNS = 200,
	MOST_BARS = 6,
	LONGEST_NAME = 34,
	LONGEST_LABEL = 16
};

typedef struct overview {
	const mixmi_table *table;
	const mixmi_options *options;
	size_t count;                 /* columns that are drawn */
	mixmi_histogram **histograms; /* [count] NULL where there is none */
} overview;

/* ------------------------------------------------------------------------------------------------------- numbers */

/* Height of a bin: its density, or its share of rows where it is an atom. */
static double height_of(const mixmi_bin *bin, size_t rows)
{
	double share = (double)bin->count / (double)rows;
	return bin->is_atom ? share : share / bin->volume;
}

static double highest(const mixmi_histogram *histogram, size_t bins, size_t rows, bool atoms)
{
	double most = 0;
	for (size_t b = 0; b < bins; b++) {
		mixmi_bin bin;
		if (mixmi_histogram_get_bin(&bin, sizeof bin, histogram, 0, b) == MIXMI_OK && (bin.is_atom != 0) == atoms)
			most = fmax(most, height_of(&bin, rows));
	}
	return most > 0 && isfinite(most) ? most : 1;
}

/* Blocks $s and $a: the outline of the density and the tops of the spikes, both as shares of the highest. */
static void write_density(FILE *file, const mixmi_histogram *histogram, size_t column)
{
	mixmi_histogram_info info;
	mixmi_histogram_column about;
	mixmi_histogram_describe(&info, sizeof info, histogram);
	if (mixmi_histogram_get_column(&about, sizeof about, histogram, 0) != MIXMI_OK)
		return;
	for (int atoms = 0; atoms < 2; atoms++) {
		double most = highest(histogram, about.bins, info.rows, atoms == 1);
		fprintf(file, "$%c%zu << EOD\n", atoms == 0 ? 's' : 'a', column);
		for (size_t b = 0; b < about.bins; b++) {
			mixmi_bin bin;
			if (mixmi_histogram_get_bin(&bin, sizeof bin, histogram, 0, b) != MIXMI_OK ||
			    (bin.is_atom != 0) != (atoms == 1))
				continue;
			double height = height_of(&bin, info.rows) / most;
			if (atoms == 1) {
				output_script_row(file, (double[]){ bin.lower, height }, 2);
				continue;
			}
			output_script_row(file, (double[]){ bin.lower, 0 }, 2);
			output_script_row(file, (double[]){ bin.lower, height }, 2);
			output_script_row(file, (double[]){ bin.upper, height }, 2);
			output_script_row(file, (double[]){ bin.upper, 0 }, 2);
		}
		fputs("EOD\n", file);
	}
}

static double extent(const mixmi_column *about, bool upper)
{
	double width = about->maximum - about->minimum;
	double beyond = width > 0 ? width / 25 : 1;
	return upper ? about->maximum + beyond : about->minimum - beyond;
}

/* Three tics: dates are written as such, numbers in few digits. */
static void write_tics(FILE *file, const mixmi_column *about)
{
	bool clock = about->unit == MIXMI_SECONDS && about->maximum - about->minimum < 2 * 86400.0;
	fputs("set xtics nomirror (", file);
	for (int i = 0; i < 3; i++) {
		char shown[MIXMI_SHOWN], number[OUTPUT_NUMBER];
		double place = about->minimum + (about->maximum - about->minimum) * i / 2;
		mixmi_show_value(shown, place, about->unit);
		if (about->unit == MIXMI_PLAIN)
			strcpy(shown, output_number(number, place, 4));
		else
			shown[clock ? 16 : 10] = '\0'; /* the day is enough, or the minute */
		fprintf(file, "%s'%s' %s", i == 0 ? "" : ", ", clock && strlen(shown) > 11 ? shown + 11 : shown,
		        output_number(number, place, 17));
	}
	fputs(") font ',8'\n", file);
}

static void plot_numbers(FILE *file, const overview *o, size_t column, const mixmi_column *about)
{
	char low[OUTPUT_NUMBER], high[OUTPUT_NUMBER];
	write_density(file, o->histograms[column], column);
	write_tics(file, about);
	fprintf(file, "unset ytics\nset border 1\nset xrange [%s:%s]\nset yrange [0:1.12]\n",
	        output_number(low, extent(about, false), 17), output_number(high, extent(about, true), 17));
	fprintf(file,
	        "plot $s%zu with filledcurves y1=0 fc rgb '" OUTPUT_PALE_BLUE
	        "' notitle, $s%zu with lines lw 1.3 lc rgb '" OUTPUT_BLUE
	        "' notitle, $a%zu with impulses lw 2.5 lc rgb '" OUTPUT_ORANGE "' notitle\n",
	        column, column, column);
}

/* -------------------------------------------------------------------------------------------------------- labels */

/* Codes of the most frequent labels, of an ordered column the first in their order; returns how many. */
static size_t choose_bars(size_t *codes, uint64_t *counts, const mixmi_column *about)
{
	size_t bars = about->distinct < MOST_BARS ? about->distinct : MOST_BARS;
	bool *taken = base_array_zero(about->distinct, sizeof *taken);
	for (size_t i = 0; taken != NULL && i < bars; i++) {
		size_t best = about->distinct;
		for (size_t code = 0; code < about->distinct; code++)
			if (!taken[code] && (best == about->distinct || (!about->ordered && counts[code] > counts[best])))
				best = code;
		taken[best] = true;
		codes[i] = best;
	}
	bool done = taken != NULL;
	free(taken);
	return done ? bars : 0;
}

static void plot_labels(FILE *file, const overview *o, size_t column, const mixmi_column *about)
{
	size_t codes[MOST_BARS];
	uint64_t *counts = base_array(about->distinct, sizeof *counts);
	double *levels = base_array(about->distinct, sizeof *levels);
	size_t bars = 0, most = 1;
	if (counts != NULL && levels != NULL && mixmi_table_counts(counts, o->table, column) == MIXMI_OK &&
	    mixmi_table_levels(levels, o->table, column) == MIXMI_OK)
		bars = choose_bars(codes, counts, about);
	fprintf(file, "$b%zu << EOD\n", column);
	for (size_t i = 0; i < bars; i++) {
		output_script_row(file, (double[]){ 0, (double)(bars - i), (double)counts[codes[i]] }, 3);
		most = counts[codes[i]] > most ? (size_t)counts[codes[i]] : most;
	}
	fputs("EOD\nset ytics nomirror (", file);
	for (size_t i = 0; i < bars; i++) {
		char number[MIXMI_SHOWN];
		const char *label = mixmi_table_label(o->table, column, codes[i]);
		mixmi_show_value(number, levels[codes[i]], about->unit);
		fputs(i == 0 ? "" : ", ", file);
		output_script_text(file, label != NULL ? label : number, LONGEST_LABEL, true);
		fprintf(file, " %zu", bars - i);
	}
	fprintf(file, ") font ',8' scale 0\nset border 2\nunset xtics\nset xrange [0:%zu]\nset yrange [0.3:%zu.7]\n",
	        most + most / 20 + 1, bars);
	fprintf(file,
	        "plot $b%zu using (0):2:(0):3:($2-0.35):($2+0.35) with boxxyerrorbars fs solid noborder fc rgb "
	        "'" OUTPUT_PALE_BLUE "' notitle\n",
	        column);
	free(counts);
	free(levels);
}

/* ----------------------------------------------------------------------------------------------------------- all */

static void plot_column(FILE *file, const overview *o, size_t column)
{
	mixmi_column about;
	if (mixmi_table_column(&about, sizeof about, o->table, column, o->options) != MIXMI_OK)
		return;
	bool numbers = o->histograms[column] != NULL;
	fputs("set label 7 ", file);
	output_script_text(file, about.name, LONGEST_NAME, false);
	char step[64] = "";
	if (strcmp(about.kind, "rounded") == 0)
		snprintf(step, sizeof step, " to %.6g", about.step);
	fputs(" at graph 0,1 left offset 0,1.9 font ',11'\n", file);
	fprintf(file, "set label 8 '%s%s' at graph 0,1 left offset 0,0.7 font ',8' textcolor rgb '" OUTPUT_GREY "'\n",
	        about.kind, step);
	if (about.missing > 0)
		fprintf(file,
		        "set label 9 '%zu missing' at graph 1,1 right offset 0,0.7 font ',8' textcolor rgb '" OUTPUT_GREY "'\n",
		        about.missing);
	if (numbers)
		plot_numbers(file, o, column, &about);
	else if (about.distinct > 0)
		plot_labels(file, o, column, &about);
	else
		fputs("unset xtics\nunset ytics\nset border 0\nset xrange [0:1]\nset yrange [0:1]\nplot NaN notitle\n", file);
	fputs("unset label 9\n", file);
}

static void write_overview(void *context, FILE *file, output_format format)
{
	const overview *o = context;
	size_t across = o->count < ACROSS ? o->count : ACROSS, down = (o->count + across - 1) / across;
	output_script_size(file, format, (int)across * CELL_WIDTH, (int)down * CELL_HEIGHT);
	fprintf(file, "set multiplot layout %zu,%zu\nset lmargin 11\nset rmargin 3\nset tmargin 3.2\nset bmargin 2\n", down,
	        across);
	for (size_t j = 0; j < o->count; j++)
		plot_column(file, o, j);
	fputs("unset multiplot\n", file);
}

/* Fits the numbers that have more than one value. */
static mixmi_status fit_all(overview *o)
{
	mixmi_status status = MIXMI_OK;
	for (size_t j = 0; j < o->count && status == MIXMI_OK; j++) {
		mixmi_column about;
		status = mixmi_table_column(&about, sizeof about, o->table, j, o->options);
		if (status == MIXMI_OK && about.type == MIXMI_NUMERIC && about.distinct > 1)
			status = mixmi_histogram_fit(&o->histograms[j], o->table, &j, 1, o->options);
	}
	return status;
}

mixmi_status mixmi_table_plot(const mixmi_table *table, const mixmi_options *options, const char *path)
{
	overview o = { .table = table, .options = options, .count = mixmi_table_columns(table) };
	if (path == NULL || o.count == 0)
		return base_error(MIXMI_ERROR_USAGE, "a picture needs a table with columns and a path");
	if (o.count > MOST_COLUMNS)
		return base_error(MIXMI_ERROR_LIMIT,
		                  "a picture shows at most %d columns, not %zu: choose some with option only", MOST_COLUMNS,
		                  o.count);
	o.histograms = base_array_zero(o.count, sizeof *o.histograms);
	mixmi_status status = o.histograms != NULL ? fit_all(&o) : base_error_memory();
	if (status == MIXMI_OK)
		status = output_draw(write_overview, &o, options, path);
	for (size_t j = 0; o.histograms != NULL && j < o.count; j++)
		mixmi_histogram_free(o.histograms[j]);
	free(o.histograms);
	return status;
}
