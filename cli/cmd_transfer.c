/* mixmi transfer: transfer entropy, I(past of X; Y | past of Y and of Z). This is a question for 'mixmi cmi', so -x, -y
 * and -z are replaced by these lists and that command is run. */
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "csv.h"
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

static int run(cli_args *args)
{
	const char *x, *y, *z = cli_args_value(args, "z");
	size_t lags = (size_t)cli_args_number(args, "lags");
	cli_text causes = { 0 }, past = { 0 };
	int code = cli_args_need(&x, args, "x");
	if (code == CLI_OK)
		code = cli_args_need(&y, args, "y");
	if (code == CLI_OK && *cli_args_option(args, "time") == '\0')
		code = cli_fail_usage("transfer", "--time is needed: the column that orders the rows");
	if (code == CLI_OK && lags == 0 && cli_args_gives(args, "lags"))
		code = cli_fail_usage("transfer", "--lags: transfer entropy needs at least 1");
	if (code != CLI_OK)
		return code;
	lags = lags > 0 ? lags : 1;
	add_past(&causes, x, lags);
	add_past(&past, y, lags);
	if (z != NULL)
		add_past(&past, z, lags);
	code = set_list(args, "x", &causes);
	if (code == CLI_OK)
		code = set_list(args, "z", &past);
	cli_text_clear(&causes);
	cli_text_clear(&past);
	return code == CLI_OK ? cli_cmi.run(args) : code;
}

static const cli_flag flags[] = {
	{ "x", 'x', CLI_COLUMNS, "COLUMNS", NULL, "the columns of X, whose past is the source" },
	{ "y", 'y', CLI_COLUMNS, "COLUMNS", NULL, "the columns of Y" },
	{ "z", 'z', CLI_COLUMNS, "COLUMNS", NULL, "additional columns whose past is conditioned on" },
	{ "csv", 0, CLI_SWITCH, NULL, NULL, "print CSV" },
	CLI_CSV_SAFE,
	{ "verbose", 'v', CLI_SWITCH, NULL, NULL, "also show plug-in estimate, code lengths, search and columns" },
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

static const cli_example examples[] = {
	{ "mixmi transfer air.csv -x Wind -y Ozone --time Day --lags 1",
	  "Information about today's ozone in yesterday's wind, beyond that in yesterday's ozone." },
	{ NULL, NULL },
};

const cli_command cli_transfer = {
	.name = "transfer",
	.summary = "estimate transfer entropy from X to Y",
	.synopsis = "[FILE] -x COLUMNS -y COLUMNS --time COLUMN [--lags K] [OPTIONS]",
	.description =
		"Prints the transfer entropy from X to Y, I(X@1, ..., X@K; Y | Y@1, ..., Y@K): the information about Y in the "
		"last K values of X beyond that in the last K values of Y itself (Schreiber 2000). K is 1 unless --lags is "
		"given. With -z, the last K values of Z are conditioned on too. This is a special case of 'mixmi cmi', whose "
		"help explains the output; 'mixmi test' with the same lists tests whether it is more than chance. Rows are a "
		"time series in the order of --time, or several with --id; rows with a missing value are left out.",
	.groups = "model,estimator,test,reading,showing,running",
	.without = "survival,max-pairs,only,test,permutations,tail,within,seed",
	.letter = 'k',
	.letter_option = "neighbours",
	.methods = CLI_ESTIMATORS,
	.flags = flags,
	.examples = examples,
	.run = run,
};
