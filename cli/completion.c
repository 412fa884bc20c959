/* mixmi completion: scripts that complete commands, flags, choices and file names, generated from the same tables as
 * the help. File names are left to the shell, which quotes them correctly. */
#include <stdio.h>
#include <string.h>

#include "args.h"
#include "output.h"
#include "report.h"

static void print_words(FILE *stream, const char *list)
{
	for (; *list != '\0'; list++)
		fputc(*list == ',' ? ' ' : *list, stream);
}

static bool names_file(const mixmi_option *option)
{
	return option->kind == MIXMI_OPTION_TEXT && strcmp(option->argument, "FILE") == 0;
}

static void print_commands(FILE *stream)
{
	for (size_t i = 0; cli_commands[i] != NULL; i++)
		if (!cli_commands[i]->hidden)
			fprintf(stream, "%s ", cli_commands[i]->name);
}

/* ------------------------------------------------------------------------------------------------ bash */

static void print_bash_flags(FILE *stream, const cli_command *command)
{
	fprintf(stream, "\t%s) flags='", command->name);
	for (int table = 0; table < CLI_FLAG_TABLES; table++)
		for (const cli_flag *flag = cli_command_flags(command, table); flag->name != NULL; flag++) {
			if (flag->letter != 0)
				fprintf(stream, "-%c ", flag->letter);
			if (flag->name[1] != '\0')
				fprintf(stream, "--%s ", flag->name);
		}
	const mixmi_option *option;
	for (size_t i = 0; (option = mixmi_option_at(i)) != NULL; i++)
		if (cli_command_takes(command, option)) {
			if (cli_command_letter(command, option) != 0)
				fprintf(stream, "-%c ", cli_command_letter(command, option));
			fprintf(stream, option->kind == MIXMI_OPTION_SWITCH ? "--%s --no-%s " : "--%s ", option->name,
			        option->name);
		}
	fputs("'", stream);
	if (command->operands != NULL) {
		fputs(" operands='", stream);
		print_words(stream, command->operands);
		fputc('\'', stream);
	}
	fputs(" ;;\n", stream);
}

/* True if no command before number `index` has a flag with this name: flags with the same name accept the same
 * values. */
static bool is_first(const cli_flag *flag, size_t index)
{
	for (size_t i = 0; i < index; i++)
		for (int table = 0; table < CLI_FLAG_TABLES; table++)
			for (const cli_flag *other = cli_command_flags(cli_commands[i], table); other->name != NULL; other++)
				if (strcmp(other->name, flag->name) == 0)
					return false;
	return true;
}

/* Files are left to the shell, choices are offered, and other values are not completed. */
static void print_bash_flag_value(FILE *stream, const cli_flag *flag)
{
	fputc('\t', stream);
	if (flag->letter != 0)
		fprintf(stream, "-%c%s", flag->letter, flag->name[1] != '\0' ? "|" : "");
	if (flag->name[1] != '\0')
		fprintf(stream, "--%s", flag->name);
	fputs(") ", stream);
	if (flag->choices != NULL) {
		fputs("COMPREPLY=($(compgen -W '", stream);
		print_words(stream, flag->choices);
		fputs("' -- \"$cur\")); ", stream);
	}
	fputs(flag->kind == CLI_FILE || flag->kind == CLI_FILES ? "return ;;\n" : "compopt +o default; return ;;\n",
	      stream);
}

/* Values of library options: choices, nothing for numbers and texts, files for file names. */
static void print_bash_values(FILE *stream)
{
	const mixmi_option *option;
	for (size_t i = 0; (option = mixmi_option_at(i)) != NULL; i++) {
		if (option->kind == MIXMI_OPTION_SWITCH)
			continue;
		if (names_file(option)) {
			fprintf(stream, "\t--%s) return ;;\n", option->name);
			continue;
		}
		fprintf(stream, "\t--%s) COMPREPLY=($(compgen -W '", option->name);
		print_words(stream, option->choices != NULL ? option->choices : "");
		fputs("' -- \"$cur\")); compopt +o default; return ;;\n", stream);
	}
	for (size_t i = 0; cli_commands[i] != NULL; i++)
		for (int table_number = 0; table_number < 3; table_number++)
			for (const cli_flag *flag = cli_command_flags(cli_commands[i], table_number); flag->name != NULL; flag++)
				if (flag->kind != CLI_SWITCH && is_first(flag, i))
					print_bash_flag_value(stream, flag);
}

static void print_bash(FILE *stream)
{
	fputs("# bash completion for mixmi; put it where bash-completion looks, or: source <(mixmi completion bash)\n"
	      "_mixmi()\n{\n"
	      "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} flags='' operands=''\n"
	      "\tCOMPREPLY=()\n"
	      "\tif ((COMP_CWORD == 1)); then\n"
	      "\t\tCOMPREPLY=($(compgen -W '",
	      stream);
	print_commands(stream);
	fputs("--help --help-all --version' -- \"$cur\"))\n"
	      "\t\tcompopt +o default\n\t\treturn\n\tfi\n"
	      "\tif [[ $cur == '=' ]]; then\n\t\tcur=''\n"
	      "\telif [[ $prev == '=' ]]; then\n\t\tprev=${COMP_WORDS[COMP_CWORD-2]}\n\tfi\n"
	      "\tcase $prev in\n",
	      stream);
	print_bash_values(stream);
	fputs("\tesac\n\tcase ${COMP_WORDS[1]} in\n", stream);
	for (size_t i = 0; cli_commands[i] != NULL; i++)
		if (!cli_commands[i]->hidden)
			print_bash_flags(stream, cli_commands[i]);
	fputs("\tesac\n"
	      "\tif [[ $cur == -* ]]; then\n\t\tCOMPREPLY=($(compgen -W \"$flags\" -- \"$cur\"))\n"
	      "\telif [[ -n $operands ]]; then\n\t\tCOMPREPLY=($(compgen -W \"$operands\" -- \"$cur\"))\n\tfi\n"
	      "}\n"
	      "complete -o default -F _mixmi mixmi\n",
	      stream);
}

/* ------------------------------------------------------------------------------------------------- zsh */

/* Help text inside '...[here]', where quotes, brackets and colons must be escaped. */
static void print_zsh_text(FILE *stream, const char *text)
{
	for (; *text != '\0'; text++) {
		if (*text == '\'')
			fputs("'\\'", stream);
		else if (strchr("[]:\\", *text) != NULL)
			fputc('\\', stream);
		fputc(*text, stream);
	}
}

/* ":message:action'", the end of an argument of _arguments. */
static void print_zsh_value(FILE *stream, const char *argument, const char *choices, bool is_file)
{
	fputc(':', stream);
	print_zsh_text(stream, argument);
	fputs(choices != NULL ? ":(" : is_file ? ":_files" : ": ", stream);
	print_words(stream, choices != NULL ? choices : "");
	fputs(choices != NULL ? ")'" : "'", stream);
}

static void print_zsh_flag(FILE *stream, const cli_flag *flag)
{
	bool alone = flag->kind == CLI_SWITCH, optional = flag->kind == CLI_OPTIONAL;
	const char *many = flag->kind == CLI_COLUMNS || flag->kind == CLI_FILES ? "*" : "";
	const char *equals = alone ? "" : optional ? "=-" : "=", *plus = alone ? "" : "+";
	if (flag->name[1] == '\0')
		fprintf(stream, " \\\n\t\t\t'%s-%c+[", many, flag->letter);
	else if (flag->letter != 0)
		fprintf(stream, " \\\n\t\t\t'%s'{-%c%s,--%s%s}'[", many, flag->letter, plus, flag->name, equals);
	else
		fprintf(stream, " \\\n\t\t\t'%s--%s%s[", many, flag->name, equals);
	print_zsh_text(stream, flag->help);
	if (alone) {
		fputs("]'", stream);
		return;
	}
	fputs(optional ? "]:" : "]", stream);
	print_zsh_value(stream, flag->argument, flag->choices, flag->kind == CLI_FILE || flag->kind == CLI_FILES);
}

static void print_zsh_option(FILE *stream, const cli_command *command, const mixmi_option *option)
{
	char letter = cli_command_letter(command, option);
	bool is_switch = option->kind == MIXMI_OPTION_SWITCH;
	if (letter != 0)
		fprintf(stream, " \\\n\t\t\t''{-%c+,--%s=}'[", letter, option->name);
	else
		fprintf(stream, " \\\n\t\t\t'--%s%s[", option->name, is_switch ? "" : "=");
	print_zsh_text(stream, option->help);
	if (is_switch) {
		fprintf(stream, "]' '--no-%s[not\\: ", option->name);
		print_zsh_text(stream, option->help);
		fputs("]'", stream);
		return;
	}
	fputc(']', stream);
	print_zsh_value(stream, option->argument, option->choices, names_file(option));
}

static void print_zsh_command(FILE *stream, const cli_command *command)
{
	fprintf(stream, "\t%s)\n\t\t_arguments", command->name);
	for (int table = 0; table < CLI_FLAG_TABLES; table++)
		for (const cli_flag *flag = cli_command_flags(command, table); flag->name != NULL; flag++)
			print_zsh_flag(stream, flag);
	const mixmi_option *option;
	for (size_t i = 0; (option = mixmi_option_at(i)) != NULL; i++)
		if (cli_command_takes(command, option))
			print_zsh_option(stream, command, option);
	if (command->operands != NULL) {
		fputs(" \\\n\t\t\t'1:word:(", stream);
		print_words(stream, command->operands);
		fputs(")' ;;\n", stream);
	} else {
		fputs(command->two ? " \\\n\t\t\t'1:file:_files' '2:file:_files' ;;\n" : " \\\n\t\t\t'1:file:_files' ;;\n",
		      stream);
	}
}

static void print_zsh(FILE *stream)
{
	fputs("#compdef mixmi\n"
	      "# zsh completion for mixmi; save it as _mixmi in a directory of $fpath, or: source <(mixmi completion zsh)\n"
	      "_mixmi() {\n\tlocal -a commands\n\tcommands=(\n",
	      stream);
	for (size_t i = 0; cli_commands[i] != NULL; i++)
		if (!cli_commands[i]->hidden) {
			fprintf(stream, "\t\t'%s:", cli_commands[i]->name);
			print_zsh_text(stream, cli_commands[i]->summary);
			fputs("'\n", stream);
		}
	fputs("\t)\n\tif (( CURRENT == 2 )); then\n\t\t_describe command commands\n\t\treturn\n\tfi\n"
	      "\tshift words\n\t(( CURRENT-- ))\n\tcase $words[1] in\n",
	      stream);
	for (size_t i = 0; cli_commands[i] != NULL; i++)
		if (!cli_commands[i]->hidden)
			print_zsh_command(stream, cli_commands[i]);
	fputs("\tesac\n}\n"
	      "if [[ $funcstack[1] == _mixmi ]]; then\n\t_mixmi \"$@\"\nelse\n\tcompdef _mixmi mixmi\nfi\n",
	      stream);
}

/* ------------------------------------------------------------------------------------------------ fish */

/* Text inside single quotes. */
static void print_fish_text(FILE *stream, const char *text)
{
	for (; *text != '\0'; text++)
		fprintf(stream, strchr("'\\", *text) != NULL ? "\\%c" : "%c", *text);
}

/* The beginning of every line that completes something after a command. */
static void print_fish_line(FILE *stream, const cli_command *command)
{
	fprintf(stream, "complete -c mixmi -n '__fish_seen_subcommand_from %s'", command->name);
}

/* The value of a flag: choices, a file, or nothing; then its description. */
static void print_fish_value(FILE *stream, bool takes, bool needs, const char *choices, bool is_file, const char *help)
{
	if (takes)
		fputs(!needs ? " -f" : is_file ? " -r -F" : " -x", stream);
	if (takes && choices != NULL) {
		fputs(" -a '", stream);
		print_words(stream, choices);
		fputc('\'', stream);
	}
	fputs(" -d '", stream);
	print_fish_text(stream, help);
	fputs("'\n", stream);
}

static void print_fish_flag(FILE *stream, const cli_command *command, const cli_flag *flag)
{
	print_fish_line(stream, command);
	if (flag->letter != 0)
		fprintf(stream, " -s %c", flag->letter);
	if (flag->name[1] != '\0')
		fprintf(stream, " -l %s", flag->name);
	print_fish_value(stream, flag->kind != CLI_SWITCH, flag->kind != CLI_OPTIONAL, flag->choices,
	                 flag->kind == CLI_FILE || flag->kind == CLI_FILES, flag->help);
}

static void print_fish_option(FILE *stream, const cli_command *command, const mixmi_option *option)
{
	bool is_switch = option->kind == MIXMI_OPTION_SWITCH;
	char letter = cli_command_letter(command, option);
	print_fish_line(stream, command);
	if (letter != 0)
		fprintf(stream, " -s %c", letter);
	fprintf(stream, " -l %s", option->name);
	print_fish_value(stream, !is_switch, true, option->choices, names_file(option), option->help);
	if (!is_switch)
		return;
	print_fish_line(stream, command);
	fprintf(stream, " -l no-%s -d 'not: ", option->name);
	print_fish_text(stream, option->help);
	fputs("'\n", stream);
}

static void print_fish_command(FILE *stream, const cli_command *command)
{
	fprintf(stream, "complete -c mixmi -f -n __fish_use_subcommand -a %s -d '", command->name);
	print_fish_text(stream, command->summary);
	fputs("'\n", stream);
	for (int table = 0; table < CLI_FLAG_TABLES; table++)
		for (const cli_flag *flag = cli_command_flags(command, table); flag->name != NULL; flag++)
			print_fish_flag(stream, command, flag);
	const mixmi_option *option;
	for (size_t i = 0; (option = mixmi_option_at(i)) != NULL; i++)
		if (cli_command_takes(command, option))
			print_fish_option(stream, command, option);
	if (command->operands == NULL)
		return;
	print_fish_line(stream, command);
	fputs(" -f -a '", stream);
	print_words(stream, command->operands);
	fputs("'\n", stream);
}

static void print_fish(FILE *stream)
{
	fputs("# fish completion for mixmi; put it where fish looks, or: mixmi completion fish | source\n", stream);
	for (size_t i = 0; cli_commands[i] != NULL; i++)
		if (!cli_commands[i]->hidden)
			print_fish_command(stream, cli_commands[i]);
}

static const struct {
	const char *name;
	void (*print)(FILE *stream);
} shells[] = { { "bash", print_bash }, { "zsh", print_zsh }, { "fish", print_fish } };

static int run(cli_args *args)
{
	if (args->operand == NULL)
		return cli_fail_usage("completion", "name a shell: bash, zsh or fish");
	for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
		cli_output output;
		if (strcmp(args->operand, shells[i].name) != 0)
			continue;
		int code = cli_output_open(&output, NULL);
		if (code == CLI_OK)
			shells[i].print(output.stream);
		return cli_output_end(&output, code);
	}
	return cli_fail_usage("completion", "no completion for '%s', only for bash, zsh and fish", args->operand);
}

const cli_command cli_completion = {
	.name = "completion",
	.summary = "print a completion script for bash, zsh or fish",
	.synopsis = "bash|zsh|fish",
	.description = "Prints a script that completes commands, options, their choices and file names in the shell.",
	.operands = "bash,zsh,fish",
	.run = run,
};
