/* Details of one pair: the grid fitted to its dependence with the rows of every cell, and its shape in words. The histogram has its columns sorted by name; the page has them in the requested order. */
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "text.h"

enum { MOST_CELLS = 2500, DIGITS = 6 };

/* One side of a grid. */
typedef struct side {
	size_t place;  /* index among the compared columns */
	size_t column; /* of the histogram */
	mixmi_histogram_column about;
} side;

static json_t *band(page *p, const mixmi_bin *bin, int32_t unit)
{
	char shown[MIXMI_SHOWN];
	json_t *pair = json_array();
	mixmi_show_value(shown, bin->lower, unit);
	cli_json_push(&p->json, pair, page_text(bin->label != NULL ? bin->label : shown, PAGE_LABEL));
	cli_json_push(&p->json, pair, page_number(bin->lower, DIGITS + 4));
	cli_json_push(&p->json, pair, page_number(bin->upper, DIGITS + 4));
	return pair;
}

/* The bin of each category in the sample, in the order of page_points.c; -1: none. */
static json_t *bins_of_categories(page *p, const side *s, const uint32_t *bins)
{
	enum { NO_BIN = -1, NOT_SAMPLED = -2 };
	size_t column = p->used[s->place], distinct = mixmi_table_distinct(p->table, column);
	size_t rows = mixmi_table_rows(p->table);
	uint32_t *codes = malloc((rows + 1) * sizeof *codes);
	int *found = malloc((distinct + 1) * sizeof *found);
	json_t *array = json_array();
	bool ready = codes != NULL && found != NULL && mixmi_table_codes(codes, p->table, column) == MIXMI_OK;
	p->json.failed |= !ready;
	for (size_t code = 0; ready && code < distinct; code++)
		found[code] = NOT_SAMPLED;
	for (size_t i = 0; ready && i < p->row_count; i++) {
		uint32_t code = codes[p->rows[i]], bin = bins[2 * p->rows[i] + s->column];
		if (code != MIXMI_NO_CODE)
			found[code] = bin == MIXMI_NO_BIN ? (found[code] >= 0 ? found[code] : NO_BIN) : (int)bin;
	}
	for (size_t code = 0; ready && code < distinct; code++)
		if (found[code] != NOT_SAMPLED)
			cli_json_push(&p->json, array, json_integer(found[code]));
	free(codes);
	free(found);
	return array;
}

static json_t *axis(page *p, const mixmi_histogram *histogram, const side *s, const uint32_t *bins)
{
	json_t *object = json_object(), *edges = json_array(), *bands = json_array();
	for (size_t b = 0; b < s->about.bins; b++) {
		mixmi_bin bin;
		if (mixmi_histogram_get_bin(&bin, sizeof bin, histogram, s->column, b) != MIXMI_OK)
			p->json.failed = true;
		else if (bin.is_atom)
			cli_json_push(&p->json, bands, band(p, &bin, s->about.unit));
		else {
			if (b == 0)
				cli_json_push(&p->json, edges, page_number(bin.lower, DIGITS + 4));
			cli_json_push(&p->json, edges, page_number(bin.upper, DIGITS + 4));
		}
	}
	cli_json_put(&p->json, object, "edges", edges);
	cli_json_put(&p->json, object, "bands", bands);
	if (s->about.type == MIXMI_DISCRETE || s->about.has_labels)
		cli_json_put(&p->json, object, "of", bins_of_categories(p, s, bins));
	return object;
}

/* Rows of all cells, by X and then by Y. */
static json_t *counts_json(page *p, const mixmi_histogram *histogram, const side *x, const side *y)
{
	mixmi_histogram_info info;
	mixmi_histogram_describe(&info, sizeof info, histogram);
	double *counts = calloc(x->about.bins * y->about.bins + 1, sizeof *counts);
	json_t *array = NULL;
	for (size_t i = 0; counts != NULL && i < info.cells; i++) {
		mixmi_cell cell;
		if (mixmi_histogram_get_cell(&cell, sizeof cell, histogram, i) == MIXMI_OK)
			counts[cell.bins[x->column] * y->about.bins + cell.bins[y->column]] = (double)cell.count;
	}
	if (counts != NULL)
		array = page_numbers(p, counts, x->about.bins * y->about.bins, DIGITS);
	free(counts);
	return array;
}

static bool find_side(side *s, const page *p, const mixmi_histogram *histogram, size_t place)
{
	const char *name = mixmi_table_name(p->table, p->used[place]);
	s->place = place;
	for (s->column = 0; s->column < 2; s->column++)
		if (mixmi_histogram_get_column(&s->about, sizeof s->about, histogram, s->column) == MIXMI_OK &&
		    strcmp(s->about.name, name) == 0)
			return true;
	return false;
}

static void add_grid(page *p, json_t *object, const mixmi_histogram *histogram, size_t a, size_t b)
{
	side x, y;
	uint32_t *bins = NULL;
	const size_t *used = p->used;
	if (!find_side(&x, p, histogram, a) || !find_side(&y, p, histogram, b))
		return;
	cli_json_put(&p->json, object, "bins", json_pack("[ii]", (int)x.about.bins, (int)y.about.bins));
	if (x.about.bins > MOST_CELLS || y.about.bins > MOST_CELLS || x.about.bins * y.about.bins > MOST_CELLS)
		return;
	if (p->request->no_rows)
		return;
	const size_t columns[2] = { used[x.column == 0 ? a : b], used[x.column == 0 ? b : a] };
	if (mixmi_histogram_assign(&bins, histogram, p->table, columns) != MIXMI_OK)
		p->json.failed = true;
	else {
		cli_json_put(&p->json, object, "x", axis(p, histogram, &x, bins));
		cli_json_put(&p->json, object, "y", axis(p, histogram, &y, bins));
		cli_json_put(&p->json, object, "n", counts_json(p, histogram, &x, &y));
	}
	mixmi_free(bins);
}

const char *page_shape_prefix(int32_t shape)
{
	return shape == MIXMI_SHAPE_VALLEY ? "U-shaped, " : shape == MIXMI_SHAPE_PEAK ? "inverted U, " : "";
}

/* The page writes the names of the columns, which may be longer than a text allows. */
void page_shape(page *p, json_t *object, const mixmi_profile *profile, const mixmi_question *question)
{
	mixmi_profile straight = *profile;
	const mixmi_question turned = { question->y, 1, question->x, 1, question->z, question->z_count };
	cli_text words = { 0 };
	char *text = NULL;
	if (profile->shape == MIXMI_SHAPE_NONE)
		return;
	straight.along_y = 0;
	mixmi_status status = mixmi_profile_words(&text, &straight, p->table, profile->along_y ? &turned : question);
	cli_text_add(&words, page_shape_prefix(profile->shape));
	cli_text_add(&words, status == MIXMI_OK ? text : "");
	cli_json_put(&p->json, object, "shape", words.failed ? NULL : page_text(words.bytes, 2 * PAGE_LABEL));
	cli_json_put(&p->json, object, "along", json_integer(profile->along_y));
	p->json.failed |= status == MIXMI_ERROR_MEMORY;
	cli_text_clear(&words);
	mixmi_free(text);
}

json_t *page_grid(page *p, size_t a, size_t b)
{
	mixmi_explanation *explanation = NULL;
	const mixmi_question question = { &p->used[a], 1, &p->used[b], 1, NULL, 0 };
	json_t *object = json_object();
	mixmi_status status = mixmi_explain(&explanation, p->table, &question, false, p->options);
	cli_json_put(&p->json, object, "a", cli_json_count(a));
	cli_json_put(&p->json, object, "b", cli_json_count(b));
	p->json.failed |= status == MIXMI_ERROR_MEMORY;
	p->cancelled |= status == MIXMI_ERROR_CANCELLED;
	if (status == MIXMI_OK) {
		const mixmi_profile *profile = mixmi_explanation_profile(explanation);
		page_shape(p, object, profile, &question);
		cli_json_put(&p->json, object, "sign", page_number(profile->sign, 2));
		cli_json_put(&p->json, object, "signError", page_number(profile->sign_error, 2));
		add_grid(p, object, mixmi_explanation_histogram(explanation), a, b);
	}
	if (p->row_count < mixmi_table_rows(p->table))
		page_scene(p, object, a, b);
	mixmi_explanation_free(explanation);
	return object;
}
