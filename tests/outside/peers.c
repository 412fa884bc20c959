/* The methods of src/peers as a program's own: compiled into this program, which sees the shared library and nothing
 * else of it, they give the answers that the library gives under their names, to the last bit. */
#include <stdio.h>
#include <string.h>

#include "peers/kernel/kernel.h"
#include "peers/miic/miic.h"
#include "peers/neighbour/neighbour.h"
#include "peers/suzuki/suzuki.h"

enum { FLIPPER = 4, MASS = 5, BILL = 2, SPECIES = 0 };

static mixmi_status ask(mixmi_answer *out, const mixmi_table *table, const mixmi_question *question, bool is_test,
                        const mixmi_options *options)
{
	return is_test ? mixmi_test(out, sizeof *out, NULL, table, question, options)
	               : mixmi_estimate(out, sizeof *out, NULL, table, question, options);
}

/* 1 if an answer differs, or there is none. */
static int differs(const mixmi_own_method *method, bool is_test, const mixmi_table *table,
                   const mixmi_question *question)
{
	mixmi_options *options;
	mixmi_answer by_name, own;
	const char *name = method->shown.name;
	if (mixmi_options_new(&options) != MIXMI_OK)
		return 1;
	mixmi_status status = mixmi_options_set(options, is_test ? "test" : "estimator", name);
	if (status == MIXMI_OK)
		status = ask(&by_name, table, question, is_test, options);
	if (status == MIXMI_OK)
		status = is_test ? mixmi_options_set_test(options, method->answer, NULL, name)
		                 : mixmi_options_set_estimator(options, method->answer, NULL, name);
	if (status == MIXMI_OK)
		status = ask(&own, table, question, is_test, options);
	mixmi_options_free(options);
	by_name.method = own.method = NULL; /* the same text at two places */
	if (status == MIXMI_OK && memcmp(&by_name, &own, sizeof own) == 0)
		return 0;
	fprintf(stderr, "%s: %s\n", name, status == MIXMI_OK ? "another answer" : mixmi_error_message());
	return 1;
}

int main(void)
{
	static const mixmi_own_method *const estimators[] = { &neighbour_ksg,   &neighbour_fp, &neighbour_mixed_ksg,
		                                                  &neighbour_ravk,  &neighbour_ms, &miic_estimator,
		                                                  &suzuki_estimator };
	static const mixmi_own_method *const tests[] = { &miic_test, &suzuki_test, &kernel_rcit, &kernel_rcot };
	const size_t x = FLIPPER, y = MASS, z[] = { BILL, SPECIES };
	mixmi_table *table;
	int bad = 0;
	if (mixmi_table_read(&table, "data/penguins.csv", NULL) != MIXMI_OK) {
		fprintf(stderr, "%s\n", mixmi_error_message());
		return 1;
	}
	for (size_t given = 0; given <= 2; given++) {
		const mixmi_question question = { &x, 1, &y, 1, z, given };
		for (size_t i = 0; i < sizeof estimators / sizeof estimators[0]; i++)
			if (given == 0 || estimators[i]->shown.conditional)
				bad += differs(estimators[i], false, table, &question);
		for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)
			bad += differs(tests[i], true, table, &question);
	}
	mixmi_table_free(table);
	return bad > 0;
}
