/* Detection limits: their order, which of them are equal, and the value beyond all numbers that each gets. All of this
 * depends on the meaning of the texts, never on the order of rows. O(texts log texts). */
#include "data/limits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

/* The texts of a column. */
typedef struct texts {
	const char *const *items;
	size_t count;
	const uint32_t *rows;
	data_meaning *meanings;
} texts;

typedef struct limit {
	double value;
	uint32_t text;
	bool above;
	bool closed;         /* the limit itself is included: <=5 */
	const char *written; /* distinguishes limits without a number */
} limit;

/* Compares words, ignoring case and blanks: "< LOD" equals "<lod". */
static int compare_words(const char *a, const char *b)
{
	for (;; a++, b++) {
		a += strspn(a, " \t");
		b += strspn(b, " \t");
		int x = base_lower(*a), y = base_lower(*b);
		if (x != y || x == '\0')
			return (x > y) - (x < y);
	}
}

/* 0 for limits with the same meaning, however they are written. */
static int compare_meaning(const limit *x, const limit *y)
{
	double p = isnan(x->value) ? (x->above ? INFINITY : -INFINITY) : x->value;
	double q = isnan(y->value) ? (y->above ? INFINITY : -INFINITY) : y->value;
	if (p != q)
		return (p > q) - (p < q);
	bool later = x->above ? y->closed : x->closed; /* <5 ends before <=5, and >=9 begins before >9 */
	return isnan(x->value) ? compare_words(x->written, y->written) : x->closed == y->closed ? 0 : later ? 1 : -1;
}

static int compare_limits(const void *a, const void *b)
{
	const limit *x = a, *y = b;
	int order = compare_meaning(x, y);
	return order != 0 ? order : strcmp(x->written, y->written);
}

static bool is_closed(const char *text)
{
	return strchr(text, '=') != NULL || strstr(text, "\xE2\x89\xA4") != NULL || strstr(text, "\xE2\x89\xA5") != NULL;
}

/* Collects the limits on one side in ascending order; returns their number. */
static size_t collect_limits(limit *out, const texts *t, data_sense side)
{
	size_t count = 0;
	for (size_t i = 0; i < t->count; i++)
		if (t->meanings[i].sense == side && t->rows[i] > 0)
			out[count++] = (limit){ t->meanings[i].value, (uint32_t)i, side == DATA_SENSE_ABOVE, is_closed(t->items[i]),
				                    t->items[i] };
	qsort(out, count, sizeof *out, compare_limits);
	return count;
}

/* Smallest and largest number among the texts. */
static void find_range(double *low, double *high, const texts *t)
{
	*low = INFINITY;
	*high = -INFINITY;
	for (size_t i = 0; i < t->count; i++)
		if (t->meanings[i].sense == DATA_SENSE_NUMBER && t->rows[i] > 0) {
			*low = fmin(*low, t->meanings[i].value);
			*high = fmax(*high, t->meanings[i].value);
		}
}

/* Gives every limit a distinct value beyond all numbers: the limit itself if it is beyond them, otherwise the next
 * double. */
static void place_limits(texts *t, limit *below, size_t below_count, limit *above, size_t above_count)
{
	double low, high;
	find_range(&low, &high, t);
	for (size_t i = below_count; i-- > 0;) {
		if (i + 1 == below_count || compare_meaning(&below[i], &below[i + 1]) != 0)
			low = below[i].value < low ? below[i].value : nextafter(low, -INFINITY);
		t->meanings[below[i].text].value = low;
	}
	for (size_t i = 0; i < above_count; i++) {
		if (i == 0 || compare_meaning(&above[i - 1], &above[i]) != 0)
			high = above[i].value > high ? above[i].value : nextafter(high, INFINITY);
		t->meanings[above[i].text].value = high;
	}
}

/* Keeps one spelling of each limit; returns their number. */
static size_t keep_different(limit *limits, size_t count)
{
	size_t kept = 0;
	for (size_t i = 0; i < count; i++)
		if (kept == 0 || compare_meaning(&limits[kept - 1], &limits[i]) != 0)
			limits[kept++] = limits[i];
	return kept;
}

/* Whether some text is a limit. */
static bool has_any(const texts *t)
{
	for (size_t i = 0; i < t->count; i++)
		if (t->rows[i] > 0 && (t->meanings[i].sense == DATA_SENSE_BELOW || t->meanings[i].sense == DATA_SENSE_ABOVE))
			return true;
	return false;
}

static bool take_limits(data_incoming *column, texts *t)
{
	limit *limits = base_array(t->count, sizeof *limits);
	const char **shown = base_array(t->count, sizeof *shown);
	bool done = limits != NULL && shown != NULL;
	if (done) {
		size_t below = collect_limits(limits, t, DATA_SENSE_BELOW);
		size_t above = collect_limits(limits + below, t, DATA_SENSE_ABOVE);
		place_limits(t, limits, below, limits + below, above);
		column->below = keep_different(limits, below);
		column->above = keep_different(limits + below, above);
		memmove(limits + column->below, limits + below, column->above * sizeof *limits);
		column->limit_values = base_array(column->below + column->above, sizeof *column->limit_values);
		for (size_t i = 0; i < column->below + column->above; i++) {
			shown[i] = t->items[limits[i].text];
			if (column->limit_values != NULL)
				column->limit_values[i] = t->meanings[limits[i].text].value;
		}
		column->limits = base_strings_copy(shown, column->below + column->above);
		done = column->limits != NULL && column->limit_values != NULL;
	}
	free(limits);
	free(shown);
	return done;
}

bool data_limits_take(data_incoming *column, const uint32_t *rows, data_meaning *meanings)
{
	texts t = { (const char *const *)column->labels.texts, column->labels.count, rows, meanings };
	return !has_any(&t) || take_limits(column, &t);
}
