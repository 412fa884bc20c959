/* Lists of lagged names in place of -x and -z. */
#include "past.h"

#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "text.h"

/* Adds every name of a list at lags 1 to `lags`; the lag of a quoted name is within the quotes. */
static void add_past(cli_text *out, const char *list, size_t lags)
{
	while (*list != '\0') {
		bool quoted = false;
		size_t length = 0;
		for (; list[length] != '\0' && (quoted || list[length] != ','); length++)
			quoted ^= list[length] == '"';
		bool closes = length > 1 && list[length - 1] == '"';
		for (size_t lag = 1; lag <= lags; lag++) {
			cli_text_add(out, out->length > 0 ? "," : "");
			cli_text_add_bytes(out, list, length - closes);
			cli_text_addf(out, "@%zu%s", lag, closes ? "\"" : "");
		}
		list += length + (list[length] == ',');
	}
}

/* Replaces the value of a flag by a list; args has space for one additional flag. */
static int set_list(cli_args *args, const char *flag, cli_text *list)
{
	size_t i = 0;
	while (i < args->given_count && (args->given[i].option != NULL || strcmp(args->given[i].name, flag) != 0))
		i++;
	if (list->failed)
		return cli_fail_memory();
	if (i == args->given_count)
		args->given[args->given_count++] = (cli_given){ flag, NULL, NULL };
	free(args->given[i].value);
	args->given[i].value = list->bytes;
	*list = (cli_text){ 0 };
	return CLI_OK;
}

static bool names_lags(const cli_args *args)
{
	static const char *const sets[] = { "x", "y", "z" };
	for (size_t i = 0; i < 3; i++) {
		const char *list = cli_args_value(args, sets[i]);
		if (list != NULL && strchr(list, '@') != NULL)
			return true;
	}
	return false;
}

int cli_past(cli_args *args)
{
	const char *x, *y, *z = cli_args_value(args, "z"), *command = args->command->name;
	size_t lags = (size_t)cli_args_number(args, "lags");
	cli_text causes = { 0 }, past = { 0 };
	if (!cli_args_gives(args, "lags") || names_lags(args))
		return CLI_OK;
	int code = cli_args_need(&x, args, "x");
	if (code == CLI_OK)
		code = cli_args_need(&y, args, "y");
	if (code == CLI_OK && *cli_args_option(args, "time") == '\0')
		code = cli_fail_usage(command, "--time is needed: the column that orders the rows");
	if (code == CLI_OK && lags == 0)
		code = cli_fail_usage(command, "--lags: the past has at least 1 step");
	if (code != CLI_OK)
		return code;
	add_past(&causes, x, lags);
	add_past(&past, y, lags);
	if (z != NULL)
		add_past(&past, z, lags);
	code = set_list(args, "x", &causes);
	if (code == CLI_OK)
		code = set_list(args, "z", &past);
	cli_text_clear(&causes);
	cli_text_clear(&past);
	return code;
}
