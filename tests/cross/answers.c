/* Estimates and p-values of questions about a table, with all digits: answers FILE. cross.sh compares what other systems print. */
#include <mixmi.h>
#include <stdio.h>

/* Tests the pair alone and given each other column. */
static int ask_about(const mixmi_table *table, size_t x, size_t y)
{
	for (size_t z = 0; z < mixmi_table_columns(table); z++) {
		const mixmi_question question = { &x, 1, &y, 1, &z, z != x && z != y };
		mixmi_answer answer;
		if (z == y || mixmi_test(&answer, sizeof answer, NULL, table, &question, NULL) != MIXMI_OK)
			continue; /* alone once, where z is x */
		printf("%zu %zu %zu %.17g %.17g\n", x, y, z, answer.estimate, answer.p);
	}
	return ferror(stdout);
}

int main(int count, char **arguments)
{
	mixmi_table *table = NULL;
	if (count != 2 || mixmi_table_read(&table, arguments[1], NULL) != MIXMI_OK) {
		fprintf(stderr, "answers: %s\n", count == 2 ? mixmi_error_message() : "one file is needed");
		return 1;
	}
	int failed = 0;
	for (size_t x = 0; x < mixmi_table_columns(table); x++)
		for (size_t y = x + 1; y < mixmi_table_columns(table); y++)
			failed |= ask_about(table, x, y);
	mixmi_table_free(table);
	return failed;
}
