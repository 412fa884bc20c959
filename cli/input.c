/* Reads the files named on the command line. Standard input is read only if it was requested or something is piped
 * in. */
#include "input.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "progress.h"
#include "ranks.h"
#include "report.h"
#include "text.h"

const char *cli_input_name(const cli_args *args)
{
	return args->operand == NULL ? "-" : args->operand;
}

int cli_input_fail(const cli_args *args, mixmi_status status)
{
	const char *name = cli_input_name(args);
	bool about_file = status == MIXMI_ERROR_USAGE || status == MIXMI_ERROR_DATA;
	const char *where = !about_file ? NULL : strcmp(name, "-") == 0 ? "standard input" : name;
	return cli_fail_library(args->command->name, where, status);
}

int cli_input_fail_graph(const cli_args *args, const char *graph, mixmi_status status)
{
	if (graph == NULL || (status != MIXMI_ERROR_USAGE && status != MIXMI_ERROR_DATA))
		return cli_input_fail(args, status);
	const char *names[] = { cli_input_name(args), graph };
	cli_text where = { 0 };
	for (size_t i = 0; i < 2; i++) {
		cli_text_add(&where, strcmp(names[i], "-") == 0 ? "standard input" : names[i]);
		cli_text_add(&where, i == 0 ? ", " : "");
	}
	int code = where.failed ? cli_fail_memory() : cli_fail_library(args->command->name, where.bytes, status);
	cli_text_clear(&where);
	return code;
}

/* Reads the table in this process. */
static int read_table(mixmi_table **out, cli_args *args, const char *only)
{
	const char *command = args->command->name;
	const char *query = mixmi_options_get(args->options, "sql");
	bool queried = args->operand == NULL && query != NULL && *query != '\0';
	if (args->operand == NULL && !queried && isatty(STDIN_FILENO) == 1)
		return cli_fail_usage(command, "no FILE given and nothing is piped in");
	mixmi_options_set_progress(args->options, cli_progress, NULL);
	mixmi_status status = only != NULL ? mixmi_options_set(args->options, "only", only) : MIXMI_OK;
	if (status == MIXMI_OK)
		status = mixmi_table_read(out, queried ? "" : cli_input_name(args), args->options);
	if (status == MIXMI_ERROR_USAGE) /* other messages contain the file name */
		return cli_input_fail(args, status);
	return status == MIXMI_OK ? CLI_OK : cli_fail_library(command, NULL, status);
}

int cli_input_table(mixmi_table **out, cli_args *args, const char *only)
{
	*out = NULL;
	bool shared = cli_args_shared(args);
	int code = !shared || cli_ranks_reads(args) ? read_table(out, args, only) : CLI_OK;
	if (shared)
		code = cli_ranks_agree(code);
	if (shared && code == CLI_OK)
		code = cli_ranks_spread(out, args);
	if (code != CLI_OK)
		return code;
	const char *note;
	bool described = strcmp(args->command->name, "describe") == 0; /* the table of columns shows these notes */
	for (size_t i = 0; (note = mixmi_table_note(*out, i)) != NULL; i++)
		if (!described || strncmp(note, "column '", 8) != 0)
			cli_note(note);
	return CLI_OK;
}

int cli_input_file(cli_text *out, const char *path)
{
	bool is_standard = strcmp(path, "-") == 0;
	FILE *stream = is_standard ? stdin : fopen(path, "rb");
	if (stream == NULL)
		return cli_fail_system(path);
	char block[1 << 14];
	size_t size;
	while (!out->failed && (size = fread(block, 1, sizeof block, stream)) > 0)
		cli_text_add_bytes(out, block, size);
	int code = out->failed ? cli_fail_memory() : ferror(stream) ? cli_fail_system(path) : CLI_OK;
	if (!is_standard)
		fclose(stream);
	return code;
}
