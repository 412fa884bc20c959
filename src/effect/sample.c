/* Rows are sorted by their codes and columns by their content, so that results depend on neither order. Identical rows
 * are interchangeable: they are distributed over the folds by their number among their duplicates. */
#include "effect/sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/text.h"
#include "data/survival.h"

enum { LEAST_ROWS = 30 }; /* regressions with fewer rows are meaningless */

bool effect_has_levels(const data_column *c)
{
	return c->values == NULL || c->type == MIXMI_DISCRETE || c->distinct <= EFFECT_FEW;
}

/* ----------------------------------------------------------------------------------------------------- columns */

/* The numbers of rows over the power of 2 that makes the largest one smaller than 1: no digit changes, and products neither overflow nor
 * vanish. NULL: out of memory. */
static double *numbers_of(int *exponent, const data_column *source, const uint32_t *codes, size_t rows)
{
	double *numbers = base_array(rows, sizeof *numbers), largest = 0;
	for (size_t i = 0; numbers != NULL && i < rows; i++)
		largest = fmax(largest, fabs(source->values[codes[i]]));
	frexp(largest, exponent);
	for (size_t i = 0; numbers != NULL && i < rows; i++)
		numbers[i] = ldexp(source->values[codes[i]], -*exponent);
	return numbers;
}

static bool take_column(question_column *c, double **numbers, int *exponent, const data_column *source,
                        const uint32_t *codes, size_t rows, bool unordered)
{
	*c = (question_column){
		.rows = rows, .entries = rows, .distinct = source->distinct, .unordered = unordered, .codes = codes
	};
	c->counts = c->owned_counts = base_array_zero(source->distinct, sizeof *c->owned_counts);
	if (c->counts == NULL)
		return false;
	for (size_t i = 0; i < rows; i++)
		c->owned_counts[codes[i]]++;
	for (size_t code = 0; code < c->distinct; code++)
		c->occurring += c->counts[code] > 0;
	if (source->values == NULL || unordered)
		return true;
	*numbers = numbers_of(exponent, source, codes, rows);
	return *numbers != NULL;
}

static bool is_unordered(const data_column *c)
{
	return c->type == MIXMI_DISCRETE && !c->ordered;
}

/* The treatment, then the columns of the set that vary. */
static bool take_columns(effect_sample *s, const question_rows *rows, const question_ready *q, bool levels)
{
	size_t x = q->places.x[0];
	const data_column *treatment = &q->table->columns[q->columns[x]];
	s->columns = base_array_zero(q->count, sizeof *s->columns);
	s->numbers = base_array_zero(q->count, sizeof *s->numbers);
	s->x_codes = base_array_copy(rows->codes + x * s->rows, s->rows, sizeof *s->x_codes);
	bool done = s->columns != NULL && s->numbers != NULL && s->x_codes != NULL &&
	            take_column(&s->columns[0], &s->numbers[0], &s->x_exponent, treatment, s->x_codes, s->rows, levels);
	for (size_t j = 0; done && j < q->count; j++) {
		const data_column *source = &q->table->columns[q->columns[j]];
		if (q->roles[j] != QUESTION_Z)
			continue;
		uint32_t *codes = base_array_copy(rows->codes + j * s->rows, s->rows, sizeof *codes);
		question_column *c = &s->columns[1 + s->z_count];
		int exponent;
		done = codes != NULL &&
		       take_column(c, &s->numbers[1 + s->z_count], &exponent, source, codes, s->rows, is_unordered(source));
		c->owned_codes = codes;
		if (c->occurring > 1 || !done)
			s->z_count++;
		else {
			question_column_clear(c);
			free(s->numbers[1 + s->z_count]);
			s->numbers[1 + s->z_count] = NULL;
		}
	}
	return done;
}

static bool take_outcome(effect_sample *s, const question_rows *rows, const question_ready *q)
{
	size_t y = q->places.y[0];
	const data_column *source = &q->table->columns[q->columns[y]];
	s->y_codes = base_array_copy(rows->codes + y * s->rows, s->rows, sizeof *s->y_codes);
	if (s->y_codes == NULL || source->values == NULL || source->type == MIXMI_DISCRETE)
		return s->y_codes != NULL;
	s->y = numbers_of(&s->y_exponent, source, s->y_codes, s->rows);
	for (size_t i = 0; s->y != NULL && i < s->rows; i++)
		s->y_mean += s->y[i] / (double)s->rows;
	for (size_t i = 0; s->y != NULL && i < s->rows; i++)
		s->y[i] -= s->y_mean;
	return s->y != NULL;
}

/* -------------------------------------------------------------------------------------------------------- folds */

typedef struct hashed {
	uint64_t hash;
	uint32_t row;
} hashed;

static int compare_hashes(const void *a, const void *b)
{
	const hashed *x = a, *y = b;
	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return (x->row > y->row) - (x->row < y->row);
}

static bool is_repeat(const question_rows *rows, size_t columns, size_t row)
{
	for (size_t j = 0; j < columns; j++)
		if (rows->codes[j * rows->count + row] != rows->codes[j * rows->count + row - 1])
			return false;
	return true;
}

/* Keys of rows by treatment and set, and folds by all columns. */
static bool number_rows(effect_sample *s, const question_rows *rows, const question_ready *q)
{
	hashed *sorted = base_array(s->rows, sizeof *sorted);
	s->keys = base_array(s->rows, sizeof *s->keys);
	s->fold = base_array(s->rows, sizeof *s->fold);
	bool done = sorted != NULL && s->keys != NULL && s->fold != NULL;
	for (size_t i = 0, repeats = 0; done && i < s->rows; i++) {
		uint64_t key = BASE_HASH_START;
		for (size_t j = 0; j < q->count; j++)
			key = q->roles[j] != QUESTION_Y ? base_hash_number(key, rows->codes[j * s->rows + i]) : key;
		s->keys[i] = key;
		repeats = i > 0 && is_repeat(rows, q->count, i) ? repeats + 1 : 0;
		key = base_hash_number(base_hash_number(key, s->y_codes[i]), repeats);
		sorted[i] = (hashed){ base_hash_mix(key), (uint32_t)i };
	}
	if (done)
		qsort(sorted, s->rows, sizeof *sorted, compare_hashes);
	for (size_t k = 0; done && k < s->rows; k++)
		s->fold[sorted[k].row] = (uint32_t)(k * EFFECT_FOLDS / s->rows);
	free(sorted);
	return done;
}

/* ------------------------------------------------------------------------------------------------------- the rows */

static mixmi_status check(const effect_sample *s, const question_ready *q)
{
	char shown[BASE_TEXT_SHOWN];
	const char *x = q->table->columns[q->columns[q->places.x[0]]].name;
	const char *y = q->table->columns[q->columns[q->places.y[0]]].name;
	if (s->rows < LEAST_ROWS)
		return base_error(MIXMI_ERROR_DATA, "only %zu rows are complete; an effect needs at least %d", s->rows,
		                  LEAST_ROWS);
	if (s->columns[0].occurring < 2)
		return base_error(MIXMI_ERROR_DATA, "column '%s' is constant in the complete rows",
		                  base_text_show(shown, x, strlen(x)));
	for (size_t i = 1; i < s->rows; i++)
		if (s->y_codes[i] != s->y_codes[0])
			return MIXMI_OK;
	return base_error(MIXMI_ERROR_DATA, "column '%s' is constant in the complete rows",
	                  base_text_show(shown, y, strlen(y)));
}

mixmi_status effect_sample_init(effect_sample *s, const mixmi_table *table, size_t x, size_t y, const size_t *set,
                                size_t count, bool levels)
{
	question_ready q;
	question_rows rows = { 0 };
	const mixmi_question asked = { &x, 1, &y, 1, set, count };
	memset(s, 0, sizeof *s);
	mixmi_status status = data_refuse_censored(table, set, count, "they cannot be adjusted for");
	if (status == MIXMI_OK)
		status = question_init_for_preset(&q, table, &asked, MIXMI_PRESET_DEFAULT);
	if (status != MIXMI_OK)
		return status;
	status = question_rows_init(&rows, &q);
	s->rows = rows.count;
	s->dropped = rows.dropped;
	s->key = q.key;
	if (status == MIXMI_OK && !(take_columns(s, &rows, &q, levels) && take_outcome(s, &rows, &q)))
		status = base_error_memory();
	if (status == MIXMI_OK)
		status = check(s, &q);
	if (status == MIXMI_OK && !number_rows(s, &rows, &q))
		status = base_error_memory();
	question_rows_clear(&rows);
	question_clear(&q);
	return status;
}

void effect_sample_clear(effect_sample *s)
{
	for (size_t j = 0; s->columns != NULL && s->numbers != NULL && j < 1 + s->z_count; j++) {
		question_column_clear(&s->columns[j]);
		free(s->numbers[j]);
	}
	free(s->columns);
	free(s->numbers);
	free(s->x_codes);
	free(s->y_codes);
	free(s->y);
	free(s->keys);
	free(s->fold);
	memset(s, 0, sizeof *s);
}
