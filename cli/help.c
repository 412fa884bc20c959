/* --help of every command, generated from the tables of commands, flags and library options. */
#include "help.h"

#include <ctype.h>
#include <string.h>

#include "args.h"
#include "methods.h"
#include "output.h"
#include "report.h"
#include "text.h"

const char *const cli_exit_codes[] = {
	"success",
	"bad usage: an unknown command, option or column, a value out of range",
	"bad data: a malformed file, an infinite value, fewer than 2 usable rows",
	"a file could not be read or written",
	"a limit was exceeded, the run was cancelled, or memory ran out",
	"graph --gather: another round of shards is needed",
	NULL,
};

const char cli_about[] =
	"mixmi measures dependence in tables whose columns are discrete, continuous, or both at once. It estimates "
	"(conditional) mutual information and entropy, tests conditional independence, and learns causal graphs.";

const char cli_about_columns[] =
	"FILE is delimited text (CSV, TSV, ...), plain or compressed, or an Excel workbook, or a file of SPSS, Stata, SAS, "
	"SQLite or Parquet if the library for it is installed; - is standard input, which is also read if FILE is not "
	"given and "
	"standard input is not a terminal. COLUMNS is a comma-separated list of column names, 1-based positions, patterns "
	"('id*') and "
	"ranges (V10-V20). Names take precedence: if a column's name is a number, write #3 for position 3. Names with "
	"commas need double quotes in a list. If the option is repeated, the lists are joined.";

const char *cli_flag_head(char out[CLI_HEAD], const cli_flag *flag)
{
	const char *blank = flag->argument == NULL ? "" : " ", *argument = flag->argument == NULL ? "" : flag->argument;
	if (flag->name[1] == '\0')
		snprintf(out, CLI_HEAD, "-%s%s%s", flag->name, blank, argument);
	else if (flag->letter != 0)
		snprintf(out, CLI_HEAD, "-%c, --%s%s%s", flag->letter, flag->name, blank, argument);
	else
		snprintf(out, CLI_HEAD, "--%s%s%s", flag->name, blank, argument);
	return out;
}

const char *cli_option_head(char out[CLI_HEAD], const cli_command *command, const mixmi_option *option)
{
	char letter = cli_command_letter(command, option);
	if (option->kind == MIXMI_OPTION_SWITCH)
		snprintf(out, CLI_HEAD, "--%s, --no-%s", option->name, option->name);
	else if (letter != 0)
		snprintf(out, CLI_HEAD, "-%c, --%s %s", letter, option->name, option->argument);
	else
		snprintf(out, CLI_HEAD, "--%s %s", option->name, option->argument);
	return out;
}

const char *cli_option_facts(char out[CLI_FACTS], const mixmi_option *option)
{
	size_t used = 0;
	out[0] = '\0';
	bool is_number = option->kind == MIXMI_OPTION_INTEGER || option->kind == MIXMI_OPTION_REAL;
	bool has_choices = option->kind == MIXMI_OPTION_CHOICE || option->kind == MIXMI_OPTION_CHARACTER;
	bool is_choice = has_choices && strchr(option->choices, ',') != NULL;
	if (is_number)
		snprintf(out, CLI_FACTS, "%s %.16g %s %.16g; ", option->open ? "between" : "from", option->minimum,
		         option->open ? "and" : "to", option->maximum);
	for (const char *c = is_choice ? option->choices : ""; *c != '\0' && used + 8 < CLI_FACTS; c++)
		used += (size_t)snprintf(out + used, CLI_FACTS - used, *c == ',' ? ", " : "%c", *c);
	if (is_choice)
		snprintf(out + used, CLI_FACTS - used, "; ");
	used = strlen(out);
	if (*option->fallback != '\0')
		snprintf(out + used, CLI_FACTS - used, "default %s", option->fallback);
	else if (used > 1)
		out[used - 2] = '\0';
	return out;
}

/* One entry: the head in its own column, with the wrapped help next to it. */
static void print_entry(FILE *stream, const char *head, const char *help, const char *facts)
{
	enum { COLUMN = 26 };
	size_t indent = strncmp(head, "--", 2) == 0 ? 6 : 2, used = indent + strlen(head);
	fprintf(stream, "%*s%s", (int)indent, "", head);
	if (used + 2 > COLUMN)
		fprintf(stream, "\n%*s", COLUMN, "");
	else
		fprintf(stream, "%*s", (int)(COLUMN - used), "");
	char text[512];
	snprintf(text, sizeof text, *facts == '\0' ? "%s" : "%s [%s]", help, facts);
	cli_text_wrap(stream, text, COLUMN, COLUMN);
}

/* Length of the part of a help that fits: up to the last end of a clause outside parentheses, else of a word. */
static size_t brief_length(const char *help, size_t room)
{
	enum { SHORTEST = 12 }; /* "in CSV, " is no clause */
	size_t length = strlen(help), clause = 0, word = 0;
	int depth = 0;
	if (length <= room)
		return length;
	for (size_t i = 1; i <= room; i++) {
		bool ends = strchr(";,", help[i]) != NULL ? help[i + 1] == ' ' : help[i] == ' ' && help[i + 1] == '(';
		depth += help[i] == '(' ? 1 : help[i] == ')' ? -1 : 0;
		if (ends && depth == 0 && i >= SHORTEST)
			clause = i;
		if (help[i] == ' ' && help[i - 1] != ':')
			word = i;
	}
	return clause > 0 ? clause : word;
}

/* The same in one line: the beginning of the help, which --help-all has as a whole. */
static void print_brief(FILE *stream, const char *head, const char *help)
{
	enum { COLUMN = 30, WIDTH = 80 };
	size_t indent = strncmp(head, "--", 2) == 0 ? 6 : 2, used = indent + strlen(head);
	size_t column = used + 2 > COLUMN ? used + 2 : COLUMN;
	fprintf(stream, "%*s%s%*s%.*s\n", (int)indent, "", head, (int)(column - used), "",
	        (int)brief_length(help, WIDTH - column), help);
}

static void print_flags(FILE *stream, const char *title, const cli_flag *flags, bool brief)
{
	if (flags->name == NULL)
		return;
	fprintf(stream, "%s:\n", title);
	for (; flags->name != NULL; flags++) {
		char head[CLI_HEAD];
		if (brief)
			print_brief(stream, cli_flag_head(head, flags), flags->help);
		else
			print_entry(stream, cli_flag_head(head, flags), flags->help, "");
	}
	fputc('\n', stream);
}

/* The most common options; --help-all, the manual pages and the completions have all. */
static const char common[] =
	"preset,estimator,neighbours,confidence,alpha,test,max-cond,latent,stability,checkpoint,where,"
	"missing,discrete,numeric,units,threads";

static bool is_shown(const cli_command *command, const mixmi_option *option, bool all)
{
	return cli_command_takes(command, option) && (all || cli_word_in(common, option->name));
}

static void print_option(FILE *stream, const cli_command *command, const mixmi_option *option)
{
	char head[CLI_HEAD], facts[CLI_FACTS];
	print_entry(stream, cli_option_head(head, command, option), option->help, cli_option_facts(facts, option));
}

/* The common options in one block, and the number of others. */
static void print_common(FILE *stream, const cli_command *command)
{
	const mixmi_option *option;
	size_t more = 0, shown = 0;
	for (size_t i = 0; (option = mixmi_option_at(i)) != NULL; i++)
		if (is_shown(command, option, false)) {
			if (shown++ == 0)
				fputs("Common options:\n", stream);
			char head[CLI_HEAD];
			print_brief(stream, cli_option_head(head, command, option), option->help);
		} else {
			more += cli_command_takes(command, option);
		}
	if (more > 0)
		fprintf(stream, "\n%zu more options and the full description: mixmi %s --help-all\n", more, command->name);
	if (shown > 0)
		fputc('\n', stream);
}

/* The library options of the command, one block per group. */
static void print_options(FILE *stream, const cli_command *command)
{
	const char *group = "";
	const mixmi_option *option;
	for (size_t i = 0; (option = mixmi_option_at(i)) != NULL; i++) {
		if (!cli_command_takes(command, option))
			continue;
		if (strcmp(group, option->group) != 0) {
			group = option->group;
			fprintf(stream, "%s%c%s:\n", i == 0 ? "" : "\n", toupper((unsigned char)*group), group + 1);
		}
		print_option(stream, command, option);
	}
	if (*group != '\0')
		fputc('\n', stream);
}

/* The methods available to the command, one per line. */
static void print_methods(FILE *stream, const cli_command *command)
{
	enum { COLUMN = 14 };
	cli_methods kind = command->methods;
	const mixmi_method *method;
	if (kind == CLI_NO_METHODS)
		return;
	fprintf(stream, "%s ('mixmi help %s' says more):\n", kind == CLI_ESTIMATORS ? "Estimators" : "Tests",
	        cli_methods_name(kind));
	for (size_t i = 0; (method = cli_method_at(kind, i)) != NULL; i++) {
		fprintf(stream, "  %-*s", COLUMN - 2, method->name);
		cli_text_wrap(stream, method->help, COLUMN, COLUMN);
	}
	fputc('\n', stream);
}

static void print_exit_codes(FILE *stream)
{
	fputs("Exit status:\n", stream);
	for (int code = 0; cli_exit_codes[code] != NULL; code++) {
		fprintf(stream, "  %d  ", code);
		cli_text_wrap(stream, cli_exit_codes[code], 5, 5);
	}
}

static void print_examples(FILE *stream, const cli_example *examples)
{
	if (examples == NULL)
		return;
	fputs("\nExamples:\n", stream);
	for (; examples->line != NULL; examples++) {
		fprintf(stream, "  %s\n      ", examples->line);
		cli_text_wrap(stream, examples->what, 6, 6);
	}
}

/* The first paragraph. */
static void print_first(FILE *stream, const char *description)
{
	cli_text text = { 0 };
	cli_text_add_bytes(&text, description, strcspn(description, "\n"));
	cli_text_wrap(stream, text.failed ? description : text.bytes, 0, 0);
	cli_text_clear(&text);
}

static void print_short(FILE *stream, const void *of)
{
	const cli_command *command = of;
	fprintf(stream, "Usage: mixmi %s %s\n\n", command->name, command->synopsis);
	print_first(stream, command->description);
	fputc('\n', stream);
	print_flags(stream, "Question", cli_command_flags(command, 0), true);
	print_flags(stream, "Output", cli_command_flags(command, 1), true);
	print_common(stream, command);
	print_flags(stream, "Help", cli_command_flags(command, 2), true);
	print_exit_codes(stream);
	print_examples(stream, command->examples);
}

static void print_command(FILE *stream, const void *of)
{
	const cli_command *command = of;
	fprintf(stream, "Usage: mixmi %s %s\n\n", command->name, command->synopsis);
	cli_text_wrap(stream, command->description, 0, 0);
	if (cli_word_in(command->groups, "reading")) {
		fputc('\n', stream);
		cli_text_wrap(stream, cli_about_columns, 0, 0);
	}
	fputc('\n', stream);
	print_flags(stream, "Question", cli_command_flags(command, 0), false);
	print_flags(stream, "Output", cli_command_flags(command, 1), false);
	print_flags(stream, "Ranks", cli_command_flags(command, 3), false);
	print_options(stream, command);
	print_methods(stream, command);
	print_flags(stream, "Help", cli_command_flags(command, 2), false);
	print_exit_codes(stream);
	print_examples(stream, command->examples);
}

static void print_program(FILE *stream, const void *unused)
{
	(void)unused;
	fputs("Usage: mixmi COMMAND [FILE] [OPTIONS]\n\n", stream);
	cli_text_wrap(stream, cli_about, 0, 0);
	fputs("\nCommands:\n", stream);
	for (size_t i = 0; cli_commands[i] != NULL; i++)
		if (!cli_commands[i]->hidden) {
			fprintf(stream, "  %-12s", cli_commands[i]->name);
			cli_text_wrap(stream, cli_commands[i]->summary, 14, 14);
		}
	fputs("\n'mixmi COMMAND --help' shows the common options of a command, with examples,\n"
	      "'mixmi COMMAND --help-all' all of them;\n"
	      "'mixmi help estimators' and 'mixmi help tests' list their assumptions and cost.\n\n",
	      stream);
	print_exit_codes(stream);
	fputc('\n', stream);
	fputs("Examples:\n", stream);
	for (size_t i = 0; cli_commands[i] != NULL; i++)
		if (cli_commands[i]->groups != NULL)
			fprintf(stream, "  %s\n", cli_commands[i]->examples[0].line);
}

/* What fits a small window: the questions, each with its command. */
static void print_questions(FILE *stream, const void *unused)
{
	static const char *const lines[][2] = {
		{ "describe FILE", "what is in each column?" },
		{ "pairs FILE", "which columns are related?" },
		{ "test FILE -x A -y B -z C", "does A still matter for B given C?" },
		{ "cmi FILE -x A -y B -z C", "how much, and in which groups?" },
		{ "select FILE --target B", "which columns tell about B?" },
		{ "graph FILE", "what causes what?" },
		{ "effect FILE -x A -y B --adjust C", "what does setting A do to B?" },
		{ "report FILE --target B", "all of this on one page" },
	};
	(void)unused;
	fputs("mixmi: how much does X tell about Y once Z is known, in tables of mixed data?\n\n", stream);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		fprintf(stream, "  mixmi %-33s %s\n", lines[i][0], lines[i][1]);
	fputs("\n'mixmi help' lists all commands, 'mixmi COMMAND --help' the options of one.\n", stream);
}

/* Prints one text to standard output. */
static int show(void (*print)(FILE *stream, const void *about), const void *about)
{
	cli_output output;
	int code = cli_output_open(&output, NULL);
	if (code != CLI_OK)
		return code;
	print(output.stream, about);
	return cli_output_close(&output);
}

int cli_help_command(const cli_command *command, bool all)
{
	return show(all ? print_command : print_short, command);
}

int cli_help_questions(void)
{
	return show(print_questions, NULL);
}

int cli_help_program(void)
{
	return show(print_program, NULL);
}

static void print_details(FILE *stream, const void *of)
{
	cli_methods kind = *(const cli_methods *)of;
	const mixmi_method *method;
	fputs(kind == CLI_ESTIMATORS ? "Estimators of I(X;Y|Z), for 'mixmi cmi --estimator NAME'.\n"
	                             : "Tests of independence, for --test NAME of 'mixmi test', 'pairs' and 'graph'.\n",
	      stream);
	for (size_t i = 0; (method = cli_method_at(kind, i)) != NULL; i++) {
		size_t used = (size_t)fprintf(stream, "\n%s: ", method->name) - 1;
		cli_text_wrap(stream, method->help, 4, used);
		fputs("    ", stream);
		cli_text_wrap(stream, method->details, 4, 4);
	}
}

int cli_help_methods(cli_methods kind)
{
	return show(print_details, &kind);
}

static void print_version(FILE *stream, const void *unused)
{
	(void)unused;
	fprintf(stream, "mixmi %s\n", mixmi_version());
}

int cli_help_version(void)
{
	return show(print_version, NULL);
}

int cli_help_unknown(const char *name)
{
	cli_nearest nearest = { name, NULL, 0 };
	for (size_t i = 0; cli_commands[i] != NULL; i++)
		if (!cli_commands[i]->hidden)
			cli_nearest_try(&nearest, cli_commands[i]->name);
	if (nearest.name == NULL)
		return cli_fail_usage(NULL, "no command '%s'", name);
	return cli_fail_usage(NULL, "no command '%s'; did you mean '%s'?", name, nearest.name);
}

static int run_help(cli_args *args)
{
	if (args->operand == NULL)
		return cli_help_program();
	cli_methods kind = cli_methods_named(args->operand);
	if (kind != CLI_NO_METHODS)
		return cli_help_methods(kind);
	const cli_command *command = cli_command_find(args->operand);
	return command == NULL ? cli_help_unknown(args->operand)
	                       : cli_help_command(command, cli_args_value(args, "all") != NULL);
}

static const cli_flag help_flags[] = {
	{ "all", 0, CLI_SWITCH, NULL, NULL, "all options of the command, not only the common ones" },
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

const cli_command cli_help = {
	.name = "help",
	.summary = "show help on mixmi or on one command",
	.synopsis = "[COMMAND|estimators|tests]",
	.description =
		"Shows the help of the command, or the list of commands; or what each estimator or test assumes, what it "
		"costs and when not to use it.",
	.flags = help_flags,
	.operands = "estimators,tests,cmi,histogram,test,pairs,graph,check,adjust,effect,compare,describe,assign,"
				"completion",
	.run = run_help,
};
