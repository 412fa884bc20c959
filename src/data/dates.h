/* Dates and times: converts texts to days or seconds since 1970-01-01, and back. Proleptic Gregorian calendar without
 * leap seconds. */
#ifndef DATA_DATES_H
#define DATA_DATES_H

#include "data/notation.h"
#include "data/table.h"

/* Days from 1970-01-01 to a date; months count from 1. */
double data_days_of(int year, int month, int day);

/* Order of day and month in the dates of a column. */
typedef enum data_date_order { DATA_ORDER_OPEN, DATA_ORDER_DMY, DATA_ORDER_MDY, DATA_ORDER_YMD } data_date_order;

typedef enum data_date_verdict {
	DATA_DATES_NONE,  /* the texts are not dates */
	DATA_DATES_FOUND, /* all or nearly all of them are dates */
	DATA_DATES_OPEN,  /* the order of day and month is ambiguous */
	DATA_DATES_MIXED, /* some have the day first, others the month */
	DATA_DATES_SHORT, /* years have two digits */
	DATA_DATES_ZONES, /* some have a time zone, others do not */
	DATA_DATES_FALSE  /* they look like dates, but too many are not valid */
} data_date_verdict;

typedef struct data_date_style {
	data_date_order order;
	bool given;     /* the user gave the order: two-digit years are then accepted, as 1969 to 2068 */
	data_unit unit; /* DATA_DAYS if no text has a time */
	bool clock;     /* only times of day: seconds since midnight, in DATA_PLAIN */
	bool zoned;     /* times with a zone, converted to UTC */
} data_date_style;

/* Determines how dates are written in `count` texts, where rows[i] rows have text i. `option` is the value of the
 * option dates. At least nine in ten rows must have a date. O(bytes). */
data_date_verdict data_dates_find(data_date_style *out, const char *const *texts, const uint32_t *rows, size_t count,
                                  int option);

/* True for a text that looks like a date but is not valid in any order of day and month, such as 2023-02-30, or has a
 * time after the end of the day, such as 2023-02-28 24:30. 24:00 is valid. */
bool data_dates_is_false(const char *text);

/* Reads one text in this style: NUMBER, MISSING or TEXT. */
data_meaning data_dates_read(const data_date_style *style, const char *text);

enum { DATA_DATE_SHOWN = MIXMI_SHOWN };

/* Writes a value in human-readable form: a date, a date with its time, or a number with six digits. Returns `out`. */
const char *data_show_value(char out[DATA_DATE_SHOWN], double value, data_unit unit);

#endif
