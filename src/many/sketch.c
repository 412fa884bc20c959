/* Makes, settles and frees sketches. See sketch.h. */
#include "many/sketch.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"

uint64_t many_hash_text(const char *text)
{
	return base_hash_mix(base_hash_text(BASE_HASH_START, text));
}

uint64_t many_schema_hash(const mixmi_sketch *s)
{
	uint64_t hash = base_hash_number(BASE_HASH_START, s->clusters);
	for (size_t j = 0; j < s->count; j++) {
		hash = base_hash_text(hash, s->columns[j].name);
		hash = base_hash_number(hash, (uint64_t)s->columns[j].type * 8 + (uint64_t)s->columns[j].unit);
	}
	return base_hash_mix(hash);
}

static mixmi_status new_tables(mixmi_sketch *s)
{
	size_t side = (size_t)s->coarse + 1;
	s->table = base_array_zero(s->count * s->count, sizeof *s->table);
	if (s->table == NULL)
		return base_error_memory();
	for (size_t a = 0; a < s->count; a++)
		for (size_t b = a + 1; b < s->count && s->coarse > 0; b++) {
			if (!many_has_tables(&s->columns[a]) || !many_has_tables(&s->columns[b]))
				continue;
			uint32_t *table = base_array_zero(side * side, sizeof *table);
			s->table[many_pair(s, a, b)] = table;
			if (table == NULL)
				return base_error_memory();
		}
	return MIXMI_OK;
}

mixmi_status many_sketch_new(mixmi_sketch **out, const char *const *names, const many_type *types, const int32_t *units,
                             size_t count, size_t sample, uint32_t coarse)
{
	mixmi_sketch *s = *out = base_array_zero(1, sizeof *s);
	if (s == NULL)
		return base_error_memory();
	s->columns = base_array_zero(count, sizeof *s->columns);
	if (s->columns == NULL)
		return base_error_memory();
	s->count = count;
	s->coarse = coarse;
	s->sample = (many_rows){ .most = sample, .columns = count, .limit = UINT64_MAX };
	for (size_t j = 0; j < count; j++) {
		s->columns[j].type = types[j];
		s->columns[j].unit = units[j];
		s->columns[j].name = base_string_copy(names[j]);
		if (s->columns[j].name == NULL || !many_column_new(&s->columns[j], coarse))
			return base_error_memory();
	}
	return new_tables(s);
}

static int by_bytes(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Numbers the labels that occur in the sample in the order of their bytes. */
static mixmi_status renumber(mixmi_sketch *s, size_t j)
{
	many_column *c = &s->columns[j];
	size_t count = c->labels.count, step = s->count;
	const char **sorted = base_array_zero(count, sizeof *sorted);
	uint64_t *word = &s->sample.words[j];
	data_labels labels = { 0 };
	bool done = sorted != NULL;
	uint32_t code;
	for (size_t i = 0; done && i < s->sample.count; i++)
		if (word[i * step] != MANY_MISSING)
			sorted[word[i * step]] = c->labels.texts[word[i * step]];
	size_t used = 0;
	for (size_t i = 0; done && i < count; i++)
		if (sorted[i] != NULL)
			sorted[used++] = sorted[i];
	if (done)
		qsort(sorted, used, sizeof *sorted, by_bytes);
	for (size_t i = 0; done && i < used; i++)
		done = data_labels_code(&code, &labels, sorted[i], strlen(sorted[i]));
	for (size_t i = 0; done && i < s->sample.count; i++)
		if (word[i * step] != MANY_MISSING) {
			const char *text = c->labels.texts[word[i * step]];
			done = data_labels_code(&code, &labels, text, strlen(text));
			word[i * step] = code;
		}
	free(sorted);
	data_labels_clear(&c->labels);
	c->labels = labels;
	return done ? MIXMI_OK : base_error_memory();
}

/* Rows are cut first, so that labels which none of them has are left. */
static mixmi_status settle_sample(mixmi_sketch *s)
{
	mixmi_status status = many_rows_settle(&s->sample) ? MIXMI_OK : base_error_memory();
	for (size_t j = 0; status == MIXMI_OK && j < s->count; j++)
		if (s->columns[j].labels.count > 0)
			status = renumber(s, j);
	if (status == MIXMI_OK && s->clusters && !many_rows_settle(&s->sample)) /* labels order rows of a cluster */
		status = base_error_memory();
	return status;
}

mixmi_status many_sketch_settle(mixmi_sketch *s)
{
	for (size_t j = 0; j < s->count; j++)
		many_smallest_settle(&s->columns[j].distinct);
	mixmi_status status = settle_sample(s);
	if (status == MIXMI_OK && !s->clusters && many_rows_repeat(&s->sample))
		return base_error(
			MIXMI_ERROR_DATA,
			"a row occurs twice: a state was merged twice, a part was read twice, or the values of option "
			"key repeat (option cluster takes rows with the same key together)");
	return status;
}

void mixmi_sketch_free(mixmi_sketch *s)
{
	if (s == NULL)
		return;
	for (size_t j = 0; s->columns != NULL && j < s->count; j++) {
		many_column *c = &s->columns[j];
		many_places_clear(&c->fine);
		many_places_clear(&c->coarse);
		many_smallest_clear(&c->distinct);
		data_labels_clear(&c->labels);
		void *const arrays[] = { c->name, c->rows, c->parent, c->moved, c->code, c->of_code };
		for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
			free(arrays[i]);
	}
	for (size_t i = 0; s->table != NULL && i < s->count * s->count; i++)
		free(s->table[i]);
	free(s->table);
	free(s->columns);
	many_rows_clear(&s->sample);
	free(s);
}
