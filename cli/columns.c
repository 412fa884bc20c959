/* Selection of columns, and remarks about them. */
#include "columns.h"

#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "json.h"
#include "report.h"

static void add_list(cli_text *only, const char *list)
{
	if (list == NULL)
		return;
	cli_text_add(only, only->length > 0 ? "," : "");
	cli_text_add(only, list);
}

int cli_columns_read(mixmi_table **out, cli_args *args, const char *const further[2])
{
	*out = NULL;
	const char *list = cli_args_value(args, "columns");
	if (list == NULL)
		return cli_input_table(out, args, NULL);
	int code = cli_args_need(&list, args, "columns");
	if (code != CLI_OK)
		return code;
	cli_text only = { 0 };
	add_list(&only, list);
	add_list(&only, cli_args_value(args, "exclude"));
	for (int i = 0; further != NULL && i < 2; i++)
		add_list(&only, further[i]);
	code = only.failed ? cli_fail_memory() : cli_input_table(out, args, only.bytes);
	cli_text_clear(&only);
	return code;
}

/* Marks the columns of a list in `marks`; *twice is one that was marked before. */
static mixmi_status mark_list(uint8_t *marks, size_t *twice, const mixmi_table *table, const char *list)
{
	size_t *columns, count;
	mixmi_status status = mixmi_table_select(&columns, &count, table, list);
	for (size_t i = 0; status == MIXMI_OK && i < count; i++) {
		if (marks[columns[i]])
			*twice = columns[i];
		marks[columns[i]] = 1;
	}
	mixmi_free(columns);
	return status;
}

bool cli_columns_takes(const cli_args *args, const mixmi_column *about)
{
	bool repeats = strcmp(args->command->name, "graph") == 0 && strcmp(cli_args_option(args, "preset"), "paper") != 0;
	return about->suited || (repeats && strcmp(about->kind, "repeat") == 0);
}

static bool is_taken(mixmi_column *about, const cli_args *args, const mixmi_table *table, size_t column)
{
	return mixmi_table_column(about, sizeof *about, table, column, NULL) != MIXMI_OK || cli_columns_takes(args, about);
}

/* Remarks on columns that are omitted because they repeat others, or for other reasons. */
static void remark_left_out(const mixmi_table *table, const cli_args *args, bool repeats, cli_remark *use,
                            void *context)
{
	const char *why = repeats ? "left out, as they carry the same information as another column: "
	                          : "left out, as they carry no information about other columns: ";
	cli_text note = { 0 };
	cli_names names = { 0 };
	for (size_t j = 0; j < mixmi_table_columns(table); j++) {
		mixmi_column about;
		if (!is_taken(&about, args, table, j) && (strcmp(about.kind, "repeat") == 0) == repeats)
			cli_names_add(&names, about.name);
	}
	cli_text_add(&note, why);
	cli_names_end(&note, &names);
	cli_text_add(&note, " (use --columns to include them)");
	if (names.count > 0 && !note.failed)
		use(context, note.bytes);
	cli_text_clear(&names.text);
	cli_text_clear(&note);
}

void cli_columns_left_out(const mixmi_table *table, const cli_args *args, cli_remark *use, void *context)
{
	if (cli_args_value(args, "columns") != NULL)
		return;
	remark_left_out(table, args, false, use, context);
	remark_left_out(table, args, true, use, context);
}

static void mark_taken(uint8_t *wanted, const cli_args *args, const mixmi_table *table)
{
	mixmi_column about;
	for (size_t j = 0; j < mixmi_table_columns(table); j++)
		wanted[j] = is_taken(&about, args, table, j);
}

static int mark_columns(uint8_t *wanted, uint8_t *excluded, const cli_args *args, const mixmi_table *table)
{
	const char *command = args->command->name, *only = cli_args_value(args, "columns");
	const char *without = cli_args_value(args, "exclude");
	size_t all = mixmi_table_columns(table), twice = all, any = all;
	if (only == NULL)
		mark_taken(wanted, args, table);
	cli_columns_left_out(table, args, cli_remark_note, NULL);
	mixmi_status status = only != NULL ? mark_list(wanted, &twice, table, only) : MIXMI_OK;
	if (status == MIXMI_OK && twice < all)
		return cli_fail_usage(command, "--columns names '%s' twice", cli_columns_name(table, twice));
	if (status == MIXMI_OK && without != NULL)
		status = mark_list(excluded, &any, table, without);
	return status == MIXMI_OK ? CLI_OK : cli_input_fail(args, status);
}

int cli_columns_choose(size_t **columns, size_t *count, const cli_args *args, const mixmi_table *table)
{
	size_t all = mixmi_table_columns(table);
	uint8_t *wanted = calloc(all + 1, 1), *excluded = calloc(all + 1, 1);
	*count = 0;
	*columns = calloc(all + 1, sizeof **columns);
	int code = wanted == NULL || excluded == NULL || *columns == NULL ? cli_fail_memory()
	                                                                  : mark_columns(wanted, excluded, args, table);
	for (size_t j = 0; code == CLI_OK && j < all; j++)
		if (wanted[j] && !excluded[j])
			(*columns)[(*count)++] = j;
	free(wanted);
	free(excluded);
	if (code != CLI_OK) {
		free(*columns);
		*columns = NULL;
	}
	return code;
}

const char *cli_columns_name(const mixmi_table *table, size_t column)
{
	const char *name = mixmi_table_name(table, column);
	return name != NULL ? name : "";
}

bool cli_columns_add_rounding(cli_text *text, const char *name, size_t atoms, const mixmi_options *options)
{
	enum { MANY_ATOMS = 10 }; /* a mixture has a few special values; a rounded measurement has many */
	if (atoms < MANY_ATOMS)
		return false;
	cli_text_add(text, "'");
	cli_text_add_shown(text, name);
	cli_text_addf(text,
	              "' has %zu values that repeat at least %s times and are taken as atoms; if they are rounded "
	              "measurements, raise --atom-threshold",
	              atoms, mixmi_options_get(options, "atom-threshold"));
	return true;
}

void cli_columns_remarks(const mixmi_table *table, const size_t *columns, size_t count, const mixmi_options *options,
                         cli_remark *use, void *context)
{
	if (strcmp(mixmi_options_get(options, "preset"), "paper") != 0)
		return; /* there, repeated values are not atoms */
	for (size_t i = 0; i < count; i++) {
		mixmi_column column;
		cli_text remark = { 0 };
		bool known = mixmi_table_column(&column, sizeof column, table, columns[i], options) == MIXMI_OK;
		bool continuous = known && column.type == MIXMI_NUMERIC && column.atoms < column.distinct;
		if (continuous && cli_columns_add_rounding(&remark, column.name, column.atoms, options) && !remark.failed)
			use(context, remark.bytes);
		cli_text_clear(&remark);
	}
}

void cli_remark_note(void *context, const char *remark)
{
	(void)context;
	cli_note(remark);
}

void cli_remark_json(void *context, const char *remark)
{
	cli_json *json = context;
	cli_json_push(json, json_object_get(json->root, "remarks"), cli_json_text(remark));
}
