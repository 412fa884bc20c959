/* Reads and writes dates. A text is first split into numbers, the name of a month, time and zone. The whole column
 * decides which of two small numbers is the day: a number above 12 settles it for all rows. If no row settles it, the
 * dates are reported as ambiguous. strptime() is not used: it needs a format, follows the locale and does not report
 * ambiguity. */
#include "data/dates.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

double data_days_of(int year, int month, int day)
{
	/* years begin in March, so that the leap day is the last day of its year; the calendar repeats every 400 years */
	int64_t y = (int64_t)year - (month <= 2);
	int64_t era = (y >= 0 ? y : y - 399) / 400, of_era = y - era * 400;
	int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
	return (double)(era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468);
}

static bool is_day(int year, int month, int day)
{
	static const int days[] = { 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	if (month < 1 || month > 12 || day < 1 || day > days[month - 1])
		return false;
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
	return month != 2 || day < 29 || leap;
}

/* -------------------------------------------------------------------------------------------------- splitting */

/* The parts of a date or time. */
typedef struct moment {
	bool date, time, zone;
	bool settled; /* the order of the numbers is known: year first, a named month, or points as separators */
	bool short_year;
	bool month_only;         /* year and month */
	bool late;               /* its time is later than the end of the day: 24:30, 14:75 */
	int year, first, second; /* month and day if settled; otherwise in the order of the text */
	double clock;            /* seconds of the day */
	double offset;           /* seconds east of UTC */
} moment;

/* Reads up to `most` digits; returns their number. */
static int take_digits(const char **text, int *value, int most)
{
	int count = 0;
	for (*value = 0; count < most && isdigit((unsigned char)**text); count++)
		*value = 10 * *value + *(*text)++ - '0';
	return count;
}

static bool take_byte(const char **text, const char *any)
{
	bool found = **text != '\0' && strchr(any, **text) != NULL;
	*text += found;
	return found;
}

/* The month at the beginning of a word, from 1; 0: none. */
static int take_month(const char **text)
{
	static const char *const names[] = { "january", "february", "march",     "april",   "may",      "june",
		                                 "july",    "august",   "september", "october", "november", "december" };
	size_t length = 0;
	while (isalpha((unsigned char)(*text)[length]))
		length++;
	for (int m = 0; m < 12 && length >= 3; m++)
		if (length <= strlen(names[m]) && base_text_begin_alike(*text, names[m], length)) {
			*text += length;
			return m + 1;
		}
	return 0;
}

/* 2024-01-31, 2024/1/31, 2024-01 */
static bool take_year_first(const char **text, moment *m)
{
	char separator = **text;
	if (!take_byte(text, "-/.") || take_digits(text, &m->first, 2) == 0)
		return false;
	m->settled = true;
	m->second = 1;
	m->month_only = **text != separator;
	if (m->month_only)
		return separator == '-';
	++*text;
	return take_digits(text, &m->second, 2) > 0;
}

/* 31 Jan 2024, 31-Jan-2024, 31JAN2024 */
static bool take_named(const char **text, moment *m, int day)
{
	take_byte(text, " -/.");
	int month = take_month(text);
	while (take_byte(text, " -/.,"))
		;
	int digits = take_digits(text, &m->year, 4);
	m->settled = true;
	m->first = month;
	m->second = day;
	m->short_year = digits == 2;
	return month > 0 && (digits == 4 || digits == 2);
}

/* Jan 31, 2024 */
static bool take_month_first(const char **text, moment *m)
{
	int month = take_month(text), day;
	while (take_byte(text, " -/."))
		;
	if (month == 0 || take_digits(text, &day, 2) == 0 || !take_byte(text, " ,-/"))
		return false;
	take_byte(text, " ");
	m->settled = true;
	m->first = month;
	m->second = day;
	return take_digits(text, &m->year, 4) == 4;
}

/* 31/01/2024, 01-31-24, 31.01.2024 */
static bool take_year_last(const char **text, moment *m, int first)
{
	char separator = **text;
	if (!take_byte(text, "-/.") || take_digits(text, &m->second, 2) == 0 || **text != separator)
		return false;
	++*text;
	int digits = take_digits(text, &m->year, 4);
	m->first = first;
	m->short_year = digits == 2;
	if (separator == '.') { /* dates with points begin with the day */
		m->settled = true;
		m->first = m->second;
		m->second = first;
	}
	return digits == 4 || digits == 2;
}

static bool take_date(const char **text, moment *m)
{
	int first, digits = take_digits(text, &first, 4);
	m->date = true;
	m->year = first;
	if (digits == 4)
		return take_year_first(text, m);
	if (digits == 0)
		return take_month_first(text, m);
	if (digits > 2)
		return false;
	const char *next = *text + (**text != '\0' && strchr(" -/.", **text) != NULL);
	return isalpha((unsigned char)*next) ? take_named(text, m, first) : take_year_last(text, m, first);
}

/* 14:05, 14:05:06.789, 2:05 PM, 24:00 */
static bool take_time(const char **text, moment *m)
{
	int hour, minute, second = 0, digits;
	double fraction = 0, scale = 1;
	if (take_digits(text, &hour, 2) == 0 || !take_byte(text, ":") || take_digits(text, &minute, 2) != 2)
		return false;
	if (take_byte(text, ":") && take_digits(text, &second, 2) != 2)
		return false;
	if (take_byte(text, ".,"))
		for (; take_digits(text, &digits, 1) == 1; fraction += digits * scale)
			scale /= 10;
	const char *word = *text + (**text == ' ');
	bool afternoon = base_text_begin_alike(word, "PM", 2), morning = base_text_begin_alike(word, "AM", 2);
	if (afternoon || morning) {
		*text = word + 2;
		if (hour < 1 || hour > 12)
			return false;
		hour = hour % 12 + (afternoon ? 12 : 0);
	}
	m->time = true;
	m->clock = hour * 3600.0 + minute * 60.0 + second + fraction;
	bool end_of_day = hour == 24 && m->clock == 86400; /* ISO 8601: midnight at the end of the day */
	m->late = (hour >= 24 && !end_of_day) || minute >= 60 || second > 60;
	return true;
}

/* Z, UTC, +02:00, -0530, +02 */
static bool take_zone(const char **text, moment *m)
{
	int hours, minutes = 0;
	take_byte(text, " ");
	m->zone = true;
	if (take_byte(text, "Zz"))
		return true;
	if (strncmp(*text, "UTC", 3) == 0 || strncmp(*text, "GMT", 3) == 0) {
		*text += 3;
		return true;
	}
	bool west = **text == '-';
	if (!take_byte(text, "+-") || take_digits(text, &hours, 2) != 2)
		return false;
	take_byte(text, ":");
	if (**text != '\0' && take_digits(text, &minutes, 2) != 2)
		return false;
	m->offset = (west ? -1 : 1) * (hours * 3600.0 + minutes * 60.0);
	return hours <= 15 && minutes < 60;
}

/* Splits a text; false if it is neither a date nor a time. */
static bool take_moment(const char *text, moment *m)
{
	*m = (moment){ 0 };
	size_t digits = strspn(text, "0123456789");
	if (digits >= 1 && digits <= 2 && text[digits] == ':')
		return take_time(&text, m) && *text == '\0' && !m->late;
	if (!take_date(&text, m))
		return false;
	if (*text != '\0') {
		if (m->month_only || !take_byte(&text, "T ") || !take_time(&text, m))
			return false;
		if (*text != '\0' && !take_zone(&text, m))
			return false;
	}
	return *text == '\0';
}

/* ------------------------------------------------------------------------------------------------- a column */

/* Summary of the texts of a column. */
typedef struct overview {
	size_t all, dates, clocks, open, zoned, timed, short_years; /* rows */
	size_t impossible;                                          /* rows that look like a date but are not a valid one */
	bool day_first, month_first;                                /* some text can be read only in this order */
	size_t months, seasons; /* texts with year and month; how many of them may be two years, such as 2009-10 */
} overview;

static bool resolve(int *month, int *day, const moment *m, data_date_order order)
{
	bool swap = !m->settled && order == DATA_ORDER_DMY;
	*month = swap ? m->second : m->first;
	*day = swap ? m->first : m->second;
	return m->settled || order != DATA_ORDER_OPEN;
}

static bool is_possible(const moment *m)
{
	if (!m->date)
		return true;
	if (m->late)
		return false;
	if (m->settled)
		return is_day(m->year, m->first, m->second);
	return is_day(m->year, m->first, m->second) || is_day(m->year, m->second, m->first);
}

/* True for a text that must be meant as a date and is not valid. Two-digit numbers may be anything (10.20.30), and a
 * year and a number may be a week. */
static bool is_false(const moment *m)
{
	return m->date && !m->short_year && !m->month_only && !is_possible(m);
}

static void look_at(overview *o, const char *text, size_t rows)
{
	moment m;
	o->all += rows;
	if (!take_moment(text, &m))
		return;
	o->impossible += is_false(&m) ? rows : 0;
	if (!is_possible(&m))
		return;
	o->clocks += m.date ? 0 : rows;
	o->dates += m.date ? rows : 0;
	o->zoned += m.zone ? rows : 0;
	o->timed += m.date && m.time ? rows : 0;
	o->short_years += m.date && m.short_year ? rows : 0;
	o->months += m.month_only;
	o->seasons += m.month_only && m.first == (m.year + 1) % 100;
	if (m.date && !m.settled) {
		o->open += rows;
		o->day_first |= m.first > 12;
		o->month_first |= m.second > 12;
	}
}

static data_date_verdict judge(data_date_style *out, const overview *o)
{
	if (o->clocks > 0 && o->dates == 0 && 10 * o->clocks >= 9 * o->all) {
		out->clock = true;
		return DATA_DATES_FOUND;
	}
	bool nearly = 10 * o->dates >= 9 * o->all;
	if (!nearly && o->impossible > 0 && 10 * (o->dates + o->impossible) >= 9 * o->all)
		return DATA_DATES_FALSE;
	if (o->dates == 0 || !nearly || (o->months > 0 && o->seasons == o->months))
		return DATA_DATES_NONE;
	out->unit = o->timed > 0 ? DATA_SECONDS : DATA_DAYS;
	out->zoned = o->zoned > 0;
	if (o->zoned > 0 && o->zoned < o->timed)
		return DATA_DATES_ZONES;
	if (o->short_years > 0 && !out->given)
		return DATA_DATES_SHORT;
	if (o->open == 0 || out->given)
		return DATA_DATES_FOUND;
	if (o->day_first && o->month_first)
		return DATA_DATES_MIXED;
	out->order = o->day_first ? DATA_ORDER_DMY : o->month_first ? DATA_ORDER_MDY : DATA_ORDER_OPEN;
	return out->order == DATA_ORDER_OPEN ? DATA_DATES_OPEN : DATA_DATES_FOUND;
}

data_date_verdict data_dates_find(data_date_style *out, const char *const *texts, const uint32_t *rows, size_t count,
                                  int option)
{
	overview o = { 0 };
	*out = (data_date_style){ .order = (data_date_order)option, .given = option > 0 };
	for (size_t i = 0; i < count; i++)
		if (!data_notation_is_missing_word(texts[i], strlen(texts[i])))
			look_at(&o, texts[i], rows[i]);
	return judge(out, &o);
}

bool data_dates_is_false(const char *text)
{
	moment m;
	return take_moment(text, &m) && is_false(&m);
}

data_meaning data_dates_read(const data_date_style *style, const char *text)
{
	moment m;
	int month, day;
	if (data_notation_is_missing_word(text, strlen(text)))
		return (data_meaning){ DATA_SENSE_MISSING, NAN };
	if (!take_moment(text, &m) || m.date == style->clock || m.late)
		return (data_meaning){ DATA_SENSE_TEXT, NAN };
	if (style->clock)
		return (data_meaning){ DATA_SENSE_NUMBER, m.clock };
	int year = !m.short_year ? m.year : m.year < 69 ? 2000 + m.year : 1900 + m.year;
	if (!resolve(&month, &day, &m, style->order) || !is_day(year, month, day))
		return (data_meaning){ DATA_SENSE_TEXT, NAN };
	double days = data_days_of(year, month, day);
	double seconds = days * 86400 + m.clock - m.offset;
	return (data_meaning){ DATA_SENSE_NUMBER, style->unit == DATA_DAYS ? days : seconds };
}

/* --------------------------------------------------------------------------------------------------- showing */

/* The calendar date `days` days after 1970-01-01. */
static void day_of(int64_t days, int64_t *year, int *month, int *day)
{
	int64_t z = days + 719468, era = (z >= 0 ? z : z - 146096) / 146097, of_era = z - era * 146097;
	int64_t y = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
	int64_t of_year = of_era - (365 * y + y / 4 - y / 100), m = (5 * of_year + 2) / 153;
	*day = (int)(of_year - (153 * m + 2) / 5 + 1);
	*month = (int)(m < 10 ? m + 3 : m - 9);
	*year = y + era * 400 + (*month <= 2);
}

void mixmi_show_value(char out[MIXMI_SHOWN], double value, int32_t unit)
{
	data_show_value(out, value, unit == MIXMI_PLAIN ? DATA_PLAIN : unit == MIXMI_DAYS ? DATA_DAYS : DATA_SECONDS);
}

const char *data_show_value(char out[DATA_DATE_SHOWN], double value, data_unit unit)
{
	const double most = 1e11; /* seconds: about three thousand years */
	int64_t year;
	int month, day;
	double days = unit == DATA_SECONDS ? floor(value / 86400) : floor(value);
	if (unit == DATA_PLAIN || !(fabs(unit == DATA_SECONDS ? value : value * 86400) < most)) {
		snprintf(out, DATA_DATE_SHOWN, fabs(value) >= 999999.5 && fabs(value) < 1e15 ? "%.0f" : "%.6g", value);
		return out;
	}
	day_of((int64_t)days, &year, &month, &day);
	int length = snprintf(out, DATA_DATE_SHOWN, "%04lld-%02d-%02d", (long long)year, month, day);
	int clock = unit == DATA_SECONDS ? (int)(value - days * 86400) : (int)((value - days) * 86400);
	if ((unit == DATA_SECONDS || value != days) && length > 0 && length < DATA_DATE_SHOWN)
		snprintf(out + length, (size_t)(DATA_DATE_SHOWN - length), "T%02d:%02d:%02d", clock / 3600, clock / 60 % 60,
		         clock % 60);
	return out;
}
