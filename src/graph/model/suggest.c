/* Columns that are probably roots, by their names and values. A name is split into words at everything that is no letter and before
 * capitals: birthYear, birth_year and "Year of birth" have the same words. The words were chosen on tables with known
 * roots (experiments/DIRECTIONS.md). A suggestion is only shown; it never changes a graph. */
#include "graph/model/suggest.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

/* A word with an asterisk stands for all that begin with it. */
static const char *const WORDS[] = {
	"age",      "birth*",    "born",      "dob",       "sex",      "gender", "male",      "female",   "race",
	"eth",      "ethn*",     "afam",      "native",    "black",    "asian",  "hisp*",     "nonwhite", "minority",
	"gene*",    "zyg*",      "cohort",    "year",      "yr",       "date",   "quarter",   "month",    "week",
	"weekend",  "day",       "season",    "weekday",   "semester", "epoch",  "continent", "country",  "region",
	"latitude", "longitude", "altitude",  "elevation", "trt",      "treat",  "rx",        "arm",      "placebo",
	"random*",  "treated",   "treatment", "diagyr",
};

enum { LONGEST_WORD = 32, MOST_WORDS = 3 /* a longer name describes something else: cigarettes smoked per day */ };

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_capital(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* The next word in small letters; returns the place after it, NULL after the last. Words that are too long are cut. */
static const char *next_word(char word[LONGEST_WORD], const char *name)
{
	size_t length = 0;
	while (*name != '\0' && !is_letter(*name))
		name++;
	for (const char *first = name; is_letter(*name); name++) {
		bool starts = name > first && is_capital(*name) &&
		              (!is_capital(name[-1]) || (is_letter(name[1]) && !is_capital(name[1])));
		if (starts)
			break;
		if (length + 1 < LONGEST_WORD)
			word[length++] = (char)base_lower(*name);
	}
	word[length] = '\0';
	return length > 0 ? name : NULL;
}

static bool is_listed(const char *word)
{
	for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
		size_t length = strlen(WORDS[i]);
		bool all = WORDS[i][length - 1] == '*';
		if (all ? strncmp(word, WORDS[i], length - 1) == 0 : strcmp(word, WORDS[i]) == 0)
			return true;
	}
	return false;
}

bool graph_named_like_root(const char *name)
{
	char word[LONGEST_WORD];
	size_t count = 0;
	bool found = false;
	for (; (name = next_word(word, name)) != NULL && count <= MOST_WORDS; count++)
		found = found || is_listed(word);
	return found && count <= MOST_WORDS;
}

/* Whole numbers that can only be calendar years: all from 1800 to 2100, and not all in one year. */
static bool holds_years(const data_column *column)
{
	static const double FIRST = 1800, LAST = 2100;
	bool years =
		column->labels == NULL && column->unit == DATA_PLAIN && column->distinct >= 2 && column->censored == NULL;
	for (size_t i = 0; years && i < column->distinct; i++)
		years =
			column->values[i] >= FIRST && column->values[i] <= LAST && column->values[i] == floor(column->values[i]);
	return years;
}

graph_suggestion_why graph_suggests_root(const data_column *column)
{
	if (column->censored != NULL)
		return GRAPH_NO_ROOT;
	return graph_named_like_root(column->name) ? GRAPH_BY_NAME
	       : column->unit != DATA_PLAIN        ? GRAPH_BY_DATES
	       : holds_years(column)               ? GRAPH_BY_YEARS
	                                           : GRAPH_NO_ROOT;
}
