/* Blocks are taken from the cheapest on, all of a cost or none, as many as the rows carry, so that no column of Z comes before another. */
#include "regress/blocks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "question/rank_scores.h"
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
	c->list[c->count++] = (regress_block){ width, cost, identity, { a, b, d }, 0, NULL, 0, 0, SIZE_MAX, false };
	return true;
}

/* Functions of the sources from `first` to before `end`. */
static bool add_mains(candidates *c, const regress_regressors *g, size_t first, size_t end)
{
	for (size_t j = first; j < end; j++)
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

/* The largest cost such that the blocks up to it have at most so many functions. */
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

/* One cosine of a random direction over the scores of all numbers. */
static void fill_cosine(float *out, uint64_t key, double width, const regress_regressors *g)
{
	const double turn = 6.283185307179586;
	double phase = turn * ((double)(key >> 11) * 0x1p-53), at[STRIP];
	for (size_t start = 0; start < g->rows; start += STRIP) {
		size_t rows = g->rows - start < STRIP ? g->rows - start : STRIP;
		for (size_t i = 0; i < rows; i++)
			at[i] = phase;
		for (size_t j = 0, number = 0; j < g->column_count; j++) {
			const regress_source *s = &g->sources[j];
			if (!regress_is_numeric(s))
				continue;
			double direction = normal_number(key + ++number) / width;
			for (size_t i = 0; i < rows; i++)
				at[i] += direction * regress_score(s, start + i);
		}
		for (size_t i = 0; i < rows; i++)
			out[start + i] = (float)base_fix(cos(at[i]));
	}
	base_standardise_single(out, g->rows);
}

/* Cosines of random directions (Rahimi and Recht 2007): a Gaussian kernel of the given width. */
static void fill_kernel(regress_block *b, const regress_regressors *g)
{
	for (size_t f = 0; f < b->count; f++)
		fill_cosine(b->values + f * g->rows,
		            base_hash_mix((uint64_t)(b->width * 1024) + f * UINT64_C(0x9E3779B97F4A7C15)), b->width, g);
}

enum { KERNELS = sizeof regress_kernel_widths / sizeof *regress_kernel_widths };

static void add_kernels(regress_regressors *g)
{
	size_t count = g->most / REGRESS_KERNELS;
	for (size_t k = 0; k < KERNELS && count > 0 && count_numbers(g) > 2 && !g->separable; k++)
		g->blocks[g->block_count++] =
			(regress_block){ count, REGRESS_SIMPLE + 1, UINT64_MAX - k, { NULL }, regress_kernel_widths[k], NULL, 0,
			                 0,     SIZE_MAX,           false };
}

/* ---------------------------------------------------------------------------------------------------- their values */

/* Products of the functions of up to three parts, centred. */
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
		for (size_t i = 0; i < rows; i++)
			values[i] = (float)base_fix((double)factors[0][i] * (double)factors[1][i] *
			                            (factors[2] != NULL ? (double)factors[2][i] : 1));
		base_centre_single(values, rows);
	}
}

void regress_measure(double *trace, double *squares, const float *values, size_t count, size_t rows)
{
	*trace = *squares = 0;
	for (size_t i = 0; i < count; i++) {
		const float *one = values + i * rows;
		double square;
		base_products_single(&square, &one, 1, &one, 1, rows, false);
		*trace += square;
		*squares += square * square;
	}
}

/* Values of a single part are that part's. */
bool regress_block_is_part(const regress_block *b)
{
	return b->factors[0] != NULL && b->factors[1] == NULL;
}

bool regress_block_fill(regress_block *b, const regress_regressors *g)
{
	if (b->values != NULL)
		return true;
	for (size_t k = 0; k < 3 && b->factors[k] != NULL; k++)
		if (!regress_part_fill(b->factors[k]))
			return false;
	b->values = regress_block_is_part(b) ? b->factors[0]->values : base_array(g->rows, b->count * sizeof *b->values);
	if (b->values == NULL)
		return false;
	if (b->factors[1] != NULL)
		fill_products(b, g->rows);
	else if (b->width > 0)
		fill_kernel(b, g);
	for (size_t i = 0; b->cost == 0 && i < g->rows; i++)
		b->values[i] = 1;
	regress_measure(&b->trace, &b->squares, b->values, b->count, g->rows);
	return true;
}

/* The blocks that the rows carry and, beyond those, the fine waves of single columns: they must not depend on how many other columns
 * there are. */
bool regress_blocks_list(regress_regressors *g)
{
	candidates c = { 0 };
	double most = (double)g->most;
	bool done = add_mains(&c, g, 0, g->column_count);
	size_t single = c.count;
	done = done && add_mains(&c, g, g->column_count, g->source_count) && add_interactions(&c, g);
	g->blocks = done ? base_array(c.count + 1 + KERNELS, sizeof *g->blocks) : NULL;
	if (g->blocks != NULL) {
		unsigned cost = affordable(&c, most);
		g->blocks[g->block_count++] = (regress_block){ 1, 0, 0, { NULL }, 0, NULL, 0, 0, SIZE_MAX, false };
		for (size_t k = 0; k < c.count; k++)
			if ((k < single || c.list[k].cost <= cost) && !is_wide(&c.list[k], most)) {
				c.list[k].beyond = c.list[k].cost > cost;
				g->blocks[g->block_count++] = c.list[k];
			}
		add_kernels(g);
	}
	free(c.list);
	return g->blocks != NULL;
}
