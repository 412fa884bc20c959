/* The axes of the pictures of pairs, one per compared column, the same in every picture of the column: labels, or numbers
 * in a frame of robust quantiles, outside of which rows are only counted, with the point masses separate. Invariant: every
 * row with a value has exactly one slot: one of the labels, or an interval of the frame, below it, above it, or a point
 * mass. O(distinct values) per column, less if they are sorted already. */
#include <math.h>
#include <stdlib.h>

#include "page.h"

enum { DIGITS = 10 };

static const double tail = 0.01; /* share of the rows outside the quantiles that the frame rests on, on either side */
static const double margin =
	0.25; /* of their distance, added on either side: Gaussian rows lie in the frame up to 1 in 2,000 */
static const double skew = 30; /* the axis is logarithmic if the upper quantile is so many times as far as the median */

/* ------------------------------------------------------------------------------------------- numbers */

/* The smallest value that has at least this share of the rows at or below it. */
static double quantile(const double *levels, const uint64_t *counts, size_t distinct, uint64_t rows, double share)
{
	uint64_t sum = 0;
	for (size_t v = 0; v < distinct; v++)
		if ((double)(sum += counts[v]) >= share * (double)rows)
			return levels[v];
	return levels[distinct - 1];
}

static void set_frame(page_axis *axis, const double *levels, const uint64_t *counts, size_t distinct, uint64_t rows)
{
	double low = quantile(levels, counts, distinct, rows, tail),
		   high = quantile(levels, counts, distinct, rows, 1 - tail);
	double middle = quantile(levels, counts, distinct, rows, 0.5);
	axis->log = low > 0 && high - low > skew * (middle - low);
	double from = axis->log ? log(low) : low, to = axis->log ? log(high) : high, more = margin * (to - from);
	from = axis->log ? exp(from - more) : from - more;
	to = axis->log ? exp(to + more) : to + more;
	axis->low = fmax(from, levels[0]);
	axis->high = fmin(to, levels[distinct - 1]);
}

/* The commonest value that is none of these masses; SIZE_MAX: none. */
static size_t commonest_other(const page_axis *axis, const uint64_t *counts, size_t distinct)
{
	size_t most = SIZE_MAX;
	for (size_t v = 0; v < distinct; v++) {
		bool taken = false;
		for (size_t k = 0; k < axis->mass_count; k++)
			taken |= axis->masses[k] == v;
		if (!taken && (most == SIZE_MAX || counts[v] > counts[most]))
			most = v;
	}
	return most;
}

/* The fewest values, at most three, with a twentieth of the rows each and twice as many as any other value: they stand
 * out, which values of a rounded ratio do not. */
static void find_masses(page_axis *axis, const uint64_t *counts, size_t distinct, uint64_t rows)
{
	enum { MASS_SHARE = 20, LEAST_ROWS = 4, TIMES = 2 };
	while (axis->mass_count < PAGE_MASSES) {
		size_t next = commonest_other(axis, counts, distinct);
		if (next == SIZE_MAX || counts[next] < LEAST_ROWS || MASS_SHARE * counts[next] < rows)
			break;
		axis->masses[axis->mass_count++] = next;
		size_t other = commonest_other(axis, counts, distinct);
		if (other == SIZE_MAX || counts[next] >= TIMES * counts[other])
			return;
	}
	axis->mass_count = 0;
}

double page_axis_place(const page_axis *axis, double value)
{
	double low = axis->log ? log(axis->low) : axis->low, high = axis->log ? log(axis->high) : axis->high;
	double at = axis->log ? (value > 0 ? log(value) : -INFINITY) : value;
	return high > low ? (at - low) / (high - low) : 0.5;
}

/* ------------------------------------------------------------------------------------------- slots */

static size_t slot_of_number(const page_axis *axis, double value, size_t code)
{
	for (size_t k = 0; k < axis->mass_count; k++)
		if (axis->masses[k] == code)
			return PAGE_SLOTS + 2 + k;
	if (value < axis->low)
		return PAGE_SLOTS;
	if (value > axis->high)
		return PAGE_SLOTS + 1;
	size_t slot = (size_t)(page_axis_place(axis, value) * PAGE_SLOTS);
	return slot < PAGE_SLOTS ? slot : PAGE_SLOTS - 1;
}

static void slots_of_labels(uint16_t *slots, const page_axis *axis, size_t distinct)
{
	for (size_t code = 0; code < distinct; code++)
		slots[code] = (uint16_t)axis->label_count;
	for (size_t i = 0; i < axis->label_count; i++)
		slots[axis->labels[i]] = (uint16_t)i;
}

size_t page_axis_slots(const page_axis *axis)
{
	return axis->is_labels ? axis->label_count + (axis->rest > 0) : PAGE_SLOTS + 2 + axis->mass_count;
}

mixmi_status page_axis_codes(uint16_t *slots, double *places, const page *p, size_t at)
{
	const page_axis *axis = &p->axes[at];
	size_t distinct = mixmi_table_distinct(p->table, p->used[at]);
	if (axis->is_labels) {
		slots_of_labels(slots, axis, distinct);
		return MIXMI_OK;
	}
	mixmi_status status = mixmi_table_levels(places, p->table, p->used[at]);
	for (size_t code = 0; status == MIXMI_OK && code < distinct; code++) {
		slots[code] = (uint16_t)slot_of_number(axis, places[code], code);
		places[code] = page_axis_place(axis, places[code]);
	}
	return status;
}

/* ------------------------------------------------------------------------------------------- making them */

/* The labels with most rows, in the order of the column. */
static void take_labels(page_axis *axis, const uint64_t *counts, size_t distinct)
{
	for (size_t k = 0; k < PAGE_LABELS && k < distinct; k++) {
		size_t most = SIZE_MAX;
		for (size_t code = 0; code < distinct; code++) {
			bool taken = false;
			for (size_t i = 0; i < axis->label_count; i++)
				taken |= axis->labels[i] == code;
			if (!taken && (most == SIZE_MAX || counts[code] > counts[most]))
				most = code;
		}
		size_t i = axis->label_count++;
		for (; i > 0 && axis->labels[i - 1] > most; i--)
			axis->labels[i] = axis->labels[i - 1];
		axis->labels[i] = most;
	}
	axis->rest = distinct - axis->label_count;
}

static mixmi_status make_axis(page *p, page_axis *axis, size_t column)
{
	mixmi_column about;
	mixmi_status status = mixmi_table_column(&about, sizeof about, p->table, column, p->options);
	if (status != MIXMI_OK)
		return status;
	size_t distinct = about.distinct;
	double *levels = malloc((distinct + 1) * sizeof *levels);
	axis->counts = malloc((distinct + 1) * sizeof *axis->counts);
	axis->is_labels = about.has_labels || about.type == MIXMI_DISCRETE || distinct <= PAGE_LABELS;
	axis->is_points = !about.has_labels && about.type != MIXMI_DISCRETE;
	axis->unit = about.unit;
	axis->rows = mixmi_table_rows(p->table) - about.missing;
	status = levels == NULL || axis->counts == NULL ? MIXMI_ERROR_MEMORY : MIXMI_OK;
	if (status == MIXMI_OK)
		status = mixmi_table_counts(axis->counts, p->table, column);
	if (status == MIXMI_OK)
		status = mixmi_table_levels(levels, p->table, column);
	if (status == MIXMI_OK && axis->is_labels)
		take_labels(axis, axis->counts, distinct);
	else if (status == MIXMI_OK) {
		set_frame(axis, levels, axis->counts, distinct, axis->rows);
		find_masses(axis, axis->counts, distinct, axis->rows);
	}
	free(levels);
	return status;
}

/* ------------------------------------------------------------------------------------------- writing them */

static json_t *value_text(const page *p, const page_axis *axis, size_t column, size_t code, double level)
{
	char shown[MIXMI_SHOWN];
	const char *label = mixmi_table_label(p->table, column, code);
	mixmi_show_value(shown, level, axis->unit);
	return page_text(label != NULL ? label : shown, PAGE_LABEL);
}

/* The slot of each category in the sample, in the order of page_points.c. */
static json_t *slots_of_sample(page *p, size_t at)
{
	size_t column = p->used[at], distinct = mixmi_table_distinct(p->table, column), rows = mixmi_table_rows(p->table);
	uint32_t *codes = malloc((rows + 1) * sizeof *codes);
	uint16_t *slots = malloc((distinct + 1) * sizeof *slots);
	bool *seen = calloc(distinct + 1, sizeof *seen);
	json_t *array = json_array();
	bool ready =
		codes != NULL && slots != NULL && seen != NULL && mixmi_table_codes(codes, p->table, column) == MIXMI_OK;
	p->json.failed |= !ready;
	if (ready)
		slots_of_labels(slots, &p->axes[at], distinct);
	for (size_t i = 0; ready && i < p->row_count; i++)
		if (codes[p->rows[i]] != MIXMI_NO_CODE)
			seen[codes[p->rows[i]]] = true;
	for (size_t code = 0; ready && code < distinct; code++)
		if (seen[code])
			cli_json_push(&p->json, array, json_integer(slots[code]));
	free(codes);
	free(slots);
	free(seen);
	return array;
}

static void write_labels(page *p, json_t *object, size_t at, const double *levels)
{
	const page_axis *axis = &p->axes[at];
	json_t *labels = json_array(), *rows = json_array(), *values = json_array();
	for (size_t i = 0; i < axis->label_count; i++) {
		size_t code = axis->labels[i];
		cli_json_push(&p->json, labels, value_text(p, axis, p->used[at], code, levels[code]));
		cli_json_push(&p->json, rows, cli_json_count(page_shown_rows(p, axis->counts[code])));
		cli_json_push(&p->json, values, page_number(levels[code], DIGITS));
	}
	cli_json_put(&p->json, object, "labels", labels);
	cli_json_put(&p->json, object, "rows", rows);
	cli_json_put(&p->json, object, "rest", cli_json_count(axis->rest));
	if (axis->is_points)
		cli_json_put(&p->json, object, "values", values);
	else {
		json_decref(values);
		cli_json_put(&p->json, object, "of", slots_of_sample(p, at));
	}
}

static void write_numbers(page *p, json_t *object, size_t at, const double *levels)
{
	const page_axis *axis = &p->axes[at];
	json_t *masses = json_array();
	for (size_t k = 0; k < axis->mass_count; k++) {
		json_t *one = json_array();
		size_t code = axis->masses[k];
		cli_json_push(&p->json, one, page_number(levels[code], DIGITS));
		cli_json_push(&p->json, one, value_text(p, axis, p->used[at], code, levels[code]));
		cli_json_push(&p->json, one, cli_json_count(axis->counts[code]));
		cli_json_push(&p->json, masses, one);
	}
	cli_json_put(&p->json, object, "low", page_number(axis->low, DIGITS));
	cli_json_put(&p->json, object, "high", page_number(axis->high, DIGITS));
	cli_json_put(&p->json, object, "log", json_boolean(axis->log));
	cli_json_put(&p->json, object, "masses", masses);
}

static json_t *axis_json(page *p, size_t at)
{
	json_t *object = json_object();
	double *levels = malloc((mixmi_table_distinct(p->table, p->used[at]) + 1) * sizeof *levels);
	if (levels == NULL || mixmi_table_levels(levels, p->table, p->used[at]) != MIXMI_OK)
		p->json.failed = true;
	else if (p->axes[at].is_labels)
		write_labels(p, object, at, levels);
	else
		write_numbers(p, object, at, levels);
	free(levels);
	return object;
}

mixmi_status page_axes(page *p)
{
	json_t *array = json_array();
	mixmi_status status = MIXMI_OK;
	p->axes = calloc(p->count + 1, sizeof *p->axes);
	if (p->axes == NULL)
		status = MIXMI_ERROR_MEMORY;
	for (size_t i = 0; i < p->count && status == MIXMI_OK; i++) {
		status = make_axis(p, &p->axes[i], p->used[i]);
		if (status == MIXMI_OK)
			cli_json_push(&p->json, array, axis_json(p, i));
	}
	cli_json_put(&p->json, p->json.root, "slots", json_integer(PAGE_SLOTS));
	cli_json_put(&p->json, p->json.root, "axes", array);
	return status == MIXMI_OK && p->json.failed ? MIXMI_ERROR_MEMORY : status;
}

void page_axes_clear(page *p)
{
	for (size_t i = 0; p->axes != NULL && i < p->count; i++)
		free(p->axes[i].counts);
	free(p->axes);
}
