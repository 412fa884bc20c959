/* Functions of Z. A column of numbers has its normal score, the square of that, and waves over its ranks by octaves; labels have all their
 * indicators; two columns have products of these, three the product of their scores, several numbers a kernel. Blocks are taken from the
 * cheapest on, all of a cost or none, as many as the rows carry, so that no column of Z comes before another. */
#include "regress/given.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "regress/constants.h"
#include "scan/exact.h"
#include "scan/rank_scores.h"

enum { MOST_PARTS = 9 };

/* Functions of one column at one scale. */
typedef struct part {
	const double *values; /* [count][rows] */
	size_t count;
	unsigned cost;
} part;

/* A column of Z: its functions, and how they stand for it alone and in products. */
typedef struct source {
	const scan_column *column;
	uint32_t *codes;   /* [rows] in the direction that the data decides, of values that occur */
	size_t values;     /* that occur */
	double *functions; /* score, square, waves over the scores, waves over the ranks */
	part main[2 * MOST_PARTS], factors[MOST_PARTS];
	size_t main_count, factor_count;
	bool grouped; /* its levels are solved one by one */
} source;

typedef struct plan {
	size_t rows, columns;
	size_t all; /* columns, and sums and differences of two of them */
	source *sources;
	double most;  /* functions that the rows carry */
	size_t waves; /* finest wave over one column */
} plan;

/* ------------------------------------------------------------------------------------------------ one column */

static bool is_numeric(const source *s)
{
	return !s->column->unordered && s->values > 2;
}

/* A direction that changes its sign with the column's: weights of rows do not depend on it. */
static bool is_turned(const scan_column *c, const uint64_t *row_keys, const int64_t *twice_rank)
{
	int64_t sum = 0;
	for (size_t i = 0; i < c->rows; i++)
		sum += twice_rank[c->codes[i]] * (int64_t)(base_hash_mix(row_keys[i]) >> 50);
	return sum < 0;
}

/* Numbers the values that occur, numbers in the direction that the data decides. */
static bool number_values(source *s, const uint64_t *row_keys)
{
	const scan_column *c = s->column;
	uint32_t *numbers = base_array(c->distinct, sizeof *numbers);
	int64_t *twice_rank = base_array(c->distinct, sizeof *twice_rank), below = 0, rows = (int64_t)c->rows;
	s->codes = base_array(c->rows, sizeof *s->codes);
	bool done = numbers != NULL && twice_rank != NULL && s->codes != NULL;
	for (size_t code = 0; done && code < c->distinct; below += c->counts[code++]) {
		twice_rank[code] = 2 * below + c->counts[code] - rows;
		numbers[code] = (uint32_t)s->values;
		s->values += c->counts[code] > 0;
	}
	bool turned = done && !c->unordered && is_turned(c, row_keys, twice_rank);
	for (size_t i = 0; done && i < c->rows; i++)
		s->codes[i] = turned ? (uint32_t)s->values - 1 - numbers[c->codes[i]] : numbers[c->codes[i]];
	free(numbers);
	free(twice_rank);
	return done;
}

/* Mean 0 at the scale that the values have. */
static void centre(double *values, size_t rows)
{
	scan_fix_all(values, rows);
	double mean = scan_total(values, rows) / (double)rows;
	for (size_t i = 0; i < rows; i++)
		values[i] -= mean;
	scan_fix_all(values, rows);
}

/* Indicators of all values, as large as makes a balanced one's variance 1: then levels have effects of equal variance, however many rows
 * they have. */
static bool make_indicators(source *s)
{
	size_t rows = s->column->rows, count = s->values == 2 ? 1 : s->values;
	s->functions = base_array(rows, count * sizeof *s->functions);
	if (s->functions == NULL)
		return false;
	double height = fmin(sqrt((double)s->values), SCAN_LARGEST);
	for (size_t k = 0; k < count; k++) {
		double *values = s->functions + k * rows;
		for (size_t i = 0; i < rows; i++)
			values[i] = s->codes[i] == k ? height : 0;
		centre(values, rows);
	}
	s->main[s->main_count++] = s->factors[s->factor_count++] = (part){ s->functions, count, 2 };
	return true;
}

/* Waves over the scores between their ends. */
static void waves_of_score(double *out, double score, double end)
{
	scan_waves(out, REGRESS_SCORE_WAVES, end > 0 ? score / (2 * end) : 0);
}

/* table[value][k]: score, its square, waves over the scores, waves over the ranks. */
static bool fill_number_tables(double *table, size_t width, const source *s)
{
	size_t rows = s->column->rows;
	uint32_t *counts = base_array_zero(s->values, sizeof *counts);
	if (counts == NULL)
		return false;
	for (size_t i = 0; i < rows; i++)
		counts[s->codes[i]]++;
	double end = fmax(-scan_normal_score(scan_place(0, counts[0], rows)),
	                  scan_normal_score(scan_place(rows - counts[s->values - 1], counts[s->values - 1], rows)));
	for (size_t v = 0, below = 0; v < s->values; below += counts[v++]) {
		double *at = table + v * width, place = scan_place(below, counts[v], rows);
		at[0] = scan_normal_score(place);
		at[1] = at[0] * at[0];
		waves_of_score(at + 2, at[0], end);
		scan_waves(at + 2 + REGRESS_SCORE_WAVES, width - 2 - REGRESS_SCORE_WAVES, place);
	}
	free(counts);
	return true;
}

static bool make_waves(source *s, size_t waves)
{
	size_t rows = s->column->rows, width = waves + 2 + REGRESS_SCORE_WAVES;
	s->functions = base_array(rows, width * sizeof *s->functions);
	double *table = base_array_zero(s->values, width * sizeof *table);
	bool done = s->functions != NULL && table != NULL && fill_number_tables(table, width, s);
	for (size_t k = 0; done && k < width; k++) {
		double *values = s->functions + k * rows;
		for (size_t i = 0; i < rows; i++)
			values[i] = table[s->codes[i] * width + k];
		scan_standardise(values, rows);
	}
	free(table);
	return done;
}

/* Waves first .. last by octaves, 1 | 2 | 3 4 | 5 .. 8 | 9 .. 16 | ...; `times`: what an order costs. */
static void add_octaves(part *parts, size_t *count, const double *waves, size_t rows, size_t first, size_t top,
                        double times)
{
	for (size_t low = 1, high = 1; low <= top; low = high + 1, high *= 2) {
		size_t last = high < top ? high : top;
		if (low >= first)
			parts[(*count)++] =
				(part){ waves + (low - 1) * rows, last - low + 1, (unsigned)(times * (double)(last + 1)) };
	}
}

static bool make_numbers(source *s, size_t finest)
{
	size_t rows = s->column->rows, distinct = s->values - 1;
	size_t waves = distinct < finest ? distinct : finest;
	size_t score_waves = distinct < REGRESS_SCORE_WAVES ? distinct : REGRESS_SCORE_WAVES;
	if (!make_waves(s, waves))
		return false;
	const double *over_scores = s->functions + 2 * rows, *over_ranks = over_scores + REGRESS_SCORE_WAVES * rows;
	part score = { s->functions, 1, 2 }, square = { s->functions + rows, 1, 3 };
	s->main[s->main_count++] = score;
	s->main[s->main_count++] = square;
	add_octaves(s->main, &s->main_count, over_scores, rows, 1, score_waves, 1);
	add_octaves(s->main, &s->main_count, over_ranks, rows, 9, waves, 0.5);
	s->factors[s->factor_count++] = score;
	s->factors[s->factor_count++] = square;
	add_octaves(s->factors, &s->factor_count, over_scores, rows, 3, score_waves, 1);
	return true;
}

/* Waves over the sum (sign 1) or the difference (sign -1) of two columns' scores, for what depends on that alone or has a kink there. */
static bool make_diagonal(source *d, const source *a, const source *b, double sign, size_t rows)
{
	double end = 0;
	d->functions = base_array(rows, REGRESS_SCORE_WAVES * sizeof *d->functions);
	if (d->functions == NULL)
		return false;
	for (size_t i = 0; i < rows; i++)
		end = fmax(end, fabs(a->functions[i] + sign * b->functions[i]));
	for (size_t i = 0; i < rows; i++) {
		double at[REGRESS_SCORE_WAVES];
		waves_of_score(at, a->functions[i] + sign * b->functions[i], end);
		for (size_t k = 0; k < REGRESS_SCORE_WAVES; k++)
			d->functions[k * rows + i] = at[k];
	}
	for (size_t k = 0; k < REGRESS_SCORE_WAVES; k++)
		scan_standardise(d->functions + k * rows, rows);
	add_octaves(d->main, &d->main_count, d->functions, rows, 2, REGRESS_SCORE_WAVES, 2);
	return true;
}

/* Labels with many levels have effects that are solved level by level, and no dense functions. */
static bool make_source(source *s, size_t finest)
{
	if (s->values < 2)
		return true;
	if (is_numeric(s))
		return make_numbers(s, finest);
	return s->grouped || make_indicators(s);
}

/* -------------------------------------------------------------------------------------------------- all columns */

/* A block to be taken: up to three factors. */
typedef struct candidate {
	unsigned cost;
	size_t width;
	const part *factors[3];
} candidate;

typedef struct candidates {
	size_t count, capacity;
	candidate *list;
} candidates;

static bool add_candidate(candidates *c, unsigned cost, const part *a, const part *b, const part *d)
{
	if (!base_grow((void **)&c->list, &c->capacity, c->count + 1, sizeof *c->list))
		return false;
	size_t width = a->count * (b != NULL ? b->count : 1) * (d != NULL ? d->count : 1);
	c->list[c->count++] = (candidate){ cost, width, { a, b, d } };
	return true;
}

static bool add_mains(candidates *c, const plan *p)
{
	for (size_t j = 0; j < p->all; j++)
		for (size_t k = 0; k < p->sources[j].main_count; k++)
			if (!add_candidate(c, p->sources[j].main[k].cost, &p->sources[j].main[k], NULL, NULL))
				return false;
	return true;
}

static bool add_pairs(candidates *c, const source *a, const source *b)
{
	for (size_t i = 0; i < a->factor_count; i++)
		for (size_t j = 0; j < b->factor_count; j++)
			if (!add_candidate(c, a->factors[i].cost * b->factors[j].cost, &a->factors[i], &b->factors[j], NULL))
				return false;
	return true;
}

static bool add_interactions(candidates *c, const plan *p)
{
	for (size_t i = 0; i < p->columns; i++)
		for (size_t j = i + 1; j < p->columns; j++) {
			const source *a = &p->sources[i], *b = &p->sources[j];
			if (!add_pairs(c, a, b))
				return false;
			for (size_t k = j + 1; k < p->columns && a->factor_count > 0 && b->factor_count > 0; k++)
				if (p->sources[k].factor_count > 0 &&
				    !add_candidate(c, 8, &a->factors[0], &b->factors[0], &p->sources[k].factors[0]))
					return false;
		}
	return true;
}

enum { ALWAYS = 3 }; /* the cost up to which functions of single columns are always taken */

static bool is_wide(const candidate *c, double most)
{
	return c->cost > ALWAYS && 1.5 * (double)c->width > most;
}

/* The largest cost whose blocks the rows carry, and the functions up to it. */
static unsigned affordable(size_t *functions, const candidates *c, double most)
{
	unsigned cost = 0;
	*functions = 0;
	for (unsigned next = 1; next != UINT32_MAX; cost = next) {
		size_t more = 0;
		next = UINT32_MAX;
		for (size_t k = 0; k < c->count; k++)
			if (c->list[k].cost > cost && c->list[k].cost < next && !is_wide(&c->list[k], most))
				next = c->list[k].cost;
		for (size_t k = 0; k < c->count; k++)
			more += c->list[k].cost == next && !is_wide(&c->list[k], most) ? c->list[k].width : 0;
		if (next == UINT32_MAX || (next > ALWAYS && (double)(*functions + more) > most))
			break;
		*functions += more;
	}
	return cost;
}

/* Products of the functions of up to three parts, centred. */
static void fill_block(double *out, const candidate *c, size_t rows)
{
	for (size_t f = 0; f < c->width; f++) {
		double *values = out + f * rows;
		size_t left = f;
		for (size_t k = 0; k < 3 && c->factors[k] != NULL; k++) {
			const double *factor = c->factors[k]->values + left % c->factors[k]->count * rows;
			left /= c->factors[k]->count;
			for (size_t i = 0; i < rows; i++)
				values[i] = k > 0 ? values[i] * factor[i] : factor[i];
		}
		if (c->factors[1] != NULL)
			centre(values, rows);
	}
}

/* ------------------------------------------------------------------------------------------------------- a kernel */

static size_t count_numbers(const plan *p)
{
	size_t count = 0;
	for (size_t j = 0; j < p->columns; j++)
		count += is_numeric(&p->sources[j]);
	return p->columns > 2 ? count : 0;
}

static double normal_number(uint64_t key)
{
	return scan_normal_score(((double)(base_hash_mix(key) >> 11) + 0.5) * 0x1p-53 - 0.5);
}

/* Cosines of random directions over the scores of all numbers (Rahimi and Recht 2007): a Gaussian kernel of the given width. */
static void fill_kernel(double *out, size_t count, double width, const plan *p)
{
	const double turn = 6.283185307179586;
	for (size_t f = 0; f < count; f++) {
		double *values = out + f * p->rows;
		uint64_t key = base_hash_mix((uint64_t)(width * 1024) + f * UINT64_C(0x9E3779B97F4A7C15));
		double phase = turn * ((double)(key >> 11) * 0x1p-53);
		for (size_t i = 0; i < p->rows; i++)
			values[i] = phase;
		for (size_t j = 0, number = 0; j < p->columns; j++) {
			if (!is_numeric(&p->sources[j]))
				continue;
			double direction = normal_number(key + ++number) / width;
			for (size_t i = 0; i < p->rows; i++)
				values[i] += direction * p->sources[j].functions[i];
		}
		for (size_t i = 0; i < p->rows; i++)
			values[i] = cos(values[i]);
		scan_standardise(values, p->rows);
	}
}

/* --------------------------------------------------------------------------------------------------- putting together */

static void add_block(regress_given *g, size_t count, unsigned cost)
{
	g->blocks[g->block_count++] = (regress_block){ g->count, count, cost };
	g->count += count;
}

static bool fill_functions(regress_given *g, const plan *p, const candidates *c)
{
	size_t functions, kernel = p->rows / 6 < REGRESS_KERNEL ? p->rows / 6 : REGRESS_KERNEL;
	unsigned cost = affordable(&functions, c, p->most);
	if (count_numbers(p) == 0)
		kernel = 0;
	g->values = base_array(p->rows, (1 + functions + 2 * kernel) * sizeof *g->values);
	g->blocks = base_array(c->count + 4, sizeof *g->blocks);
	if (g->values == NULL || g->blocks == NULL)
		return false;
	for (size_t i = 0; i < p->rows; i++)
		g->values[i] = 1;
	add_block(g, 1, 0);
	for (size_t k = 0; k < c->count; k++)
		if (c->list[k].cost <= cost && !is_wide(&c->list[k], p->most)) {
			fill_block(g->values + g->count * p->rows, &c->list[k], p->rows);
			add_block(g, c->list[k].width, c->list[k].cost);
		}
	for (double width = 1; kernel > 0 && width <= 2; width *= 2) {
		fill_kernel(g->values + g->count * p->rows, kernel, width, p);
		add_block(g, kernel, 9);
	}
	g->gram = base_array(g->count, g->count * sizeof *g->gram);
	return g->gram != NULL && scan_products(g->gram, g->values, g->count, g->values, g->count, p->rows, true);
}

/* --------------------------------------------------------------------------------------------------------- levels */

/* The column with the most levels, labels or numbers that repeat, or NULL. */
static source *find_grouped(const plan *p)
{
	source *best = NULL;
	for (size_t j = 0; j < p->columns; j++) {
		source *s = &p->sources[j];
		bool labels = s->column->unordered && s->values > REGRESS_FEW_LEVELS && s->values < p->rows;
		bool numbers = !s->column->unordered && s->values > REGRESS_MOST_WAVES + 1 && 4 * s->values <= p->rows &&
		               s->values <= REGRESS_MOST_GROUPS;
		bool better = best == NULL || s->column->unordered > best->column->unordered ||
		              (s->column->unordered == best->column->unordered && s->values > best->values);
		if ((labels || numbers) && better)
			best = s;
	}
	return best;
}

/* Slopes of the first function of every other column, for labels. */
static void fill_slopes(regress_given *g, const plan *p, const source *grouped)
{
	for (size_t i = 0; i < g->rows; i++)
		g->slope[i] = 1;
	g->slopes = 1;
	for (size_t j = 0; j < p->columns && grouped->column->unordered; j++) {
		const source *s = &p->sources[j];
		if (s == grouped || s->factor_count == 0 || s->factors[0].count > 1 || g->slopes == REGRESS_MOST_SLOPES)
			continue;
		memcpy(g->slope + g->slopes * g->rows, s->factors[0].values, g->rows * sizeof *g->slope);
		g->slopes++;
	}
}

/* Adds up, for every level, the products of a slope with `count` functions at a distance of `stride`. */
static void sum_by_level(double *out, size_t out_stride, const regress_given *g, const double *slope,
                         const double *values, size_t count)
{
	for (size_t k = 0; k < count; k++)
		for (size_t i = 0; i < g->rows; i++)
			out[g->level[i] * out_stride + k] += slope[i] * values[k * g->rows + i];
}

static bool make_levels(regress_given *g, const plan *p, source *grouped)
{
	if (grouped == NULL)
		return true;
	g->levels = grouped->values;
	g->level = grouped->codes;
	grouped->codes = NULL;
	g->slope = base_array(g->rows, REGRESS_MOST_SLOPES * sizeof *g->slope);
	if (g->slope == NULL)
		return false;
	fill_slopes(g, p, grouped);
	g->within = base_array_zero(g->levels, g->slopes * g->slopes * sizeof *g->within);
	g->cross = base_array_zero(g->levels, g->slopes * g->count * sizeof *g->cross);
	if (g->within == NULL || g->cross == NULL)
		return false;
	for (size_t s = 0; s < g->slopes; s++) {
		const double *slope = g->slope + s * g->rows;
		sum_by_level(g->within + s * g->slopes, g->slopes * g->slopes, g, slope, g->slope, g->slopes);
		sum_by_level(g->cross + s * g->count, g->slopes * g->count, g, slope, g->values, g->count);
	}
	return true;
}

/* ---------------------------------------------------------------------------------------------------------- bins */

enum { FEW_LABELS = 12 }; /* labels that a tree may split off one by one */

static size_t count_cuts(const source *s)
{
	return s->values < 2 ? 0 : !s->column->unordered || s->values == 2 ? 1 : s->values <= FEW_LABELS ? s->values : 0;
}

/* Numbers by rank where they are many; each label by itself against the others. */
static void fill_bins(regress_given *g, const source *s)
{
	bool ordered = !s->column->unordered || s->values == 2;
	size_t cuts = count_cuts(s);
	for (size_t c = 0; c < cuts; c++) {
		uint16_t *bins = g->bins + g->cuts * g->rows;
		for (size_t i = 0; i < g->rows; i++)
			bins[i] =
				(uint16_t)(ordered ? s->codes[i] * (s->values > REGRESS_BINS ? REGRESS_BINS : s->values) / s->values
			                       : s->codes[i] == c);
		size_t count = ordered ? (s->values > REGRESS_BINS ? REGRESS_BINS : s->values) : 2;
		g->bin_counts[g->cuts++] = (uint16_t)count;
	}
}

static bool make_bins(regress_given *g, const plan *p)
{
	size_t cuts = 0;
	for (size_t j = 0; j < p->columns; j++)
		cuts += count_cuts(&p->sources[j]);
	g->bins = base_array(g->rows, (cuts + 1) * sizeof *g->bins);
	g->bin_counts = base_array(cuts + 1, sizeof *g->bin_counts);
	if (g->bins == NULL || g->bin_counts == NULL)
		return false;
	for (size_t j = 0; j < p->columns; j++)
		fill_bins(g, &p->sources[j]);
	return true;
}

/* ---------------------------------------------------------------------------------------------------------- the whole */

static bool make_sources(plan *p)
{
	for (size_t j = 0; j < p->columns; j++)
		if (!make_source(&p->sources[j], p->waves))
			return false;
	for (size_t i = 0; i < p->columns && p->columns <= REGRESS_MOST_DIAGONAL; i++)
		for (size_t j = i + 1; j < p->columns; j++)
			for (int sign = -1; sign <= 1; sign += 2)
				if (is_numeric(&p->sources[i]) && is_numeric(&p->sources[j]) &&
				    !make_diagonal(&p->sources[p->all++], &p->sources[i], &p->sources[j], sign, p->rows))
					return false;
	return true;
}

static bool make_given(regress_given *g, plan *p)
{
	candidates c = { 0 };
	source *grouped = find_grouped(p);
	if (grouped != NULL)
		grouped->grouped = true;
	bool done = make_bins(g, p) && make_sources(p) && add_mains(&c, p) && add_interactions(&c, p) &&
	            fill_functions(g, p, &c) && make_levels(g, p, grouped) && scan_rank_waves_init(&g->ranks, g->rows);
	free(c.list);
	return done;
}

bool regress_given_init(regress_given *given, const scan_column *columns, size_t column_count, const uint64_t *row_keys)
{
	return regress_given_init_coarsely(given, columns, column_count, row_keys, REGRESS_MOST_WAVES);
}

bool regress_given_init_coarsely(regress_given *given, const scan_column *columns, size_t column_count,
                                 const uint64_t *row_keys, size_t waves)
{
	*given = (regress_given){ .rows = columns[0].rows };
	double rows = (double)given->rows;
	size_t most = column_count <= REGRESS_MOST_DIAGONAL ? column_count * column_count : column_count;
	plan p = { given->rows, column_count, column_count, base_array_zero(most, sizeof *p.sources),
		       fmin(REGRESS_MOST_FUNCTIONS, regress_share * rows), waves };
	bool done = p.sources != NULL;
	for (size_t j = 0; done && j < column_count; j++) {
		p.sources[j].column = &columns[j];
		done = number_values(&p.sources[j], row_keys);
	}
	done = done && make_given(given, &p);
	for (size_t j = 0; p.sources != NULL && j < p.all; j++) {
		free(p.sources[j].codes);
		free(p.sources[j].functions);
	}
	free(p.sources);
	if (!done)
		regress_given_clear(given);
	return done;
}

void regress_given_clear(regress_given *given)
{
	free(given->values);
	free(given->gram);
	free(given->blocks);
	free(given->level);
	free(given->slope);
	free(given->within);
	free(given->cross);
	free(given->bins);
	free(given->bin_counts);
	scan_rank_waves_clear(&given->ranks);
	memset(given, 0, sizeof *given);
}

size_t regress_given_size(const regress_given *g)
{
	size_t numbers = g->count * (g->rows + g->count) + g->slopes * g->rows;
	numbers += g->levels * g->slopes * (g->slopes + g->count) + g->ranks.rows * 3;
	return sizeof *g + numbers * sizeof(double) + g->cuts * g->rows * sizeof *g->bins +
	       g->block_count * sizeof *g->blocks + g->rows * sizeof *g->level;
}
