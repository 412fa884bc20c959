/* mixmi sketch: the state of files, read in parts; mixmi merge: the state of states. */
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "output.h"
#include "progress.h"
#include "report.h"

static int write_state(const cli_args *args, mixmi_sketch *sketch)
{
	cli_output output = { 0 };
	void *bytes;
	size_t length;
	mixmi_status status = mixmi_sketch_bytes(&bytes, &length, sketch);
	if (status != MIXMI_OK)
		return cli_fail_library(args->command->name, NULL, status);
	int code = cli_output_open(&output, cli_args_value(args, "output"));
	if (code == CLI_OK)
		fwrite(bytes, 1, length, output.stream); /* closing reports errors */
	mixmi_free(bytes);
	return cli_output_end(&output, code);
}

static int begin(const cli_args *args)
{
	if (cli_args_value(args, "output") == NULL)
		return cli_fail_usage(args->command->name, "--output FILE is needed: a state is no text");
	if (args->operand_count == 0)
		return cli_fail_usage(args->command->name, "no FILE given");
	return cli_output_check(cli_args_value(args, "output"));
}

static int end(cli_args *args, mixmi_sketch *sketch, int code)
{
	char note[120];
	if (code == CLI_OK)
		code = write_state(args, sketch);
	if (code == CLI_OK) {
		snprintf(note, sizeof note, "the state has %llu rows", (unsigned long long)mixmi_sketch_rows(sketch));
		cli_note(note);
	}
	mixmi_sketch_free(sketch);
	return code;
}

static int sketch_files(cli_args *args)
{
	mixmi_sketch *sketch = NULL;
	int code = begin(args);
	if (code == CLI_OK)
		code = cli_input_sketch(&sketch, args);
	return end(args, sketch, code);
}

static int merge_states(cli_args *args)
{
	mixmi_sketch *sketch = NULL;
	int code = begin(args);
	if (code == CLI_OK)
		code = cli_input_states(&sketch, args, args->operands, args->operand_count);
	return end(args, sketch, code);
}

static const cli_flag flags[] = {
	{ "output", 'o', CLI_FILE, "STATE", NULL, "write the state to STATE, which is written completely or not at all" },
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

static const cli_example sketch_examples[] = {
	{ "mixmi sketch penguins.csv -o all.state", "The state of one file; usually there are many, on several machines." },
	{ NULL, NULL },
};

const cli_command cli_sketch = {
	.name = "sketch",
	.summary = "summarise files in a state, which can be merged and asked",
	.synopsis = "FILE... -o STATE [OPTIONS]",
	.description =
		"Reads files, patterns and folders (also of Parquet files) in parts and writes their state: counts of each "
		"column and each pair of columns, and a random sample of rows. States of the parts of a table, made anywhere, "
		"are merged by 'mixmi merge'; the bytes do not depend on how the table was split. Every command that reads a "
		"table takes --sketch STATE instead of FILE: questions of two columns without Z are then answered over all "
		"rows, others from the sample.\n"
		"Rows are identified by the path of their file and their number, or by --key. --cluster draws rows with the "
		"same values of its columns as a whole. --memory bounds what is used, --sample sets the rows that are drawn.\n"
		"Types are settled by the start of the first file, in the order of names, or by --discrete and --numeric; a "
		"value that contradicts them later is an error with file and line.",
	.groups = "reading,parts,running",
	.without = "survival,time,id,step,lags,weights,weights-are,table,max-pairs",
	.flags = flags,
	.examples = sketch_examples,
	.makes_state = true,
	.several = true,
	.run = sketch_files,
};

static const cli_example merge_examples[] = {
	{ "mixmi merge part-1.state part-2.state -o all.state", "The state of both parts." },
	{ NULL, NULL },
};

const cli_command cli_merge = {
	.name = "merge",
	.summary = "merge the states of parts of a table",
	.synopsis = "STATE... -o STATE",
	.description = "Writes the state of all rows of some states, which are about the same columns. The order does not "
				   "matter. A state that is damaged, about other columns, or given twice is an error.",
	.groups = "",
	.flags = flags,
	.examples = merge_examples,
	.makes_state = true,
	.several = true,
	.run = merge_states,
};
