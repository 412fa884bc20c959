/* mixmi manual: the manual pages mixmi(1) and mixmi-COMMAND(1) in roff, generated from the same tables as the help.
 * Hidden, because only the build calls it. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "args.h"
#include "help.h"
#include "methods.h"
#include "output.h"
#include "report.h"

/* Text with roff's special characters escaped; a newline starts a paragraph. */
static void print_text(FILE *stream, const char *text)
{
	bool line_start = true;
	for (; *text != '\0'; text++) {
		if (line_start && (*text == '.' || *text == '\''))
			fputs("\\&", stream);
		line_start = *text == '\n';
		if (*text == '\n')
			fputs("\n.PP\n", stream);
		else if (*text == '\\')
			fputs("\\e", stream);
		else if (*text == '-')
			fputs("\\-", stream);
		else if (*text == '\'')
			fputs("\\(aq", stream);
		else
			fputc(*text, stream);
	}
}

static void print_line(FILE *stream, const char *text)
{
	print_text(stream, text);
	fputc('\n', stream);
}

static void print_title(FILE *stream, const char *command)
{
	fputs(".\\\" Made by 'mixmi manual' from the tables of the command.\n.TH MIXMI", stream);
	for (const char *c = command == NULL ? "" : "-"; *c != '\0'; c++)
		fputs("\\-", stream);
	for (const char *c = command == NULL ? "" : command; *c != '\0'; c++)
		fputc(toupper((unsigned char)*c), stream);
	fprintf(stream, " 1 \"\" \"mixmi %s\" \"User Commands\"\n", mixmi_version());
}

/* An entry of a list: `head` in bold, then its help and, in brackets, range and default. */
static void print_entry(FILE *stream, const char *head, const char *help, const char *facts)
{
	fputs(".TP\n\\fB", stream);
	print_text(stream, head);
	fputs("\\fR\n", stream);
	print_text(stream, help);
	if (*facts != '\0') {
		fputs(" [", stream);
		print_text(stream, facts);
		fputc(']', stream);
	}
	fputc('\n', stream);
}

static void print_flags(FILE *stream, const char *title, const cli_flag *flags)
{
	if (flags->name != NULL)
		fprintf(stream, ".SS %s\n", title);
	for (; flags->name != NULL; flags++) {
		char head[CLI_HEAD];
		print_entry(stream, cli_flag_head(head, flags), flags->help, "");
	}
}

static void print_options(FILE *stream, const cli_command *command)
{
	fputs(".SH OPTIONS\n", stream);
	print_flags(stream, "Question", cli_command_flags(command, 0));
	print_flags(stream, "Output", cli_command_flags(command, 1));
	print_flags(stream, "Ranks", cli_command_flags(command, 3));
	const char *group = "";
	const mixmi_option *option;
	for (size_t i = 0; (option = mixmi_option_at(i)) != NULL; i++) {
		if (!cli_command_takes(command, option))
			continue;
		if (strcmp(group, option->group) != 0) {
			group = option->group;
			fprintf(stream, ".SS %c%s\n", toupper((unsigned char)*group), group + 1);
		}
		char head[CLI_HEAD], facts[CLI_FACTS];
		print_entry(stream, cli_option_head(head, command, option), option->help, cli_option_facts(facts, option));
	}
	print_flags(stream, "Help", cli_command_flags(command, 2));
}

/* A registry of the library: name, help, assumptions. */
static void print_methods(FILE *stream, cli_methods kind)
{
	const mixmi_method *method;
	if (kind == CLI_NO_METHODS)
		return;
	fputs(kind == CLI_ESTIMATORS ? ".SH ESTIMATORS\n" : ".SH TESTS\n", stream);
	for (size_t i = 0; (method = cli_method_at(kind, i)) != NULL; i++) {
		print_entry(stream, method->name, method->help, "");
		fputs(".IP\n", stream);
		print_line(stream, method->details);
	}
}

static void print_exit_codes(FILE *stream)
{
	fputs(".SH \"EXIT STATUS\"\n", stream);
	for (int code = 0; cli_exit_codes[code] != NULL; code++) {
		fprintf(stream, ".TP\n\\fB%d\\fR\n", code);
		print_line(stream, cli_exit_codes[code]);
	}
}

static void print_examples(FILE *stream, const cli_command *command)
{
	if (command->examples == NULL)
		return;
	fputs(".SH EXAMPLES\n", stream);
	for (const cli_example *example = command->examples; example->line != NULL; example++) {
		fputs(".PP\n", stream);
		print_line(stream, example->what);
		fputs(".PP\n.RS 4\n.nf\n", stream);
		print_line(stream, example->line);
		fputs(".fi\n.RE\n", stream);
	}
}

/* References to the pages of the program and of every command except `self` (NULL: this is the program's page). */
static void print_see_also(FILE *stream, const cli_command *self)
{
	const char *comma = "";
	fputs(".SH \"SEE ALSO\"\n", stream);
	if (self != NULL) {
		fputs(".BR mixmi (1)", stream);
		comma = ",\n";
	}
	for (size_t i = 0; cli_commands[i] != NULL; i++)
		if (cli_commands[i] != self && cli_commands[i]->groups != NULL) {
			fprintf(stream, "%s.BR mixmi\\-%s (1)", *comma == '\0' ? "" : " ,\n", cli_commands[i]->name);
			comma = ",\n";
		}
	fputc('\n', stream);
	fputs(".PP\nA. Marx, L. Yang and M. van Leeuwen:\n"
	      ".I Estimating Conditional Mutual Information for Discrete\\-Continuous Mixtures using Multi\\-Dimensional "
	      "Adaptive Histograms,\nSDM 2021.\n",
	      stream);
}

static void print_command_page(FILE *stream, const cli_command *command)
{
	print_title(stream, command->name);
	fprintf(stream, ".SH NAME\nmixmi\\-%s \\- ", command->name);
	print_line(stream, command->summary);
	fprintf(stream, ".SH SYNOPSIS\n\\fBmixmi %s\\fR ", command->name);
	print_line(stream, command->synopsis);
	fputs(".SH DESCRIPTION\n", stream);
	print_line(stream, command->description);
	if (cli_word_in(command->groups, "reading")) {
		fputs(".PP\n", stream);
		print_line(stream, cli_about_columns);
	}
	print_options(stream, command);
	print_methods(stream, command->methods);
	print_exit_codes(stream);
	print_examples(stream, command);
	print_see_also(stream, command);
}

static void print_program_page(FILE *stream)
{
	print_title(stream, NULL);
	fputs(".SH NAME\nmixmi \\- entropy and mutual information of mixed data\n"
	      ".SH SYNOPSIS\n\\fBmixmi\\fR COMMAND [FILE] [OPTIONS]\n.SH DESCRIPTION\n",
	      stream);
	print_line(stream, cli_about);
	fputs(".PP\n", stream);
	print_line(stream, cli_about_columns);
	fputs(".PP\nAnswers go to standard output, messages and progress to standard error.\n.SH COMMANDS\n", stream);
	for (size_t i = 0; cli_commands[i] != NULL; i++)
		if (!cli_commands[i]->hidden)
			print_entry(stream, cli_commands[i]->name, cli_commands[i]->summary, "");
	print_methods(stream, CLI_ESTIMATORS);
	print_methods(stream, CLI_TESTS);
	print_exit_codes(stream);
	print_examples(stream, &cli_cmi);
	print_see_also(stream, NULL);
}

static int run(cli_args *args)
{
	const cli_command *command = args->operand == NULL ? NULL : cli_command_find(args->operand);
	if (args->operand != NULL && command == NULL)
		return cli_help_unknown(args->operand);
	cli_output output;
	int code = cli_output_open(&output, NULL);
	if (code != CLI_OK)
		return code;
	if (command == NULL)
		print_program_page(output.stream);
	else
		print_command_page(output.stream, command);
	return cli_output_close(&output);
}

const cli_command cli_manual = {
	.name = "manual",
	.summary = "print a manual page in roff",
	.synopsis = "[COMMAND]",
	.description = "Prints the manual page of the command, or of the program.",
	.operands = "cmi,entropy,histogram,test,pairs,graph,check,adjust,effect,compare,describe,assign",
	.hidden = true,
	.run = run,
};
