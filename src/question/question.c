/* Checking and ordering of questions. Invariant: `room` holds the places as asked, then those in canonical form, X Y Z each. */
#include "question/question.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/text.h"
#include "question/column_order.h"

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

typedef struct named_column {
	const char *name;
	size_t column;
} named_column;

static int compare_names(const void *a, const void *b)
{
	return strcmp(((const named_column *)a)->name, ((const named_column *)b)->name);
}

/* Sorts columns by name; a column that occurs twice is an error. */
static mixmi_status sort_by_name(size_t *columns, size_t count, const mixmi_table *table)
{
	named_column *named = base_array(count, sizeof *named);
	if (named == NULL)
		return base_error_memory();
	for (size_t i = 0; i < count; i++)
		named[i] = (named_column){ table->columns[columns[i]].name, columns[i] };
	qsort(named, count, sizeof *named, compare_names);
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; i < count; i++) {
		columns[i] = named[i].column;
		if (i > 0 && columns[i] == columns[i - 1]) {
			char shown[BASE_TEXT_SHOWN];
			status =
				base_error(MIXMI_ERROR_USAGE, "column '%s' is given twice: X, Y and Z must have no column in common",
			               base_text_show(shown, named[i].name, strlen(named[i].name)));
		}
	}
	free(named);
	return status;
}

/* --------------------------------------------------------------------------------------------------------- places */

/* Places of a set in the ordered list; returns the end of what it wrote. */
static size_t *find_places(const size_t **set, size_t *room, const size_t *asked, size_t count, const size_t *columns)
{
	*set = room;
	for (size_t i = 0; i < count; i++)
		for (room[i] = 0; columns[room[i]] != asked[i];)
			room[i]++;
	return room + count;
}

static int compare_places(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	return (x > y) - (x < y);
}

/* A sorted copy of a set; returns the end of what it wrote. */
static size_t *sort_places(const size_t **set, size_t *room, const size_t *places, size_t count)
{
	*set = room;
	if (count > 0) {
		memcpy(room, places, count * sizeof *room);
		qsort(room, count, sizeof *room, compare_places);
	}
	return room + count;
}

static void set_roles(question_ready *q)
{
	for (size_t i = 0; i < q->places.x_count; i++)
		q->roles[q->places.x[i]] = QUESTION_X;
	for (size_t i = 0; i < q->places.y_count; i++)
		q->roles[q->places.y[i]] = QUESTION_Y;
	for (size_t i = 0; i < q->places.z_count; i++)
		q->roles[q->places.z[i]] = QUESTION_Z;
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
	q->places = q->sets = *asked;
	size_t *next = find_places(&q->places.x, q->room, asked->x, asked->x_count, q->columns);
	next = find_places(&q->places.y, next, asked->y, asked->y_count, q->columns);
	next = find_places(&q->places.z, next, asked->z, asked->z_count, q->columns);
	next = sort_places(&q->sets.x, next, q->places.x, asked->x_count);
	next = sort_places(&q->sets.y, next, q->places.y, asked->y_count);
	sort_places(&q->sets.z, next, q->places.z, asked->z_count);
	q->exchanged = q->sets.y[0] < q->sets.x[0];
	if (q->exchanged)
		q->sets =
			(mixmi_question){ q->sets.y, q->sets.y_count, q->sets.x, q->sets.x_count, q->sets.z, q->sets.z_count };
	set_roles(q);
}

/* A key from the content of the columns and their roles. */
static uint64_t key_of_data(const question_ready *q, const uint64_t *hashes, size_t rows)
{
	uint64_t key = base_hash_number(BASE_HASH_START, rows);
	for (size_t j = 0; j < q->count; j++)
		key = base_hash_number(base_hash_number(key, hashes[j]), (uint64_t)canonical_role(q, j));
	return key;
}

/* Puts q->columns into the order of their content in the complete rows. */
static mixmi_status sort_by_data(question_ready *q, uint64_t *hashes, size_t *rows)
{
	question_complete complete;
	mixmi_status status = question_complete_init(&complete, q->table, q->columns, q->count);
	if (status != MIXMI_OK)
		return status;
	const question_sample sample = question_sample_unmerged(&complete);
	size_t *order = base_array(q->count, sizeof *order), *sorted = base_array(q->count, sizeof *sorted);
	bool done = order != NULL && sorted != NULL &&
	            question_order_columns(order, hashes, NULL, &sample, q->table, q->columns, q->roles, q->count);
	for (size_t j = 0; done && j < q->count; j++)
		sorted[j] = q->columns[order[j]];
	if (done)
		memcpy(q->columns, sorted, q->count * sizeof *sorted);
	*rows = complete.count;
	free(order);
	free(sorted);
	question_complete_clear(&complete);
	return done ? MIXMI_OK : base_error_memory();
}

static mixmi_status order_by_data(question_ready *q, const mixmi_question *asked)
{
	size_t rows = 0;
	uint64_t *hashes = base_array(q->count, sizeof *hashes);
	mixmi_status status = hashes != NULL ? sort_by_data(q, hashes, &rows) : base_error_memory();
	if (status == MIXMI_OK) {
		place_sets(q, asked);
		q->key = key_of_data(q, hashes, rows);
	}
	free(hashes);
	return status;
}

static mixmi_status order_columns(question_ready *q, const mixmi_question *asked, bool by_data)
{
	question_join_all(q->columns, asked);
	for (size_t i = 0; i < q->count; i++)
		if (q->columns[i] >= q->table->column_count)
			return base_error(MIXMI_ERROR_USAGE, "no column with index %zu: the table has %zu", q->columns[i],
			                  q->table->column_count);
	mixmi_status status = sort_by_name(q->columns, q->count, q->table);
	if (status != MIXMI_OK)
		return status;
	place_sets(q, asked);
	return by_data ? order_by_data(q, asked) : MIXMI_OK;
}

static mixmi_status init(question_ready *question, const mixmi_table *table, const mixmi_question *asked, bool by_data)
{
	memset(question, 0, sizeof *question);
	mixmi_status status = question_check_sets(asked);
	if (status != MIXMI_OK)
		return status;
	question->table = table;
	question->count = asked->x_count + asked->y_count + asked->z_count;
	question->columns = base_array(question->count, sizeof *question->columns);
	question->roles = base_array(question->count, sizeof *question->roles);
	question->room = base_array(question->count, 2 * sizeof *question->room);
	if (question->columns == NULL || question->roles == NULL || question->room == NULL)
		status = base_error_memory();
	else
		status = order_columns(question, asked, by_data);
	if (status != MIXMI_OK)
		question_clear(question);
	return status;
}

mixmi_status question_init(question_ready *question, const mixmi_table *table, const mixmi_question *asked)
{
	return init(question, table, asked, false);
}

mixmi_status question_init_for_preset(question_ready *question, const mixmi_table *table, const mixmi_question *asked,
                                      int preset)
{
	return init(question, table, asked, preset != MIXMI_PRESET_PAPER);
}

void question_clear(question_ready *question)
{
	free(question->columns);
	free(question->roles);
	free(question->room);
	memset(question, 0, sizeof *question);
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
	uint64_t key = BASE_HASH_START;
	for (size_t i = 0; i < q->sets.x_count; i++)
		key = add_column(key, q, q->sets.x[i], "x");
	for (size_t i = 0; i < q->sets.y_count; i++)
		key = add_column(key, q, q->sets.y[i], "y");
	for (size_t i = 0; i < q->sets.z_count; i++)
		key = add_column(key, q, q->sets.z[i], "z");
	return key;
}
