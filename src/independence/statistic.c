/*
 * Two families. Tables: G = 2 n I(X;Y|Z) of equal-frequency cells, from 2 x 2 to 16 x 16 and from one cell of Z to 32, as far
 * as rows can fill them; they see any shape. Scores: correlations of normal scores, their squares and their two tails, within
 * cells of Z; with one degree of freedom a cell they see weak smooth dependence that tables are too wide for.
 * A part is brought to the normal scale by Wilson and Hilferty's cube root for a gamma variable with its mean and shape, and
 * the statistic is the log of the mean of exp(z^2 / 2) over each family, which follows the largest but lets parts that agree
 * add up.
 */
#include "independence/statistic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "independence/regress.h"

static const size_t resolutions[INDEPENDENCE_VIEWS] = { 2, 3, 4, 6, 8, 12, 16 };
static const size_t table_levels[INDEPENDENCE_LEVELS] = { 0, 1, 2, 3, 5 };
static const size_t score_levels[INDEPENDENCE_LEVELS] = { 0, 1, 2, 3, 4 };

/* From this resolution on a discrete column has a cell for each value. A table has at most twice as many cells as there are
 * rows, the smallest of a level four times as many. A cell of Z of a score has at least 12 rows on average. */
enum { VALUES_FROM = 8, MOST_CELLS = 64, FILL = 2, SPARSE = 4, SCORE_ROWS = 12, TAIL_LEVELS = 2, UNIT = 1 << 24 };

/* -------------------------------------------------------------------------------------------------------- tables */

static bool add_view(independence_view *view, const independence_side *side, const independence_tree *tree,
                     size_t resolution)
{
	size_t rows = tree->rows;
	bool discrete = true;
	const independence_column **set = base_array(side->count, sizeof *set);
	uint32_t *cells = base_array(rows, sizeof *cells);
	view->cells = base_array(rows, sizeof *view->cells);
	bool done = set != NULL && cells != NULL && view->cells != NULL;
	for (size_t k = 0; done && k < side->count; k++) {
		set[k] = &side->cleaned[k].column;
		discrete = discrete && set[k]->discrete;
	}
	resolution = discrete && resolution >= VALUES_FROM ? INDEPENDENCE_ALL_VALUES : resolution;
	done = done && independence_joint_cells(cells, &view->count, set, side->count, rows, resolution, MOST_CELLS);
	for (size_t i = 0; done && i < rows; i++)
		view->cells[i] = (uint8_t)cells[tree->order[i]];
	free(set);
	free(cells);
	return done;
}

/* Sum of c ln c over a table, which is cleared. */
static int64_t take_sum(uint32_t *counts, size_t cells, const int64_t *xlogx)
{
	int64_t sum = 0;
	for (size_t c = 0; c < cells; c++)
		sum += xlogx[counts[c]];
	memset(counts, 0, cells * sizeof *counts);
	return sum;
}

static bool add_scale(independence_statistic *t, size_t view, const uint32_t *z, size_t z_cells)
{
	size_t rows = t->sample->count, nx = t->x[view].count, ny = t->y[view].count;
	independence_scale *scale = &t->scales[t->scale_count++];
	*scale = (independence_scale){ .view = view, .cells = z_cells * nx * ny };
	scale->base = base_array(rows, sizeof *scale->base);
	uint32_t *counts = base_array_zero(scale->cells, sizeof *counts);
	if (scale->base == NULL || counts == NULL) {
		free(counts);
		return false;
	}
	for (size_t i = 0; i < rows; i++)
		counts[z[i]]++;
	scale->margins = take_sum(counts, z_cells, t->xlogx);
	for (size_t i = 0; i < rows; i++) {
		uint32_t xz = (uint32_t)(z[i] * nx + t->x[view].cells[i]);
		scale->base[i] = xz * (uint32_t)ny;
		counts[xz]++;
	}
	scale->margins -= take_sum(counts, z_cells * nx, t->xlogx);
	for (size_t i = 0; i < rows; i++)
		counts[z[i] * ny + t->y[view].cells[i]]++;
	scale->margins -= take_sum(counts, z_cells * ny, t->xlogx);
	free(counts);
	t->largest = scale->cells > t->largest ? scale->cells : t->largest;
	return true;
}

/* Scales of one level of Z: those whose table differs from the one before and can be filled. */
static bool add_level(independence_statistic *t, const uint32_t *z, size_t z_cells)
{
	size_t rows = t->sample->count, nx = 0, ny = 0;
	for (size_t v = 0; v < t->views; v++) {
		const independence_view *x = &t->x[v], *y = &t->y[v];
		size_t cells = x->count * y->count * z_cells;
		if (x->count < 2 || y->count < 2 || (x->count == nx && y->count == ny))
			continue;
		if (cells > (nx > 0 ? FILL : SPARSE) * rows)
			continue;
		nx = x->count;
		ny = y->count;
		if (!add_scale(t, v, z, z_cells))
			return false;
	}
	return true;
}

static bool make_tables(independence_statistic *t)
{
	const independence_sample *s = t->sample;
	uint32_t *z = base_array(s->count, sizeof *z);
	t->xlogx = base_array(s->count + 1, sizeof *t->xlogx);
	bool done = z != NULL && t->xlogx != NULL;
	for (size_t c = 0; done && c <= s->count; c++)
		t->xlogx[c] = c > 1 ? llround((double)c * log((double)c) * UNIT) : 0;
	for (; done && t->views < INDEPENDENCE_VIEWS; t->views++)
		done = add_view(&t->x[t->views], &s->x, &s->tree, resolutions[t->views]) &&
		       add_view(&t->y[t->views], &s->y, &s->tree, resolutions[t->views]);
	size_t last = 0;
	for (size_t l = 0; done && l < INDEPENDENCE_LEVELS; l++) {
		size_t cells = independence_tree_cells(z, &s->tree, table_levels[l]);
		if (cells > last)
			done = add_level(t, z, cells);
		last = cells;
	}
	free(z);
	return done;
}

/* -------------------------------------------------------------------------------------------------------- scores */

/* The score itself, its square, its upper and its lower tail. */
static double function_of(double score, size_t which)
{
	if (which == 0)
		return score;
	return which == 1 || (which == 2 ? score > 0 : score < 0) ? score * score : 0;
}

/* Mean 0 in every leaf, and 0 where rows are not exchanged: a constant in the sum says nothing. */
static void centre(double *values, const independence_sample *s)
{
	for (size_t leaf = 0; leaf < s->tree.count; leaf++) {
		size_t start = s->tree.starts[leaf], end = s->tree.starts[leaf + 1];
		double mean = 0;
		for (size_t i = start; i < end; i++)
			mean += values[i] / (double)(end - start);
		for (size_t i = start; i < end; i++)
			values[i] = s->fixed[leaf] ? 0 : values[i] - mean;
	}
}

/* Functions of a single column are four; of several columns each gives its score. */
static bool make_functions(double **functions, bool *tail, size_t *count, const independence_side *side,
                           const independence_sample *s)
{
	double *scores = base_array(s->count, sizeof *scores);
	size_t wanted = side->count == 1 ? 4 : side->count < INDEPENDENCE_FEATURES ? side->count : INDEPENDENCE_FEATURES;
	bool done = scores != NULL;
	for (size_t f = 0; done && f < wanted; f++) {
		size_t which = side->count == 1 ? f : 0;
		independence_scores_of(scores, &side->cleaned[side->count == 1 ? 0 : f].column, s->count);
		double *values = functions[f] = base_array(s->count, sizeof *values);
		done = values != NULL;
		for (size_t i = 0; done && i < s->count; i++)
			values[i] = function_of(scores[s->tree.order[i]], which);
		if (done)
			centre(values, s);
		tail[f] = which >= 2;
		(*count)++;
	}
	free(scores);
	return done;
}

/* Variance under exchange within leaves of the sum of products, for each cell of Z. */
static void find_variance(double *variance, const double *x, const double *y, const uint32_t *z,
                          const independence_tree *tree)
{
	for (size_t leaf = 0; leaf < tree->count; leaf++) {
		size_t start = tree->starts[leaf], end = tree->starts[leaf + 1];
		double xx = 0, yy = 0;
		for (size_t i = start; i < end; i++) {
			xx += x[i] * x[i];
			yy += y[i] * y[i];
		}
		if (end - start > 1)
			variance[z[start]] += xx * yy / (double)(end - start - 1);
	}
}

static bool make_segments(independence_scores *c, const uint32_t *z, size_t rows)
{
	c->starts = base_array(c->segments + 1, sizeof *c->starts);
	if (c->starts == NULL)
		return false;
	for (size_t i = 0; i < rows; i++)
		if (i == 0 || z[i] != z[i - 1])
			c->starts[z[i]] = (uint32_t)i;
	c->starts[c->segments] = (uint32_t)rows;
	return true;
}

static bool add_score_level(independence_scores *c, size_t level, const uint32_t *z, const independence_tree *tree)
{
	c->cell[level] = base_array(c->segments, sizeof **c->cell);
	if (c->cell[level] == NULL)
		return false;
	for (size_t k = 0; k < c->segments; k++)
		c->cell[level][k] = z[c->starts[k]];
	for (size_t f = 0; f < c->x_count; f++)
		for (size_t g = 0; g < c->y_count; g++) {
			double *variance = base_array_zero(c->cells[level], sizeof *variance);
			if (variance == NULL)
				return false;
			c->variance[(f * c->y_count + g) * c->levels + level] = variance;
			find_variance(variance, c->x[f], c->y[g], z, tree);
		}
	return true;
}

static bool make_scores(independence_statistic *t)
{
	const independence_sample *s = t->sample;
	independence_scores *c = &t->scores;
	size_t chosen[INDEPENDENCE_LEVELS];
	uint32_t *z = base_array(s->count, sizeof *z);
	bool done = z != NULL && make_functions(c->x, c->tail_x, &c->x_count, &s->x, s) &&
	            make_functions(c->y, c->tail_y, &c->y_count, &s->y, s);
	for (size_t l = 0; done && l < INDEPENDENCE_LEVELS; l++) {
		size_t cells = independence_tree_cells(z, &s->tree, score_levels[l]);
		if (cells <= c->segments || (cells > 1 && cells * SCORE_ROWS > s->count))
			continue;
		chosen[c->levels] = score_levels[l];
		c->cells[c->levels++] = c->segments = cells;
	}
	if (done)
		(void)independence_tree_cells(z, &s->tree, chosen[c->levels - 1]);
	done = done && make_segments(c, z, s->count);
	for (size_t l = 0; done && l < c->levels; l++) {
		(void)independence_tree_cells(z, &s->tree, chosen[l]);
		done = add_score_level(c, l, z, &s->tree);
	}
	free(z);
	return done;
}

static double pair_total(const double *sums, double *totals, const double *variance, const independence_scores *c,
                         size_t level)
{
	double total = 0;
	memset(totals, 0, c->cells[level] * sizeof *totals);
	for (size_t k = 0; k < c->segments; k++)
		totals[c->cell[level][k]] += sums[k];
	for (size_t k = 0; k < c->cells[level]; k++)
		total += variance[k] > 1e-12 ? totals[k] * totals[k] / variance[k] : 0;
	return total;
}

static void score_parts(double *parts, const independence_scores *c, independence_work *work)
{
	for (size_t f = 0; f < c->x_count; f++)
		for (size_t g = 0; g < c->y_count; g++) {
			const double *x = c->x[f], *y = c->y[g];
			for (size_t k = 0; k < c->segments; k++) {
				double sum = 0;
				for (size_t i = c->starts[k]; i < c->starts[k + 1]; i++)
					sum += x[i] * y[work->order[i]];
				work->sums[k] = sum;
			}
			for (size_t l = 0; l < c->levels; l++) {
				size_t part = (f * c->y_count + g) * c->levels + l;
				parts[part] = pair_total(work->sums, work->totals, c->variance[part], c, l);
			}
		}
}

/* Tails are for dependence that is rare, so not in small cells of Z. */
static bool is_used(const independence_scores *c, size_t part)
{
	size_t pair = part / c->levels;
	return part % c->levels < TAIL_LEVELS || !(c->tail_x[pair / c->y_count] || c->tail_y[pair % c->y_count]);
}

/* ----------------------------------------------------------------------------------------------------- the whole */

bool independence_statistic_init(independence_statistic *t, const independence_sample *sample)
{
	memset(t, 0, sizeof *t);
	t->sample = sample;
	if (!make_tables(t) || !make_scores(t))
		return false;
	t->parts = t->scale_count + t->scores.x_count * t->scores.y_count * t->scores.levels;
	return true;
}

void independence_statistic_clear(independence_statistic *t)
{
	for (size_t v = 0; v < INDEPENDENCE_VIEWS; v++) {
		free(t->x[v].cells);
		free(t->y[v].cells);
	}
	for (size_t k = 0; k < t->scale_count; k++)
		free(t->scales[k].base);
	for (size_t f = 0; f < INDEPENDENCE_FEATURES; f++) {
		free(t->scores.x[f]);
		free(t->scores.y[f]);
	}
	for (size_t l = 0; l < INDEPENDENCE_LEVELS; l++)
		free(t->scores.cell[l]);
	for (size_t k = 0; k < INDEPENDENCE_SCORES; k++)
		free(t->scores.variance[k]);
	free(t->scores.starts);
	free(t->xlogx);
	memset(t, 0, sizeof *t);
}

bool independence_work_init(independence_work *work, const independence_statistic *t)
{
	size_t rows = t->sample->count;
	work->order = base_array(rows, sizeof *work->order);
	work->moved = base_array(rows, sizeof *work->moved);
	work->counts = base_array_zero(t->largest, sizeof *work->counts);
	work->sums = base_array(t->scores.segments, sizeof *work->sums);
	work->totals = base_array(t->scores.segments, sizeof *work->totals);
	return work->order != NULL && work->moved != NULL && work->counts != NULL && work->sums != NULL &&
	       work->totals != NULL;
}

void independence_work_clear(independence_work *work)
{
	free(work->order);
	free(work->moved);
	free(work->counts);
	free(work->sums);
	free(work->totals);
	memset(work, 0, sizeof *work);
}

static void table_parts(double *parts, const independence_statistic *t, independence_work *work)
{
	size_t rows = t->sample->count;
	for (size_t v = 0; v < t->views; v++) {
		bool moved = false;
		for (size_t k = 0; k < t->scale_count; k++) {
			const independence_scale *scale = &t->scales[k];
			if (scale->view != v)
				continue;
			for (size_t i = 0; !moved && i < rows; i++)
				work->moved[i] = t->y[v].cells[work->order[i]];
			moved = true;
			for (size_t i = 0; i < rows; i++)
				work->counts[scale->base[i] + work->moved[i]]++;
			int64_t sum = take_sum(work->counts, scale->cells, t->xlogx) + scale->margins;
			parts[k] = 2 * (double)sum / UNIT;
		}
	}
}

void independence_parts(double *parts, const independence_statistic *t, independence_work *work)
{
	table_parts(parts, t, work);
	score_parts(parts + t->scale_count, &t->scores, work);
}

double independence_combine(const double *parts, const independence_statistic *t)
{
	double sum[2] = { 0, 0 }, used[2] = { 0, 0 };
	for (size_t k = 0; k < t->parts; k++) {
		bool score = k >= t->scale_count;
		double shape = t->shape[k], ratio = parts[k] / t->mean[k];
		if (!(shape > 0) || (score && !is_used(&t->scores, k - t->scale_count)))
			continue;
		double z = (cbrt(ratio > 0 ? ratio : 0) - 1 + 1 / (9 * shape)) * 3 * sqrt(shape);
		double exponent = z > 0 ? z * z / 2 : 0;
		sum[score] += exp(exponent < 700 ? exponent : 700);
		used[score]++;
	}
	double mean = 0, families = 0;
	for (size_t f = 0; f < 2; f++) {
		mean += used[f] > 0 ? sum[f] / used[f] : 0;
		families += used[f] > 0;
	}
	return families > 0 ? log(mean / families) : 0;
}
