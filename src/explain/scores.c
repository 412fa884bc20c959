/* Ranks of the complete rows, rounded to 15 bits symmetrically about the middle. The canonical direction of X is that in which
 * the sum of x y^2 is not negative, which negating Y does not change; that of Y likewise. O(rows + distinct). */
#include "explain/scores.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "data/atoms.h"

enum {
	MASS_SHARE = 20,
	MASS_ROWS = 5
}; /* a mass has a twentieth of the rows, and so many: fewer do not shape a curve */

/* Centred mean ranks of the positions that the rows hold. */
static void rank_positions(explain_side *side)
{
	for (size_t p = 0, below = 0; p < side->column->distinct; below += side->counts[p++])
		side->scores[p] = (int32_t)lround((double)question_rank(below, side->counts[p], side->rows) /
		                                  (double)side->rows * EXPLAIN_ONE);
}

static bool side_init(explain_side *side, const data_column *column, const question_complete *rows)
{
	size_t share = rows->count / MASS_SHARE;
	const data_atom_rule rule = data_atoms_above_neighbours(share > MASS_ROWS ? (int64_t)share : MASS_ROWS);
	*side = (explain_side){ .column = column, .rows = rows->count };
	side->positions = base_array(rows->count, sizeof *side->positions);
	side->counts = base_array_zero(column->distinct, sizeof *side->counts);
	side->scores = base_array(column->distinct, sizeof *side->scores);
	side->masses = base_array(column->distinct, sizeof *side->masses);
	if (side->positions == NULL || side->counts == NULL || side->scores == NULL || side->masses == NULL)
		return false;
	for (size_t i = 0; i < rows->count; i++) {
		side->positions[i] = column->codes[question_complete_at(rows, i)];
		side->values += side->counts[side->positions[i]]++ == 0;
	}
	for (size_t code = 0; code < column->distinct; code++)
		side->masses[code] = data_is_atom(column, side->counts, code, &rule);
	rank_positions(side);
	return true;
}

static void side_clear(explain_side *side)
{
	free(side->positions);
	free(side->counts);
	free(side->scores);
	free(side->masses);
}

static void turn(explain_side *side)
{
	size_t distinct = side->column->distinct;
	side->turned = true;
	for (size_t i = 0; i < side->rows; i++)
		side->positions[i] = (uint32_t)(distinct - 1 - side->positions[i]);
	for (size_t low = 0, high = distinct; low + 1 < high--; low++) {
		uint32_t count = side->counts[low];
		bool mass = side->masses[low];
		side->counts[low] = side->counts[high];
		side->counts[high] = count;
		side->masses[low] = side->masses[high];
		side->masses[high] = mass;
	}
	rank_positions(side);
}

/* By third moments, from ten bits of the scores. */
static void choose_directions(explain_side *x, explain_side *y)
{
	const int32_t coarse = 32;
	int64_t xyy = 0, xxy = 0;
	for (size_t i = 0; i < x->rows; i++) {
		int64_t a = x->scores[x->positions[i]] / coarse, b = y->scores[y->positions[i]] / coarse;
		xyy += a * b * b;
		xxy += a * a * b;
	}
	if (xyy < 0)
		turn(x);
	if (xxy < 0)
		turn(y);
}

mixmi_status explain_scores_init(explain_scores *scores, const mixmi_table *table, const mixmi_question *question)
{
	*scores = (explain_scores){ .table = table, .question = question };
	const question_ready *q = &scores->order;
	mixmi_status status = question_init_for_preset(&scores->order, table, question,
	                                               question->z_count > 0 ? MIXMI_PRESET_ROBUST : MIXMI_PRESET_PAPER);
	if (status == MIXMI_OK)
		status = question_complete_init(&scores->rows, table, q->columns, q->count);
	if (status == MIXMI_OK && !(side_init(&scores->x, &table->columns[question->x[0]], &scores->rows) &&
	                            side_init(&scores->y, &table->columns[question->y[0]], &scores->rows)))
		status = base_error_memory();
	if (status == MIXMI_OK)
		choose_directions(&scores->x, &scores->y);
	else
		explain_scores_clear(scores);
	return status;
}

void explain_scores_clear(explain_scores *scores)
{
	question_clear(&scores->order);
	question_complete_clear(&scores->rows);
	side_clear(&scores->x);
	side_clear(&scores->y);
	memset(scores, 0, sizeof *scores);
}
