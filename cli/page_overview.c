/* The overview: every column with its recognised type and its histogram: density over the intervals of the default
 * histogram, with point masses shown separately; categories by frequency. O(rows) per column. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "shape.h"

enum { MOST_ATOMS = 30, MOST_CATEGORIES = 20, DIGITS = 6, OVERVIEW_BYTES = 700000, TIGHTEST = 2 };

/* Level of detail of a column: 0 all, 1 shorter texts and fewer values, 2 no histogram. */
static size_t text_bytes(int tight)
{
	return tight == 0 ? 4 * PAGE_LABEL : PAGE_LABEL / 2;
}

/* A value of a column that is drawn separately. */
typedef struct share {
	size_t code;
	uint64_t count;
} share;

static int compare_shares(const void *left, const void *right)
{
	const share *a = left, *b = right;
	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	return a->code < b->code ? -1 : a->code > b->code;
}

static int compare_codes(const void *left, const void *right)
{
	const share *a = left, *b = right;
	return a->code < b->code ? -1 : a->code > b->code;
}

/* ----------------------------------------------------------------------------------------- categories */

static json_t *category(page *p, size_t column, const mixmi_column *about, double level, const share *s, int tight)
{
	char shown[MIXMI_SHOWN];
	const char *label = mixmi_table_label(p->table, column, s->code);
	mixmi_show_value(shown, level, about->unit);
	json_t *pair = json_array();
	cli_json_push(&p->json, pair, page_text(label != NULL ? label : shown, tight == 0 ? PAGE_LABEL : PAGE_LABEL / 4));
	cli_json_push(&p->json, pair, cli_json_count(page_shown_rows(p, s->count)));
	return pair;
}

/* The most frequent values, in the order of the column if all are shown or the order is meaningful. */
static json_t *categories(page *p, size_t column, const mixmi_column *about, int tight)
{
	size_t count = about->distinct, most = tight == 0 ? MOST_CATEGORIES : MOST_CATEGORIES / 2;
	size_t shown = count < most ? count : most;
	uint64_t *counts = malloc((count + 1) * sizeof *counts);
	double *levels = malloc((count + 1) * sizeof *levels);
	share *shares = malloc((count + 1) * sizeof *shares);
	json_t *array = NULL;
	if (counts != NULL && levels != NULL && shares != NULL &&
	    mixmi_table_counts(counts, p->table, column) == MIXMI_OK &&
	    mixmi_table_levels(levels, p->table, column) == MIXMI_OK) {
		for (size_t code = 0; code < count; code++)
			shares[code] = (share){ code, counts[code] };
		qsort(shares, count, sizeof *shares, compare_shares);
		if (about->ordered || !about->has_labels)
			qsort(shares, shown, sizeof *shares, compare_codes);
		array = json_array();
		for (size_t i = 0; i < shown; i++)
			cli_json_push(&p->json, array, category(p, column, about, levels[shares[i].code], &shares[i], tight));
	}
	free(counts);
	free(levels);
	free(shares);
	return array;
}

/* ----------------------------------------------------------------------------------------- densities */

static json_t *atom(page *p, const mixmi_bin *bin)
{
	json_t *pair = json_array();
	cli_json_push(&p->json, pair, page_number(bin->lower, DIGITS));
	cli_json_push(&p->json, pair, cli_json_count(page_shown_rows(p, bin->count)));
	if (bin->label != NULL)
		cli_json_push(&p->json, pair, page_text(bin->label, PAGE_LABEL));
	return pair;
}

static json_t *density(page *p, const mixmi_histogram *histogram)
{
	mixmi_histogram_column about;
	json_t *object = json_object(), *edges = json_array(), *counts = json_array(), *atoms = json_array();
	if (mixmi_histogram_get_column(&about, sizeof about, histogram, 0) != MIXMI_OK)
		p->json.failed = true;
	for (size_t b = 0; !p->json.failed && b < about.bins; b++) {
		mixmi_bin bin;
		if (mixmi_histogram_get_bin(&bin, sizeof bin, histogram, 0, b) != MIXMI_OK)
			p->json.failed = true;
		else if (!bin.is_atom) {
			if (b == 0)
				cli_json_push(&p->json, edges, page_number(bin.lower, DIGITS));
			cli_json_push(&p->json, edges, page_number(bin.upper, DIGITS));
			cli_json_push(&p->json, counts, cli_json_count(page_shown_rows(p, bin.count)));
		} else if (json_array_size(atoms) < MOST_ATOMS) {
			cli_json_push(&p->json, atoms, atom(p, &bin));
		}
	}
	cli_json_put(&p->json, object, "edges", edges);
	cli_json_put(&p->json, object, "counts", counts);
	cli_json_put(&p->json, object, "atoms", atoms);
	return object;
}

/* Nothing is drawn for a column without a histogram. */
static json_t *histogram_json(page *p, size_t column, const mixmi_column *about, int tight)
{
	if (about->distinct == 0 || tight == TIGHTEST)
		return json_null();
	if (about->has_labels || about->type == MIXMI_DISCRETE)
		return categories(p, column, about, tight);
	mixmi_histogram *histogram;
	mixmi_status status = mixmi_histogram_fit(&histogram, p->table, &column, 1, p->options);
	p->cancelled |= status == MIXMI_ERROR_CANCELLED;
	json_t *value = status == MIXMI_OK ? density(p, histogram) : status == MIXMI_ERROR_MEMORY ? NULL : json_null();
	mixmi_histogram_free(histogram);
	return value;
}

/* ----------------------------------------------------------------------------------------- columns */

static json_t *written_text(page *p, void (*write)(cli_text *, const mixmi_table *, size_t, const mixmi_column *),
                            size_t column, const mixmi_column *about, int tight)
{
	cli_text text = { 0 };
	write(&text, p->table, column, about);
	json_t *value = text.failed ? NULL : page_text(text.bytes != NULL ? text.bytes : "", text_bytes(tight));
	cli_text_clear(&text);
	return value;
}

static void write_kind(cli_text *text, const mixmi_table *table, size_t column, const mixmi_column *about)
{
	(void)table, (void)column;
	cli_shape_kind(text, about);
}

/* Bytes per column; a name may take half of them. */
static size_t share_of_each(const page *p)
{
	size_t all = mixmi_table_columns(p->table), shown = all < PAGE_OVERVIEW ? all : PAGE_OVERVIEW;
	return OVERVIEW_BYTES / (shown + 1);
}

static json_t *column_json(page *p, size_t column, const mixmi_column *about, int tight)
{
	cli_json *json = &p->json;
	json_t *object = json_object();
	cli_json_put(json, object, "name", page_text(about->name, share_of_each(p) / 2));
	cli_json_put(json, object, "type", json_string(about->type == MIXMI_DISCRETE ? "discrete" : "numeric"));
	cli_json_put(json, object, "kind", written_text(p, write_kind, column, about, tight));
	cli_json_put(json, object, "why", page_text(about->why, text_bytes(tight)));
	cli_json_put(json, object, "label", page_text(about->label, text_bytes(tight)));
	cli_json_put(json, object, "remark", page_text(about->remark, text_bytes(tight)));
	cli_json_put(json, object, "values", written_text(p, cli_shape_values, column, about, tight));
	cli_json_put(json, object, "texts", json_boolean(about->has_labels));
	cli_json_put(json, object, "unit", json_integer(about->unit));
	cli_json_put(json, object, "missing", cli_json_count(about->missing));
	cli_json_put(json, object, "distinct", cli_json_count(about->distinct));
	cli_json_put(json, object, "used", json_boolean(page_place(p, column) != PAGE_NO_COLUMN));
	cli_json_put(json, object, "histogram", histogram_json(p, column, about, tight));
	return object;
}

/* As much of a column as fits its share of the space. */
static json_t *fitting_json(page *p, size_t column, const mixmi_column *about)
{
	json_t *object = NULL;
	for (int tight = 0; tight <= TIGHTEST; tight++) {
		json_decref(object);
		object = column_json(p, column, about, tight);
		if (p->json.failed || page_size(object) <= share_of_each(p))
			break;
	}
	return object;
}

/* If not all columns can be shown, the compared ones come first, because the page refers to them by index. */
mixmi_status page_overview(page *p)
{
	json_t *columns = json_array(), *used = json_array();
	size_t all = mixmi_table_columns(p->table), spare = PAGE_OVERVIEW - p->count;
	for (size_t j = 0; j < all && !p->json.failed; j++) {
		mixmi_column about;
		bool is_used = page_place(p, j) != PAGE_NO_COLUMN;
		if (!is_used && spare == 0)
			continue;
		spare -= !is_used;
		if (mixmi_table_column(&about, sizeof about, p->table, j, p->options) != MIXMI_OK)
			p->json.failed = true;
		else if (is_used)
			cli_json_push(&p->json, used, cli_json_count(json_array_size(columns)));
		cli_json_push(&p->json, columns, p->json.failed ? NULL : fitting_json(p, j, &about));
	}
	cli_json_put(&p->json, p->json.root, "all", cli_json_count(all));
	cli_json_put(&p->json, p->json.root, "columns", columns);
	cli_json_put(&p->json, p->json.root, "used", used);
	return p->json.failed ? MIXMI_ERROR_MEMORY : MIXMI_OK;
}
