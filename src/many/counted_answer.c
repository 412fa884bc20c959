/* See counted_answer.h. Sums of products of features over rows are sums over the cells of a table; p, estimate and interval are
 * then read off them as of a table in memory. Of densities the grid is taken, whose search begins with such cells. */
#include "many/counted_answer.h"

#include <math.h>
#include <string.h>

#include "answer/bin_search.h"
#include "answer/cells.h"
#include "answer/information.h"
#include "answer/read_off.h"
#include "answer/units.h"
#include "base/functions.h"
#include "many/counted_margin.h"

typedef struct pair {
	many_margin x, y;
	uint32_t *cell; /* [x levels][y levels] rows */
	size_t rows;
} pair;

bool many_answers(const mixmi_sketch *s, size_t x, size_t y)
{
	return x != y && x < s->count && y < s->count && s->coarse > 0 && s->table[many_pair(s, x, y)] != NULL;
}

/* Rows of the coarse places of both columns, without those in which the other is missing. */
static void sum_margins(uint32_t *x, uint32_t *y, const uint32_t *table, uint32_t rows, uint32_t columns, size_t side)
{
	for (uint32_t i = 0; i < rows; i++)
		for (uint32_t k = 0; k < columns; k++) {
			x[i] += table[i * side + k];
			y[k] += table[i * side + k];
		}
}

/* The earlier column comes first, so that the answer does not depend on which is X. */
static pair pair_of(base_arena *arena, const mixmi_sketch *s, size_t a, size_t b)
{
	const many_column *first = &s->columns[a < b ? a : b], *second = &s->columns[a < b ? b : a];
	const uint32_t *table = s->table[many_pair(s, a, b)];
	size_t side = (size_t)s->coarse + 1;
	uint32_t *x = base_arena_take_zero(arena, side, sizeof *x), *y = base_arena_take_zero(arena, side, sizeof *y);
	sum_margins(x, y, table, first->coarse.count, second->coarse.count, side);
	pair p = { many_margin_of(arena, first, x), many_margin_of(arena, second, y), NULL, 0 };
	p.cell = base_arena_take(arena, p.x.values.levels, p.y.values.levels * sizeof *p.cell);
	for (size_t i = 0; i < p.x.values.levels; i++)
		for (size_t k = 0; k < p.y.values.levels; k++)
			p.cell[i * p.y.values.levels + k] = table[p.x.place[i] * side + p.y.place[k]];
	p.rows = p.x.values.rows;
	return p;
}

/* ------------------------------------------------------------------------------------------------------ products */

/* Deviates of all products of a feature of x and one of y: [x features][y features]. */
static double *deviates_of(base_arena *arena, const pair *p, double worth)
{
	size_t kx = p->x.features, ky = p->y.features, levels = p->y.values.levels;
	double *out = base_arena_take_zero(arena, kx * ky, sizeof *out), n = (double)p->rows;
	double *of_y = base_arena_take(arena, ky, sizeof *of_y);
	for (size_t i = 0; i < p->x.values.levels; i++) {
		for (size_t g = 0; g < ky; g++) {
			of_y[g] = 0;
			for (size_t k = 0; k < levels; k++)
				of_y[g] += p->cell[i * levels + k] * p->y.feature[g * levels + k];
		}
		for (size_t f = 0; f < kx; f++)
			for (size_t g = 0; g < ky; g++)
				out[f * ky + g] += p->x.feature[f * p->x.values.levels + i] * of_y[g];
	}
	for (size_t at = 0; at < kx * ky; at++)
		out[at] /= sqrt(n * n / worth);
	return out;
}

static size_t up_to(const many_margin *m, int detail)
{
	size_t count = 0;
	while (count < m->features && m->detail[count] <= detail)
		count++;
	return count;
}

static double sum_of_squares(const double *deviate, size_t stride, size_t x, size_t y)
{
	double sum = 0;
	for (size_t i = 0; i < x; i++)
		for (size_t k = 0; k < y; k++)
			sum += deviate[i * stride + k] * deviate[i * stride + k];
	return sum;
}

static answer_part part_of(const pair *p, const double *deviate, size_t x, size_t y, double weight, double worth)
{
	double sum = sum_of_squares(deviate, p->y.features, x, y);
	return answer_part_of(weight, sum, (double)(x * y), p->x.fourth[x] * p->y.fourth[y], worth + 1, worth);
}

static answer_parts parts_of(base_arena *arena, const pair *p)
{
	answer_parts parts = answer_parts_new(arena, 0);
	double worth = (double)p->rows - 1, *deviate = deviates_of(arena, p, worth);
	size_t before = 0;
	for (int detail = 0; detail < ANSWER_DETAILS; detail++) {
		size_t x = up_to(&p->x, detail), y = up_to(&p->y, detail);
		if (x * y > before)
			parts.part[parts.count++] = part_of(p, deviate, x, y, ldexp(1, -detail), worth);
		before = x * y;
	}
	parts.all = part_of(p, deviate, p->x.features, p->y.features, 0, worth);
	return parts;
}

/* ----------------------------------------------------------------------------------------------------- densities */

/* Cells with rows as kinds of rows: codes of both columns, and how many of each. */
typedef struct entries {
	size_t count;
	uint32_t *x, *y, *weight;
} entries;

static entries entries_of(base_arena *arena, const pair *p)
{
	size_t cells = p->x.values.levels * p->y.values.levels;
	entries e = { 0, base_arena_take(arena, cells, sizeof *e.x), base_arena_take(arena, cells, sizeof *e.y),
		          base_arena_take(arena, cells, sizeof *e.weight) };
	for (size_t at = 0; at < cells; at++)
		if (p->cell[at] > 0) {
			e.x[e.count] = (uint32_t)(at / p->y.values.levels);
			e.y[e.count] = (uint32_t)(at % p->y.values.levels);
			e.weight[e.count++] = p->cell[at];
		}
	return e;
}

/* I(X; Y) of the best grid. */
static double information_of(base_arena *arena, const pair *p)
{
	entries e = entries_of(arena, p);
	question_values x = p->x.values, y = p->y.values;
	const question_values *columns[2] = { &x, &y };
	static const int sides[2] = { 0, 1 };
	answer_units units[2];
	answer_division division[2];
	uint32_t *bins[2];
	size_t found[2], counts[2];
	x.codes = e.x;
	y.codes = e.y;
	for (int j = 0; j < 2; j++) {
		units[j] = answer_units_of_entries(arena, columns[j], sides[j], e.count, e.weight);
		division[j].bin = base_arena_take(arena, units[j].count, sizeof *division[j].bin);
	}
	answer_bits *bits = answer_bits_new(arena, p->rows);
	answer_search(division, arena, bits, units, 2, false);
	for (int j = 0; j < 2; j++) {
		counts[j] = units[j].count;
		found[j] = division[j].k;
		bins[j] = base_arena_take(arena, columns[j]->levels, sizeof *bins[j]);
		for (size_t v = 0; v < columns[j]->levels; v++)
			bins[j][v] = division[j].bin[units[j].of[v]];
	}
	answer_grid grid = { p->rows, 2, columns, sides, counts, found, bins, 0, 0, 0, e.count, e.weight };
	return answer_grid_information(arena, &grid);
}

/* -------------------------------------------------------------------------------------------------------- answer */

static bool has_few(const many_margin *m)
{
	return m->values.labels || m->distinct <= QUESTION_FEW_VALUES;
}

/* What the values of sides with few of them allow. */
static void limit(answer_evidence *out, const pair *p)
{
	const many_margin *sides[] = { &p->x, &p->y };
	out->most = out->limit = INFINITY;
	for (int side = 0; side < 2; side++)
		if (has_few(sides[side])) {
			out->most = fmin(out->most, answer_entropy(sides[side]->values.counts, sides[side]->values.levels));
			out->limit = fmin(out->limit, log(fmax(1, sides[side]->distinct)));
		}
	out->most = fmin(out->most, out->limit);
}

static answer_found conclude(base_arena *arena, const pair *p, double more, const answer_request *request)
{
	answer_parts parts = parts_of(arena, p);
	double rows = (double)p->rows;
	answer_evidence evidence = { .rows = p->rows, .parts = &parts };
	evidence.p = fmax(answer_combined(&parts), answer_least_p_of(p->rows));
	limit(&evidence, p);
	if (answer_shrinks(evidence.p) < 1) {
		double products = more > 0 ? answer_read_off(&evidence, request->level).products : 0;
		evidence.density = fmax(fmax(information_of(arena, p), 0), products + more);
		evidence.density = fmin(evidence.density, log(fmin(p->x.distinct, p->y.distinct)));
	}
	answer_values values = answer_read_off(&evidence, request->level);
	return (answer_found){ .p = evidence.p,
		                   .estimate = values.estimate,
		                   .lower = values.lower,
		                   .upper = values.upper,
		                   .standard_error = values.standard_error,
		                   .statistic = values.deviate,
		                   .products = values.products,
		                   .density = evidence.density,
		                   .limit = fmin(evidence.most, log(rows)),
		                   .comparable = fmin(parts.part[0].rows + 1, rows),
		                   .effective = NAN };
}

answer_found many_answer_of(base_arena *arena, uint64_t *rows, const mixmi_sketch *s, size_t x, size_t y, double more,
                            const answer_request *request)
{
	pair p = pair_of(arena, s, x, y);
	*rows = p.rows;
	if (p.x.features > 0 && p.y.features > 0 && p.rows >= QUESTION_LEAST_ROWS)
		return conclude(arena, &p, more, request);
	bool constant = p.rows > 0 && (p.x.values.levels < 2 || p.y.values.levels < 2);
	return constant ? answer_of_constant(p.rows) : answer_undecided();
}
