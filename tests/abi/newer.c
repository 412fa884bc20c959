/* The other way round: a program that knows a field more than the library that it runs with. What the library does not know
 * must be 0, and the rest as ever. Compiled with the header that run.sh has given one more field. */
#include <mixmi.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	const double x[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	const size_t first = 0, second = 1;
	const mixmi_question question = { &first, 1, &second, 1, NULL, 0 };
	mixmi_table *table;
	mixmi_answer answer;
	memset(&answer, 0xA5, sizeof answer);
	if (mixmi_table_new(&table, 8) != MIXMI_OK ||
	    mixmi_table_add_values(table, "a", MIXMI_NUMERIC, x, NULL) != MIXMI_OK ||
	    mixmi_table_add_values(table, "b", MIXMI_NUMERIC, x, NULL) != MIXMI_OK ||
	    mixmi_estimate(&answer, sizeof answer, NULL, table, &question, NULL) != MIXMI_OK) {
		fprintf(stderr, "%s\n", mixmi_error_message());
		return 1;
	}
	mixmi_table_free(table);
	return answer.later == 0 && answer.rows == 8 ? 0 : 1;
}
