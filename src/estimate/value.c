/* Entropies of the cells of a refined grid. */
#include "estimate/value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/functions.h"
#include "base/memory.h"
#include "base/special.h"
#include "base/sum.h"

enum { AT_XZ, AT_YZ, AT_Z };

static const int margin_roles[] = { ESTIMATE_IN_X | ESTIMATE_IN_Z, ESTIMATE_IN_Y | ESTIMATE_IN_Z, ESTIMATE_IN_Z };

/* -------------------------------------------------------------------------------------------- small counts */

/*
 * With f cells of one row and g of two among n, the entropy is after Chao, Wang and Jost (2013)
 *
 *     H = psi(n) - <psi(c)> + (f/n) sum over k >= 0 of q^(k+1) / (n + k),   1 - q = 2 g / ((n-1) f + 2 g),
 * where the last term is for cells without rows, whose number is estimated from the cells with one and two rows. The sum is q e^t E1(t) with t = -n ln q,
 * up to terms in 1/n.
 */
static double unseen(double f, double g, double n)
{
	double other = g > 0 ? 2 * g / ((n - 1) * f + 2 * g) : 2 / ((n - 1) * (f - 1) + 2);
	return f > 0 && other < 1 ? f / n * (1 - other) * base_scaled_e1(-n * log1p(-other)) : 0;
}

static double log_less_psi(uint64_t c)
{
	static const double few[] = {
		0, 0.577215664901532861, 0.270362845461478170, 0.175827953569642643, 0.130176692687756753, 0.103320244001966539
	};
	double x = (double)c, part = 1 / (x * x); /* of the series of psi */
	return c < sizeof few / sizeof few[0]
	           ? few[c]
	           : 1 / (2 * x) +
	                 part * (1.0 / 12 - part * (1.0 / 120 - part * (1.0 / 252 - part * (1.0 / 240 - part / 132))));
}

/* `open` receives the part for cells without rows. */
static double lost(double *open, const uint64_t *rows, size_t cells, double all)
{
	base_sum sum = { 0, 0 };
	double ones = 0, twos = 0;
	for (size_t i = 0; i < cells; i++) {
		base_sum_add(&sum, (double)rows[i] * log_less_psi(rows[i]));
		ones += rows[i] == 1;
		twos += rows[i] == 2;
	}
	*open = unseen(ones, twos, all);
	return base_sum_value(&sum) / all + *open;
}

double estimate_entropy_bias(const uint64_t *rows, size_t cells, double all)
{
	double open;
	return lost(&open, rows, cells, all);
}

static double lost_in(const cells_margin *m, size_t rows)
{
	return estimate_entropy_bias(m->counts, m->cells, (double)rows);
}

/* ------------------------------------------------------------------------------------------- one resolution */

/* ln(c c_z / (c_xz c_yz)) of a cell. */
static double log_ratio(const estimate_counts *c, size_t cell)
{
	const cells_margin *m = c->margins;
	return base_log_ratio(c->all.counts[cell] * m[AT_Z].counts[m[AT_Z].ids[cell]],
	                      m[AT_XZ].counts[m[AT_XZ].ids[cell]] * m[AT_YZ].counts[m[AT_YZ].ids[cell]]);
}

static double plug_in(const estimate_counts *c, size_t rows)
{
	base_sum sum = { 0, 0 };
	for (size_t i = 0; i < c->all.cells; i++)
		base_sum_add(&sum, (double)c->all.counts[i] * log_ratio(c, i));
	return fmax(0, base_sum_value(&sum) / (double)rows); /* negative only by rounding */
}

/* Exchanging X and Y does not change a bit. */
static void measure(estimate_value *out, double *terms, const estimate_counts *c, const estimate_ranks *ranks)
{
	const cells_margin *m = c->margins;
	out->plug_in = plug_in(c, ranks->rows);
	out->bias = lost_in(&c->all, ranks->rows) + lost_in(&m[AT_Z], ranks->rows) -
	            (lost_in(&m[AT_XZ], ranks->rows) + lost_in(&m[AT_YZ], ranks->rows));
	out->freedom = fmax(0, (double)c->all.cells + (double)m[AT_Z].cells - (double)(m[AT_XZ].cells + m[AT_YZ].cells));
	for (size_t i = 0; i < ranks->rows; i++)
		terms[i] += log_ratio(c, c->all.ids[ranks->tuple[i]]) - out->bias;
}

/* --------------------------------------------------------------------------------------------- is it shown? */

static bool shows_dependence(const estimate_grid *grid)
{
	double bins[3];
	estimate_grid_bins(bins, grid);
	return bins[QUESTION_X] > 1 && bins[QUESTION_Y] > 1;
}

double estimate_least_shown(const estimate_costs *costs)
{
	const double two_by_two[3] = { 2, 2, 1 };
	double bits = estimate_penalty(costs, two_by_two) + 2 * estimate_say_cuts(ESTIMATE_PLACES, 2);
	return 2 * (isfinite(bits) ? bits : 0) * BASE_LN2;
}

/* ------------------------------------------------------------------------------------------------- finer */

/* A bin on its way into pieces. */
typedef struct splitting {
	uint64_t total, seen; /* rows of the bin, and of its symbols so far */
	uint64_t cut;         /* pieces that these are worth */
	uint32_t piece;       /* that the next symbol goes to, if it is open */
	bool open;
} splitting;

/* Splits bins into equally full runs of symbols, so that a column of all rows would have `resolution` of them. Texts have no order: their groups
 * stay. False: out of memory. */
static bool split(estimate_division *finer, const estimate_division *d, const estimate_column *column, size_t all,
                  uint64_t resolution)
{
	splitting *bins = base_array_zero(d->bins, sizeof *bins);
	if (bins == NULL)
		return false;
	for (size_t s = 0; s < column->symbols; s++)
		bins[d->bin[s]].total += column->rows[s];
	finer->bins = 0;
	for (size_t s = 0; s < column->symbols; s++) {
		splitting *b = &bins[d->bin[s]];
		bool stays = column->nominal && s >= column->places;
		uint64_t pieces = stays ? 1 : (2 * b->total * resolution + all) / (2 * all);
		pieces = pieces > 1 ? pieces : 1;
		if (!b->open)
			b->piece = (uint32_t)finer->bins++;
		finer->bin[s] = b->piece;
		b->seen += column->rows[s];
		b->open = b->seen * pieces < b->total * (b->cut + 1) || b->seen == b->total;
		if (!b->open)
			b->cut = b->seen * pieces / b->total;
	}
	free(bins);
	return estimate_division_number(finer, column);
}

static bool refine(estimate_grid *finer, const estimate_grid *grid, size_t resolution)
{
	bool done = true;
	for (size_t j = 0; done && j < grid->ranks->column_count; j++)
		if (grid->divisions[j].bins > 1)
			done = split(&finer->divisions[j], &grid->divisions[j], &grid->ranks->columns[j], grid->ranks->rows,
			             resolution);
	return done;
}

/* n^(d/(d+1)) occupied cells for d divided columns balance small-sample and discretisation bias. Divided by d - 1, since bins of Z need not be narrow. */
static double most_cells(const estimate_grid *grid)
{
	double columns = 0;
	for (size_t j = 0; j < grid->ranks->column_count; j++)
		columns += grid->divisions[j].bins > 1;
	return pow((double)grid->ranks->rows, columns / (columns + 1)) / fmax(columns - 1, 1);
}

/* The finest resolution with at most that many occupied cells, by bisection. */
static bool refine_best(estimate_grid *finer, const estimate_grid *grid)
{
	double limit = most_cells(grid);
	size_t low = 1, high = grid->ranks->places + 1; /* resolution `low` is fine enough, `high` too fine */
	uint32_t *ids = base_array(grid->ranks->tuples, sizeof *ids);
	bool done = ids != NULL;
	while (done && high - low > 1) {
		size_t middle = (low + high) / 2, cells = 0;
		done = refine(finer, grid, middle) && estimate_number_cells(ids, &cells, finer, ESTIMATE_IN_ALL, SIZE_MAX);
		if ((double)cells <= limit)
			low = middle;
		else
			high = middle;
	}
	free(ids);
	return done && refine(finer, grid, low);
}

bool estimate_of_grid(estimate_value *out, double *terms, const estimate_grid *grid)
{
	estimate_grid finer = { 0 };
	estimate_counts c = { 0 };
	*out = (estimate_value){ .supported = shows_dependence(grid) };
	if (!out->supported)
		return true;
	bool done = estimate_grid_init(&finer, grid->ranks) && refine_best(&finer, grid) &&
	            estimate_counts_init(&c, &finer, margin_roles);
	if (done)
		measure(out, terms, &c, grid->ranks);
	estimate_counts_clear(&c);
	estimate_grid_clear(&finer);
	return done;
}

/* -------------------------------------------------------------------------------------------- the bound */

typedef enum side_kind { LABELS, NUMBERS, HARDLY_REPEATS } side_kind;

/* The kind of a side. A column whose values hardly repeat gives no bound. */
static side_kind kind_of(const estimate_ranks *ranks, question_role role)
{
	side_kind kind = LABELS;
	for (size_t j = 0; j < ranks->column_count; j++) {
		const data_column *source = ranks->columns[j].source;
		if (ranks->columns[j].role != role || source->type == MIXMI_DISCRETE)
			continue;
		kind = kind == HARDLY_REPEATS || ESTIMATE_REPEATS * source->distinct > ranks->rows ? HARDLY_REPEATS : NUMBERS;
	}
	return kind;
}

/* The joint cells of a side by its values (QUESTION_Z: no side) and of Z by values or bins. */
static bool count_values(cells_margin *out, double *most, const estimate_grid *grid, question_role role, bool by_values)
{
	const estimate_ranks *ranks = grid->ranks;
	size_t count = 0;
	cells_coordinate *coordinates = base_array(ranks->column_count, sizeof *coordinates);
	uint64_t *ones = base_array(ranks->rows, sizeof *ones);
	uint32_t *bins = base_array(ranks->rows, ranks->column_count * sizeof *bins);
	bool done = coordinates != NULL && ones != NULL && bins != NULL;
	*most = 0;
	for (size_t j = 0; done && j < ranks->column_count; j++) {
		const estimate_column *c = &ranks->columns[j];
		const data_column *source = c->source;
		uint32_t *here = bins + j * ranks->rows;
		if (c->role != role && c->role != QUESTION_Z)
			continue;
		bool repeats = source->type == MIXMI_DISCRETE || ESTIMATE_REPEATS * source->distinct <= ranks->rows;
		bool whole = c->role != QUESTION_Z || (by_values && repeats);
		for (size_t i = 0; !whole && i < ranks->rows; i++)
			here[i] = grid->divisions[j].bin[c->at[ranks->tuple[i]]];
		coordinates[count++] =
			(cells_coordinate){ whole ? source->codes : here, 1, NULL, whole ? source->distinct : c->symbols };
		*most += c->role == role ? log((double)source->distinct) : 0;
	}
	for (size_t i = 0; done && i < ranks->rows; i++)
		ones[i] = 1;
	done = done && cells_margin_init(out, coordinates, count, ranks->rows, ones);
	free(coordinates);
	free(ones);
	free(bins);
	return done;
}

/* H(side|Z) corrected for small-sample bias, at most the logarithm of the number of values. The error is half of the part for values that were not seen. */
static bool conditional_entropy(double *entropy, double *error, const estimate_grid *grid, question_role role,
                                bool by_values)
{
	cells_margin joint = { 0 }, given = { 0 };
	size_t rows = grid->ranks->rows;
	double most, none, open = 0;
	bool done =
		count_values(&joint, &most, grid, role, by_values) && count_values(&given, &none, grid, QUESTION_Z, by_values);
	if (done) {
		double gone = lost(&open, joint.counts, joint.cells, (double)rows) - lost_in(&given, rows);
		*entropy = cells_conditional_entropy(&joint, &given, rows);
		*entropy = fmax(*entropy, fmin(*entropy + gone, most));
		*error = open / 2;
	}
	cells_margin_clear(&joint);
	cells_margin_clear(&given);
	return done;
}

bool estimate_find_bound(double *bound, double *error, const estimate_grid *grid)
{
	*bound = log((double)grid->ranks->rows);
	*error = 0;
	for (question_role role = QUESTION_X; role <= QUESTION_Y; role++) {
		double entropy, its_error;
		side_kind kind = kind_of(grid->ranks, role);
		if (kind == HARDLY_REPEATS)
			continue;
		if (!conditional_entropy(&entropy, &its_error, grid, role, kind == LABELS))
			return false;
		if (entropy < *bound ||
		    (entropy == *bound && its_error < *error)) { /* a tie must not depend on the order of the sides */
			*bound = entropy;
			*error = its_error;
		}
	}
	return true;
}
