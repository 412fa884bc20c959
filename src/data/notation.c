/* A text is split into limit sign, currency, sign, digits with separators, and percent sign. The digits are then
 * checked against the notation of the column: groups of exactly three digits after the first, and one decimal mark.
 * base_number_parse() makes the final check. No library reads a column as a whole, which is necessary to distinguish
 * 1,463 from 1,46. */
#include "data/notation.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "data/fields.h"

enum { LONGEST = 96 };

/* The parts of a text. */
typedef struct pieces {
	data_sense sense; /* NUMBER, BELOW or ABOVE; TEXT: not a number */
	bool negative;
	bool percent, minus, blank;
	char currency[8];
	char core[LONGEST]; /* digits, separators, exponent; any blank between digits is ' ' */
	size_t length;
} pieces;

static const char *const currencies[] = { "$",   "\xE2\x82\xAC", "\xC2\xA3", "\xC2\xA5", "\xE2\x82\xB9",
	                                      "US$", "USD",          "EUR",      "GBP",      "CHF" };
static const char *const limit_words[] = { "LOD", "LOQ", "LLOQ", "ULOQ", "DL", "MDL", "RL", "LLD" };
static const char *const missing_words[] = { "none",          "-",         "--",      "---", "\xE2\x80\x93",
	                                         "\xE2\x80\x94",  "missing",   "unknown", "nil", "n.a.",
	                                         "not available", "(missing)", "no data", "na" };

static bool take(const char **text, const char *what)
{
	size_t length = strlen(what);
	if (strncmp(*text, what, length) != 0)
		return false;
	*text += length;
	return true;
}

/* Skips a blank of any kind. */
static bool take_blank(const char **text)
{
	return take(text, " ") || take(text, "\t") || take(text, "\xC2\xA0") || take(text, "\xE2\x80\xAF") ||
	       take(text, "\xE2\x80\x89");
}

static void take_blanks(const char **text)
{
	while (take_blank(text))
		;
}

static bool take_minus(const char **text, pieces *p)
{
	if (take(text, "-"))
		return true;
	p->minus |= take(text, "\xE2\x88\x92") || take(text, "\xE2\x80\x93");
	return p->minus;
}

static void take_currency(const char **text, pieces *p)
{
	if (p->currency[0] != '\0')
		return;
	for (size_t i = 0; i < sizeof currencies / sizeof *currencies; i++)
		if (take(text, currencies[i])) {
			strcpy(p->currency, currencies[i]);
			return;
		}
}

static data_sense take_limit(const char **text)
{
	if (take(text, "<=") || take(text, "<") || take(text, "\xE2\x89\xA4"))
		return DATA_SENSE_BELOW;
	if (take(text, ">=") || take(text, ">") || take(text, "\xE2\x89\xA5"))
		return DATA_SENSE_ABOVE;
	return DATA_SENSE_NUMBER;
}

/* Copies digits, separators and exponent; returns false if there are too many. */
static bool take_core(const char **text, pieces *p)
{
	while (**text != '\0' && p->length + 2 < LONGEST) {
		const char *before = *text;
		if (isdigit((unsigned char)**text) || **text == ',' || **text == '.' || **text == '\'') {
			p->core[p->length++] = *(*text)++;
		} else if (p->length > 0 && take_blank(text)) {
			if (!isdigit((unsigned char)**text)) {
				*text = before;
				break;
			}
			p->core[p->length++] = ' ';
			p->blank = true;
		} else if (p->length > 0 && (**text == 'e' || **text == 'E') && strpbrk(*text + 1, "0123456789") != NULL) {
			p->core[p->length++] = *(*text)++;
			if (**text == '+' || **text == '-')
				p->core[p->length++] = *(*text)++;
		} else {
			break;
		}
	}
	p->core[p->length] = '\0';
	return p->length > 0 && p->length + 2 < LONGEST;
}

static pieces split_number(const char *text)
{
	pieces p = { .sense = DATA_SENSE_TEXT };
	take_blanks(&text);
	data_sense sense = take_limit(&text);
	take_blanks(&text);
	for (size_t i = 0; sense != DATA_SENSE_NUMBER && i < sizeof limit_words / sizeof *limit_words; i++)
		if (base_text_alike(text, limit_words[i])) {
			p.sense = sense;
			return p;
		}
	bool bracket = take(&text, "(");
	take_currency(&text, &p);
	take_blanks(&text);
	p.negative = take_minus(&text, &p);
	if (!p.negative)
		take(&text, "+");
	take_blanks(&text);
	take_currency(&text, &p);
	take_blanks(&text);
	if (!take_core(&text, &p))
		return p;
	take_blanks(&text);
	p.percent = take(&text, "%");
	take_blanks(&text);
	take_currency(&text, &p);
	if (bracket) { /* negative numbers in accounting notation */
		if (p.negative || !take(&text, ")"))
			return p;
		p.negative = true;
	}
	take_blanks(&text);
	if (*text == '\0')
		p.sense = sense;
	return p;
}

/* ---------------------------------------------------------------------------------------------- how it is written */

/* What the separators of a column allow. */
typedef struct evidence {
	size_t commas, points;           /* texts with them */
	bool comma_last, point_last;     /* which comes last in texts that have both */
	bool commas_group, points_group; /* each one is followed by exactly three digits and not preceded by 0 alone */
	bool many_commas, many_points;   /* some text has several */
	bool small;                      /* some integers below 1000 have no separator; large: some of 1000 or more */
	bool large;
} evidence;

/* True if `separator` splits the digits before the last mark into groups of three. */
static bool is_grouped(const char *core, char separator, char mark)
{
	size_t digits = 0;
	bool any = false;
	for (const char *c = core; *c != '\0' && *c != mark && *c != 'e' && *c != 'E'; c++) {
		if (*c != separator) {
			digits++;
			continue;
		}
		if ((any && digits != 3) || digits == 0 || digits > 3 || core[0] == '0')
			return false;
		any = true;
		digits = 0;
	}
	return !any || digits == 3;
}

static void look(evidence *e, const char *core)
{
	const char *comma = strrchr(core, ','), *point = strrchr(core, '.');
	e->commas += comma != NULL;
	e->points += point != NULL;
	if (comma != NULL && point != NULL) {
		e->comma_last |= comma > point;
		e->point_last |= point > comma;
	}
	e->many_commas |= comma != NULL && strchr(core, ',') != comma;
	e->many_points |= point != NULL && strchr(core, '.') != point;
	if (comma != NULL && !is_grouped(core, ',', '.'))
		e->commas_group = false;
	if (point != NULL && !is_grouped(core, '.', ','))
		e->points_group = false;
	if (strspn(core, "0123456789") == strlen(core)) {
		e->small |= strlen(core) <= 3;
		e->large |= strlen(core) > 3;
	}
}

static void settle(data_notation *out, const evidence *e, char mark)
{
	out->mark = mark;
	if (mark == ',') {
		if (e->points > 0 && e->points_group)
			out->group = '.';
		return;
	}
	if (e->commas == 0) {
		if (e->many_points && e->points_group) {
			out->group = '.';
			out->mark = ',';
		}
		return;
	}
	if (e->comma_last && !e->point_last && !e->many_commas && e->points_group) {
		out->mark = ',';
		out->group = '.';
	} else if (e->commas_group && !e->comma_last) {
		out->group = ',';
		out->open = !e->many_commas && !e->point_last && !(e->small && !e->large) && e->points == 0;
	} else if (e->points == 0 && !e->many_commas) {
		out->mark = ',';
	}
	out->commas = out->mark == ',';
}

void data_notation_find(data_notation *out, const char *const *texts, size_t count, char mark)
{
	evidence e = { .commas_group = true, .points_group = true };
	*out = (data_notation){ .mark = mark };
	for (size_t i = 0; i < count; i++) {
		pieces p = split_number(texts[i]);
		if (p.sense == DATA_SENSE_TEXT || p.length == 0)
			continue;
		look(&e, p.core);
		if (out->currency[0] == '\0')
			memcpy(out->currency, p.currency, sizeof out->currency);
		out->currencies |= p.currency[0] != '\0';
		out->percents |= p.percent;
		out->minuses |= p.minus;
		out->blanks |= p.blank;
	}
	settle(out, &e, mark);
	out->groups = out->group != 0 && (out->group == ',' ? e.commas : e.points) > 0;
}

/* --------------------------------------------------------------------------------------------------- reading */

/* Copies the core without its thousands separators; returns false if these are misplaced. */
static bool strip(char *plain, const data_notation *notation, const pieces *p)
{
	char *end = plain;
	if (p->negative)
		*end++ = '-';
	char groups[] = { notation->group, ' ', '\'', '\0' };
	for (const char *g = groups; g < groups + 3; g++)
		if (*g != '\0' && strchr(p->core, *g) != NULL && !is_grouped(p->core, *g, notation->mark))
			return false;
	for (const char *c = p->core; *c != '\0'; c++)
		if ((*c != notation->group || notation->group == '\0') && *c != ' ' && *c != '\'')
			*end++ = *c;
	*end = '\0';
	return true;
}

data_meaning data_notation_read(const data_notation *notation, const char *text)
{
	data_meaning meaning = { DATA_SENSE_TEXT, NAN };
	char plain[LONGEST + 1];
	if (data_notation_is_missing_word(text, strlen(text)))
		return (data_meaning){ DATA_SENSE_MISSING, NAN };
	pieces p = split_number(text);
	if (p.sense == DATA_SENSE_TEXT || (p.currency[0] != '\0' && strcmp(p.currency, notation->currency) != 0)) {
		base_number kind = base_number_parse(&meaning.value, text, strlen(text), notation->mark);
		meaning.sense = kind == BASE_NUMBER_INFINITE ? DATA_SENSE_INFINITE : DATA_SENSE_TEXT;
		return meaning;
	}
	meaning.sense = p.sense;
	if (p.length == 0)
		return meaning;
	base_number kind = BASE_NUMBER_NONE;
	if (strip(plain, notation, &p))
		kind = base_number_parse(&meaning.value, plain, strlen(plain), notation->mark);
	if (kind != BASE_NUMBER_FINITE)
		meaning = (data_meaning){ kind == BASE_NUMBER_NONE ? DATA_SENSE_TEXT : DATA_SENSE_INFINITE, NAN };
	return meaning;
}

bool data_notation_may_be(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (isdigit((unsigned char)text[i]))
			return true;
	return data_notation_is_missing_word(text, length) || (length > 0 && (*text == '<' || *text == '>'));
}

bool data_notation_is_missing_word(const char *text, size_t length)
{
	data_trim(&text, &length);
	for (size_t i = 0; i < sizeof missing_words / sizeof *missing_words; i++)
		if (strlen(missing_words[i]) == length && base_text_begin_alike(missing_words[i], text, length))
			return true;
	return false;
}
