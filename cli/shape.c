/* Words and block characters for columns. Blocks are U+2581 to U+2588, one per bin; the largest bin has the full
 * block. */
#include "shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BINS = 12, MOST_LABELS = 3, LONGEST_LABEL = 24 };

void cli_shape_kind(cli_text *text, const mixmi_column *about)
{
	cli_text_add(text, about->kind);
	if (strcmp(about->kind, "rounded") == 0)
		cli_text_addf(text, " to %.6g", about->step);
	if (strcmp(about->kind, "identifier") == 0)
		cli_text_add(text, "?");
}

/* ------------------------------------------------------------------------------------------------------- values */

/* The number of a code, or its original label. */
static void add_level(cli_text *text, const mixmi_table *table, size_t column, const mixmi_column *about, double level,
                      size_t code)
{
	char shown[MIXMI_SHOWN];
	const char *label = mixmi_table_label(table, column, code);
	mixmi_show_value(shown, level, about->unit);
	cli_text_add_shown(text, label != NULL ? label : shown);
}

static void add_range(cli_text *text, const mixmi_table *table, size_t column, const mixmi_column *about)
{
	if (!isfinite(about->minimum)) {
		cli_text_add(text, "-");
		return;
	}
	add_level(text, table, column, about, about->minimum, 0);
	if (about->distinct < 2)
		return;
	cli_text_add(text, " to ");
	add_level(text, table, column, about, about->maximum, about->distinct - 1);
}

static void add_label(cli_text *text, const char *label, uint64_t count)
{
	cli_text shown = { 0 };
	cli_text_add_shown(&shown, label);
	size_t length = shown.length < LONGEST_LABEL ? shown.length : LONGEST_LABEL;
	while (length < shown.length && length > 0 && ((unsigned char)shown.bytes[length] & 0xC0) == 0x80)
		length--; /* not within a character */
	if (!shown.failed && shown.bytes != NULL)
		cli_text_add_bytes(text, shown.bytes, length);
	cli_text_addf(text, "%s %llu", length < shown.length ? "..." : "", (unsigned long long)count);
	cli_text_clear(&shown);
}

/* The most frequent labels, or all of a few ordered ones, in order. */
static void add_labels(cli_text *text, const mixmi_table *table, size_t column, const mixmi_column *about,
                       uint64_t *counts)
{
	for (size_t i = 0; i < about->distinct && i < MOST_LABELS; i++) {
		size_t best = 0;
		for (size_t code = 1; code < about->distinct; code++)
			if (counts[code] > counts[best])
				best = code;
		if (i > 0)
			cli_text_add(text, ", ");
		char number[MIXMI_SHOWN] = "";
		const char *label = mixmi_table_label(table, column, best);
		double *levels = label == NULL ? malloc((about->distinct + 1) * sizeof *levels) : NULL;
		if (levels != NULL && mixmi_table_levels(levels, table, column) == MIXMI_OK)
			mixmi_show_value(number, levels[best], about->unit);
		free(levels);
		add_label(text, label != NULL ? label : number, counts[best]);
		counts[best] = 0;
	}
	if (about->distinct > MOST_LABELS)
		cli_text_add(text, ", ...");
}

void cli_shape_values(cli_text *text, const mixmi_table *table, size_t column, const mixmi_column *about)
{
	if (!about->has_labels && about->type == MIXMI_NUMERIC) {
		add_range(text, table, column, about);
		return;
	}
	uint64_t *counts = malloc((about->distinct + 1) * sizeof *counts);
	if (counts == NULL || mixmi_table_counts(counts, table, column) != MIXMI_OK)
		text->failed = true;
	else if (about->distinct > 0)
		add_labels(text, table, column, about, counts);
	else
		cli_text_add(text, "-");
	free(counts);
}

/* ------------------------------------------------------------------------------------------------------- blocks */

static void add_blocks(cli_text *text, const double *rows, size_t bins)
{
	double most = 0;
	for (size_t i = 0; i < bins; i++)
		most = fmax(most, rows[i]);
	for (size_t i = 0; i < bins; i++) {
		int level = (int)ceil(8 * rows[i] / most);
		if (level < 1)
			cli_text_add(text, " ");
		else
			cli_text_add_bytes(text, (const char[]){ (char)0xE2, (char)0x96, (char)(0x80 + level) }, 3);
	}
}

/* Rows in bins of equal width between the limits; each limit has a separate bin. */
static size_t count_numbers(double *rows, const double *levels, const uint64_t *counts, const mixmi_column *about)
{
	size_t first = about->below, end = about->distinct - about->above, places = BINS;
	double low = levels[first], width = levels[end - 1] - low;
	if (about->step > 0 && width / about->step + 1 < BINS)
		places = (size_t)(width / about->step + 1.5);
	for (size_t code = 0; code < about->distinct; code++) {
		double share = places == BINS ? (levels[code] - low) / width
		                              : (levels[code] - low + about->step / 2) / (width + about->step);
		size_t bin = !(share > 0) ? 0 : share < 1 ? (size_t)(share * (double)places) : places - 1;
		bin = code < first ? 0 : code >= end ? places + (first > 0) : bin + (first > 0);
		rows[bin] += (double)counts[code];
	}
	return places + (first > 0) + (about->above > 0);
}

void cli_shape_blocks(cli_text *text, const mixmi_table *table, size_t column, const mixmi_column *about)
{
	double rows[BINS + 2] = { 0 };
	bool numbers = !about->has_labels && about->type == MIXMI_NUMERIC;
	if (about->distinct < 2 || (!numbers && about->distinct > BINS) || about->distinct <= about->below + about->above)
		return;
	uint64_t *counts = malloc(about->distinct * sizeof *counts);
	double *levels = malloc(about->distinct * sizeof *levels);
	if (counts == NULL || levels == NULL || mixmi_table_counts(counts, table, column) != MIXMI_OK ||
	    mixmi_table_levels(levels, table, column) != MIXMI_OK) {
		text->failed = true;
	} else if (numbers) {
		add_blocks(text, rows, count_numbers(rows, levels, counts, about));
	} else {
		for (size_t i = 0; i < about->distinct; i++)
			rows[i] = (double)counts[i];
		add_blocks(text, rows, about->distinct);
	}
	free(counts);
	free(levels);
}
