/* Functions of Z. A column of numbers has its normal score, the square of that, and waves over its ranks by octaves; labels have all their
 * indicators; two columns have products of these, three the product of their scores, several numbers a kernel. Blocks are taken from the
 * cheapest on, all of a cost or none, as many as the rows carry, so that no column of Z comes before another. */
#include "regress/regressors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "question/rank_scores.h"
#include "regress/constants.h"
#include "regress/z_functions.h"

typedef struct plan {
	size_t rows, columns;
	size_t all; /* columns, and sums and differences of two of them */
	regress_source *sources;
	double most;            /* functions that the rows carry */
	const uint64_t *chosen; /* blocks to take, whatever they cost; NULL: as many as the rows carry */
	size_t chosen_count;
} plan;

/* -------------------------------------------------------------------------------------------------- all columns */

/* A block to be taken: up to three factors. */
typedef struct candidate {
	unsigned cost;
	uint64_t identity;
	size_t width;
	regress_part *factors[3];
} candidate;

typedef struct candidates {
	size_t count, capacity;
	candidate *list;
} candidates;

static bool add_candidate(candidates *c, unsigned cost, regress_part *a, regress_part *b, regress_part *d)
{
	if (!base_grow((void **)&c->list, &c->capacity, c->count + 1, sizeof *c->list))
		return false;
	size_t width = a->count * (b != NULL ? b->count : 1) * (d != NULL ? d->count : 1);
	uint64_t identity = a->number;
	identity |= (uint64_t)(b != NULL ? b->number : 0) << 20 | (uint64_t)(d != NULL ? d->number : 0) << 40;
	c->list[c->count++] = (candidate){ cost, identity, width, { a, b, d } };
	return true;
}

static bool add_mains(candidates *c, const plan *p)
{
	for (size_t j = 0; j < p->all; j++)
		for (size_t k = 0; k < p->sources[j].part_count; k++)
			if (!add_candidate(c, p->sources[j].parts[k].cost, &p->sources[j].parts[k], NULL, NULL))
				return false;
	return true;
}

static bool add_pairs(candidates *c, regress_source *a, regress_source *b)
{
	for (size_t i = 0; i < a->factors; i++)
		for (size_t j = 0; j < b->factors; j++)
			if (!add_candidate(c, a->parts[i].cost * b->parts[j].cost, &a->parts[i], &b->parts[j], NULL))
				return false;
	return true;
}

static bool add_interactions(candidates *c, const plan *p)
{
	for (size_t i = 0; i < p->columns; i++)
		for (size_t j = i + 1; j < p->columns; j++) {
			regress_source *a = &p->sources[i], *b = &p->sources[j];
			if (!add_pairs(c, a, b))
				return false;
			for (size_t k = j + 1; k < p->columns && a->factors > 0 && b->factors > 0; k++)
				if (p->sources[k].factors > 0 &&
				    !add_candidate(c, 8, &a->parts[0], &b->parts[0], &p->sources[k].parts[0]))
					return false;
		}
	return true;
}

static bool is_wide(const candidate *c, double most)
{
	return c->cost > REGRESS_SIMPLE && 1.5 * (double)c->width > most;
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
		if (next == UINT32_MAX || (next > REGRESS_SIMPLE && (double)(*functions + more) > most))
			break;
		*functions += more;
	}
	return cost;
}

/* Products of the functions of up to three parts, centred. */
static bool fill_block(double *out, const candidate *c, size_t rows)
{
	for (size_t k = 0; k < 3 && c->factors[k] != NULL; k++)
		if (!regress_part_fill(c->factors[k]))
			return false;
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
			regress_centre(values, rows);
	}
	return true;
}

/* ------------------------------------------------------------------------------------------------------- a kernel */

static size_t count_numbers(const plan *p)
{
	size_t count = 0;
	for (size_t j = 0; j < p->columns; j++)
		count += regress_is_numeric(&p->sources[j]);
	return count > 2 ? count : 0;
}

static double normal_number(uint64_t key)
{
	return question_normal_score(((double)(base_hash_mix(key) >> 11) + 0.5) * 0x1p-53 - 0.5);
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
			if (!regress_is_numeric(&p->sources[j]))
				continue;
			double direction = normal_number(key + ++number) / width;
			for (size_t i = 0; i < p->rows; i++)
				values[i] += direction * regress_score(&p->sources[j], i);
		}
		for (size_t i = 0; i < p->rows; i++)
			values[i] = cos(values[i]);
		base_standardise(values, p->rows);
	}
}

/* --------------------------------------------------------------------------------------------------- putting together */

void regress_measure(double *trace, double *squares, const double *values, size_t count, size_t rows)
{
	*trace = *squares = 0;
	for (size_t i = 0; i < count; i++) {
		double square = base_dot(values + i * rows, values + i * rows, rows);
		*trace += square;
		*squares += square * square;
	}
}

static void add_block(regress_regressors *g, size_t count, unsigned cost, uint64_t identity)
{
	regress_block *b = &g->blocks[g->block_count++];
	*b = (regress_block){ g->count, count, cost, identity, 0, 0 };
	g->count += count;
	regress_measure(&b->trace, &b->squares, g->values + b->first * g->rows, count, g->rows);
}

static bool is_chosen(const plan *p, uint64_t identity)
{
	for (size_t k = 0; k < p->chosen_count; k++)
		if (p->chosen[k] == identity)
			return true;
	return false;
}

/* Keeps the candidates that are taken; returns the number of their functions. */
static size_t choose(candidates *c, const plan *p)
{
	size_t functions = 0, kept = 0;
	unsigned cost = affordable(&functions, c, p->most);
	functions = 0;
	for (size_t k = 0; k < c->count; k++) {
		bool taken = p->chosen != NULL ? is_chosen(p, c->list[k].identity)
		                               : c->list[k].cost <= cost && !is_wide(&c->list[k], p->most);
		if (!taken)
			continue;
		functions += c->list[k].width;
		c->list[kept++] = c->list[k];
	}
	c->count = kept;
	return functions;
}

enum { KERNELS = sizeof regress_kernel_widths / sizeof *regress_kernel_widths };

/* Functions of each kernel, 0 if it is not taken. */
static size_t count_kernel(size_t counts[KERNELS], const plan *p)
{
	size_t most = p->rows / 6 < REGRESS_KERNEL ? p->rows / 6 : REGRESS_KERNEL, sum = 0;
	for (size_t k = 0; k < KERNELS; k++) {
		bool taken = count_numbers(p) > 0 && (p->chosen == NULL || is_chosen(p, UINT64_MAX - k));
		counts[k] = taken ? most : 0;
		sum += counts[k];
	}
	return sum;
}

static bool fill_functions(regress_regressors *g, const plan *p, candidates *c)
{
	size_t kernel[KERNELS], functions = choose(c, p) + count_kernel(kernel, p);
	g->values = base_array(p->rows, (1 + functions) * sizeof *g->values);
	g->blocks = base_array(c->count + 1 + KERNELS, sizeof *g->blocks);
	if (g->values == NULL || g->blocks == NULL)
		return false;
	for (size_t i = 0; i < p->rows; i++)
		g->values[i] = 1;
	add_block(g, 1, 0, 0);
	for (size_t k = 0; k < c->count; k++) {
		if (!fill_block(g->values + g->count * p->rows, &c->list[k], p->rows))
			return false;
		add_block(g, c->list[k].width, c->list[k].cost, c->list[k].identity);
	}
	for (size_t k = 0; k < KERNELS; k++)
		if (kernel[k] > 0) {
			fill_kernel(g->values + g->count * p->rows, kernel[k], regress_kernel_widths[k], p);
			add_block(g, kernel[k], REGRESS_KERNEL_COST, UINT64_MAX - k);
		}
	return true;
}

/* --------------------------------------------------------------------------------------------------------- levels */

/* The column with the most levels, labels or numbers that repeat, or NULL. */
static regress_source *find_grouped(const plan *p)
{
	regress_source *best = NULL;
	for (size_t j = 0; j < p->columns; j++) {
		regress_source *s = &p->sources[j];
		bool labels = s->column->unordered && s->values > REGRESS_FEW_LEVELS;
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
static bool fill_slopes(regress_regressors *g, const plan *p, const regress_source *grouped)
{
	for (size_t i = 0; i < g->rows; i++)
		g->slope[i] = 1;
	g->slopes = 1;
	for (size_t j = 0; j < p->columns && grouped->column->unordered; j++) {
		regress_source *s = &p->sources[j];
		if (s == grouped || s->factors == 0 || s->parts[0].count > 1 || g->slopes == REGRESS_MOST_SLOPES)
			continue;
		if (!regress_part_fill(&s->parts[0]))
			return false;
		memcpy(g->slope + g->slopes * g->rows, s->parts[0].values, g->rows * sizeof *g->slope);
		g->slopes++;
	}
	return true;
}

static bool make_levels(regress_regressors *g, const plan *p, regress_source *grouped)
{
	if (grouped == NULL)
		return true;
	g->levels = grouped->values;
	g->level = grouped->codes;
	grouped->codes = NULL;
	g->slope = base_array(g->rows, REGRESS_MOST_SLOPES * sizeof *g->slope);
	if (g->slope == NULL || !fill_slopes(g, p, grouped))
		return false;
	g->within = base_array_zero(g->levels, g->slopes * g->slopes * sizeof *g->within);
	if (g->within == NULL)
		return false;
	for (size_t i = 0; i < g->rows; i++)
		for (size_t r = 0; r < g->slopes; r++)
			for (size_t t = 0; t < g->slopes; t++)
				g->within[(g->level[i] * g->slopes + r) * g->slopes + t] +=
					g->slope[r * g->rows + i] * g->slope[t * g->rows + i];
	return true;
}

/* ---------------------------------------------------------------------------------------------------------- bins */

static size_t count_cuts(const regress_source *s)
{
	return s->values < 2                             ? 0
	       : !s->column->unordered || s->values == 2 ? 1
	       : s->values <= REGRESS_SPLIT_OFF          ? s->values
	                                                 : 0;
}

/* Numbers by rank where they are many, cut alike from both ends: an odd number of bins never cuts through a value. Each label by itself
 * against the others. */
static void fill_bins(regress_regressors *g, const regress_source *s)
{
	bool ordered = !s->column->unordered || s->values == 2;
	size_t cuts = count_cuts(s), most = s->values < REGRESS_BINS ? s->values : REGRESS_BINS;
	for (size_t c = 0; c < cuts; c++) {
		uint16_t *bins = g->bins + g->cuts * g->rows;
		for (size_t i = 0; i < g->rows; i++)
			bins[i] = (uint16_t)(ordered ? (2 * (size_t)s->codes[i] + 1) * most / (2 * s->values) : s->codes[i] == c);
		g->bin_counts[g->cuts++] = (uint16_t)(ordered ? most : 2);
	}
}

static bool make_bins(regress_regressors *g, const plan *p)
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

/* Sums and differences of every two numbers, and numbers for all parts. */
static void describe_sources(plan *p)
{
	for (size_t j = 0; j < p->columns; j++)
		regress_source_describe(&p->sources[j]);
	for (size_t i = 0; i < p->columns && p->columns <= REGRESS_MOST_DIAGONAL; i++)
		for (size_t j = i + 1; j < p->columns; j++)
			for (int sign = -1; sign <= 1; sign += 2)
				if (regress_is_numeric(&p->sources[i]) && regress_is_numeric(&p->sources[j]))
					regress_source_diagonal(&p->sources[p->all++], &p->sources[i], &p->sources[j], sign);
	for (size_t j = 0; j < p->all; j++)
		for (size_t k = 0; k < p->sources[j].part_count; k++)
			p->sources[j].parts[k].number = 1 + (unsigned)(j * REGRESS_MOST_PARTS + k);
}

static bool make_given(regress_regressors *g, plan *p)
{
	candidates c = { 0 };
	regress_source *grouped = find_grouped(p);
	if (grouped != NULL) {
		grouped->grouped = true;
		g->identifies = grouped->column->unordered && (double)grouped->values > regress_identify * (double)p->rows;
	}
	describe_sources(p);
	bool done = make_bins(g, p) && add_mains(&c, p) && add_interactions(&c, p) && fill_functions(g, p, &c) &&
	            make_levels(g, p, grouped) && question_rank_waves_init(&g->ranks, g->rows);
	free(c.list);
	return done;
}

static bool make_from(regress_regressors *g, const question_column *columns, size_t count, const uint64_t *row_keys,
                      const uint64_t *chosen, size_t chosen_count)
{
	double rows = (double)columns[0].rows;
	size_t most = count <= REGRESS_MOST_DIAGONAL ? count * count : count;
	plan p = { columns[0].rows,
		       count,
		       count,
		       base_array_zero(most, sizeof *p.sources),
		       fmin(REGRESS_MOST_FUNCTIONS, rows),
		       chosen,
		       chosen_count };
	*g = (regress_regressors){ .rows = p.rows };
	bool done = p.sources != NULL;
	for (size_t j = 0; done && j < count; j++) {
		done = regress_source_init(&p.sources[j], &columns[j], row_keys);
	}
	done = done && make_given(g, &p);
	for (size_t j = 0; p.sources != NULL && j < p.all; j++)
		regress_source_clear(&p.sources[j]);
	free(p.sources);
	if (!done)
		regress_regressors_clear(g);
	return done;
}

/* -------------------------------------------------------------------------------------------------- a part of the rows */

/* A column on some of its rows. */
static bool pick_rows(question_column *out, const question_column *from, const uint32_t *rows, size_t count)
{
	*out = *from;
	out->rows = out->entries = count;
	out->occurring = 0;
	out->codes = out->owned_codes = base_array(count, sizeof *out->owned_codes);
	out->counts = out->owned_counts = base_array_zero(from->distinct, sizeof *out->owned_counts);
	if (out->owned_codes == NULL || out->owned_counts == NULL)
		return false;
	for (size_t i = 0; i < count; i++) {
		out->owned_codes[i] = from->codes[rows[i]];
		out->owned_counts[out->owned_codes[i]]++;
	}
	for (size_t code = 0; code < from->distinct; code++)
		out->occurring += out->counts[code] > 0;
	return true;
}

/* Rows whose keys have the least hashes: which they are does not depend on their order. */
static bool pick_part(regress_regressors *g, size_t *count)
{
	double share = (double)REGRESS_MOST_ROWS / (double)g->rows;
	uint64_t limit = (uint64_t)(share * 0x1p64);
	*count = 0;
	g->part_rows = base_array(g->rows, sizeof *g->part_rows);
	for (size_t i = 0; g->part_rows != NULL && i < g->rows; i++)
		if (base_hash_mix(g->row_keys[i] + 1) < limit)
			g->part_rows[(*count)++] = (uint32_t)i;
	return g->part_rows != NULL;
}

static bool make_part(regress_regressors *g)
{
	size_t count, columns = g->column_count, made = 0;
	if (!pick_part(g, &count))
		return false;
	question_column *picked = base_array_zero(columns, sizeof *picked);
	uint64_t *keys = base_array(count, sizeof *keys);
	g->part = base_array_zero(1, sizeof *g->part);
	bool done = picked != NULL && keys != NULL && g->part != NULL;
	for (size_t i = 0; done && i < count; i++)
		keys[i] = g->row_keys[g->part_rows[i]];
	for (; done && made < columns; made++)
		done = pick_rows(&picked[made], &g->columns[made], g->part_rows, count);
	done = done && make_from(g->part, picked, columns, keys, NULL, 0);
	for (size_t j = 0; j < made; j++)
		question_column_clear(&picked[j]);
	free(picked);
	free(keys);
	return done;
}

bool regress_regressors_init(regress_regressors *given, const question_column *columns, size_t column_count,
                             const uint64_t *row_keys)
{
	if (columns[0].rows <= 2 * REGRESS_MOST_ROWS)
		return make_from(given, columns, column_count, row_keys, NULL, 0);
	*given = (regress_regressors){
		.rows = columns[0].rows, .columns = columns, .column_count = column_count, .row_keys = row_keys
	};
	bool done = make_part(given);
	if (!done)
		regress_regressors_clear(given);
	return done;
}

bool regress_regressors_chosen(regress_regressors *given, const regress_regressors *from, const uint64_t *identities,
                               size_t count)
{
	return make_from(given, from->columns, from->column_count, from->row_keys, identities, count);
}

void regress_regressors_clear(regress_regressors *given)
{
	free(given->values);
	free(given->blocks);
	free(given->level);
	free(given->slope);
	free(given->within);
	free(given->bins);
	free(given->bin_counts);
	question_rank_waves_clear(&given->ranks);
	if (given->part != NULL)
		regress_regressors_clear(given->part);
	free(given->part);
	free(given->part_rows);
	memset(given, 0, sizeof *given);
}

size_t regress_regressors_size(const regress_regressors *g)
{
	if (g->part != NULL)
		return sizeof *g + g->rows * sizeof *g->part_rows + regress_regressors_size(g->part);
	size_t numbers = (g->count + g->slopes) * g->rows + g->levels * g->slopes * g->slopes + g->ranks.rows * 3;
	return sizeof *g + numbers * sizeof(double) + g->cuts * g->rows * sizeof *g->bins +
	       g->block_count * sizeof *g->blocks + g->rows * sizeof *g->level;
}
