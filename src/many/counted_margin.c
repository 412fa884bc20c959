/* See counted_margin.h. A value in a fine place counts as many rows as its coarse place has in the pair, in proportion to all
 * its rows: exactly those of the pair if no value is missing. */
#include "many/counted_margin.h"

#include <math.h>
#include <string.h>

#include "base/functions.h"
#include "base/sort.h"
#include "question/few.h"
#include "residual/constants.h"

/* Fine places in the order of the values. */
typedef struct fine {
	size_t count;
	double *rows;    /* [count] in the pair */
	uint32_t *level; /* [count] */
	double total;
} fine;

static base_keyed *in_order(base_arena *arena, const many_places *p)
{
	base_keyed *items = base_arena_take(arena, 2 * (size_t)p->count, sizeof *items);
	for (uint32_t i = 0; i < p->count; i++)
		items[i] = (base_keyed){ p->prefix[i], i };
	base_sort_keyed(items, items + p->count, p->count);
	return items;
}

/* Coarse places that have rows. level[place] is their number in order. */
static void take_levels(many_margin *m, base_arena *arena, const many_column *c, const uint32_t *rows, uint32_t *level)
{
	uint32_t *place = base_arena_take(arena, c->coarse.count, sizeof *place);
	uint32_t *counts = base_arena_take(arena, c->coarse.count, sizeof *counts);
	const base_keyed *items = in_order(arena, &c->coarse);
	for (uint32_t i = 0; i < c->coarse.count; i++) {
		uint32_t p = items[i].row;
		if (rows[p] == 0)
			continue;
		level[p] = (uint32_t)m->values.levels;
		place[m->values.levels] = p;
		counts[m->values.levels++] = rows[p];
		m->values.rows += rows[p];
	}
	m->place = place;
	m->values.counts = counts;
}

static fine fine_of(many_margin *m, base_arena *arena, const many_column *c, const uint32_t *rows,
                    const uint32_t *level)
{
	fine f = { 0, base_arena_take(arena, c->fine.count, sizeof *f.rows),
		       base_arena_take(arena, c->fine.count, sizeof *f.level), (double)m->values.rows };
	uint64_t *whole = base_arena_take_zero(arena, c->coarse.count, sizeof *whole);
	const base_keyed *items = in_order(arena, &c->fine);
	for (uint32_t i = 0; i < c->fine.count; i++)
		whole[c->parent[i]] += c->rows[i];
	for (uint32_t i = 0; i < c->fine.count; i++) {
		uint32_t p = items[i].row, parent = c->parent[p];
		if (rows[parent] == 0)
			continue;
		f.level[f.count] = level[parent];
		f.rows[f.count++] = (double)c->rows[p] * ((double)rows[parent] / (double)whole[parent]);
	}
	return f;
}

/* ----------------------------------------------------------------------------------------------------- features */

static int octave(double x)
{
	int exponent;
	return frexp(x, &exponent) == 0.5 ? exponent - 1 : exponent;
}

/* The `most` commonest of at least `least` rows; of equally common ones the first. */
static size_t commonest(size_t *out, const fine *f, size_t most, double least)
{
	size_t count = 0;
	for (size_t i = 0; i < f->count; i++) {
		size_t at = count;
		while (at > 0 && f->rows[out[at - 1]] < f->rows[i])
			at--;
		if (f->rows[i] < least || at == most)
			continue;
		count += count < most;
		memmove(out + at + 1, out + at, (count - 1 - at) * sizeof *out);
		out[at] = i;
	}
	return count;
}

static double least_mass(const fine *f)
{
	return fmax(QUESTION_LEAST_ROWS, floor(f->total / QUESTION_MASS_SHARE));
}

static bool is_continuous(const fine *f)
{
	double in_masses = 0;
	for (size_t i = 0; i < f->count; i++)
		in_masses += f->rows[i] >= least_mass(f) ? f->rows[i] : 0;
	return f->count >= QUESTION_FEW_ROWS && in_masses <= question_least_share * f->total;
}

/* Adds a feature, given at fine places, as its mean in each level. */
static void add(many_margin *m, const fine *f, const double *values, int detail)
{
	double *to = m->feature + m->features * m->values.levels;
	memset(to, 0, m->values.levels * sizeof *to);
	for (size_t i = 0; i < f->count; i++)
		to[f->level[i]] += f->rows[i] * values[i];
	for (size_t v = 0; v < m->values.levels; v++)
		to[v] /= m->values.counts[v];
	m->detail[m->features++] = detail;
}

static void add_indicator(many_margin *m, base_arena *arena, const fine *f, size_t which, int detail)
{
	double *values = base_arena_take_zero(arena, f->count, sizeof *values);
	values[which] = 1;
	add(m, f, values, detail);
}

/* Mid-ranks from -1/2 to 1/2 of the places that are no masses. */
static void rank_places(double *u, const fine *f, const size_t *mass, size_t masses)
{
	double total = f->total, below = 0;
	for (size_t k = 0; k < masses; k++)
		total -= f->rows[mass[k]];
	for (size_t i = 0; i < f->count; i++) {
		bool is_mass = false;
		for (size_t k = 0; k < masses; k++)
			is_mass = is_mass || mass[k] == i;
		u[i] = is_mass ? NAN : (2 * below + f->rows[i] - total) / (2 * total);
		below += is_mass ? 0 : f->rows[i];
	}
}

static void add_numbers(many_margin *m, base_arena *arena, const fine *f)
{
	static const double pi = 3.14159265358979323846;
	size_t mass[RESIDUAL_MOST_MASSES + 1], masses = 0, root = (size_t)(cbrt(f->total) + question_margin);
	size_t top = root < 2 ? 2 : root < RESIDUAL_MOST_WAVES ? root : RESIDUAL_MOST_WAVES;
	double *u = base_arena_take(arena, f->count, sizeof *u), *values = base_arena_take(arena, f->count, sizeof *u);
	if (!is_continuous(f) && f->count > QUESTION_FEW_VALUES)
		masses = commonest(mass, f, RESIDUAL_MOST_MASSES, least_mass(f));
	rank_places(u, f, NULL, 0);
	base_normal_scores(u, f->count);
	add(m, f, u, 0);
	for (size_t k = 0; k < masses; k++)
		add_indicator(m, arena, f, mass[k], 0);
	rank_places(u, f, mass, masses);
	for (size_t k = masses > 0 ? 1 : 2; k <= top && k < f->count; k++) {
		for (size_t i = 0; i < f->count; i++) {
			double angle = pi * (double)k * u[i];
			values[i] = isnan(u[i]) ? 0 : sqrt(2) * (k % 2 == 1 ? sin(angle) : cos(angle));
		}
		add(m, f, values, octave(fmax((double)k, 2)));
	}
}

static void add_labels(many_margin *m, base_arena *arena, const fine *f)
{
	enum { MOST_LABELS = 4 * QUESTION_FEW_VALUES };
	size_t kept[MOST_LABELS + 1], count = commonest(kept, f, MOST_LABELS, QUESTION_LEAST_ROWS);
	for (size_t k = 0; k < count; k++)
		add_indicator(m, arena, f, kept[k], octave(fmax(1, (double)(k + 1) / QUESTION_FEW_VALUES)));
}

/* --------------------------------------------------------------------------------------------- uncorrelated ones */

static double mean_product(const many_margin *m, const double *f, const double *g)
{
	double sum = 0;
	for (size_t v = 0; v < m->values.levels; v++)
		sum += m->values.counts[v] * f[v] * (g != NULL ? g[v] : 1);
	return sum / (double)m->values.rows;
}

static void rescale(double *f, size_t levels, double mean, double size)
{
	for (size_t v = 0; v < levels; v++)
		f[v] = (f[v] - mean) / size;
}

/* Subtracts what earlier features explain, and drops what they explain to 90%. */
static void make_uncorrelated(many_margin *m)
{
	size_t kept = 0, levels = m->values.levels;
	for (size_t k = 0; k < m->features; k++) {
		double *own = m->feature + kept * levels;
		memmove(own, m->feature + k * levels, levels * sizeof *own);
		rescale(own, levels, mean_product(m, own, NULL), 1);
		double size = sqrt(mean_product(m, own, own));
		if (!(size > question_no_size))
			continue;
		rescale(own, levels, 0, size);
		for (size_t g = 0; g < kept; g++) {
			const double *earlier = m->feature + g * levels;
			double share = mean_product(m, own, earlier);
			for (size_t v = 0; v < levels; v++)
				own[v] -= share * earlier[v];
		}
		double left = mean_product(m, own, own);
		if (!(left > question_least_share))
			continue;
		rescale(own, levels, 0, sqrt(left));
		m->detail[kept++] = m->detail[k];
	}
	m->features = kept;
}

static void find_fourths(many_margin *m, base_arena *arena)
{
	size_t levels = m->values.levels;
	double *squares = base_arena_take_zero(arena, levels, sizeof *squares);
	m->fourth = base_arena_take(arena, m->features + 1, sizeof *m->fourth);
	m->fourth[0] = 1;
	for (size_t k = 0; k < m->features; k++) {
		for (size_t v = 0; v < levels; v++)
			squares[v] += m->feature[k * levels + v] * m->feature[k * levels + v];
		m->fourth[k + 1] = mean_product(m, squares, squares);
	}
}

many_margin many_margin_of(base_arena *arena, const many_column *c, const uint32_t *rows)
{
	enum { MOST_FEATURES = 1 + RESIDUAL_MOST_MASSES + RESIDUAL_MOST_WAVES + 4 * QUESTION_FEW_VALUES };
	many_margin m = { 0 };
	uint32_t *level = base_arena_take(arena, c->coarse.count, sizeof *level);
	take_levels(&m, arena, c, rows, level);
	m.distinct = c->fine.depth == MANY_DEEPEST ? c->fine.count : many_smallest_distinct(&c->distinct);
	m.values.labels = (c->type == MANY_TEXTS || c->type == MANY_CODES) && m.values.levels > 2;
	m.feature = base_arena_take(arena, MOST_FEATURES, m.values.levels * sizeof *m.feature);
	m.detail = base_arena_take(arena, MOST_FEATURES, sizeof *m.detail);
	if (m.values.levels < 2)
		return m;
	fine f = fine_of(&m, arena, c, rows, level);
	if (m.values.labels)
		add_labels(&m, arena, &f);
	else
		add_numbers(&m, arena, &f);
	make_uncorrelated(&m);
	find_fourths(&m, arena);
	return m;
}
