/* Argument parsing. No option is known by name here except `preset`, which sets many options and must therefore be
 * applied before the others, wherever it is given. */
#include "args.h"

#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "text.h"

/* The remaining words. */
typedef struct reader {
	cli_args *args;
	int count;
	char *const *words;
	int next;
} reader;

/* Meaning of a word that starts with a dash: one of the two, or both NULL if it is unknown. */
typedef struct found {
	const cli_flag *flag;
	const mixmi_option *option;
	bool negated; /* --no-NAME */
} found;

static const mixmi_option *find_option(const char *name, size_t length)
{
	const mixmi_option *option;
	for (size_t i = 0; (option = mixmi_option_at(i)) != NULL; i++)
		if (strlen(option->name) == length && strncmp(option->name, name, length) == 0)
			return option;
	return NULL;
}

static found find_long(const cli_command *command, const char *name, size_t length)
{
	found it = { NULL, NULL, false };
	for (int table = 0; table < CLI_FLAG_TABLES; table++)
		for (const cli_flag *flag = cli_command_flags(command, table); flag->name != NULL; flag++)
			if (strlen(flag->name) == length && strncmp(flag->name, name, length) == 0) {
				it.flag = flag;
				return it;
			}
	it.option = find_option(name, length);
	if (it.option == NULL && length > 3 && strncmp(name, "no-", 3) == 0) {
		it.option = find_option(name + 3, length - 3);
		it.negated = true;
		if (it.option != NULL && it.option->kind != MIXMI_OPTION_SWITCH)
			it.option = NULL;
	}
	return it;
}

static found find_letter(const cli_command *command, char letter)
{
	found it = { NULL, NULL, false };
	for (int table = 0; table < CLI_FLAG_TABLES; table++)
		for (const cli_flag *flag = cli_command_flags(command, table); flag->name != NULL; flag++)
			if (flag->letter == letter)
				it.flag = flag;
	if (it.flag == NULL && letter != 0 && letter == command->letter)
		it.option = find_option(command->letter_option, strlen(command->letter_option));
	return it;
}

static int unknown_flag(const cli_command *command, const char *typed, size_t length)
{
	char name[64];
	const char *bare = typed + strspn(typed, "-");
	size_t size = length - (size_t)(bare - typed);
	if (length < (size_t)(bare - typed) || size >= sizeof name)
		size = 0;
	memcpy(name, bare, size);
	name[size] = '\0';
	cli_nearest nearest = { name, NULL, 0 };
	for (int table = 0; table < CLI_FLAG_TABLES; table++)
		for (const cli_flag *flag = cli_command_flags(command, table); flag->name != NULL; flag++)
			cli_nearest_try(&nearest, flag->name);
	const mixmi_option *option;
	for (size_t i = 0; (option = mixmi_option_at(i)) != NULL; i++)
		if (cli_command_takes(command, option))
			cli_nearest_try(&nearest, option->name);
	if (nearest.name == NULL)
		return cli_fail_usage(command->name, "no option '%.*s'", (int)length, typed);
	return cli_fail_usage(command->name, "no option '%.*s'; did you mean '%s%s'?", (int)length, typed,
	                      nearest.name[1] == '\0' ? "-" : "--", nearest.name);
}

static bool is_list(const found *it)
{
	if (it->flag != NULL)
		return it->flag->kind == CLI_COLUMNS;
	return it->option->kind == MIXMI_OPTION_TEXT && strcmp(it->option->argument, "COLUMNS") == 0;
}

/* A copy of `value`, preceded by `before` and a comma if there is one. */
static char *join(const char *before, const char *value)
{
	cli_text text = { 0 };
	if (before != NULL && *before != '\0') {
		cli_text_add(&text, before);
		cli_text_add(&text, ",");
	}
	cli_text_add(&text, value);
	if (text.failed)
		cli_text_clear(&text);
	return text.bytes;
}

/* Stores a value: a list grows, anything else is replaced by its last value. */
static int remember(cli_args *args, const found *it, const char *value)
{
	const char *name = it->flag != NULL ? it->flag->name : it->option->name;
	bool each = it->flag != NULL && it->flag->kind == CLI_FILES;
	size_t i = each ? args->given_count : 0;
	while (i < args->given_count && strcmp(args->given[i].name, name) != 0)
		i++;
	char *joined = join(i < args->given_count && is_list(it) ? args->given[i].value : NULL, value);
	if (joined == NULL)
		return cli_fail_memory();
	if (i == args->given_count)
		args->given[args->given_count++] = (cli_given){ name, it->option, NULL };
	free(args->given[i].value);
	args->given[i].value = joined;
	return CLI_OK;
}

/* The value of a flag without `=value` is the next word, unless the value is optional. */
static int take_value(const char **value, reader *r, const found *it, const char *typed)
{
	const char *next = r->next < r->count ? r->words[r->next] : NULL;
	if (it->flag != NULL && it->flag->kind == CLI_SWITCH) {
		*value = "";
	} else if (it->flag != NULL && it->flag->kind == CLI_OPTIONAL) {
		bool given = next != NULL && cli_word_in(it->flag->choices, next);
		*value = given ? next : "";
		r->next += given;
	} else if (it->option != NULL && it->option->kind == MIXMI_OPTION_SWITCH) {
		bool given = !it->negated && next != NULL && cli_word_in(it->option->choices, next);
		*value = it->negated ? "no" : given ? next : "yes";
		r->next += given;
	} else if (next == NULL) {
		return cli_fail_usage(r->args->command->name, "%s needs a value", typed);
	} else {
		*value = next;
		r->next++;
	}
	return CLI_OK;
}

/* Checks the value of a flag against the table. */
static int check_value(const cli_args *args, const cli_flag *flag, const char *typed, const char *value)
{
	const char *command = args->command->name;
	bool is_file = flag->kind == CLI_FILE || flag->kind == CLI_FILES;
	bool is_default = flag->kind == CLI_OPTIONAL && *value == '\0';
	if (is_file && *value == '\0')
		return cli_fail_usage(command, "%s: the file name is empty", typed);
	if (flag->kind == CLI_COUNT && (strspn(value, "0123456789") != strlen(value) || strtod(value, NULL) < 1))
		return cli_fail_usage(command, "%s: '%s' is not a whole number from 1", typed, value);
	if (flag->choices != NULL && !is_default && !cli_word_in(flag->choices, value))
		return cli_fail_usage(command, "%s: '%s' is not one of: %s", typed, value, flag->choices);
	return CLI_OK;
}

/* `typed` is the flag as given on the command line, without its value. */
static int take(reader *r, const found *it, const char *typed, const char *value)
{
	const char *command = r->args->command->name;
	bool is_switch = it->negated || (it->flag != NULL && it->flag->kind == CLI_SWITCH);
	if (it->option != NULL && !cli_command_takes(r->args->command, it->option))
		return cli_fail_usage(command, "%s is not an option of 'mixmi %s'", typed, command);
	if (value != NULL && is_switch)
		return cli_fail_usage(command, "%s takes no value", typed);
	int code = value == NULL ? take_value(&value, r, it, typed) : CLI_OK;
	if (code != CLI_OK)
		return code;
	if (it->flag != NULL)
		code = check_value(r->args, it->flag, typed, value);
	else if (*value == '\0' && it->option->argument != NULL && strcmp(it->option->argument, "FILE") == 0)
		code = cli_fail_usage(command, "%s: the file name is empty", typed);
	return code == CLI_OK ? remember(r->args, it, value) : code;
}

static int take_long(reader *r, const char *word)
{
	const char *name = word + 2, *equals = strchr(name, '=');
	size_t length = equals == NULL ? strlen(name) : (size_t)(equals - name);
	found it = find_long(r->args->command, name, length);
	if (it.flag == NULL && it.option == NULL)
		return unknown_flag(r->args->command, word, length + 2);
	char typed[64];
	memcpy(typed, word, length + 2); /* fits: names in the tables are short */
	typed[length + 2] = '\0';
	return take(r, &it, typed, equals == NULL ? NULL : equals + 1);
}

static int take_short(reader *r, const char *word)
{
	found it = find_letter(r->args->command, word[1]);
	if (it.flag == NULL && it.option == NULL)
		return unknown_flag(r->args->command, word, strlen(word));
	const char typed[] = { '-', word[1], '\0' };
	return take(r, &it, typed, word[2] == '\0' ? NULL : word + 2);
}

static int take_operand(cli_args *args, const char *word)
{
	const char **place = args->operand == NULL ? &args->operand : &args->second;
	if (args->operand != NULL && !args->command->several && (!args->command->two || args->second != NULL))
		return cli_fail_usage(args->command->name, "unexpected argument '%s'", word);
	if (*word == '\0')
		return cli_fail_usage(args->command->name, "the file name is empty");
	args->operands[args->operand_count++] = word;
	if (args->operand == NULL || args->command->two)
		*place = word;
	return CLI_OK;
}

static bool wants_out(const cli_args *args)
{
	return cli_args_value(args, "help") != NULL || cli_args_value(args, "help-all") != NULL ||
	       cli_args_value(args, "version") != NULL;
}

/* Replaces "option NAME: ..." in messages of the library by --NAME. */
static int option_error(const cli_args *args, const cli_given *given, mixmi_status status)
{
	const char *message = mixmi_error_message(), *colon = strstr(message, ": ");
	if (status != MIXMI_ERROR_USAGE || strncmp(message, "option ", 7) != 0 || colon == NULL)
		return cli_fail_library(args->command->name, NULL, status);
	return cli_fail_usage(args->command->name, "--%s: %s", given->name, colon + 2);
}

/* One line for a value by the name that it had before. */
static void note_renamed(const cli_given *given)
{
	const char *now = mixmi_option_renamed(given->name, given->value);
	char note[160];
	if (now == NULL)
		return;
	snprintf(note, sizeof note, "--%s %s is now called %s; the old name works until 0.4", given->name, given->value,
	         now);
	cli_note(note);
}

static int apply_options(cli_args *args)
{
	for (int preset = 1; preset >= 0; preset--)
		for (size_t i = 0; i < args->given_count; i++) {
			const cli_given *given = &args->given[i];
			if (given->option == NULL || (strcmp(given->name, "preset") == 0) != (preset == 1))
				continue;
			mixmi_status status = mixmi_options_set(args->options, given->name, given->value);
			if (status != MIXMI_OK)
				return option_error(args, given, status);
			note_renamed(given);
		}
	return CLI_OK;
}

int cli_args_parse(cli_args *args, const cli_command *command, int count, char *const *words)
{
	memset(args, 0, sizeof *args);
	args->command = command;
	args->given = calloc((size_t)count + 1, sizeof *args->given);
	args->operands = calloc((size_t)count + 1, sizeof *args->operands);
	if (args->given == NULL || args->operands == NULL || mixmi_options_new(&args->options) != MIXMI_OK)
		return cli_fail_memory();
	reader r = { args, count, words, 0 };
	bool flags_ended = false;
	int code = CLI_OK;
	while (code == CLI_OK && r.next < count && !wants_out(args)) {
		const char *word = words[r.next++];
		if (flags_ended || word[0] != '-' || word[1] == '\0')
			code = take_operand(args, word);
		else if (strcmp(word, "--") == 0)
			flags_ended = true;
		else
			code = word[1] == '-' ? take_long(&r, word) : take_short(&r, word);
	}
	return code != CLI_OK || wants_out(args) ? code : apply_options(args);
}

void cli_args_clear(cli_args *args)
{
	for (size_t i = 0; i < args->given_count; i++)
		free(args->given[i].value);
	free(args->given);
	free(args->operands);
	mixmi_options_free(args->options);
	memset(args, 0, sizeof *args);
}

const char *cli_args_value(const cli_args *args, const char *name)
{
	for (size_t i = 0; i < args->given_count; i++)
		if (args->given[i].option == NULL && strcmp(args->given[i].name, name) == 0)
			return args->given[i].value;
	return NULL;
}

bool cli_args_shared(const cli_args *args)
{
	const cli_command *command = args->command;
	return command->shares && (command->shares_with == NULL || cli_args_value(args, command->shares_with) != NULL);
}

const char *cli_args_option(const cli_args *args, const char *name)
{
	return mixmi_options_get(args->options, name);
}

double cli_args_number(const cli_args *args, const char *name)
{
	double number;
	(void)mixmi_options_number(&number, args->options, name); /* NaN if there is no such number */
	return number;
}

bool cli_args_gives(const cli_args *args, const char *name)
{
	for (size_t i = 0; i < args->given_count; i++)
		if (args->given[i].option != NULL && strcmp(args->given[i].name, name) == 0)
			return true;
	return false;
}

bool cli_args_gives_group(const cli_args *args, const char *group)
{
	for (size_t i = 0; i < args->given_count; i++)
		if (args->given[i].option != NULL && strcmp(args->given[i].option->group, group) == 0)
			return true;
	return false;
}

const char *cli_args_each(const cli_args *args, const char *name, size_t index)
{
	for (size_t i = 0; i < args->given_count; i++)
		if (args->given[i].option == NULL && strcmp(args->given[i].name, name) == 0 && index-- == 0)
			return args->given[i].value;
	return NULL;
}

size_t cli_args_count(const cli_args *args, const char *name, size_t otherwise)
{
	const char *value = cli_args_value(args, name);
	return value == NULL ? otherwise : (size_t)strtoull(value, NULL, 10); /* too large for it: the largest there is */
}

int cli_args_one_form(const cli_args *args)
{
	if (cli_args_value(args, "csv") != NULL && cli_args_value(args, "json") != NULL)
		return cli_fail_usage(args->command->name, "--csv and --json are mutually exclusive");
	return CLI_OK;
}

int cli_args_need(const char **value, const cli_args *args, const char *name)
{
	*value = cli_args_value(args, name);
	const char *dash = name[1] == '\0' ? "-" : "--";
	if (*value == NULL)
		return cli_fail_usage(args->command->name, "%s%s is needed", dash, name);
	if (cli_list_items(*value) == 0)
		return cli_fail_usage(args->command->name, "%s%s names no column", dash, name);
	return CLI_OK;
}
