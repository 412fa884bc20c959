/* A single process: no synchronisation and no sharing. */
#include "ranks.h"

#include "report.h"

const cli_flag cli_ranks_flags[] = { { NULL, 0, CLI_SWITCH, NULL, NULL, NULL } };

void cli_ranks_start(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
}

int cli_ranks_finish(int code)
{
	return code;
}

size_t cli_ranks_count(void)
{
	return 1;
}

bool cli_ranks_first(void)
{
	return true;
}

int cli_ranks_agree(int code)
{
	return code;
}

void cli_ranks_keep_message(const char *message)
{
	(void)message;
}

bool cli_ranks_reads(const cli_args *args)
{
	(void)args;
	return true;
}

int cli_ranks_spread(mixmi_table **table, const cli_args *args)
{
	(void)table;
	(void)args;
	return CLI_OK;
}

int cli_ranks_spread_text(cli_text *text)
{
	(void)text;
	return CLI_OK;
}

void cli_ranks_share(mixmi_options *options)
{
	(void)options;
}

void cli_ranks_done(int code)
{
	(void)code;
}
