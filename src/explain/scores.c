/* Ranks of the complete rows, rounded to 15 bits symmetrically about the middle. The canonical direction of X is that in which
 * the sum of x y^2 is not negative, which negating Y does not change; that of Y likewise. O(rows + distinct). */
#include "explain/scores.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "question/rank_waves.h"

/* Rows below the middle of a code's rows less those above it. */
static double centred_rank(const explain_side *side, size_t before, size_t code)
{
	return (double)(2 * (int64_t)before + side->counts[code] - (int64_t)side->rows);
}

/* Centred mean ranks of the codes that the rows hold. */
static void rank_codes(explain_side *side)
{
	for (size_t code = 0, before = 0; code < side->column->distinct; before += side->counts[code++])
		side->scores[code] = (int32_t)lround(centred_rank(side, before, code) / (double)side->rows * EXPLAIN_ONE);
}

void explain_normal_codes(int32_t *scores, const explain_side *side)
{
	double twice = 2 * (double)side->rows, largest = question_normal_score(0.5 - 1 / fmax(twice, 4));
	for (size_t code = 0, before = 0; code < side->column->distinct; before += side->counts[code++]) {
		double score = question_normal_score((double)question_rank(before, side->counts[code], side->rows) / twice);
		scores[code] = side->counts[code] == 0 ? 0 : (int32_t)lround(fmax(-1, fmin(1, score / largest)) * EXPLAIN_ONE);
	}
}

static bool side_init(explain_side *side, const data_column *column, const question_complete *rows)
{
	side->column = column;
	side->rows = rows->count;
	side->counts = base_array_zero(column->distinct, sizeof *side->counts);
	side->scores = base_array(column->distinct, sizeof *side->scores);
	if (side->counts == NULL || side->scores == NULL)
		return false;
	for (size_t i = 0; i < rows->count; i++)
		side->values += side->counts[column->codes[question_complete_at(rows, i)]]++ == 0;
	rank_codes(side);
	return true;
}

/* Third moments, from ten bits of the scores. */
static void sum_moments(int64_t *xyy, int64_t *xxy, const explain_scores *s)
{
	const int32_t coarse = 32;
	*xyy = *xxy = 0;
	for (size_t i = 0; i < s->rows.count; i++) {
		size_t row = question_complete_at(&s->rows, i);
		int64_t x = s->x.scores[s->x.column->codes[row]] / coarse, y = s->y.scores[s->y.column->codes[row]] / coarse;
		*xyy += x * y * y;
		*xxy += x * x * y;
	}
}

static void turn(explain_side *side)
{
	side->turned = true;
	for (size_t i = 0; i < side->column->distinct; i++)
		side->scores[i] = -side->scores[i];
}

mixmi_status explain_scores_init(explain_scores *scores, const mixmi_table *table, const mixmi_question *question)
{
	*scores = (explain_scores){ .table = table, .question = question };
	size_t *columns = base_array(2 + question->z_count, sizeof *columns);
	if (columns == NULL)
		return base_error_memory();
	size_t count = question_join_all(columns, question);
	mixmi_status status = question_complete_init(&scores->rows, table, columns, count);
	free(columns);
	if (status == MIXMI_OK && question->z_count > 0)
		status = question_init_for_preset(&scores->order, table, question, MIXMI_PRESET_ROBUST);
	if (status != MIXMI_OK) {
		explain_scores_clear(scores);
		return status;
	}
	if (!side_init(&scores->x, &table->columns[question->x[0]], &scores->rows) ||
	    !side_init(&scores->y, &table->columns[question->y[0]], &scores->rows)) {
		explain_scores_clear(scores);
		return base_error_memory();
	}
	int64_t xyy, xxy;
	sum_moments(&xyy, &xxy, scores);
	if (xyy < 0)
		turn(&scores->x);
	if (xxy < 0)
		turn(&scores->y);
	return MIXMI_OK;
}

void explain_scores_clear(explain_scores *scores)
{
	question_clear(&scores->order);
	question_complete_clear(&scores->rows);
	free(scores->x.counts);
	free(scores->x.scores);
	free(scores->y.counts);
	free(scores->y.scores);
	memset(scores, 0, sizeof *scores);
}
