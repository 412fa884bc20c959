/* Ordered categories: scales given by the user ("low<mid<high", or for one column: "dose: low<mid<high"), and a list of
 * common questionnaire scales. A scale applies to a column if all its labels are on it. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "data/recognise.h"

/* Words of known scales in ascending order; words separated by '|' are the same step. */
static const char *const known[] = {
	("strongly disagree|disagree strongly|totally disagree<disagree|mostly disagree<slightly disagree|somewhat "
	 "disagree<"
	 "neutral|neither|neither agree nor disagree|undecided<slightly agree|somewhat agree<agree|mostly agree<"
	 "strongly agree|agree strongly|totally agree"),
	"very dissatisfied<dissatisfied<neutral|neither|neither satisfied nor dissatisfied<satisfied<very satisfied",
	"very unlikely<unlikely<neutral|neither<likely<very likely",
	"never<almost never<rarely|seldom<sometimes|occasionally<often|frequently<very often|usually|almost always<always",
	"very poor|very bad<poor|bad<fair<average|ok|okay<good<very good<excellent<premium<ideal",
	"very low<low<medium|mid|middle|moderate|normal<high<very high",
	"none|no<mild|slight|minor|minimal<moderate|medium<severe|major|serious<very severe|critical|extreme",
	"not at all<a little|slightly|a little bit<somewhat|moderately<quite a bit|very|very much<extremely",
	"l<m<h",
	"xxs<xs|extra small<s|small<m|medium<l|large<xl|extra large<xxl<xxxl",
	"tiny<small<medium<large<huge",
	"not important|unimportant<slightly important<moderately important<important<very important<extremely important",
	("primary|elementary<secondary|middle school<high school<bachelor|bachelors|bachelor's<master|masters|master's<"
	 "doctorate|phd|ph.d."),
	"young<middle-aged|middle aged<old|elderly",
	"cold<cool<mild<warm<hot",
};

/* True if a word of `length` bytes equals the label, ignoring case, surrounding blanks, and '_' instead of a blank. */
static bool is_word(const char *word, size_t length, const char *label)
{
	while (base_is_space(*label))
		label++;
	size_t size = strlen(label);
	while (size > 0 && base_is_space(label[size - 1]))
		size--;
	if (size != length)
		return false;
	for (size_t i = 0; i < size; i++) {
		int c = label[i] == '_' ? ' ' : base_lower(label[i]);
		if (c != base_lower(word[i]))
			return false;
	}
	return true;
}

/* The step of a label on a scale, from 0; negative: it is not on the scale. */
static int step_of(const char *scale, const char *label)
{
	int step = 0;
	for (const char *word = scale;; step += *word == '<', word++) {
		while (*word == ' ')
			word++;
		size_t length = strcspn(word, "<|"), trimmed = length;
		while (trimmed > 0 && word[trimmed - 1] == ' ')
			trimmed--;
		if (is_word(word, trimmed, label))
			return step;
		word += length;
		if (*word == '\0')
			return -1;
	}
}

/* Steps of all labels that occur; returns the number of distinct steps, or 0 if some label is not on the scale. */
static size_t place(int *steps, const char *scale, const data_incoming *column, const uint32_t *occurs)
{
	uint64_t seen = 0;
	for (size_t i = 0; i < column->labels.count; i++) {
		if (occurs != NULL && occurs[i] == 0)
			continue;
		steps[i] = step_of(scale, column->labels.texts[i]);
		if (steps[i] < 0 || steps[i] >= 64)
			return 0;
		seen |= UINT64_C(1) << steps[i];
	}
	size_t count = 0;
	for (; seen != 0; seen &= seen - 1)
		count++;
	return count;
}

/* The scale in an item of the option, if it applies to this column. */
static const char *scale_for(const char *item, const data_incoming *column)
{
	const char *colon = strchr(item, ':'), *sign = strchr(item, '<');
	if (sign == NULL)
		return NULL;
	if (colon == NULL || colon > sign)
		return item;
	size_t length = (size_t)(colon - item);
	bool mine = strlen(column->name) == length && strncmp(column->name, item, length) == 0;
	return mine ? colon + 1 : NULL;
}

/* Sorts the labels by step, and those of the same step by bytes. */
static bool reorder(data_incoming *column, const int *steps, const uint32_t *occurs, size_t rows)
{
	size_t count = column->labels.count;
	data_labels sorted = { 0 };
	uint32_t *renumber = base_array(count, sizeof *renumber);
	bool done = renumber != NULL;
	for (int step = 0; done && step < 64; step++) {
		for (;;) {
			size_t next = count;
			for (size_t i = 0; i < count; i++) {
				uint32_t known_code;
				const char *text = column->labels.texts[i];
				bool absent = occurs != NULL && occurs[i] == 0;
				if (absent || steps[i] != step || data_labels_find(&known_code, &sorted, text, strlen(text)))
					continue;
				if (next == count || strcmp(text, column->labels.texts[next]) < 0)
					next = i;
			}
			if (next == count)
				break;
			const char *text = column->labels.texts[next];
			done = data_labels_code(&renumber[next], &sorted, text, strlen(text));
			if (!done)
				break;
		}
	}
	for (size_t row = 0; done && row < rows; row++)
		if (column->codes[row] != DATA_MISSING)
			column->codes[row] = renumber[column->codes[row]];
	free(renumber);
	if (!done) {
		data_labels_clear(&sorted);
		return false;
	}
	data_labels_clear(&column->labels);
	column->labels = sorted;
	column->ordered = true;
	return true;
}

/* Tries the user's scales. */
static bool find_given(data_incoming *column, const char *scales, int *steps, const uint32_t *occurs, size_t rows)
{
	char *item = base_array(strlen(scales) + 1, 1);
	bool done = item != NULL;
	while (done && !column->ordered && base_text_next_item(item, &scales)) {
		const char *scale = scale_for(item, column);
		if (scale != NULL && place(steps, scale, column, occurs) >= 1)
			done = reorder(column, steps, occurs, rows);
	}
	free(item);
	return done;
}

static bool find_known(data_incoming *column, int *steps, const uint32_t *occurs, size_t rows)
{
	enum { FEWEST = 3 }; /* two labels need no order */
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (place(steps, known[i], column, occurs) >= FEWEST) {
			if (!reorder(column, steps, occurs, rows))
				return false;
			const char *first = column->labels.texts[0], *last = column->labels.texts[column->labels.count - 1];
			return data_incoming_remark(
				column, "taken as ordered from '%.40s' to '%.40s'; option discrete takes it as it is", first, last);
		}
	return true;
}

bool data_scale_find(data_incoming *column, const char *scales, const uint32_t *occurs, size_t rows)
{
	enum { MOST = 32 };
	size_t count = column->labels.count;
	int *steps = base_array_zero(count, sizeof *steps);
	bool done = steps != NULL;
	if (done && scales != NULL)
		done = find_given(column, scales, steps, occurs, rows);
	if (done && !column->ordered && !column->declared_discrete && !column->nominal && count <= MOST)
		done = find_known(column, steps, occurs, rows);
	free(steps);
	return done;
}
