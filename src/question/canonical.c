/* Columns and their values are in the order of column_order.h, rows in the lexicographic order of their codes. Copies of columns of Z are omitted.
 */
#include "question/canonical.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/sort.h"
#include "paper/cells/cell_numbers.h"
#include "paper/question/column_order.h"
#include "question/row_sample.h"

/* A column of the question while the canonical table is built. */
typedef struct input {
	const data_column *source;
	question_role role;
	size_t place;                /* in the table */
	question_value_order values; /* empty if it is left out */
	const struct input *copy_of; /* the column of Z that this one is a copy of, or NULL */
	bool constant;               /* a column of Z without a second value */
	bool back;                   /* the copy runs in the other direction */
} input;

/* -------------------------------------------------------------------------------------------------------- what is left out */

/* A column of Z that says nothing. */
static bool is_left_out(const input *e)
{
	return e->constant || e->copy_of != NULL;
}

/* Finds the columns of Z that are constant or copies of an earlier one. */
static bool find_left_out(input *inputs, size_t count, const question_complete *rows)
{
	size_t most = 0;
	for (size_t j = 0; j < count; j++)
		most = inputs[j].source->distinct > most ? inputs[j].source->distinct : most;
	uint32_t *met = base_array(most, 2 * sizeof *met);
	for (size_t j = 0; met != NULL && j < count; j++) {
		inputs[j].constant = inputs[j].role == QUESTION_Z && !question_varies(inputs[j].source, rows);
		for (size_t i = 0; inputs[j].role == QUESTION_Z && i < j && !is_left_out(&inputs[j]); i++)
			if (inputs[i].role == QUESTION_Z && !is_left_out(&inputs[i]) &&
			    question_is_copy(&inputs[j].back, met, inputs[i].source, inputs[j].source,
			                     question_is_ordered(inputs[i].source), rows))
				inputs[j].copy_of = &inputs[i];
	}
	free(met);
	return met != NULL;
}

/* ------------------------------------------------------------------------------------------- the new table */

/* Of the values from code `from` to before `to`, how many occur in the rows of the question. */
static size_t count_occurring(const input *e, size_t from, size_t to)
{
	size_t occurring = 0;
	for (size_t code = from; code < to; code++)
		occurring += e->values.codes[code] != QUESTION_ABSENT;
	return occurring;
}

/* The values in canonical order; `out` has the codes of its rows. Values that occur in other rows only are left out: they must not show. */
static bool copy_values(data_column *out, const input *e, size_t rows)
{
	const data_column *from = e->source;
	bool numbers = from->labels == NULL, resampled = from->origin != NULL;
	out->counts = base_array_zero(out->distinct, sizeof *out->counts);
	out->origin = resampled ? base_array(out->distinct, sizeof *out->origin) : NULL;
	out->values = numbers ? base_array(out->distinct, sizeof *out->values) : NULL;
	out->labels = numbers ? NULL : base_array(out->distinct, sizeof *out->labels);
	if (out->counts == NULL || resampled != (out->origin != NULL) ||
	    (numbers ? out->values == NULL : out->labels == NULL))
		return false;
	for (size_t i = 0; i < rows; i++)
		out->counts[out->codes[i]]++;
	for (size_t code = 0; code < from->distinct; code++) {
		uint32_t to = e->values.codes[code];
		if (to == QUESTION_ABSENT)
			continue;
		if (resampled)
			out->origin[to] = from->origin[code];
		if (numbers)
			out->values[to] = e->values.negated ? -from->values[code] : from->values[code];
		else
			out->labels[to] = from->labels[code];
	}
	return true;
}

static bool copy_column(data_column *out, const input *e, const question_complete *rows)
{
	const data_column *from = e->source;
	size_t below = count_occurring(e, 0, from->below);
	size_t above = count_occurring(e, from->distinct - from->above, from->distinct);
	*out = (data_column){ .name = base_string_copy(from->name),
		                  .codes = base_array(rows->count, sizeof *out->codes),
		                  .type = from->type,
		                  .why = from->why,
		                  .position = from->position,
		                  .distinct = count_occurring(e, 0, from->distinct),
		                  .unit = from->unit,
		                  .ordered = from->ordered,
		                  .step = from->step,
		                  .below = e->values.negated ? above : below,
		                  .above = e->values.negated ? below : above,
		                  .kind = from->kind };
	if (out->name == NULL || out->codes == NULL)
		return false;
	for (size_t i = 0; i < rows->count; i++)
		out->codes[i] = e->values.codes[from->codes[question_complete_at(rows, i)]];
	return copy_values(out, e, rows->count);
}

/* Sorts the rows lexicographically by their codes, and clusters[rows] with them unless it is NULL. */
static bool sort_rows(mixmi_table *table, uint32_t *clusters)
{
	uint32_t *order = base_array(table->rows, sizeof *order), *moved = base_array(table->rows, sizeof *moved);
	cells_coordinate *coordinates = base_array(table->column_count, sizeof *coordinates);
	bool done = order != NULL && moved != NULL && coordinates != NULL;
	for (size_t j = 0; done && j < table->column_count; j++)
		coordinates[j] = (cells_coordinate){ table->columns[j].codes, 1, NULL, table->columns[j].distinct };
	done = done && cells_order(order, coordinates, table->column_count, table->rows);
	for (size_t j = 0; done && j < table->column_count; j++) {
		uint32_t *codes = table->columns[j].codes;
		for (size_t i = 0; i < table->rows; i++)
			moved[i] = codes[order[i]];
		table->columns[j].codes = moved;
		moved = codes;
	}
	for (size_t i = 0; done && clusters != NULL && i < table->rows; i++)
		moved[i] = clusters[order[i]];
	if (done && clusters != NULL)
		memcpy(clusters, moved, table->rows * sizeof *moved);
	free(order);
	free(moved);
	free(coordinates);
	return done;
}

/* Numbers the clusters by a hash of the content of their rows, so that neither their names nor the order of rows matters. */
static bool number_clusters(question_canonical *out, size_t distinct)
{
	const mixmi_table *table = &out->table;
	base_keyed *list = base_array_zero(distinct, 2 * sizeof *list);
	uint32_t *number = base_array(distinct, sizeof *number);
	bool done = list != NULL && number != NULL;
	for (size_t k = 0; done && k < distinct; k++)
		list[k].row = (uint32_t)k;
	for (size_t i = 0; done && i < table->rows; i++) {
		uint64_t hash = BASE_HASH_START;
		for (size_t j = 0; j < table->column_count; j++)
			hash = base_hash_number(table->columns[j].codes[i], hash);
		list[out->clusters[i]].key += base_hash_mix(hash);
	}
	if (done)
		base_sort_keyed(list, list + distinct, distinct);
	for (size_t k = 0; done && k < distinct; k++)
		if (list[k].key != 0) /* empty clusters have no number */
			number[list[k].row] = (uint32_t)out->cluster_count++;
	for (size_t i = 0; done && i < table->rows; i++)
		out->clusters[i] = number[out->clusters[i]];
	free(list);
	free(number);
	return done;
}

static bool copy_clusters(question_canonical *out, const data_column *clusters, const question_complete *rows)
{
	out->clusters = base_array(rows->count, sizeof *out->clusters);
	for (size_t i = 0; out->clusters != NULL && i < rows->count; i++)
		out->clusters[i] = clusters->codes[question_complete_at(rows, i)];
	return out->clusters != NULL;
}

/* Records the place and the codes of a column of the question. */
static bool note_asked(question_asked *asked, const input *e, const question_complete *rows)
{
	const input *from = e->copy_of != NULL ? e->copy_of : e;
	*asked = (question_asked){ e->source, e->constant ? QUESTION_NOWHERE : from->place, from->values.negated != e->back,
		                       base_array_zero(e->source->distinct, sizeof *asked->codes) };
	for (size_t i = 0; asked->codes != NULL && i < rows->count; i++) {
		size_t row = question_complete_at(rows, i);
		asked->codes[e->constant ? 0 : from->values.codes[from->source->codes[row]]] = e->source->codes[row];
	}
	return asked->codes != NULL;
}

static bool build_table(question_canonical *out, const input *inputs, size_t count, const data_column *clusters,
                        const question_complete *rows)
{
	out->table.columns = base_array_zero(count, sizeof *out->table.columns);
	out->roles = base_array(count, sizeof *out->roles);
	out->columns = base_array(count, sizeof *out->columns);
	out->asked = base_array_zero(count, sizeof *out->asked);
	bool done = out->table.columns != NULL && out->roles != NULL && out->columns != NULL && out->asked != NULL;
	out->asked_count = done ? count : 0;
	out->table.rows = rows->count;
	out->rows_dropped = rows->dropped;
	for (size_t j = 0; done && j < count; j++)
		out->table.column_count += !is_left_out(&inputs[j]);
	for (size_t j = 0; done && j < count; j++) {
		const input *e = &inputs[j];
		done = note_asked(&out->asked[j], e, rows);
		if (is_left_out(e))
			continue;
		out->columns[e->place] = e->place;
		out->roles[e->place] = e->role;
		done = done && copy_column(&out->table.columns[e->place], e, rows);
	}
	return done && (clusters == NULL || copy_clusters(out, clusters, rows)) && sort_rows(&out->table, out->clusters) &&
	       (clusters == NULL || number_clusters(out, clusters->distinct));
}

/* Lists the columns that are not left out, and their columns of Z in `z`; returns how many they are. */
static size_t list_kept(input **kept, size_t *z, input *inputs, const mixmi_question *question)
{
	size_t count = 0, before = question->x_count + question->y_count;
	for (size_t j = 0; j < question_count(question); j++) {
		if (is_left_out(&inputs[j]))
			continue;
		if (j >= before)
			z[count - before] = question->z[j - before];
		kept[count++] = &inputs[j];
	}
	return count;
}

/* Finds the canonical order of the columns that are not left out, and of their values. */
static bool order_inputs(input *inputs, const mixmi_table *table, const mixmi_question *question,
                         const question_complete *rows)
{
	const question_sample sample = question_sample_unmerged(rows);
	size_t all = question_count(question), count = 0, *z = base_array(question->z_count, sizeof *z);
	input **kept = base_array(all, sizeof *kept);
	question_placed *placed = base_array(all, sizeof *placed);
	question_value_order *values = base_array_zero(all, sizeof *values);
	bool done = z != NULL && kept != NULL && placed != NULL && values != NULL;
	if (done) {
		count = list_kept(kept, z, inputs, question);
		mixmi_question without = *question;
		without.z = z;
		without.z_count = count - question->x_count - question->y_count;
		done = question_order_columns(placed, values, &sample, table, &without);
	}
	for (size_t k = 0; k < count; k++) {
		kept[k]->values = values[k];
		if (done)
			kept[placed[k].column]->place = k;
	}
	free(z);
	free(kept);
	free(placed);
	free(values);
	return done;
}

static bool build(question_canonical *out, const mixmi_table *table, const mixmi_question *question,
                  const question_complete *rows)
{
	size_t count = question_count(question);
	input *inputs = base_array_zero(count, sizeof *inputs);
	for (size_t j = 0; inputs != NULL && j < count; j++)
		inputs[j] = (input){ .source = &table->columns[question_column_at(question, j)],
			                 .role = question_role_at(question, j) };
	bool done = inputs != NULL && find_left_out(inputs, count, rows) && order_inputs(inputs, table, question, rows) &&
	            build_table(out, inputs, count, table->clusters, rows);
	for (size_t j = 0; inputs != NULL && j < count; j++)
		free(inputs[j].values.codes);
	free(inputs);
	return done;
}

mixmi_status question_canonical_init(question_canonical *out, const mixmi_table *table, const mixmi_question *question)
{
	question_complete rows;
	size_t count = question_count(question), *columns = base_array(count, sizeof *columns);
	memset(out, 0, sizeof *out);
	if (columns == NULL)
		return base_error_memory();
	question_join_all(columns, question);
	mixmi_status status = question_complete_init(&rows, table, columns, count);
	if (status == MIXMI_OK)
		status = build(out, table, question, &rows) ? MIXMI_OK : base_error_memory();
	question_complete_clear(&rows);
	free(columns);
	return status;
}

const question_asked *question_asked_column(const question_canonical *canonical, const data_column *source)
{
	size_t j = 0;
	while (canonical->asked[j].source != source)
		j++;
	return &canonical->asked[j];
}

void question_canonical_clear(question_canonical *canonical)
{
	for (size_t j = 0; canonical->table.columns != NULL && j < canonical->table.column_count; j++) {
		data_column *c = &canonical->table.columns[j];
		free(c->name);
		free(c->values);
		free(c->labels); /* the texts belong to the source */
		free(c->counts);
		free(c->origin);
		free(c->codes);
	}
	free(canonical->table.columns);
	free(canonical->roles);
	for (size_t j = 0; j < canonical->asked_count; j++)
		free(canonical->asked[j].codes);
	free(canonical->asked);
	free(canonical->columns);
	free(canonical->clusters);
	memset(canonical, 0, sizeof *canonical);
}
