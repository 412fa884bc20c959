/* Bins, cells and profiles in words. Names and labels stand as they are: who prints them escapes what has to be escaped. */
#include "explain/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "data/table.h"
#include "question/question.h"

/* ------------------------------------------------------------------------------------------------ pieces */

void explain_text_add(explain_text *text, const char *piece)
{
	size_t length = strlen(piece);
	void *bytes = text->bytes;
	if (text->failed || !base_grow(&bytes, &text->capacity, text->length + length + 1, 1)) {
		text->failed = true;
		return;
	}
	text->bytes = bytes;
	memcpy(text->bytes + text->length, piece, length + 1);
	text->length += length;
}

void explain_text_number(explain_text *text, double value, int32_t unit)
{
	char shown[MIXMI_SHOWN];
	mixmi_show_value(shown, value, unit);
	explain_text_add(text, shown);
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
	explain_text_add(text, c->name);
	explain_text_add(text, " = ");
	if (c->atom_labels != NULL) {
		explain_text_add(text, bin->label);
		return;
	}
	explain_text_number(text, bin->lower, c->unit);
	if (bin->atoms > 1) {
		explain_text_add(text, " to ");
		explain_text_number(text, bin->upper, c->unit);
	}
}

/* The outer bounds are left out where nothing lies beyond them. */
static void add_interval(explain_text *text, const hist_column *c, const mixmi_bin *bin, size_t number)
{
	bool alone = c->bins == c->intervals, first = alone && number == 0, last = alone && number + 1 == c->intervals;
	if (!first && !last) {
		explain_text_number(text, bin->lower, c->unit);
		explain_text_add(text, " <= ");
	}
	explain_text_add(text, c->name);
	if (last) {
		explain_text_add(text, " >= ");
		explain_text_number(text, bin->lower, c->unit);
		return;
	}
	explain_text_add(text, number + 1 == c->intervals ? " <= " : " < ");
	explain_text_number(text, bin->upper, c->unit);
}

void explain_add_bin(explain_text *text, const mixmi_histogram *histogram, size_t column, size_t bin)
{
	const hist_column *c = &histogram->columns[column];
	mixmi_bin found;
	mixmi_status status = mixmi_histogram_get_bin(&found, sizeof found, histogram, column, bin);
	if (status != MIXMI_OK)
		return;
	if (found.is_atom)
		add_atoms(text, c, &found);
	else
		add_interval(text, c, &found, bin);
}

void explain_add_cell(explain_text *text, const mixmi_histogram *histogram, const size_t *columns, size_t column_count,
                      const uint32_t *bins)
{
	bool any = false;
	for (size_t i = 0; i < column_count; i++) {
		if (hist_column_bins(&histogram->columns[columns[i]]) < 2)
			continue;
		explain_text_add(text, any ? ", " : "");
		explain_add_bin(text, histogram, columns[i], bins[columns[i]]);
		any = true;
	}
	if (!any)
		explain_text_add(text, "all rows");
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
static void add_place(explain_text *text, const mixmi_profile *profile, const data_column *column)
{
	if (column->labels == NULL)
		explain_text_number(text, profile->where, (int32_t)column->unit);
	else if (profile->where >= 0 && profile->where < (double)column->distinct)
		explain_text_add(text, column->labels[(size_t)profile->where]);
}

static void add_near(explain_text *text, const mixmi_profile *profile, const data_column *along)
{
	explain_text_add(text, profile->word);
	if (!isnan(profile->where)) {
		explain_text_add(text, " near ");
		add_place(text, profile, along);
	}
	if (profile->shape == MIXMI_SHAPE_THRESHOLD)
		explain_text_add(text, profile->jump > 0 ? ", higher above it" : ", lower above it");
}

static void add_point_mass(explain_text *text, const mixmi_profile *profile, const data_column *along)
{
	if (along->labels == NULL && profile->where == 0) {
		explain_text_add(text, "only the zeros matter");
	} else {
		explain_text_add(text, "only the value ");
		add_place(text, profile, along);
		explain_text_add(text, " matters");
	}
	explain_text_add(text, profile->jump > 0 ? ", higher there" : ", lower there");
}

/* "smoker = 1", the larger of two numbers. */
static void add_larger(explain_text *text, const data_column *column)
{
	explain_text_add(text, column->name);
	explain_text_add(text, " = ");
	explain_text_number(text, column->values[1], MIXMI_PLAIN);
}

/* "income higher where smoker = 1", "smoker = 1 more often where sex = 2" */
static void add_groups(explain_text *text, const mixmi_profile *profile, const data_column *side,
                       const data_column *along)
{
	if (isnan(profile->where)) {
		explain_text_add(text, "differs between groups");
		return;
	}
	if (data_column_is_binary(side)) {
		add_larger(text, side);
		explain_text_add(text, profile->jump > 0 ? " more often where " : " less often where ");
	} else {
		explain_text_add(text, side->name);
		explain_text_add(text, profile->jump > 0 ? " higher where " : " lower where ");
	}
	add_larger(text, along);
}

/* "smoker = 1 more often above 37.2" */
static void add_frequent(explain_text *text, const mixmi_profile *profile, const data_column *side,
                         const data_column *along)
{
	bool more = profile->shape == MIXMI_SHAPE_PEAK || (profile->shape != MIXMI_SHAPE_VALLEY && profile->jump > 0);
	add_larger(text, side);
	explain_text_add(text, more ? " more often " : " less often ");
	explain_text_add(text, profile->shape == MIXMI_SHAPE_THRESHOLD    ? "above "
	                       : profile->shape == MIXMI_SHAPE_POINT_MASS ? "at "
	                                                                  : "near ");
	explain_text_add(text, along->name);
	explain_text_add(text, " = ");
	add_place(text, profile, along);
}

static void add_shape(explain_text *text, const mixmi_profile *profile, const data_column *along)
{
	switch (profile->shape) {
	case MIXMI_SHAPE_POINT_MASS:
		add_point_mass(text, profile, along);
		break;
	case MIXMI_SHAPE_OTHER:
		explain_text_add(text, "no simple shape");
		break;
	default:
		add_near(text, profile, along);
	}
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
	if (profile->shape == MIXMI_SHAPE_GROUPS || (data_column_is_binary(side) && !isnan(profile->where))) {
		if (profile->shape == MIXMI_SHAPE_GROUPS)
			add_groups(&words, profile, side, along);
		else
			add_frequent(&words, profile, side, along);
		return explain_text_finish(text, &words);
	}
	if (profile->along_y) {
		explain_text_add(&words, x->name);
		explain_text_add(&words, " along ");
		explain_text_add(&words, y->name);
		explain_text_add(&words, ": ");
	}
	add_shape(&words, profile, along);
	return explain_text_finish(text, &words);
}
