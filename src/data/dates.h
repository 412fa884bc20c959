/* Dates and times: from texts, as a column writes them, to days or seconds since 1970-01-01, and back. Proleptic Gregorian
 * calendar, no leap seconds. */
#ifndef DATA_DATES_H
#define DATA_DATES_H

#include "data/notation.h"
#include "data/table.h"

/* Days from 1970-01-01 to a day; months from 1. */
double data_days_of(int year, int month, int day);

/* How a column writes dates. */
typedef enum data_date_order { DATA_ORDER_OPEN, DATA_ORDER_DMY, DATA_ORDER_MDY, DATA_ORDER_YMD } data_date_order;

typedef enum data_date_verdict {
	DATA_DATES_NONE,  /* texts are something else */
	DATA_DATES_FOUND, /* all, or nearly all, of them are */
	DATA_DATES_OPEN,  /* day and month are ambiguous */
	DATA_DATES_MIXED, /* some have the day first, others the month */
	DATA_DATES_SHORT, /* years of two digits */
	DATA_DATES_ZONES, /* some say their time zone, others do not */
	DATA_DATES_FALSE  /* they are written as dates, but too many are no day of the calendar */
} data_date_verdict;

typedef struct data_date_style {
	data_date_order order;
	bool given;     /* the order was given: years of two digits are then taken too, 1969 to 2068 */
	data_unit unit; /* DATA_DAYS where no text has a time */
	bool clock;     /* only times of the day: seconds since midnight, in DATA_PLAIN */
	bool zoned;     /* times with a zone: in UTC */
} data_date_style;

/* Finds out how dates are written in `count` texts, of which `rows[i]` rows hold text i; `option` is the value of the option
 * dates. At least nine rows of ten must hold one. O(bytes). */
data_date_verdict data_dates_find(data_date_style *out, const char *const *texts, const uint32_t *rows, size_t count,
                                  int option);

/* True for a text that is written as a date and is no day of the calendar, whichever number the day is: 2023-02-30. So is a
 * time beyond the day: 2023-02-28 24:30; 24:00 is its end. */
bool data_dates_is_false(const char *text);

/* Reads one text so: NUMBER, MISSING or TEXT. */
data_meaning data_dates_read(const data_date_style *style, const char *text);

enum { DATA_DATE_SHOWN = MIXMI_SHOWN };

/* Writes a value as people read it: a date, a date with its time, or a number in six digits. Returns `out`. */
const char *data_show_value(char out[DATA_DATE_SHOWN], double value, data_unit unit);

#endif
