/* Reads the files named on the command line. Standard input is read only if it was requested or something is piped
 * in. */
#include "input.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

int cli_input_sketch(mixmi_sketch **out, cli_args *args)
{
	mixmi_options_set_progress(args->options, cli_progress, NULL);
	mixmi_status status = mixmi_sketch_read(out, args->operands, args->operand_count, args->options);
	return status == MIXMI_OK ? CLI_OK : cli_fail_library(args->command->name, NULL, status);
}

/* One more state; the first becomes *out. */
static int add_state(mixmi_sketch **out, const cli_args *args, const char *path)
{
	mixmi_sketch *one;
	cli_text bytes = { 0 };
	int code = cli_input_file(&bytes, path);
	if (code != CLI_OK) {
		cli_text_clear(&bytes);
		return code;
	}
	mixmi_status status = mixmi_sketch_from_bytes(&one, bytes.bytes, bytes.length);
	cli_text_clear(&bytes);
	if (status == MIXMI_OK && *out == NULL) {
		*out = one;
		return CLI_OK;
	}
	if (status == MIXMI_OK)
		status = mixmi_sketch_merge(*out, one);
	mixmi_sketch_free(one);
	return status == MIXMI_OK ? CLI_OK : cli_fail_library(args->command->name, path, status);
}

int cli_input_states(mixmi_sketch **out, const cli_args *args, const char *const *paths, size_t count)
{
	int code = CLI_OK;
	*out = NULL;
	for (size_t i = 0; code == CLI_OK && i < count; i++)
		code = add_state(out, args, paths[i]);
	if (code != CLI_OK) {
		mixmi_sketch_free(*out);
		*out = NULL;
	}
	return code;
}

/* Whether the table is read in parts: several files, a folder, or memory or identities of rows are said. */
static bool is_in_parts(const cli_args *args)
{
	struct stat about;
	return args->operand_count > 1 || cli_args_gives(args, "memory") || cli_args_gives(args, "key") ||
	       (args->operand_count == 1 && stat(args->operand, &about) == 0 && S_ISDIR(about.st_mode));
}

/* The table of a sample, from states or from files. */
static int read_sample(mixmi_table **out, cli_args *args)
{
	const char *state = cli_args_value(args, "sketch");
	mixmi_sketch *sketch;
	if (state != NULL && args->operand_count > 0)
		return cli_fail_usage(args->command->name, "--sketch and FILE exclude each other");
	int code = state != NULL ? cli_input_states(&sketch, args, &state, 1) : cli_input_sketch(&sketch, args);
	if (code != CLI_OK)
		return code;
	mixmi_status status = mixmi_sketch_to_table(out, sketch);
	return status == MIXMI_OK ? CLI_OK : cli_fail_library(args->command->name, NULL, status);
}

/* Reads the table in this process. */
static int read_table(mixmi_table **out, cli_args *args, const char *only)
{
	if (cli_args_value(args, "sketch") != NULL || (args->command->several && is_in_parts(args)))
		return only != NULL && mixmi_options_set(args->options, "only", only) != MIXMI_OK
		           ? cli_input_fail(args, MIXMI_ERROR_USAGE)
		           : read_sample(out, args);
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
