/* The points of the page: the same rows for all compared columns, so that any pair can be drawn. One row is taken from
 * each of equally long sections of the table, at a position chosen by a hash of its number. Numbers keep six digits of
 * their distance from `base`; categories are numbered in the order of the column. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"

enum { FEWEST = 50, DIGITS = 6 };

/* Finaliser of SplitMix64 (Steele, Lea and Flood 2014). */
static uint64_t mix(uint64_t x)
{
	x += 0x9E3779B97F4A7C15u;
	x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
	x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
	return x ^ (x >> 31);
}

static bool choose_rows(page *p, size_t count)
{
	size_t rows = mixmi_table_rows(p->table);
	p->row_count = count < rows ? count : rows;
	p->rows = malloc((p->row_count + 1) * sizeof *p->rows);
	for (size_t i = 0; p->rows != NULL && i < p->row_count; i++) {
		size_t start = (size_t)((double)rows * (double)i / (double)p->row_count);
		size_t end = (size_t)((double)rows * (double)(i + 1) / (double)p->row_count);
		p->rows[i] = start + (end > start ? (size_t)(mix(i) % (end - start)) : 0);
	}
	return p->rows != NULL;
}

/* Maps codes of texts to consecutive numbers: those that occur in the sample, ascending. */
static json_t *category_points(page *p, size_t column)
{
	size_t distinct = mixmi_table_distinct(p->table, column), rows = mixmi_table_rows(p->table), next = 0;
	uint32_t *codes = malloc((rows + 1) * sizeof *codes);
	size_t *number = calloc(distinct + 1, sizeof *number);
	json_t *array = json_array();
	if (codes == NULL || number == NULL || mixmi_table_codes(codes, p->table, column) != MIXMI_OK)
		p->json.failed = true;
	for (size_t i = 0; !p->json.failed && i < p->row_count; i++)
		if (codes[p->rows[i]] != MIXMI_NO_CODE)
			number[codes[p->rows[i]]] = 1;
	for (size_t code = 0; !p->json.failed && code < distinct; code++)
		number[code] = number[code] != 0 ? ++next : 0;
	for (size_t i = 0; !p->json.failed && i < p->row_count; i++) {
		uint32_t code = codes[p->rows[i]];
		cli_json_push(&p->json, array, code == MIXMI_NO_CODE ? json_null() : cli_json_count(number[code] - 1));
	}
	free(codes);
	free(number);
	return array;
}

/* If numbers differ only in their last digits, as dates do, their distance from the smallest is stored. */
static double base_of(const mixmi_column *about)
{
	double size = fmax(fabs(about->minimum), fabs(about->maximum)), range = about->maximum - about->minimum;
	return isfinite(range) && range < size / 10 ? about->minimum : 0;
}

static json_t *number_points(page *p, size_t column, double base)
{
	json_t *array = json_array();
	for (size_t i = 0; i < p->row_count; i++)
		cli_json_push(&p->json, array, page_number(mixmi_table_value(p->table, column, p->rows[i]) - base, DIGITS));
	return array;
}

static json_t *column_points(page *p, size_t column)
{
	mixmi_column about;
	if (mixmi_table_column(&about, sizeof about, p->table, column, p->options) != MIXMI_OK)
		return NULL;
	bool categories = about.has_labels || about.type == MIXMI_DISCRETE;
	double base = categories ? 0 : base_of(&about);
	json_t *object = json_object();
	cli_json_put(&p->json, object, "base", page_number(base, 17));
	cli_json_put(&p->json, object, "v", categories ? category_points(p, column) : number_points(p, column, base));
	return object;
}

static json_t *all_points(page *p)
{
	json_t *array = json_array();
	for (size_t i = 0; i < p->count && !p->json.failed; i++)
		cli_json_push(&p->json, array, column_points(p, p->used[i]));
	return array;
}

mixmi_status page_points(page *p, size_t room)
{
	size_t count = p->most.points;
	json_t *points = NULL;
	do {
		json_decref(points);
		free(p->rows);
		if (!choose_rows(p, count))
			return MIXMI_ERROR_MEMORY;
		points = all_points(p);
		count = p->row_count / 2;
	} while (!p->json.failed && page_size(points) > room && count >= FEWEST);
	cli_json_put(&p->json, p->json.root, "points", points);
	cli_json_put(&p->json, p->json.root, "sampled", cli_json_count(p->row_count));
	return p->json.failed ? MIXMI_ERROR_MEMORY : MIXMI_OK;
}
