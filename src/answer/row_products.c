/* The score of row i is f_i g_i; S is the sum over rows, and s_c that over group c. Two estimates of the variance of S:
 *
 *     V_0 = B_f B_g / (G - 1) + W_f W_g / (n - G),   squares B between G groups, W within,
 *     V_1 = sum (s_c - p_c S)^2 / (1 - p_c),         p_c: root of the squares of f and of g in group c, as a share of all.
 *
 * V_0 holds if the rows of one of the two features are independent, as whitening makes them, whatever the other does. V_1
 * holds for any dependence within groups, with the degrees of freedom d_1 of Satterthwaite (Bell and McCaffrey 2002), which
 * are few. V = V_0 + l (V_1 - V_0), l = max(0, 1 - 4 / (d_1 (V_1 / V_0 - 1)^2)) where V_1 > V_0, else 0: the model as long as the
 * groups do not contradict it. For crossed clusters V_1 is the sum over both ways less that over the cells of both
 * (Cameron, Gelbach and Miller 2011), and V_0 the larger one. */
#include "answer/row_products.h"

#include <math.h>
#include <string.h>

#include "residual/linear.h"

static const double least_left = 0.1;  /* 1 - p_c: a group with nearly all rows leaves no others to compare with */
static const double contradiction = 4; /* how far V_1 must exceed V_0, in its squared standard errors times 2 */
static const double tiny = 1e-300;
static const double small = 1e-9;

/* ---------------------------------------------------------------------------------------------------------- deviates */

/* Student's t to a normal deviate (Wallace 1959), right for any size. */
static double normal_of(double t, double freedom)
{
	double size = (8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log1p(t * t / freedom));
	return copysign(size, t);
}

/* Removes from a variance the sum that is part of it; one degree of freedom goes with it. */
static void correct(double *variance, double *freedom, double sum)
{
	double v = *variance, d = *freedom;
	*freedom = fmax(d - 1, small);
	*variance = v * fmax(d - sum * sum / (v > 0 ? v : 1), small) / *freedom;
}

double answer_deviate_within(double sum, double variance, double freedom)
{
	correct(&variance, &freedom, sum);
	return normal_of(sum / sqrt(variance), freedom);
}

/* ----------------------------------------------------------------------------------------------------------- groups */

/* What the features of a side have in the groups of one way. */
typedef struct squares {
	double *of_group; /* [count][groups] sum of squares */
	double *between;  /* [count] */
	double *within;   /* [count] */
} squares;

static squares squares_of(base_arena *arena, const residual_features *f, size_t count, const question_values *groups)
{
	size_t size = groups->levels;
	squares out = { base_arena_take_zero(arena, count * size, sizeof(double)),
		            base_arena_take_zero(arena, count, sizeof(double)),
		            base_arena_take_zero(arena, count, sizeof(double)) };
	base_arena_mark mark = base_arena_here(arena);
	double *sums = base_arena_take(arena, size, sizeof *sums);
	for (size_t k = 0; k < count; k++) {
		double *own = out.of_group + k * size, all = 0;
		memset(sums, 0, size * sizeof *sums);
		for (size_t i = 0; i < f->rows; i++) {
			double value = f->values[k * f->rows + i];
			sums[groups->codes[i]] += value;
			own[groups->codes[i]] += value * value;
		}
		for (size_t c = 0; c < size; c++) {
			out.between[k] += sums[c] * sums[c] / groups->counts[c];
			all += own[c];
		}
		out.within[k] = fmax(all - out.between[k], 0);
	}
	base_arena_back(arena, mark);
	return out;
}

typedef struct way {
	const question_values *groups;
	double sign; /* of its part in V_1 */
	squares x, y;
} way;

typedef struct job {
	const answer_rows *rows;
	const residual_features *x, *y;
	const double *weight;
	double mean_square; /* of the weight */
	way ways[QUESTION_MOST_WAYS + 1];
	size_t count;          /* of ways, with the cells of both */
	double *score, *share; /* [most groups] */
} job;

/* --------------------------------------------------------------------------------------------------------- variances */

static double score_of(double *score, const job *j, size_t k, size_t l, const question_values *groups)
{
	const double *f = j->x->values + k * j->x->rows, *g = j->y->values + l * j->y->rows;
	double sum = 0;
	memset(score, 0, groups->levels * sizeof *score);
	for (size_t i = 0; i < j->x->rows; i++) {
		double product = j->weight != NULL ? j->weight[i] * (f[i] * g[i]) : f[i] * g[i];
		score[groups->codes[i]] += product;
	}
	for (size_t c = 0; c < groups->levels; c++)
		sum += score[c];
	return sum;
}

/* Adds one way's part to V_1, and takes its degrees of freedom if they are fewer. j->score becomes the scores less the
 * shares of the sum. */
static double add_robust(double *variance, double *freedom, const job *j, const way *w, size_t k, size_t l)
{
	size_t size = w->groups->levels;
	const double *ff = w->x.of_group + k * size, *gg = w->y.of_group + l * size;
	double sum = score_of(j->score, j, k, l, w->groups), all = 0, p2 = 0, ap2 = 0, a2p4 = 0, v = 0;
	for (size_t c = 0; c < size; c++)
		all += j->share[c] = sqrt(ff[c] * gg[c]);
	for (size_t c = 0; c < size; c++) {
		double p = j->share[c] / fmax(all, tiny), a = 1 / fmax(1 - p, least_left);
		j->score[c] -= p * sum;
		v += a * (j->score[c] * j->score[c]);
		p2 += p * p;
		ap2 += a * (p * p);
		a2p4 += a * a * (p * p) * (p * p);
	}
	*variance += w->sign * v;
	if (w->sign > 0)
		*freedom = fmin(*freedom, fmax(1 / (p2 + ap2 * ap2 - a2p4), 1));
	return sum;
}

/* V_0 and its degrees of freedom. */
static void find_model(double *variance, double *freedom, const job *j, size_t k, size_t l)
{
	double n = (double)j->rows->rows;
	*variance = 0;
	for (size_t w = 0; w < j->rows->ways; w++) {
		const way *own = &j->ways[w];
		double groups = (double)own->groups->levels, rest = fmax(n - groups, 1);
		double between = own->x.between[k] * own->y.between[l] / (groups - 1);
		double within = n > groups ? own->x.within[k] * own->y.within[l] / rest : 0;
		double v = fmax(between + within, tiny);
		if (w > 0 && v <= *variance)
			continue;
		*variance = v;
		*freedom = v * v / fmax(between * between / (groups - 1) + within * within / rest, tiny);
	}
	*variance *= j->mean_square;
}

static void keep(double *to, const double *score, size_t groups)
{
	double length = 0;
	for (size_t c = 0; c < groups; c++)
		length += score[c] * score[c];
	for (size_t c = 0; c < groups; c++)
		to[c] = score[c] / sqrt(fmax(length, tiny));
}

static void find_pair(answer_row_products *out, const job *j, size_t k, size_t l, double inflation)
{
	size_t at = k * out->y_count + l;
	double robust = 0, few = INFINITY, sum = 0, model, freedom = 1;
	for (size_t w = j->count; w-- > 0;) /* the first way last, whose scores are kept */
		sum = add_robust(&robust, &few, j, &j->ways[w], k, l);
	if (out->scores != NULL)
		keep(out->scores + at * out->groups, j->score, out->groups);
	find_model(&model, &freedom, j, k, l);
	freedom /= inflation;
	few = fmax(few / inflation, 1);
	out->freedom[at] = freedom;
	correct(&model, &freedom, sum);
	double over = fmax(fmax(robust, 0) / model - 1, small);
	double share = fmax(0, 1 - contradiction / (few * over * over));
	double variance = model + share * (fmax(robust, 0) - model);
	double own = 1 / (share * share / few + (1 - share) * (1 - share) / freedom);
	out->mean[at] = sum / (double)j->rows->rows;
	out->variance[at] = (variance > 0 ? variance : 1) * inflation;
	out->deviate[at] = variance > 0 ? normal_of(sum / sqrt(out->variance[at]), own) : 0;
}

/* --------------------------------------------------------------------------------------------------------- interface */

static job job_of(base_arena *arena, const answer_row_products *p, const answer_rows *rows, const residual_features *x,
                  const residual_features *y, const double *weight)
{
	job j = {
		.rows = rows, .x = x, .y = y, .weight = weight, .mean_square = 1, .count = rows->ways + (rows->ways > 1)
	};
	size_t most = 0;
	for (size_t w = 0; w < j.count; w++) {
		const question_values *groups = rows->groups[w];
		j.ways[w] = (way){ groups, w < rows->ways ? 1 : -1, squares_of(arena, x, p->x_count, groups),
			               squares_of(arena, y, p->y_count, groups) };
		most = groups->levels > most ? groups->levels : most;
	}
	j.score = base_arena_take(arena, most, sizeof *j.score);
	j.share = base_arena_take(arena, most, sizeof *j.share);
	double sum = 0;
	for (size_t i = 0; weight != NULL && i < rows->rows; i++)
		sum += weight[i] * weight[i];
	j.mean_square = weight != NULL ? sum / (double)rows->rows : 1;
	return j;
}

answer_row_products answer_row_products_of(base_arena *arena, const answer_rows *rows, const residual_features *x,
                                           size_t x_count, const residual_features *y, size_t y_count,
                                           const double *weight, double inflation, bool keep_scores)
{
	size_t size = x_count * y_count, groups = rows->groups[0]->levels;
	answer_row_products out = { x_count,
		                        y_count,
		                        base_arena_take(arena, size, sizeof(double)),
		                        base_arena_take(arena, size, sizeof(double)),
		                        base_arena_take(arena, size, sizeof(double)),
		                        base_arena_take(arena, size, sizeof(double)),
		                        groups,
		                        keep_scores ? base_arena_take(arena, size * groups, sizeof(double)) : NULL };
	base_arena_mark mark = base_arena_here(arena);
	job j = job_of(arena, &out, rows, x, y, weight);
	for (size_t k = 0; k < x_count; k++)
		for (size_t l = 0; l < y_count; l++)
			find_pair(&out, &j, k, l, inflation);
	base_arena_back(arena, mark);
	return out;
}

double answer_row_spread(base_arena *arena, const answer_row_products *p, size_t x_count, size_t y_count)
{
	base_arena_mark mark = base_arena_here(arena);
	size_t count = x_count * y_count;
	const double **score = base_arena_take(arena, count, sizeof *score);
	double *matrix = base_arena_take(arena, count * count, sizeof *matrix), sum = 0;
	for (size_t k = 0; k < x_count; k++)
		for (size_t l = 0; l < y_count; l++)
			score[k * y_count + l] = p->scores + (k * p->y_count + l) * p->groups;
	residual_products(matrix, count, score, count, score, count, p->groups);
	for (size_t at = 0; at < count * count; at++)
		sum += matrix[at] * matrix[at];
	for (size_t c = 0; c < p->groups; c++) {
		double length = 0;
		for (size_t at = 0; at < count; at++)
			length += score[at][c] * score[at][c];
		sum -= length * length;
	}
	base_arena_back(arena, mark);
	return fmax(2 * sum, 2 * (double)count);
}
