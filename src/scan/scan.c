/* The default test, from a question to its p-value. Nothing is drawn. */
#include "scan/scan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "info/question.h"
#include "scan/freed.h"
#include "scan/tails.h"

/* Columns of a set freed from Z, side by side. */
static bool free_side(scan_freed *side, const mixmi_table *table, const data_rows *rows, const size_t *set, size_t count,
                      const scan_given *given)
{
	(void)count;
	scan_column column;
	if (!scan_column_init(&column, &table->columns[set[0]], rows))
		return false;
	bool done = scan_freed_init(side, &column, given);
	scan_column_clear(&column);
	return done;
}

/* The least share of its variance that Z must leave of a side: below it what is left is what the regressions missed. */
static const double least_left = 0.0015;

static void conclude(scan_verdict *out, const scan_pairing *pairing, const scan_given *given, double left)
{
	out->comparable = given->comparable;
	out->cannot_tell = left < least_left || pairing->x_count == 0 || pairing->y_count == 0 ||
	                   given->comparable < 4 || (given->manner == SCAN_BY_CELLS && given->rows - given->cell_count < 4);
	out->p = out->cannot_tell ? NAN : scan_p_value(pairing);
	out->statistic = NAN;
	out->strongest = pairing->strongest;
}

static bool judge(scan_verdict *out, const mixmi_table *table, const data_rows *rows, const mixmi_question *q)
{
	scan_given given = { 0 };
	scan_freed x = { 0 }, y = { 0 };
	scan_pairing pairing = { 0 };
	bool done = scan_given_init(&given, table, rows, q->z, q->z_count) &&
	            free_side(&x, table, rows, q->x, q->x_count, &given) &&
	            free_side(&y, table, rows, q->y, q->y_count, &given) && scan_pairing_init(&pairing, &x, &y, &given);
	if (done)
		conclude(out, &pairing, &given, fmin(x.left, y.left));
	scan_pairing_clear(&pairing);
	scan_freed_clear(&y);
	scan_freed_clear(&x);
	scan_given_clear(&given);
	return done;
}

mixmi_status scan_judge(scan_verdict *out, const mixmi_table *table, const mixmi_question *question)
{
	memset(out, 0, sizeof *out);
	info_question q;
	data_rows rows = { 0 };
	mixmi_status status = info_question_init(&q, table, question);
	if (status != MIXMI_OK)
		return status;
	status = data_rows_init(&rows, table, q.columns, q.count);
	if (status == MIXMI_OK && !judge(out, table, &rows, question))
		status = base_error_memory();
	out->rows = rows.count;
	out->rows_dropped = rows.dropped;
	data_rows_clear(&rows);
	info_question_clear(&q);
	return status;
}
