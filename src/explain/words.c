/* Bins, cells and profiles in words. Names and labels stand as they are: who prints them escapes what has to be escaped. */
#include "explain/words.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "data/table.h"
#include "paper/question/question.h"

/* ------------------------------------------------------------------------------------------------ pieces */

void explain_text_add(explain_text *text, const char *piece, ...)
{
	va_list more;
	va_start(more, piece);
	for (; piece != NULL && !text->failed; piece = va_arg(more, const char *)) {
		size_t length = strlen(piece);
		void *bytes = text->bytes;
		text->failed = !base_grow(&bytes, &text->capacity, text->length + length + 1, 1);
		text->bytes = bytes;
		if (!text->failed)
			memcpy(text->bytes + text->length, piece, length + 1);
		text->length += length;
	}
	va_end(more);
}

const char *explain_number(char room[MIXMI_SHOWN], double value, int64_t unit)
{
	mixmi_show_value(room, value, (int32_t)unit);
	return room;
}

mixmi_status explain_text_finish(char **out, explain_text *text)
{
	*out = NULL;
	if (text->failed) {
		free(text->bytes);
		return base_error_memory();
	}
	*out = text->bytes;
	return MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------------ bins */

/* One value, several, or the first and the last of them. */
static void add_atoms(explain_text *text, const hist_column *c, const mixmi_bin *bin)
{
	char first[MIXMI_SHOWN], last[MIXMI_SHOWN];
	explain_text_add(text, c->name, " = ",
	                 c->atom_labels != NULL ? bin->label : explain_number(first, bin->lower, c->unit), NULL);
	if (c->atom_labels == NULL && bin->atoms > 1)
		explain_text_add(text, " to ", explain_number(last, bin->upper, c->unit), NULL);
}

/* The outer bounds are left out where nothing lies beyond them. */
static void add_interval(explain_text *text, const hist_column *c, const mixmi_bin *bin, size_t number)
{
	char room[2][MIXMI_SHOWN];
	const char *lower = explain_number(room[0], bin->lower, c->unit),
			   *upper = explain_number(room[1], bin->upper, c->unit);
	bool alone = c->bins == c->intervals, first = alone && number == 0, last = alone && number + 1 == c->intervals;
	if (last)
		explain_text_add(text, c->name, " >= ", lower, NULL);
	else
		explain_text_add(text, first ? "" : lower, first ? "" : " <= ", c->name,
		                 number + 1 == c->intervals ? " <= " : " < ", upper, NULL);
}

/* A percentage to a whole number, or to two digits if it is small. */
static const char *percent(char room[MIXMI_SHOWN], double value)
{
	snprintf(room, MIXMI_SHOWN, value < 10 ? "%.2g%%" : "%.0f%%", value);
	return room;
}

/* "bill_length_mm high (highest 31%)"; what it is compared with follows. */
static void add_ranks(explain_text *text, const hist_column *c, const mixmi_bin *bin)
{
	char room[2][MIXMI_SHOWN];
	const char *lower = percent(room[0], bin->lower), *upper = percent(room[1], bin->upper);
	bool first = bin->lower <= 0, last = bin->upper >= 100;
	if (first && last)
		explain_text_add(text, "any ", c->name, NULL);
	else if (first)
		explain_text_add(text, c->name, " low (lowest ", upper, ")", NULL);
	else if (last)
		explain_text_add(text, c->name, " high (highest ", percent(room[0], 100 - bin->lower), ")", NULL);
	else
		explain_text_add(text, c->name, " medium (", lower, " to ", upper, ")", NULL);
}

/* A bin; of a residual without what it is given. */
static void add_bin(explain_text *text, const mixmi_histogram *histogram, size_t column, size_t bin)
{
	const hist_column *c = &histogram->columns[column];
	mixmi_bin found;
	mixmi_status status = mixmi_histogram_get_bin(&found, sizeof found, histogram, column, bin);
	if (status != MIXMI_OK)
		return;
	if (found.is_atom)
		add_atoms(text, c, &found);
	else if (c->given != NULL)
		add_ranks(text, c, &found);
	else
		add_interval(text, c, &found, bin);
}

static void add_given(explain_text *text, const hist_column *c)
{
	if (c->given != NULL)
		explain_text_add(text, " for its ", c->given, NULL);
}

void explain_add_bin(explain_text *text, const mixmi_histogram *histogram, size_t column, size_t bin)
{
	add_bin(text, histogram, column, bin);
	add_given(text, &histogram->columns[column]);
}

void explain_add_cell(explain_text *text, const mixmi_histogram *histogram, const size_t *columns, size_t column_count,
                      const uint32_t *bins)
{
	const hist_column *last = NULL;
	for (size_t i = 0; i < column_count; i++) {
		const hist_column *c = &histogram->columns[columns[i]];
		if (hist_column_bins(c) < 2)
			continue;
		if (last != NULL && c->given == NULL)
			add_given(text, last);
		explain_text_add(text, last != NULL ? ", " : "", NULL);
		add_bin(text, histogram, columns[i], bins[columns[i]]);
		last = c;
	}
	if (last != NULL)
		add_given(text, last);
	else
		explain_text_add(text, "all rows", NULL);
}

mixmi_status mixmi_bin_words(char **text, const mixmi_histogram *histogram, size_t column, size_t bin)
{
	mixmi_bin found;
	explain_text words = { 0 };
	*text = NULL;
	mixmi_status status = mixmi_histogram_get_bin(&found, sizeof found, histogram, column, bin);
	if (status != MIXMI_OK)
		return status;
	explain_add_bin(&words, histogram, column, bin);
	return explain_text_finish(text, &words);
}

/* ------------------------------------------------------------------------------------------------ profiles */

/* The value that a profile speaks of. */
static const char *place_of(char room[MIXMI_SHOWN], const mixmi_profile *profile, const data_column *along)
{
	if (along->labels == NULL)
		return explain_number(room, profile->where, along->unit);
	return profile->where >= 0 && profile->where < (double)along->distinct ? along->labels[(size_t)profile->where] : "";
}

/* "threshold near 37.2, higher above it", "only the zeros matter, lower there" */
static void add_shape(explain_text *text, const mixmi_profile *profile, const data_column *along)
{
	char room[MIXMI_SHOWN];
	bool up = profile->jump > 0;
	if (profile->shape == MIXMI_SHAPE_OTHER) {
		explain_text_add(text, "no simple shape", NULL);
	} else if (profile->shape == MIXMI_SHAPE_POINT_MASS) {
		if (along->labels == NULL && profile->where == 0)
			explain_text_add(text, "only the zeros matter", NULL);
		else
			explain_text_add(text, "only the value ", place_of(room, profile, along), " matters", NULL);
		explain_text_add(text, up ? ", higher there" : ", lower there", NULL);
	} else {
		explain_text_add(text, profile->word, NULL);
		if (!isnan(profile->where))
			explain_text_add(text, " near ", place_of(room, profile, along), NULL);
		if (profile->shape == MIXMI_SHAPE_THRESHOLD)
			explain_text_add(text, up ? ", higher above it" : ", lower above it", NULL);
	}
}

/* A value of a column, by its code. */
static const char *value_at(char room[MIXMI_SHOWN], const data_column *column, size_t code)
{
	if (code >= column->distinct)
		return "";
	return column->labels != NULL ? column->labels[code] : explain_number(room, column->values[code], column->unit);
}

/* "income higher where smoker = 1", "smoker = yes more often where sex = male": 1 and yes are the second of two values. */
static void add_groups(explain_text *text, const mixmi_profile *profile, const data_column *side,
                       const data_column *along)
{
	char room[2][MIXMI_SHOWN];
	bool up = profile->jump > 0;
	if (isnan(profile->where)) {
		explain_text_add(text, "differs between groups", NULL);
		return;
	}
	explain_text_add(text, side->name, NULL);
	if (data_column_is_two_groups(side))
		explain_text_add(text, " = ", value_at(room[0], side, 1), up ? " more often where " : " less often where ",
		                 NULL);
	else
		explain_text_add(text, up ? " higher where " : " lower where ", NULL);
	explain_text_add(text, along->name, " = ", value_at(room[1], along, 1), NULL);
}

/* "smoker = 1 more often above age = 37.2" */
static void add_frequent(explain_text *text, const mixmi_profile *profile, const data_column *side,
                         const data_column *along)
{
	char room[2][MIXMI_SHOWN];
	bool more = profile->shape == MIXMI_SHAPE_PEAK || (profile->shape != MIXMI_SHAPE_VALLEY && profile->jump > 0);
	const char *where = profile->shape == MIXMI_SHAPE_THRESHOLD    ? "above "
	                    : profile->shape == MIXMI_SHAPE_POINT_MASS ? "at "
	                                                               : "near ";
	explain_text_add(text, side->name, " = ", value_at(room[0], side, 1), more ? " more often " : " less often ", where,
	                 along->name, " = ", place_of(room[1], profile, along), NULL);
}

mixmi_status mixmi_profile_words(char **text, const mixmi_profile *profile, const mixmi_table *table,
                                 const mixmi_question *question)
{
	explain_text words = { 0 };
	question_ready ready;
	*text = NULL;
	mixmi_status status = question_init(&ready, table, question);
	if (status != MIXMI_OK)
		return status;
	question_clear(&ready);
	const data_column *x = &table->columns[question->x[0]], *y = &table->columns[question->y[0]];
	const data_column *side = profile->along_y ? x : y, *along = profile->along_y ? y : x;
	if (profile->shape == MIXMI_SHAPE_GROUPS) {
		add_groups(&words, profile, side, along);
	} else if (data_column_is_two_groups(side) && !isnan(profile->where)) {
		add_frequent(&words, profile, side, along);
	} else {
		if (profile->along_y)
			explain_text_add(&words, x->name, " along ", y->name, ": ", NULL);
		add_shape(&words, profile, along);
	}
	return explain_text_finish(text, &words);
}

/* ------------------------------------------------------------------------------------------------ sizes */

/* A size to three digits; a share in percent. */
static const char *amount(char room[MIXMI_SHOWN], double value, bool share)
{
	snprintf(room, MIXMI_SHOWN,
	         share                                      ? "%.1f%%"
	         : fabs(value) >= 1000 && fabs(value) < 1e6 ? "%.0f"
	                                                    : "%.3g",
	         share ? 100 * value : value);
	return room;
}

/* " 1.2 where sex = male" */
static void add_level(explain_text *text, const mixmi_profile *profile, const data_column *along, double code)
{
	char room[2][MIXMI_SHOWN];
	bool share = profile->size_kind == MIXMI_SIZE_SHARES;
	size_t k = (size_t)code;
	if (k < MIXMI_SIZE_LEVELS)
		explain_text_add(text, " ", amount(room[0], profile->level_means[k], share), " where ", along->name, " = ",
		                 value_at(room[1], along, k), NULL);
}

/* "mass 5080 where species = Gentoo, 3710 where species = Adelie: 1370 more (1310 to 1430)",
 * "mass 497 more per 10 of flipper (470 to 524)" */
static void add_size(explain_text *text, const mixmi_profile *profile, const data_column *response,
                     const data_column *along)
{
	char room[3][MIXMI_SHOWN];
	bool share = profile->size_kind == MIXMI_SIZE_SHARES, slope = profile->size_kind == MIXMI_SIZE_SLOPE;
	bool less = profile->size < 0;
	double turn = less ? -1 : 1, one = turn * profile->size_lower, other = turn * profile->size_upper;
	explain_text_add(text, response->name, NULL);
	if (share)
		explain_text_add(text, " = ", value_at(room[0], response, 1), NULL);
	if (!slope) {
		add_level(text, profile, along, profile->size_second);
		explain_text_add(text, ",", NULL);
		add_level(text, profile, along, profile->size_first);
		explain_text_add(text, ":", NULL);
	}
	explain_text_add(text, " ", amount(room[0], fabs(profile->size), share), less ? " less" : " more", NULL);
	if (slope)
		explain_text_add(text, " per ", amount(room[0], profile->size_per, false), " of ", along->name, NULL);
	if (!isnan(one))
		explain_text_add(text, " (", amount(room[1], fmin(one, other), share), " to ",
		                 amount(room[2], fmax(one, other), share), ")", NULL);
	if (one * other < 0)
		explain_text_add(text, slope ? ", association not linear" : ", no difference on average", NULL);
}

mixmi_status mixmi_size_words(char **text, const mixmi_profile *profile, const mixmi_table *table,
                              const mixmi_question *question)
{
	explain_text words = { 0 };
	question_ready ready;
	*text = NULL;
	mixmi_status status = question_init(&ready, table, question);
	if (status != MIXMI_OK)
		return status;
	question_clear(&ready);
	const data_column *x = &table->columns[question->x[0]], *y = &table->columns[question->y[0]];
	explain_text_add(&words, "", NULL);
	if (profile->size_kind != MIXMI_SIZE_NONE)
		add_size(&words, profile, profile->size_of_x ? x : y, profile->size_of_x ? y : x);
	return explain_text_finish(text, &words);
}
