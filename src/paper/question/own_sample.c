/* The rows of a question for methods that work row by row, and numbers of joint cells: the part of mixmi/method.h that
 * needs a table. */
#include "mixmi/method.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "paper/question/question.h"

/* A sample with what its pointers point to. */
typedef struct whole_sample {
	mixmi_sample shown; /* first, so that its address is that of the whole */
	question_ready question;
	question_rows rows;
	mixmi_sample_column *columns;
} whole_sample;

static mixmi_status take(whole_sample *s, bool by_name)
{
	const question_ready *q = &s->question;
	mixmi_status status = question_rows_init(&s->rows, q);
	if (status != MIXMI_OK)
		return status;
	size_t rows = s->rows.count;
	s->columns = base_array(q->count, sizeof *s->columns);
	if (s->columns == NULL)
		return base_error_memory();
	for (size_t j = 0; j < q->count; j++) {
		const data_column *column = &q->table->columns[q->columns[j]];
		s->columns[j] = (mixmi_sample_column){ q->columns[j], (int32_t)column->type, column->distinct,
			                                   s->rows.codes + j * rows, column->values };
	}
	s->shown = (mixmi_sample){ .rows = rows,
		                       .rows_dropped = s->rows.dropped,
		                       .count = q->count,
		                       .columns = s->columns,
		                       .sets = q->sets,
		                       .key = by_name ? question_key_by_sets(q) : q->key };
	return MIXMI_OK;
}

mixmi_status mixmi_sample_new(mixmi_sample **out, const mixmi_table *table, const mixmi_question *question,
                              const mixmi_options *options, int order)
{
	mixmi_options settled;
	base_options_settle(&settled, options);
	int preset = order == MIXMI_ORDER_NAMES ? MIXMI_PRESET_PAPER : settled.preset;
	whole_sample *s = base_array_zero(1, sizeof *s);
	*out = NULL;
	if (s == NULL)
		return base_error_memory();
	mixmi_status status = question_init_for_preset(&s->question, table, question, preset);
	if (status == MIXMI_OK)
		status = take(s, preset == MIXMI_PRESET_PAPER);
	if (status == MIXMI_OK)
		*out = &s->shown;
	else
		mixmi_sample_free(&s->shown);
	return status;
}

void mixmi_sample_free(mixmi_sample *sample)
{
	whole_sample *s = (whole_sample *)sample;
	if (s == NULL)
		return;
	question_clear(&s->question);
	question_rows_clear(&s->rows);
	free(s->columns);
	free(s);
}

mixmi_status mixmi_number_cells(uint32_t *ids, size_t *cells, const mixmi_coordinate *coordinates, size_t count,
                                size_t items)
{
	static const uint32_t nothing = 0;
	const mixmi_coordinate one = { &nothing, 0, NULL, 1 };
	return cells_rank(ids, cells, count > 0 ? coordinates : &one, count > 0 ? count : 1, items) ? MIXMI_OK
	                                                                                            : base_error_memory();
}
