/* A program of a stranger, built against what was installed. Two columns that are the same coin: they tell each other
 * one bit, and the library must say so. */
#include <math.h>
#include <mixmi.h>
#include <stdio.h>

enum { ROWS = 64 };

static mixmi_status estimate(double *bits)
{
	int64_t coin[ROWS];
	for (int i = 0; i < ROWS; i++)
		coin[i] = i % 2;
	mixmi_options *options = NULL;
	mixmi_table *table = NULL;
	mixmi_status status = mixmi_options_new(&options);
	if (status == MIXMI_OK)
		status = mixmi_table_new(&table, ROWS);
	if (status == MIXMI_OK)
		status = mixmi_table_add_codes(table, "a", coin, NULL, 0, NULL);
	if (status == MIXMI_OK)
		status = mixmi_table_add_codes(table, "b", coin, NULL, 0, NULL);
	mixmi_answer answer = { 0 };
	const size_t x = 0, y = 1;
	const mixmi_question question = { &x, 1, &y, 1, NULL, 0 };
	if (status == MIXMI_OK)
		status = mixmi_estimate(&answer, sizeof answer, NULL, table, &question, options);
	*bits = answer.estimate / log(2);
	mixmi_table_free(table);
	mixmi_options_free(options);
	return status;
}

int main(void)
{
	double bits;
	if (estimate(&bits) != MIXMI_OK) {
		fprintf(stderr, "consumer: %s\n", mixmi_error_message());
		return 1;
	}
	printf("mixmi %s: %.6f bits\n", mixmi_version(), bits);
	return fabs(bits - 1) < 0.05 ? 0 : 1;
}
