/* The MIIC estimator: agreement with the R package, exactness of the dynamic programme, symmetry, closed forms, bad
 * input. */
#include <pthread.h>

#include "miic/miic.h"
#include "miic/search.h"
#include "tables.h"

/* ------------------------------------------------------------------------------------------ golden values */

/* A row of values.csv: which columns of which file, and what the R package gave. */
typedef struct golden {
	char data[64], x[16], y[16], z[64], discrete[64];
	double information, corrected;
} golden;

/* Blanks to commas, as column lists have them. */
static void to_list(char *list)
{
	for (; *list != '\0'; list++)
		if (*list == ' ')
			*list = ',';
}

static bool read_golden(golden *g, FILE *file)
{
	char line[1024], *fields[14], *next = line;
	if (fgets(line, sizeof line, file) == NULL)
		return false;
	for (size_t i = 0; i < 14; i++) {
		fields[i] = next;
		next += strcspn(next, ",\r\n");
		assert_true(i == 13 || *next == ',');
		*next++ = '\0';
	}
	snprintf(g->data, sizeof g->data, "%s", fields[0]);
	snprintf(g->x, sizeof g->x, "%s", fields[2]);
	snprintf(g->y, sizeof g->y, "%s", fields[3]);
	snprintf(g->z, sizeof g->z, "%s", fields[4]);
	snprintf(g->discrete, sizeof g->discrete, "%s", fields[5]);
	to_list(g->z);
	to_list(g->discrete);
	g->information = strtod(fields[12], NULL);
	g->corrected = strtod(fields[13], NULL);
	return true;
}

static mixmi_value ask(const mixmi_table *table, const char *x, const char *y, const char *z,
                       const mixmi_options *options)
{
	size_t *columns[3] = { NULL, NULL, NULL }, counts[3] = { 0, 0, 0 };
	const char *const lists[3] = { x, y, z };
	for (size_t i = 0; i < 3; i++)
		if (lists[i][0] != '\0')
			assert_ok(mixmi_table_select(&columns[i], &counts[i], table, lists[i]));
	const mixmi_question question = { columns[0], counts[0], columns[1], counts[1], columns[2], counts[2] };
	mixmi_value value;
	assert_ok(miic_estimate(&value, table, &question, options));
	for (size_t i = 0; i < 3; i++)
		mixmi_free(columns[i]);
	return value;
}

static mixmi_value ask_golden(const golden *g)
{
	char path[128];
	snprintf(path, sizeof path, "tests/golden/neighbour/%s.csv", g->data);
	mixmi_options options;
	mixmi_options_init(&options);
	options.discrete = g->discrete[0] != '\0' ? g->discrete : NULL;
	mixmi_table *table;
	assert_ok(mixmi_table_read(&table, path, &options));
	mixmi_value value = ask(table, g->x, g->y, g->z, &options);
	mixmi_table_free(table);
	return value;
}

static void agrees_with_the_package(void **state)
{
	(void)state;
	FILE *file = fopen("tests/golden/neighbour/values.csv", "r");
	assert_non_null(file);
	char header[1024];
	assert_non_null(fgets(header, sizeof header, file));
	size_t cases = 0, near = 0, equal = 0, other_zero = 0;
	for (golden g; read_golden(&g, file); cases++) {
		mixmi_value value = ask_golden(&g);
		double difference = fmax(fabs(value.estimate - g.information), fabs(value.corrected - g.corrected));
		print_message("%-14s %-12s package %.6f %.6f, here %.6f %.6f\n", g.data, g.z, g.information, g.corrected,
		              value.estimate, value.corrected);
		near += difference <= 0.02;
		equal += difference <= 1e-5;
		other_zero += (value.corrected == 0) != (g.corrected == 0);
	}
	fclose(file);
	print_message("of %zu cases %zu within 0.02, %zu equal\n", cases, near, equal);
	assert_true(cases >= 30 && 10 * near >= 9 * cases && 20 * other_zero <= cases);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(agrees_with_the_package),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
