/* Look-up in the tables of commands and flags. */
#include "command.h"

#include <string.h>

#include "ranks.h"

const cli_flag cli_data_flags[] = {
	{ "sketch", 0, CLI_FILE, "STATE", NULL, "ask about a state (see 'mixmi sketch') instead of FILE" },
	{ "json", 0, CLI_SWITCH, NULL, NULL, "print one JSON object (schema: docs/reference/json.md) instead of text" },
	{ "output", 'o', CLI_FILE, "FILE", NULL, "write the answer to FILE, which is written completely or not at all" },
	{ "color", 0, CLI_CHOICE, "WHEN", "auto,never,always",
	  "colour text: auto (on a terminal, unless NO_COLOR is set; the default), never or always" },
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

const cli_flag cli_common_flags[] = {
	{ "help", 'h', CLI_SWITCH, NULL, NULL, "show the common options and exit" },
	{ "help-all", 0, CLI_SWITCH, NULL, NULL, "show all options and the full description, and exit" },
	{ "version", 'V', CLI_SWITCH, NULL, NULL, "show the version and exit" },
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

static const cli_flag no_flags[] = { { NULL, 0, CLI_SWITCH, NULL, NULL, NULL } };

const cli_command *cli_command_find(const char *name)
{
	for (size_t i = 0; cli_commands[i] != NULL; i++)
		if (strcmp(cli_commands[i]->name, name) == 0)
			return cli_commands[i];
	return NULL;
}

const cli_flag *cli_command_flags(const cli_command *command, int table)
{
	if (table == 0)
		return command->flags != NULL ? command->flags : no_flags;
	if (table == 3)
		return command->shares ? cli_ranks_flags : no_flags;
	if (table == 1 && command->groups != NULL && !command->makes_state)
		return cli_data_flags + (command->several ? 0 : 1); /* the first is about tables in parts */
	if (table == 1)
		return no_flags;
	return cli_common_flags;
}

bool cli_command_takes(const cli_command *command, const mixmi_option *option)
{
	return cli_word_in(command->groups, option->group) && !cli_word_in(command->without, option->name);
}

char cli_command_letter(const cli_command *command, const mixmi_option *option)
{
	return command->letter != 0 && strcmp(command->letter_option, option->name) == 0 ? command->letter : 0;
}

bool cli_word_in(const char *list, const char *item)
{
	size_t length = strlen(item);
	while (list != NULL && *list != '\0') {
		size_t size = strcspn(list, ",");
		if (size == length && strncmp(list, item, length) == 0)
			return true;
		list += size + (list[size] == ',');
	}
	return false;
}
