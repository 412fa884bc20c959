/* Estimators and tests as shown by the command. The library's registries define which options a method uses. */
#include "methods.h"

#include <string.h>

#include "report.h"
#include "text.h"

const mixmi_method *cli_method_at(cli_methods kind, size_t index)
{
	return kind == CLI_ESTIMATORS ? mixmi_estimator_at(index) : kind == CLI_TESTS ? mixmi_test_at(index) : NULL;
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

const mixmi_method *cli_methods_chosen(const cli_args *args)
{
	cli_methods kind = args->command->methods;
	const char *name = cli_args_option(args, kind == CLI_ESTIMATORS ? "estimator" : "test");
	const mixmi_method *method;
	for (size_t i = 0; (method = cli_method_at(kind, i)) != NULL; i++)
		if (strcmp(method->name, name) == 0)
			return method;
	return NULL;
}

bool cli_methods_fits(const cli_args *args)
{
	const mixmi_method *chosen = cli_methods_chosen(args);
	return chosen == NULL || chosen->has_bins;
}

/* Level, seed, preset and atom-threshold are accepted with any test, so that methods can be compared by changing only
 * the name. An option about details of a test must be used by it. */
static bool must_be_used(const mixmi_option *option, cli_methods kind)
{
	if (kind == CLI_TESTS && cli_word_in("alpha,seed", option->name))
		return false;
	return cli_word_in("model,estimator,kernel,test", option->group) &&
	       !cli_word_in("preset,atom-threshold,estimator,test", option->name);
}

/* A usage error that lists the methods that use the option. */
static int refuse(const cli_args *args, const char *option, const mixmi_method *chosen)
{
	cli_methods kind = args->command->methods;
	cli_text users = { 0 };
	const mixmi_method *method;
	for (size_t i = 0; (method = cli_method_at(kind, i)) != NULL; i++)
		if (mixmi_method_uses_option(method, option)) {
			cli_text_add(&users, users.length > 0 ? "," : "");
			cli_text_add(&users, method->name);
		}
	int code = cli_fail_usage(args->command->name, "--%s has no effect with --%s %s, only with: %s", option,
	                          kind == CLI_ESTIMATORS ? "estimator" : "test", chosen->name,
	                          users.bytes == NULL ? "" : users.bytes);
	cli_text_clear(&users);
	return code;
}

int cli_methods_check(const cli_args *args)
{
	const mixmi_method *chosen = cli_methods_chosen(args);
	for (size_t i = 0; chosen != NULL && i < args->given_count; i++) {
		const mixmi_option *option = args->given[i].option;
		if (option != NULL && must_be_used(option, args->command->methods) &&
		    !mixmi_method_uses_option(chosen, option->name))
			return refuse(args, option->name, chosen);
	}
	return CLI_OK;
}
