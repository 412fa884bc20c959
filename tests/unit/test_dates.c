/* src/data/dates: every day of 1,200 years against a calendar that counts days, times, zones, and which number is the day. */
#include "data/dates.h"

#include "unit.h"

static bool is_leap(int year)
{
	if (year % 400 == 0)
		return true;
	return year % 4 == 0 && year % 100 != 0;
}

static int days_in(int year, int month)
{
	if (month == 2)
		return is_leap(year) ? 29 : 28;
	return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/* The date of one text in a column of such texts; NaN if it is not a date. */
static double read_as(const data_date_style *style, const char *text)
{
	data_meaning meaning = data_dates_read(style, text);
	return meaning.sense == DATA_SENSE_NUMBER ? meaning.value : (double)NAN;
}

static void days_follow_each_other(void **state)
{
	(void)state;
	double expected = data_days_of(-801, 1, 1);
	for (int year = -801; year < 2402; year++)
		for (int month = 1; month <= 12; month++)
			for (int day = 1; day <= days_in(year, month); day++, expected++)
				assert_true(data_days_of(year, month, day) == expected);
	assert_true(data_days_of(1970, 1, 1) == 0);
}

static void every_day_reads_and_shows_and_no_other(void **state)
{
	(void)state;
	const data_date_style style = { .order = DATA_ORDER_YMD, .unit = DATA_DAYS };
	char text[16], shown[DATA_DATE_SHOWN];
	double expected = data_days_of(1596, 1, 1);
	for (int year = 1596; year < 2402; year++)
		for (int month = 1; month <= 12; month++)
			for (int day = 1; day <= 32; day++) {
				bool exists = day <= days_in(year, month);
				snprintf(text, sizeof text, "%04d-%02d-%02d", year, month, day);
				double value = read_as(&style, text);
				assert_true(exists ? value == expected : isnan(value));
				assert_true(data_dates_is_false(text) == !exists);
				if (exists)
					assert_string_equal(data_show_value(shown, expected++, DATA_DAYS), text);
			}
}

/* Seconds at the start of 1 January 2024. */
static double clock_of(const char *time)
{
	const data_date_style style = { .order = DATA_ORDER_YMD, .unit = DATA_SECONDS };
	char text[64];
	snprintf(text, sizeof text, "2024-01-01 %s", time);
	return read_as(&style, text) - 86400 * data_days_of(2024, 1, 1);
}

static void times_are_read(void **state)
{
	(void)state;
	assert_true(clock_of("00:00") == 0);
	assert_true(clock_of("14:05:06.25") == 14 * 3600 + 5 * 60 + 6.25);
	assert_true(clock_of("12:30 AM") == 1800);
	assert_true(clock_of("12:30 PM") == 12 * 3600 + 1800);
	assert_true(clock_of("1:30 PM") == 13 * 3600 + 1800);
	assert_true(isnan(clock_of("13:30 PM")) && isnan(clock_of("0:30 AM")));
	assert_true(clock_of("24:00") == 86400);
	assert_true(isnan(clock_of("24:01")) && isnan(clock_of("23:60")));
}

static void zones_are_hours_east_of_utc(void **state)
{
	(void)state;
	assert_true(clock_of("12:00Z") == 43200);
	assert_true(clock_of("12:00+02:00") == 36000);
	assert_true(clock_of("12:00-05:30") == 43200 + 5.5 * 3600);
	assert_true(clock_of("12:00-0530") == 43200 + 5.5 * 3600);
	assert_true(clock_of("12:00 UTC") == 43200);
	assert_true(isnan(clock_of("12:00+16:00")) && isnan(clock_of("12:00+02:60")));
}

static data_date_verdict find(data_date_style *style, const char *const *texts, size_t count, int option)
{
	uint32_t rows[16];
	for (size_t i = 0; i < count; i++)
		rows[i] = 1;
	return data_dates_find(style, texts, rows, count, option);
}

static void one_number_above_twelve_settles_the_order(void **state)
{
	(void)state;
	data_date_style style;
	const char *const days[] = { "01/02/2024", "13/02/2024" }, *const months[] = { "01/02/2024", "02/13/2024" };
	const char *const open[] = { "01/02/2024", "12/12/2024" }, *const mixed[] = { "13/02/2024", "02/13/2024" };
	assert_int_equal(find(&style, days, 2, 0), DATA_DATES_FOUND);
	assert_true(read_as(&style, "01/02/2024") == data_days_of(2024, 2, 1));
	assert_int_equal(find(&style, months, 2, 0), DATA_DATES_FOUND);
	assert_true(read_as(&style, "01/02/2024") == data_days_of(2024, 1, 2));
	assert_int_equal(find(&style, open, 2, 0), DATA_DATES_OPEN);
	assert_int_equal(find(&style, mixed, 2, 0), DATA_DATES_MIXED);
	const char *const points[] = { "01.02.2024", "03.04.2024" };
	assert_int_equal(find(&style, points, 2, 0), DATA_DATES_FOUND);
	assert_true(read_as(&style, "01.02.2024") == data_days_of(2024, 2, 1));
}

static void short_years_need_an_order_and_end_in_2068(void **state)
{
	(void)state;
	data_date_style style;
	const char *const texts[] = { "01/02/68", "13/02/69" };
	assert_int_equal(find(&style, texts, 2, 0), DATA_DATES_SHORT);
	assert_int_equal(find(&style, texts, 2, DATA_ORDER_DMY), DATA_DATES_FOUND);
	assert_true(read_as(&style, "01/02/68") == data_days_of(2068, 2, 1));
	assert_true(read_as(&style, "01/02/69") == data_days_of(1969, 2, 1));
}

static void a_zone_that_is_missing_once_is_noticed(void **state)
{
	(void)state;
	data_date_style style;
	const char *const texts[] = { "2024-01-01T00:00Z", "2024-01-01T00:00+01:00", "2024-01-01T00:00" };
	assert_int_equal(find(&style, texts, 2, 0), DATA_DATES_FOUND);
	assert_true(style.zoned && style.unit == DATA_SECONDS);
	assert_int_equal(find(&style, texts, 3, 0), DATA_DATES_ZONES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(days_follow_each_other),
		cmocka_unit_test(every_day_reads_and_shows_and_no_other),
		cmocka_unit_test(times_are_read),
		cmocka_unit_test(zones_are_hours_east_of_utc),
		cmocka_unit_test(one_number_above_twelve_settles_the_order),
		cmocka_unit_test(short_years_need_an_order_and_end_in_2068),
		cmocka_unit_test(a_zone_that_is_missing_once_is_noticed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
