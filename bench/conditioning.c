/* How cost grows with the number of columns: I(X;Y|Z1..Zk) of two Gaussians and k discrete columns, against k = 0. The goal
 * of three times the number of columns is stated for 12 columns against 2. */
#include <stdio.h>

#include "measure.h"
#include "tables.h"

enum { MOST_GIVEN = 12 };

static void show_columns(size_t rows)
{
	tables_question none = { tables_conditioning(rows, MOST_GIVEN), 0, tables_options() };
	for (size_t given = 1; given <= MOST_GIVEN; given++) {
		if (given > 4 && given % 2 == 1)
			continue;
		tables_question question = none;
		question.given = given;
		char what[64];
		snprintf(what, sizeof what, "%zu columns, n = %zu", given + 2, rows);
		measure_compare(&(measure_figure){ .what = what,
		                                   .subject = { "mixmi", tables_estimate, &question, 1 },
		                                   .yardstick = { "mixmi with 2 columns", tables_estimate, &none, 1 },
		                                   .clock = MEASURE_CPU,
		                                   .rounds = 5,
		                                   .goal = given == 10 ? MEASURE_AT_MOST : MEASURE_NO_GOAL,
		                                   .bound = 1.5 * (double)(given + 2) });
	}
	mixmi_table_free((mixmi_table *)none.table);
}

int main(void)
{
	measure_begin("conditioning", "cost with Z against the cost without");
	show_columns(1000);
	show_columns(measure_quick() ? 10000 : 100000);
	return 0;
}
