/* Blocks are added in order of cost until the limit for this n is reached. All blocks of one cost are added or none, so that the columns of Z
 * are treated alike. */
#include "regress/blocks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/wide.h"
#include "question/rank_waves.h"
#include "regress/constants.h"

typedef struct candidates {
	size_t count, capacity;
	regress_block *list;
} candidates;

/* -------------------------------------------------------------------------------------------------- all columns */

static bool add_candidate(candidates *c, unsigned cost, regress_part *a, regress_part *b, regress_part *d)
{
	if (!base_grow((void **)&c->list, &c->capacity, c->count + 1, sizeof *c->list))
		return false;
	size_t width = a->count * (b != NULL ? b->count : 1) * (d != NULL ? d->count : 1);
	uint64_t identity = a->number;
	identity |= (uint64_t)(b != NULL ? b->number : 0) << 20 | (uint64_t)(d != NULL ? d->number : 0) << 40;
	c->list[c->count++] = (regress_block){
		.count = width, .cost = cost, .identity = identity, .factors = { a, b, d }, .place = SIZE_MAX
	};
	return true;
}

/* Blocks of single sources. */
static bool add_mains(candidates *c, const regress_regressors *g)
{
	for (size_t j = 0; j < g->source_count; j++)
		for (size_t k = 0; k < g->sources[j].part_count; k++)
			if (!add_candidate(c, g->sources[j].parts[k].alone, &g->sources[j].parts[k], NULL, NULL))
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

static bool add_interactions(candidates *c, const regress_regressors *g)
{
	for (size_t i = 0; i < g->column_count; i++)
		for (size_t j = i + 1; j < g->column_count; j++) {
			regress_source *a = &g->sources[i], *b = &g->sources[j];
			if (!add_pairs(c, a, b))
				return false;
			for (size_t k = j + 1; k < g->column_count && a->factors > 0 && b->factors > 0; k++)
				if (g->sources[k].factors > 0 &&
				    !add_candidate(c, 8, &a->parts[0], &b->parts[0], &g->sources[k].parts[0]))
					return false;
		}
	return true;
}

static bool is_wide(const regress_block *c, double most)
{
	return c->cost > REGRESS_SIMPLE && (double)c->count > regress_most_share * most;
}

/* The largest cost up to which the blocks have at most `most` functions. */
static unsigned affordable(const candidates *c, double most)
{
	unsigned cost = 0;
	size_t functions = 0;
	for (unsigned next = 1; next != UINT32_MAX; cost = next) {
		size_t more = 0;
		next = UINT32_MAX;
		for (size_t k = 0; k < c->count; k++)
			if (c->list[k].cost > cost && c->list[k].cost < next && !is_wide(&c->list[k], most))
				next = c->list[k].cost;
		for (size_t k = 0; k < c->count; k++)
			more += c->list[k].cost == next && !is_wide(&c->list[k], most) ? c->list[k].count : 0;
		if (next == UINT32_MAX || (next > REGRESS_SIMPLE && (double)(functions + more) > most))
			break;
		functions += more;
	}
	return cost;
}

/* ------------------------------------------------------------------------------------------------------- a kernel */

static size_t count_numbers(const regress_regressors *g)
{
	size_t count = 0;
	for (size_t j = 0; j < g->column_count; j++)
		count += regress_is_numeric(&g->sources[j]);
	return count;
}

static double normal_number(uint64_t key)
{
	return question_normal_score(((double)(base_hash_mix(key) >> 11) + 0.5) * 0x1p-53 - 0.5);
}

enum { STRIP = 256 };

/* Replaces each number by its cosine: the series up to x^20 in the distance x from the nearest multiple of pi, accurate to a double. The
 * multiple is subtracted in two parts, the first of them exact; if it is odd, the sign changes. */
BASE_BOTH void take_cosines(double at[STRIP])
{
	const double shift = 0x1.8p52, inverse = 0x1.45f306dc9c883p-2, high = 0x1.921fb544p+1, low = 0x1.0b4611a626331p-33;
	for (size_t i = 0; i < STRIP; i++) {
		double turns = (at[i] * inverse + shift) - shift, x = (at[i] - turns * high) - turns * low, s = x * x;
		double odd = turns - 2 * ((turns / 2 + shift) - shift), sum = 1;
		for (int k = 20; k > 0; k -= 2)
			sum = 1 - s * (1 / (double)(k * (k - 1))) * sum;
		at[i] = (1 - 2 * (odd * odd)) * sum;
	}
}

static void add_length(regress_block *b, double square)
{
	b->trace += square;
	b->squares += square * square;
}

/* One cosine in some rows. direction[0] is its phase; scores[column][STRIP] are the scores of the rows. */
BASE_BOTH void fill_cosine_both(float *out, const double *direction, const double *scores, size_t numbers, size_t rows)
{
	double at[STRIP];
	for (size_t i = 0; i < STRIP; i++)
		at[i] = direction[0];
	for (size_t k = 0; k < numbers; k++)
		for (size_t i = 0; i < STRIP; i++)
			at[i] += direction[k + 1] * scores[k * STRIP + i];
	take_cosines(at);
	for (size_t i = 0; i < rows; i++)
		out[i] = (float)base_fix(at[i]);
}

BASE_TWICE_VOID(fill_cosine, (float *out, const double *direction, const double *scores, size_t numbers, size_t rows),
                (out, direction, scores, numbers, rows))

/* Random phase and direction of cosine number f. */
static void draw_direction(double *direction, size_t f, double width, size_t numbers)
{
	const double turn = 6.283185307179586;
	uint64_t key = base_hash_mix((uint64_t)(width * 1024) + f * UINT64_C(0x9E3779B97F4A7C15));
	direction[0] = turn * ((double)(key >> 11) * 0x1p-53);
	for (size_t k = 1; k <= numbers; k++)
		direction[k] = normal_number(key + k) / width;
}

/* scores[column][STRIP] of some rows. */
static void read_scores(double *scores, const regress_regressors *g, size_t start, size_t rows)
{
	for (size_t j = 0; j < g->column_count; j++) {
		if (!regress_is_numeric(&g->sources[j]))
			continue;
		for (size_t i = 0; i < rows; i++)
			scores[i] = regress_score(&g->sources[j], start + i);
		scores += STRIP;
	}
}

/* Random Fourier features over the scores of all numeric columns (Rahimi and Recht 2007), for a Gaussian kernel of the given width. */
static bool fill_kernel(regress_block *b, const regress_regressors *g)
{
	size_t numbers = count_numbers(g);
	double *directions = base_array(b->count, (numbers + 1) * sizeof *directions);
	double *scores = base_array_zero(numbers, STRIP * sizeof *scores);
	bool done = directions != NULL && scores != NULL;
	for (size_t f = 0; done && f < b->count; f++)
		draw_direction(directions + f * (numbers + 1), f, b->width, numbers);
	for (size_t start = 0; done && start < g->rows; start += STRIP) {
		size_t rows = g->rows - start < STRIP ? g->rows - start : STRIP;
		read_scores(scores, g, start, rows);
		for (size_t f = 0; f < b->count; f++)
			fill_cosine(b->values + f * g->rows + start, directions + f * (numbers + 1), scores, numbers, rows);
	}
	for (size_t f = 0; done && f < b->count; f++)
		add_length(b, base_standardise_single(b->values + f * g->rows, g->rows));
	free(directions);
	free(scores);
	return done;
}

enum { KERNELS = sizeof regress_kernel_widths / sizeof *regress_kernel_widths };

static void add_kernels(regress_regressors *g)
{
	size_t count = g->most / REGRESS_KERNELS;
	for (size_t k = 0; k < KERNELS && count > 0 && count_numbers(g) > 2 && !g->separable; k++)
		g->blocks[g->block_count++] = (regress_block){ .count = count,
			                                           .cost = REGRESS_SIMPLE + 1,
			                                           .identity = UINT64_MAX - k,
			                                           .width = regress_kernel_widths[k],
			                                           .place = SIZE_MAX };
}

/* ---------------------------------------------------------------------------------------------------- their values */

/* Product of two functions, or of three unless c is NULL. */
BASE_BOTH void multiply_both(float *out, const float *a, const float *b, const float *c, size_t rows)
{
	for (size_t i = 0; i < rows; i++)
		out[i] = (float)base_fix((double)a[i] * (double)b[i] * (c != NULL ? (double)c[i] : 1));
}

BASE_TWICE_VOID(multiply, (float *out, const float *a, const float *b, const float *c, size_t rows),
                (out, a, b, c, rows))

/* Products of the functions of two or three parts, centred. */
static void fill_products(regress_block *b, size_t rows)
{
	for (size_t f = 0; f < b->count; f++) {
		float *values = b->values + f * rows;
		const float *factors[3] = { NULL, NULL, NULL };
		size_t left = f;
		for (size_t k = 0; k < 3 && b->factors[k] != NULL; k++) {
			factors[k] = b->factors[k]->values + left % b->factors[k]->count * rows;
			left /= b->factors[k]->count;
		}
		multiply(values, factors[0], factors[1], factors[2], rows);
		add_length(b, base_centre_single(values, rows));
	}
}

bool regress_block_is_part(const regress_block *b)
{
	return b->factors[0] != NULL && b->factors[1] == NULL;
}

/* Values of a block that is not a single part. */
static bool fill_own(regress_block *b, const regress_regressors *g)
{
	if (b->factors[1] != NULL)
		fill_products(b, g->rows);
	else if (b->width > 0)
		return fill_kernel(b, g);
	else {
		for (size_t i = 0; i < g->rows; i++)
			b->values[i] = 1;
		add_length(b, (double)g->rows);
	}
	return true;
}

bool regress_block_fill(regress_block *b, const regress_regressors *g)
{
	if (b->values != NULL)
		return true;
	for (size_t k = 0; k < 3 && b->factors[k] != NULL; k++)
		if (!regress_part_fill(b->factors[k], g->ranks))
			return false;
	if (regress_block_is_part(b)) {
		b->values = b->factors[0]->values;
		b->trace = b->factors[0]->trace;
		b->squares = b->factors[0]->squares;
		return true;
	}
	b->values = b->room != NULL ? b->room : base_array(g->rows, b->count * sizeof *b->values);
	if (b->values != NULL && fill_own(b, g))
		return true;
	if (b->room == NULL)
		free(b->values);
	b->values = NULL;
	return false;
}

/* Number of blocks like this one: of single columns the columns, of products of the first functions of two columns the pairs. 0 for others,
 * and for the products if there are more pairs than functions. */
static size_t count_rivals(const regress_block *b, const regress_regressors *g)
{
	const regress_part *first = b->factors[0], *second = b->factors[1];
	size_t pairs = g->column_count * (g->column_count - 1) / 2;
	if (second == NULL)
		return first->source->terms[0] == NULL ? g->column_count : 0;
	bool simplest = b->factors[2] == NULL && first == first->source->parts && second == second->source->parts;
	return simplest && pairs <= g->most ? pairs : 0;
}

/* Waves of single columns and the simplest products of two are listed even beyond the limit, so that they do not depend on the number of other
 * columns. */
bool regress_blocks_list(regress_regressors *g)
{
	candidates c = { 0 };
	double most = (double)g->most;
	bool done = add_mains(&c, g) && add_interactions(&c, g);
	g->blocks = done ? base_array(c.count + 1 + KERNELS, sizeof *g->blocks) : NULL;
	if (g->blocks != NULL) {
		unsigned cost = affordable(&c, most);
		g->blocks[g->block_count++] = (regress_block){ .count = 1, .place = SIZE_MAX };
		for (size_t k = 0; k < c.count; k++)
			if (!is_wide(&c.list[k], most)) {
				c.list[k].rivals = c.list[k].cost > cost ? count_rivals(&c.list[k], g) : 0;
				if (c.list[k].cost <= cost || c.list[k].rivals > 0)
					g->blocks[g->block_count++] = c.list[k];
			}
		add_kernels(g);
	}
	free(c.list);
	return g->blocks != NULL;
}
