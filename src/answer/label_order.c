/* See label_order.h. */
#include "answer/label_order.h"

#include <stdlib.h>

enum { STEPS = 12 /* of the power iteration: enough for an order, and no more than that is needed */ };

static const double least_variance = 1e-9; /* of scores: less means that all labels are alike */

typedef struct scored {
	double score;
	uint32_t unit, group;
} scored;

typedef struct averaging {
	const answer_spread *s;
	double rows, *unit_rows, *cell_rows; /* rows in all, of each unit, of each cell */
	double *mean, *score, *cell;
} averaging;

static averaging prepare(base_arena *arena, const answer_spread *s)
{
	averaging a = { .s = s };
	a.unit_rows = base_arena_take_zero(arena, s->units, sizeof *a.unit_rows);
	a.cell_rows = base_arena_take_zero(arena, s->cells, sizeof *a.cell_rows);
	a.mean = base_arena_take(arena, s->units, sizeof *a.mean);
	a.score = base_arena_take_zero(arena, s->units, sizeof *a.score);
	a.cell = base_arena_take(arena, s->cells, sizeof *a.cell);
	for (size_t u = 0; u < s->units; u++)
		for (size_t i = s->start[u]; i < s->start[u + 1]; i++) {
			a.rows += s->count[i];
			a.unit_rows[u] += s->count[i];
			a.cell_rows[s->cell[i]] += s->count[i];
		}
	double number = 0;
	for (size_t c = 0; c < s->cells; c++) {
		a.cell[c] = number;
		number += a.cell_rows[c] > 0;
	}
	return a;
}

/* Scores of units from those of cells. False: all are alike. */
static bool score_units(averaging *a)
{
	double mean = 0, variance = 0;
	for (size_t u = 0; u < a->s->units; u++) {
		double sum = 0;
		for (size_t i = a->s->start[u]; i < a->s->start[u + 1]; i++)
			sum += a->s->count[i] * a->cell[a->s->cell[i]];
		a->mean[u] = sum / a->unit_rows[u];
		mean += sum;
	}
	mean /= a->rows;
	for (size_t u = 0; u < a->s->units; u++) {
		a->mean[u] -= mean;
		variance += a->mean[u] * a->mean[u] * a->unit_rows[u];
	}
	if (variance < least_variance * a->rows)
		return false;
	double size = sqrt(variance / a->rows);
	for (size_t u = 0; u < a->s->units; u++)
		a->score[u] = a->mean[u] / size;
	return true;
}

static void score_cells(averaging *a)
{
	for (size_t c = 0; c < a->s->cells; c++)
		a->cell[c] = 0;
	for (size_t u = 0; u < a->s->units; u++)
		for (size_t i = a->s->start[u]; i < a->s->start[u + 1]; i++)
			a->cell[a->s->cell[i]] += a->score[u] * a->s->count[i];
	for (size_t c = 0; c < a->s->cells; c++)
		a->cell[c] /= fmax(a->cell_rows[c], 1);
}

static int by_score(const void *a, const void *b)
{
	const scored *x = a, *y = b;
	if (x->score != y->score)
		return x->score < y->score ? -1 : 1;
	return x->unit < y->unit ? -1 : x->unit > y->unit;
}

static int by_group(const void *a, const void *b)
{
	const scored *x = a, *y = b;
	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return x->unit < y->unit ? -1 : x->unit > y->unit;
}

static void sort_units(uint32_t *order, base_arena *arena, const averaging *a)
{
	size_t units = a->s->units;
	scored *all = base_arena_take(arena, units, sizeof *all);
	for (size_t u = 0; u < units; u++)
		all[u] = (scored){ a->score[u], (uint32_t)u, 0 };
	qsort(all, units, sizeof *all, by_score);
	for (size_t i = 1; i < units; i++)
		all[i].group = all[i - 1].group + (all[i].score - all[i - 1].score > question_margin);
	qsort(all, units, sizeof *all, by_group);
	for (size_t i = 0; i < units; i++)
		order[i] = all[i].unit;
}

const uint32_t *answer_order(base_arena *arena, const question_values *column, const answer_spread *others)
{
	uint32_t *order = base_arena_take(arena, others->units, sizeof *order);
	for (size_t u = 0; u < others->units; u++)
		order[u] = (uint32_t)u;
	if (!column->labels || others->units < 3 || others->cells == 1)
		return order;
	base_arena_mark mark = base_arena_here(arena);
	averaging a = prepare(arena, others);
	for (int step = 0; step < STEPS && score_units(&a); step++)
		score_cells(&a);
	sort_units(order, arena, &a);
	base_arena_back(arena, mark);
	return order;
}
