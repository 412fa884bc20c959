/* Checking and ordering of questions. Invariant: `room` has the places in the order of the question, then in canonical form, X before Y before Z. */
#include "paper/question/question.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/text.h"
#include "paper/question/column_order.h"

mixmi_status question_check_sets(const mixmi_question *question)
{
	if (question->x_count > 0 && question->y_count > 0)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_USAGE, "%s has no column", question->x_count == 0 ? "X" : "Y");
}

size_t question_join(size_t *joint, const size_t *a, size_t a_count, const size_t *b, size_t b_count)
{
	if (a_count > 0)
		memcpy(joint, a, a_count * sizeof *joint);
	if (b_count > 0)
		memcpy(joint + a_count, b, b_count * sizeof *joint);
	return a_count + b_count;
}

size_t question_join_all(size_t *joint, const mixmi_question *question)
{
	size_t count = question_join(joint, question->x, question->x_count, question->y, question->y_count);
	return count + question_join(joint + count, question->z, question->z_count, NULL, 0);
}

/* -------------------------------------------------------------------------------------------------- order of names */

/* Sorts columns by name; a column that occurs twice is an error. O(columns^2), and O(columns) if they are sorted. */
static mixmi_status sort_by_name(size_t *columns, size_t count, const mixmi_table *table)
{
	for (size_t i = 0; i < count; i++) {
		size_t column = columns[i], place = i;
		const char *name = table->columns[column].name;
		for (; place > 0 && strcmp(table->columns[columns[place - 1]].name, name) > 0; place--)
			columns[place] = columns[place - 1];
		columns[place] = column;
		char shown[BASE_TEXT_SHOWN];
		if (place > 0 && columns[place - 1] == column)
			return base_error(MIXMI_ERROR_USAGE, "column '%s' is given twice: X, Y and Z must have no column in common",
			                  base_text_show(shown, name, strlen(name)));
	}
	return MIXMI_OK;
}

/* --------------------------------------------------------------------------------------------------------- places */

/* The sets of a question as parts of a list of places. */
static mixmi_question split(const size_t *places, const mixmi_question *asked)
{
	size_t x = asked->x_count, y = asked->y_count;
	return (mixmi_question){ places, x, places + x, y, places + x + y, asked->z_count };
}

/* The role of a column in `sets`. */
static question_role canonical_role(const question_ready *q, size_t place)
{
	question_role role = q->roles[place];
	if (!q->exchanged || role == QUESTION_Z)
		return role;
	return role == QUESTION_X ? QUESTION_Y : QUESTION_X;
}

/* Everything that follows from the order of the columns. */
static void place_sets(question_ready *q, const mixmi_question *asked)
{
	size_t *sorted = q->room + q->count, x = asked->x_count, y = asked->y_count, next = 0;
	for (size_t i = 0; i < q->count; i++) {
		size_t place = 0;
		while (q->columns[place] != question_column_at(asked, i))
			place++;
		q->room[i] = place;
		q->roles[place] = question_role_at(asked, i);
	}
	for (question_role role = QUESTION_X; role <= QUESTION_Z; role++)
		for (size_t place = 0; place < q->count; place++)
			if (q->roles[place] == role)
				sorted[next++] = place;
	q->places = split(q->room, asked);
	q->sets = split(sorted, asked);
	q->exchanged = q->sets.y[0] < q->sets.x[0];
	if (q->exchanged)
		q->sets = (mixmi_question){ sorted + x, y, sorted, x, sorted + x + y, asked->z_count };
}

/* Puts the columns into the order of their content in the complete rows. Their key comes from this content and the roles. */
static bool sort_by_data(question_ready *q, const mixmi_question *asked, const question_complete *complete)
{
	const question_sample sample = question_sample_unmerged(complete);
	question_placed *placed = base_array(q->count, sizeof *placed);
	bool done = placed != NULL && question_order_columns(placed, NULL, &sample, q->table, asked);
	if (done) {
		for (size_t j = 0; j < q->count; j++)
			q->columns[j] = question_column_at(asked, placed[j].column);
		place_sets(q, asked);
		q->key = base_hash_number(BASE_HASH_START, complete->count);
		for (size_t j = 0; j < q->count; j++)
			q->key = base_hash_number(base_hash_number(q->key, placed[j].hash), (uint64_t)canonical_role(q, j));
	}
	free(placed);
	return done;
}

static mixmi_status order_by_data(question_ready *q, const mixmi_question *asked)
{
	question_complete complete;
	mixmi_status status = question_complete_init(&complete, q->table, q->columns, q->count);
	if (status == MIXMI_OK && !sort_by_data(q, asked, &complete))
		status = base_error_memory();
	question_complete_clear(&complete);
	return status;
}

static mixmi_status order_columns(question_ready *q, const mixmi_question *asked, bool by_data)
{
	mixmi_status status = MIXMI_OK;
	question_join_all(q->columns, asked);
	for (size_t i = 0; status == MIXMI_OK && i < q->count; i++)
		status = data_check_column(q->table, q->columns[i]);
	if (status == MIXMI_OK)
		status = sort_by_name(q->columns, q->count, q->table);
	if (status == MIXMI_OK && !by_data)
		place_sets(q, asked);
	return status == MIXMI_OK && by_data ? order_by_data(q, asked) : status;
}

mixmi_status question_init_for_preset(question_ready *question, const mixmi_table *table, const mixmi_question *asked,
                                      int preset)
{
	size_t count = question_count(asked);
	*question = (question_ready){ .table = table, .count = count };
	mixmi_status status = question_check_sets(asked);
	if (status != MIXMI_OK)
		return status;
	question->columns = base_array(count, sizeof *question->columns);
	question->roles = base_array(count, sizeof *question->roles);
	question->room = base_array(count, 2 * sizeof *question->room);
	if (question->columns == NULL || question->roles == NULL || question->room == NULL)
		status = base_error_memory();
	else
		status = order_columns(question, asked, preset != MIXMI_PRESET_PAPER);
	if (status != MIXMI_OK)
		question_clear(question);
	return status;
}

mixmi_status question_init(question_ready *question, const mixmi_table *table, const mixmi_question *asked)
{
	return question_init_for_preset(question, table, asked, MIXMI_PRESET_PAPER);
}

void question_clear(question_ready *question)
{
	free(question->columns);
	free(question->roles);
	free(question->room);
	memset(question, 0, sizeof *question);
}

/* ----------------------------------------------------------------------------------------------------------- rows */

static bool take_rows(question_rows *rows, const question_complete *complete, const question_ready *q)
{
	size_t n = rows->count = complete->count;
	rows->dropped = complete->dropped;
	rows->distinct = base_array(q->count, sizeof *rows->distinct);
	rows->codes = base_array(n, q->count * sizeof *rows->codes);
	uint32_t *order = base_array(n, sizeof *order);
	cells_coordinate *codes = base_array(q->count, sizeof *codes);
	bool done = rows->distinct != NULL && rows->codes != NULL && order != NULL && codes != NULL;
	for (size_t j = 0; done && j < q->count; j++)
		codes[j] = question_complete_codes(complete, &q->table->columns[q->columns[j]]);
	done = done && cells_order(order, codes, q->count, n);
	for (size_t j = 0; done && j < q->count; j++) {
		const data_column *column = &q->table->columns[q->columns[j]];
		rows->distinct[j] = column->distinct;
		for (size_t i = 0; i < n; i++)
			rows->codes[j * n + i] = column->codes[question_complete_at(complete, order[i])];
	}
	free(order);
	free(codes);
	return done;
}

mixmi_status question_rows_init(question_rows *rows, const question_ready *q)
{
	memset(rows, 0, sizeof *rows);
	question_complete complete;
	mixmi_status status = question_complete_init(&complete, q->table, q->columns, q->count);
	if (status == MIXMI_OK && !take_rows(rows, &complete, q)) {
		question_rows_clear(rows);
		status = base_error_memory();
	}
	question_complete_clear(&complete);
	return status;
}

void question_rows_clear(question_rows *rows)
{
	free(rows->codes);
	free(rows->distinct);
	memset(rows, 0, sizeof *rows);
}

/* ----------------------------------------------------------------------------------------------------------- keys */

static uint64_t add_column(uint64_t key, const question_ready *q, size_t place, const char *role)
{
	return base_hash_text(base_hash_text(key, q->table->columns[q->columns[place]].name), role);
}

uint64_t question_key_by_columns(const question_ready *q)
{
	static const char *const roles[] = { "x", "y", "z" };
	uint64_t key = BASE_HASH_START;
	for (size_t j = 0; j < q->count; j++)
		key = add_column(key, q, j, roles[canonical_role(q, j)]);
	return key;
}

uint64_t question_key_by_sets(const question_ready *q)
{
	static const char *const roles[] = { "x", "y", "z" };
	uint64_t key = BASE_HASH_START;
	for (size_t i = 0; i < q->count; i++)
		key = add_column(key, q, question_column_at(&q->sets, i), roles[question_role_at(&q->sets, i)]);
	return key;
}
