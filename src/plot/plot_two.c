/* Picture of two columns. Cells come in three kinds with different units: areas (interval by interval, or by a band),
 * lines (a numeric atom by an interval or band) and dots (atom by atom). The colour bar belongs to the kind that holds
 * most rows; the others use its colours with their own maximum as the darkest. */
#include <math.h>

#include "plot/plot_figure.h"

typedef enum cell_kind { AREA, LINE, DOT, KINDS } cell_kind;

enum { MOST_POINTS = 5000, SIDE = 450 /* rough size of the plot in pixels of the SVG */ };

typedef struct drawn_cell {
	cell_kind kind;
	const output_span *x, *y;
	double density; /* natural logarithm, in units of the axes */
	double rows;    /* its share of the cell's, in equal parts */
} drawn_cell;

/* How densities become colours. */
typedef struct shading {
	double most[KINDS]; /* largest and smallest logarithmic density of a kind */
	double least[KINDS];
	cell_kind main; /* the kind of the colour bar; KINDS: no cell is drawn */
	bool logarithmic;
	int exponent; /* the linear colour bar is in units of 10^exponent */
	double floor; /* lower end of a logarithmic colour bar, as log10; all below has its colour */
} shading;

/* Where a walk over the cells stands: each is drawn once for every piece of its bin on x and on y. */
typedef struct cell_walk {
	size_t cell, x, y;
} cell_walk;

static cell_kind kind_of(const output_span *x, const output_span *y)
{
	return x->thin && y->thin ? DOT : x->thin || y->thin ? LINE : AREA;
}

/* The next piece of a cell that is in the picture; false at the end. */
static bool next_cell(drawn_cell *out, cell_walk *walk, const output_figure *figure)
{
	const output_axis *x = &figure->axes[0], *y = &figure->axes[1];
	mixmi_cell cell;
	while (walk->cell < figure->info.cells &&
	       mixmi_histogram_get_cell(&cell, sizeof cell, figure->histogram, walk->cell) == MIXMI_OK) {
		size_t across = output_axis_pieces(x, cell.bins[0]), up = output_axis_pieces(y, cell.bins[1]);
		if (walk->y == up) {
			walk->x++;
			walk->y = 0;
		}
		if (up == 0 || walk->x >= across) {
			*walk = (cell_walk){ walk->cell + 1, 0, 0 };
			continue;
		}
		out->x = output_axis_piece(x, cell.bins[0], walk->x);
		out->y = output_axis_piece(y, cell.bins[1], walk->y++);
		out->kind = kind_of(out->x, out->y);
		out->density = log((double)cell.count / (double)figure->info.rows) - out->x->log_volume - out->y->log_volume;
		out->rows = (double)cell.count / (double)(across * up);
		if (out->x->shown && out->y->shown)
			return true;
	}
	return false;
}

/* ---------------------------------------------------------------------------------------------- colours */

static shading find_shading(const output_figure *figure)
{
	enum { DECADES = 8 };
	shading s = { .main = KINDS };
	for (int kind = 0; kind < KINDS; kind++) {
		s.most[kind] = -INFINITY;
		s.least[kind] = INFINITY;
	}
	double rows[KINDS + 1] = { 0 };
	drawn_cell cell;
	for (cell_walk walk = { 0 }; next_cell(&cell, &walk, figure);) {
		s.most[cell.kind] = fmax(s.most[cell.kind], cell.density);
		s.least[cell.kind] = fmin(s.least[cell.kind], cell.density);
		rows[cell.kind] += cell.rows;
	}
	for (int kind = 0; kind < KINDS; kind++)
		s.main = rows[kind] > rows[s.main] ? (cell_kind)kind : s.main;
	if (s.main == KINDS)
		return s;
	double most = s.most[s.main] / log(10), least = s.least[s.main] / log(10);
	s.logarithmic = most - least > 2;
	s.exponent = s.logarithmic ? 0 : output_exponent(exp(s.most[s.main]));
	s.floor = fmax(least, most - DECADES);
	return s;
}

/* Colour as a place on the colour bar. */
static double shade(const shading *s, const drawn_cell *cell)
{
	double density = cell->density - s->most[cell->kind] + s->most[s->main];
	return s->logarithmic ? fmax(density / log(10), s->floor) : exp(density - s->exponent * log(10));
}

/* Tics of a logarithmic bar: powers of ten, and 2 and 5 times those where there are few. */
static void write_decades(FILE *file, double bottom, double top)
{
	static const int steps[] = { 1, 2, 5 };
	int first = (int)floor(bottom), last = (int)floor(top), few = last - first <= 3 ? 3 : 1;
	const char *between = "";
	fputs("set cbtics (", file);
	for (int i = first; i <= last; i += (last - first) / 8 + 1)
		for (int j = 0; j < few; j++) {
			char place[OUTPUT_NUMBER];
			double at = i + log10(steps[j]);
			if (at < bottom || at > top)
				continue;
			fprintf(file, "%s'%de%d' %s", between, steps[j], i, output_number(place, at, 17));
			between = ", ";
		}
	fputs(")\n", file);
}

/* Whether cells of this kind have a volume: a band has none, and a line has that of its longer side. */
static bool is_density(const output_figure *figure, cell_kind kind)
{
	const output_axis *x = &figure->axes[0], *y = &figure->axes[1];
	return kind == AREA ? !x->bands || !y->bands : kind == LINE && !x->bands && !y->bands;
}

static void write_colour_bar(const output_figure *figure, const shading *s)
{
	char low[OUTPUT_NUMBER], high[OUTPUT_NUMBER];
	if (s->main == KINDS) {
		fputs("unset colorbox\n", figure->file);
		return;
	}
	double most = s->most[s->main] / log(10);
	double top = s->logarithmic ? most : pow(10, most - s->exponent);
	fprintf(figure->file, "set cbrange [%s:%s]\n", output_number(low, s->logarithmic ? s->floor : 0, 17),
	        output_number(high, top, 17));
	if (s->logarithmic)
		write_decades(figure->file, s->floor, top);
	fprintf(figure->file, "set cblabel '%s%s", is_density(figure, s->main) ? "density" : "probability",
	        s->logarithmic ? ", log scale" : "");
	if (s->exponent != 0)
		fprintf(figure->file, ", in units of 1e%d", s->exponent);
	fputs("' offset 1,0 textcolor rgb '" OUTPUT_GREY "'\nset rmargin at screen 0.83\n"
	      "set colorbox vertical user origin graph 1.03,0 size graph 0.035,1 noborder\n",
	      figure->file);
}

/* ------------------------------------------------------------------------------------------------- data */

static void write_cells(const output_figure *figure, const shading *s, cell_kind kind)
{
	static const char *const names[KINDS] = { "areas", "lines", "dots" };
	fprintf(figure->file, "$%s << EOD\n", names[kind]);
	drawn_cell cell;
	for (cell_walk walk = { 0 }; next_cell(&cell, &walk, figure);) {
		if (cell.kind != kind)
			continue;
		double row[] = { cell.x->lower, cell.x->upper, cell.y->lower, cell.y->upper, shade(s, &cell) };
		output_script_row(figure->file, row, 5);
	}
	fputs("EOD\n", figure->file);
}

/* Whether two bands of the same bin meet at this end of a span. */
static bool inside_bin(const output_axis *axis, size_t span, int end)
{
	return end == 0 ? axis->spans[span].follows : span + 1 < output_axis_spans(axis) && axis->spans[span + 1].follows;
}

/* Lines through the whole plot: at the ends of all intervals and bins of bands if `cuts`, at the thin atoms otherwise. */
static size_t write_grid(const output_figure *figure, bool cuts)
{
	size_t written = 0;
	fprintf(figure->file, "$%s << EOD\n", cuts ? "cuts" : "atoms");
	for (int side = 0; side < 2; side++) {
		const output_axis *along = &figure->axes[side], *across = &figure->axes[1 - side];
		double length = across->upper - across->lower;
		for (size_t i = 0; i < output_axis_spans(along); i++) {
			const output_span *span = &along->spans[i];
			for (int end = 0; end < (cuts ? 2 : 1) && span->shown && span->thin != cuts; end++) {
				if (inside_bin(along, i, end))
					continue;
				double at = end == 0 ? span->lower : span->upper;
				double row[] = { side == 0 ? at : across->lower, side == 0 ? across->lower : at, side == 0 ? 0 : length,
					             side == 0 ? length : 0 };
				output_script_row(figure->file, row, 4);
				written++;
			}
		}
	}
	fputs("EOD\n", figure->file);
	return written;
}

/* Spreads points over a band, always in the same way: by the row number, well mixed. */
static double jitter(const output_axis *axis, uint64_t row, uint64_t side)
{
	if (!axis->bands)
		return 0;
	uint64_t x = 2 * row + side + 1;
	for (int i = 0; i < 3; i++)
		x = (x ^ x >> 32) * 0x9E3779B97F4A7C15U; /* 2^64 over the golden ratio */
	return 0.76 * ((double)(x >> 11) / 9007199254740992.0 - 0.5);
}

static bool has_values(const output_figure *figure, size_t row)
{
	for (int side = 0; side < 2; side++)
		if (isnan(mixmi_table_value(figure->table, figure->axes[side].table_column, row)))
			return false;
	return true;
}

/* Says how many complete rows stand for one point. */
static size_t rows_a_point(const output_figure *figure)
{
	size_t complete = 0;
	for (size_t row = 0; row < mixmi_table_rows(figure->table); row++)
		complete += has_values(figure, row);
	return complete == 0 ? 1 : (complete - 1) / MOST_POINTS + 1;
}

static size_t write_points(const output_figure *figure, size_t step)
{
	size_t complete = 0, written = 0;
	fputs("$points << EOD\n", figure->file);
	for (size_t row = 0; row < mixmi_table_rows(figure->table); row++) {
		if (!has_values(figure, row) || complete++ % step != 0)
			continue;
		double x = output_axis_place_row(&figure->axes[0], figure->table, row);
		double y = output_axis_place_row(&figure->axes[1], figure->table, row);
		if (isnan(x) || isnan(y))
			continue;
		x += jitter(&figure->axes[0], row, 0);
		y += jitter(&figure->axes[1], row, 1);
		output_script_row(figure->file, (double[]){ x, y }, 2);
		written++;
	}
	fputs("EOD\n", figure->file);
	return written;
}

/* -------------------------------------------------------------------------------------------- the whole */

static void write_head(const output_figure *figure, const shading *s, size_t step)
{
	static const char *const names[KINDS] = { "areas", "lines", "dots" };
	const mixmi_histogram_column *x = &figure->axes[0].column, *y = &figure->axes[1].column;
	char facts[OUTPUT_LINE] = "", remarks[OUTPUT_LINE] = "", number[OUTPUT_NUMBER];
	output_line_add(facts, "n = %zu", figure->info.rows);
	output_line_add(facts, "%zu \u00d7 %zu bins", x->bins, y->bins);
	output_line_add(facts, "%zu cells hold data", figure->info.cells);
	for (int kind = 0; kind < KINDS; kind++)
		if (s->main != KINDS && kind != (int)s->main && isfinite(s->most[kind]))
			output_line_add(remarks, "darkest %s: %s", names[kind], output_number(number, exp(s->most[kind]), 3));
	if (step > 1)
		output_line_add(remarks, "points: 1 in %zu rows", step);
	output_figure_remarks(remarks, figure);
	output_script_head(figure->file, x->name, y->name, facts, remarks);
}

/* Width of the lines of atoms: narrower where they lie so close that they would run together. */
static double line_width(const output_figure *figure)
{
	double closest = 1;
	for (int side = 0; side < 2; side++) {
		const output_axis *axis = &figure->axes[side];
		for (size_t i = 1; i < axis->shown_atoms && !axis->bands; i++) {
			const output_span *atoms = axis->spans + axis->column.intervals;
			double gap = atoms[axis->ascending[i]].lower - atoms[axis->ascending[i - 1]].lower;
			closest = fmin(closest, gap / (axis->upper - axis->lower));
		}
	}
	return fmin(5, fmax(1.5, 0.6 * SIDE * closest));
}

static void plot_atoms(const output_figure *figure, const shading *s)
{
	char wide[OUTPUT_NUMBER], narrow[OUTPUT_NUMBER], large[OUTPUT_NUMBER], small[OUTPUT_NUMBER];
	double width = line_width(figure);
	output_number(wide, 1.4 * width, 3);
	output_number(narrow, width, 3);
	output_number(large, 0.2 * width + 0.35, 3);
	output_number(small, 0.2 * width + 0.1, 3);
	if (isfinite(s->most[LINE]))
		fprintf(figure->file,
		        ", $lines using 1:3:($2-$1):($4-$3) with vectors nohead lw %s lc rgb '#ffffff'"
		        ", $lines using 1:3:($2-$1):($4-$3):5 with vectors nohead lw %s lc palette",
		        wide, narrow);
	if (isfinite(s->most[DOT]))
		fprintf(figure->file,
		        ", $dots using 1:3 with points pt 7 ps %s lc rgb '#ffffff'"
		        ", $dots using 1:3:5 with points pt 7 ps %s lc palette",
		        large, small);
}

void output_figure_two(const output_figure *figure)
{
	FILE *file = figure->file;
	shading s = find_shading(figure);
	size_t step = rows_a_point(figure);
	write_head(figure, &s, step);
	output_axis_write(file, &figure->axes[0], 'x');
	output_axis_write(file, &figure->axes[1], 'y');
	write_colour_bar(figure, &s);
	for (int kind = 0; kind < KINDS; kind++)
		write_cells(figure, &s, (cell_kind)kind);
	size_t cuts = write_grid(figure, true), atoms = write_grid(figure, false), points = write_points(figure, step);
	fputs("plot NaN notitle", file);
	if (isfinite(s.most[AREA]))
		fputs(", $areas using 1:3:1:2:3:4:5 with boxxyerror fillstyle solid noborder lc palette", file);
	if (cuts > 0)
		fputs(", $cuts using 1:2:3:4 with vectors nohead lw 0.5 lc rgb '" OUTPUT_PALE_GREY "'", file);
	if (atoms > 0)
		fputs(", $atoms using 1:2:3:4 with vectors nohead lw 0.5 dt 2 lc rgb '" OUTPUT_PALE_GREY "'", file);
	if (points > 0) /* the more, the smaller and the more transparent (the first two digits) */
		fprintf(file, ", $points using 1:2 with points pt 7 ps %s lc rgb '%s'", points > 1500 ? "0.18" : "0.3",
		        points > 1500  ? "#a0000000"
		        : points > 500 ? "#80000000"
		                       : "#50000000");
	plot_atoms(figure, &s);
	putc('\n', file);
}
