/* Finds the subcommand in the table and runs it. */
#include "run.h"

#include <stdio.h>
#include <string.h>

#include "args.h"
#include "colour.h"
#include "csv.h"
#include "help.h"
#include "methods.h"
#include "output.h"
#include "progress.h"
#include "ranks.h"
#include "report.h"

const cli_command *const cli_commands[] = {
	&cli_cmi,    &cli_histogram, &cli_test,   &cli_pairs,      &cli_graph,  &cli_blanket,  &cli_select,
	&cli_check,  &cli_adjust,    &cli_effect, &cli_compare,    &cli_report, &cli_describe, &cli_assign,
	&cli_sketch, &cli_merge,     &cli_help,   &cli_completion, &cli_manual, NULL,
};

/* Commands that became part of another one in 0.3; the old names go with 0.4. */
static const struct {
	const char *before;
	const cli_command *now;
	const char *with; /* option and value that were implied; NULL: none */
	const char *note;
} former[] = {
	{ "transfer", &cli_cmi, "--lags=1",
	  "'mixmi transfer' is now 'mixmi test --lags 1', or cmi; the old name goes with 0.4" },
	{ "entropy", &cli_histogram, NULL, "'mixmi entropy' is now 'mixmi histogram'; the old name goes with 0.4" },
};

static int run_checked(cli_args *args)
{
	int code = cli_methods_check(args);
	if (code != CLI_OK)
		return code;
	code = cli_output_spare(args);
	if (cli_args_shared(args))
		code = cli_ranks_agree(code);
	return code == CLI_OK ? args->command->run(args) : code;
}

static int run_command(const cli_command *command, int count, char *const *words)
{
	cli_args args;
	int code = cli_args_parse(&args, command, count, words);
	cli_colour_set(cli_args_value(&args, "color"));
	cli_csv_set_safe(cli_args_value(&args, "csv-safe") != NULL);
	bool all = cli_args_value(&args, "help-all") != NULL;
	if (code == CLI_OK && (all || cli_args_value(&args, "help") != NULL))
		code = cli_help_command(command, all);
	else if (code == CLI_OK && cli_args_value(&args, "version") != NULL)
		code = cli_help_version();
	else if (code == CLI_OK && (cli_args_shared(&args) || cli_ranks_first()))
		code = run_checked(&args);
	cli_progress_clear();
	cli_args_clear(&args);
	return code;
}

/* The first of the words is the old name, whose place the implied option takes. A later one overrides it. */
static int run_former(const cli_command *now, const char *with, int count, char **words)
{
	static char implied[16];
	if (with == NULL)
		return run_command(now, count - 1, words + 1);
	snprintf(implied, sizeof implied, "%s", with);
	words[0] = implied;
	return run_command(now, count, words);
}

int cli_run(int argc, char **argv)
{
	if (argc < 2)
		return cli_help_questions();
	const char *word = argv[1];
	if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
		return cli_help_program();
	if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)
		return cli_help_version();
	const cli_command *command = cli_command_find(word);
	if (command != NULL)
		return run_command(command, argc - 2, argv + 2);
	for (size_t i = 0; i < sizeof former / sizeof former[0]; i++)
		if (strcmp(word, former[i].before) == 0) {
			cli_note(former[i].note);
			return run_former(former[i].now, former[i].with, argc - 1, argv + 1);
		}
	if (word[0] == '-')
		return cli_fail_usage(NULL, "no option '%s' before the command", word);
	return cli_help_unknown(word);
}
