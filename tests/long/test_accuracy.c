/* Every figure of the frozen accuracy table: from all of its draws up to 300 rows, from the first few beyond, which take as long. */
#include "../unit/frozen.h"

static void no_figure_is_worse_than_recorded(void **state)
{
	(void)state;
	frozen_check(SIZE_MAX, 300);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(no_figure_is_worse_than_recorded) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
