/* The rows of a pair, counted for its picture when the page has not all rows as points: by the slots of both axes, and
 * for two numbers also by hexagons over the frame (Carr, Littlefield, Nicholson and Littlefield 1987). Lists hold a
 * number and its rows, alternating, without zeros; of numbers in a hexagon the slots do not repeat the rows. With
 * --no-rows what has fewer than PAGE_FEWEST rows is left out. O(rows) per pair. */
#include <math.h>
#include <stdlib.h>

#include "page.h"

/* One side of a pair, by codes. */
typedef struct side {
	uint16_t *slots;
	double *places;
	uint32_t *codes;
	bool numbers;
	size_t count;
} side;

static void clear_side(side *s)
{
	free(s->slots);
	free(s->places);
	free(s->codes);
}

static mixmi_status make_side(side *s, const page *p, size_t at)
{
	size_t distinct = mixmi_table_distinct(p->table, p->used[at]), rows = mixmi_table_rows(p->table);
	s->slots = malloc((distinct + 1) * sizeof *s->slots);
	s->places = malloc((distinct + 1) * sizeof *s->places);
	s->codes = malloc((rows + 1) * sizeof *s->codes);
	s->numbers = !p->axes[at].is_labels;
	s->count = page_axis_slots(&p->axes[at]);
	if (s->slots == NULL || s->places == NULL || s->codes == NULL)
		return MIXMI_ERROR_MEMORY;
	mixmi_status status = page_axis_codes(s->slots, s->places, p, at);
	return status == MIXMI_OK ? mixmi_table_codes(s->codes, p->table, p->used[at]) : status;
}

/* The hexagon whose centre is nearest: centres stand in rows, every second row moved by half a hexagon. */
static size_t hexagon(double x, double y)
{
	double row = floor(y * PAGE_HEX_ROWS + .5), dy = y * PAGE_HEX_ROWS - row;
	double move = fmod(row, 2) != 0 ? .5 : 0, column = floor(x * PAGE_HEX_COLUMNS - move + .5);
	double dx = x * PAGE_HEX_COLUMNS - move - column;
	if (fabs(dy) * 3 > 1) { /* perhaps one of the next row is nearer */
		double other = row + (dy < 0 ? -1 : 1), shift = fmod(fabs(other), 2) != 0 ? .5 : 0;
		double place = floor(x * PAGE_HEX_COLUMNS - shift + .5), ox = x * PAGE_HEX_COLUMNS - shift - place;
		double oy = y * PAGE_HEX_ROWS - other, flat = .75; /* (height / width)^2 of the lattice */
		if (other >= 0 && ox * ox + flat * oy * oy < dx * dx + flat * dy * dy) {
			row = other;
			column = place;
		}
	}
	return (size_t)row * (PAGE_HEX_COLUMNS + 2) + (size_t)fmax(column, 0);
}

static json_t *list(page *p, const uint64_t *counts, size_t size)
{
	json_t *array = json_array();
	for (size_t i = 0; i < size; i++) {
		if (page_shown_rows(p, counts[i]) == 0)
			continue;
		cli_json_push(&p->json, array, cli_json_count(i));
		cli_json_push(&p->json, array, cli_json_count(counts[i]));
	}
	return array;
}

static void count_rows(uint64_t *slots, uint64_t *hexagons, const side *x, const side *y, size_t rows)
{
	bool numbers = x->numbers && y->numbers;
	for (size_t i = 0; i < rows; i++) {
		uint32_t a = x->codes[i], b = y->codes[i];
		if (a == MIXMI_NO_CODE || b == MIXMI_NO_CODE)
			continue;
		if (numbers && x->slots[a] < PAGE_SLOTS && y->slots[b] < PAGE_SLOTS)
			hexagons[hexagon(x->places[a], y->places[b])]++;
		else
			slots[x->slots[a] * y->count + y->slots[b]]++;
	}
}

static void write_scene(page *p, json_t *object, const side *x, const side *y)
{
	enum { HEXAGONS = (PAGE_HEX_COLUMNS + 2) * (PAGE_HEX_ROWS + 2) };
	uint64_t *slots = calloc(x->count * y->count + 1, sizeof *slots), *hexagons = calloc(HEXAGONS, sizeof *hexagons);
	if (slots == NULL || hexagons == NULL)
		p->json.failed = true;
	else {
		count_rows(slots, hexagons, x, y, mixmi_table_rows(p->table));
		cli_json_put(&p->json, object, "slots", list(p, slots, x->count * y->count));
		if (x->numbers && y->numbers)
			cli_json_put(&p->json, object, "hexagons", list(p, hexagons, HEXAGONS));
	}
	free(slots);
	free(hexagons);
}

void page_scene(page *p, json_t *object, size_t a, size_t b)
{
	side x = { 0 }, y = { 0 };
	mixmi_status status = make_side(&x, p, a);
	if (status == MIXMI_OK)
		status = make_side(&y, p, b);
	if (status == MIXMI_OK)
		write_scene(p, object, &x, &y);
	else
		p->json.failed = true;
	clear_side(&x);
	clear_side(&y);
}
