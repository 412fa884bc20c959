/* Estimators and tests as the command shows them. The registries do not say which option belongs to which method; the
 * table below does. An option that is not in it goes with every method. */
#include "methods.h"

#include <string.h>

#include "report.h"

#define NEIGHBOUR_ESTIMATORS "ksg,fp,mixed-ksg,ravk,ms"
#define HISTOGRAM_TESTS "chi2,sc,fnml,jic,perm,scan,mdl"
#define KERNEL_TESTS "rcit,rcot"

/* Options that are of use to some methods only. NULL: that kind of command either does not take it or always uses it.
 * preset and atom-threshold are not here: they belong to the table as much as to the method, and one may want to compare
 * methods by changing nothing but the name. */
static const struct {
	const char *option;
	const char *estimators;
	const char *tests;
} uses[] = {
	{ "k-init-factor", "hist", HISTOGRAM_TESTS },
	{ "k-init", "hist", HISTOGRAM_TESTS },
	{ "k-max-factor", "hist", HISTOGRAM_TESTS },
	{ "k-max", "hist", HISTOGRAM_TESTS },
	{ "max-rounds", "hist", HISTOGRAM_TESTS },
	{ "bias", "hist", HISTOGRAM_TESTS },
	{ "confidence", "hist", NULL },
	{ "alpha", "hist", NULL },
	{ "neighbours", NEIGHBOUR_ESTIMATORS, NULL },
	{ "ksg-variant", "ksg", NULL },
	{ "metric", NEIGHBOUR_ESTIMATORS, NULL },
	{ "miic-bins", "miic", "miic" },
	{ "features", NULL, KERNEL_TESTS },
	{ "features-xy", NULL, KERNEL_TESTS },
	{ "null", NULL, KERNEL_TESTS },
	{ "one-hot", NULL, KERNEL_TESTS },
};

enum { USES = sizeof uses / sizeof uses[0] };

bool cli_method_at(cli_method *out, cli_methods kind, size_t index)
{
	const mixmi_estimator_info *estimator = kind == CLI_ESTIMATORS ? mixmi_estimator_at(index) : NULL;
	const mixmi_test_info *test = kind == CLI_TESTS ? mixmi_test_at(index) : NULL;
	if (estimator != NULL)
		*out = (cli_method){ estimator->name, estimator->help, estimator->details };
	else if (test != NULL)
		*out = (cli_method){ test->name, test->help, test->details };
	return estimator != NULL || test != NULL;
}

const char *cli_methods_name(cli_methods kind)
{
	return kind == CLI_ESTIMATORS ? "estimators" : "tests";
}

cli_methods cli_methods_named(const char *word)
{
	for (cli_methods kind = CLI_ESTIMATORS; kind <= CLI_TESTS; kind++)
		if (strcmp(word, cli_methods_name(kind)) == 0)
			return kind;
	return CLI_NO_METHODS;
}

const char *cli_methods_chosen(const cli_args *args)
{
	cli_method method;
	cli_methods kind = args->command->methods;
	int number = kind == CLI_ESTIMATORS ? args->options.estimator : args->options.test;
	return cli_method_at(&method, kind, (size_t)number) ? method.name : NULL;
}

bool cli_methods_fits(const cli_args *args)
{
	const char *chosen = cli_methods_chosen(args);
	return chosen == NULL || cli_word_in("hist," HISTOGRAM_TESTS, chosen);
}

/* The methods that use an option, comma-separated; NULL: it goes with all. */
static const char *users_of(const char *option, cli_methods kind)
{
	for (size_t i = 0; i < USES; i++)
		if (strcmp(uses[i].option, option) == 0)
			return kind == CLI_ESTIMATORS ? uses[i].estimators : uses[i].tests;
	return NULL;
}

int cli_methods_check(const cli_args *args)
{
	cli_methods kind = args->command->methods;
	const char *chosen = cli_methods_chosen(args), *what = kind == CLI_ESTIMATORS ? "estimator" : "test";
	for (size_t i = 0; chosen != NULL && i < args->given_count; i++) {
		const cli_given *given = &args->given[i];
		const char *users = given->option == NULL ? NULL : users_of(given->name, kind);
		if (users != NULL && !cli_word_in(users, chosen))
			return cli_fail_usage(args->command->name, "--%s has no effect with --%s %s, only with: %s", given->name,
			                      what, chosen, users);
	}
	return CLI_OK;
}
