/* Every figure of the frozen accuracy table: all draws at 100 rows, the first few at larger sizes. About a minute of one core; a
 * method fails if it is worse in one cell by more than the error band of its draws. */
#include "../unit/frozen.h"

static void no_figure_is_worse_than_recorded(void **state)
{
	(void)state;
	frozen_check(SIZE_MAX, 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(no_figure_is_worse_than_recorded) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
