/* Columns chosen for a target: reads the table, runs the search, and prints the result as a table, CSV or JSON. */
#include "choice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "csv.h"
#include "input.h"
#include "json.h"
#include "layout.h"
#include "output.h"
#include "progress.h"
#include "report.h"

typedef struct job {
	cli_args *args;
	mixmi_table *table;
	size_t *columns, count, target;
	mixmi_choice *choice;
	mixmi_choice_info info;
} job;

static void clear(job *j)
{
	mixmi_choice_free(j->choice);
	free(j->columns);
	mixmi_table_free(j->table);
}

static const char *name_of(const job *j, size_t column)
{
	return cli_columns_name(j->table, column);
}

/* True if the search was stopped before it tested the column. */
static bool is_untested(const mixmi_chosen *row)
{
	return row->open && row->verdict == MIXMI_NO_VERDICT;
}

static const char *role_name(const mixmi_chosen *row)
{
	return row->role == MIXMI_NEIGHBOUR ? "neighbour"
	       : row->role == MIXMI_SPOUSE  ? "spouse"
	       : row->role == MIXMI_CHOSEN  ? "chosen"
	       : is_untested(row)           ? "untested"
	                                    : "discarded";
}

static mixmi_chosen row_of(const job *j, size_t i)
{
	mixmi_chosen row;
	(void)mixmi_choice_at(&row, sizeof row, j->choice, i);
	return row;
}

static size_t rows_of(const job *j)
{
	return j->info.members + j->info.discarded;
}

/* True if no rows could be compared, and the column was kept for that reason. */
static bool undecided(const mixmi_chosen *row)
{
	return row->verdict == MIXMI_UNDECIDED;
}

static double estimate_of(const mixmi_chosen *row)
{
	return undecided(row) ? NAN : row->estimate;
}

/* The rule that decided about a column: its level or another rule. */
static const char *rule_of(const mixmi_chosen *row)
{
	return is_untested(row) || undecided(row) ? "none"
	       : row->over != SIZE_MAX            ? "structure"
	       : row->by_rate                     ? "false discovery rate"
	       : isnan(row->p)                    ? "score"
	                                          : "level";
}

/* True if alpha alone would have decided otherwise; the row then shows the rule. */
static bool differs_from_alpha(const job *j, const mixmi_chosen *row)
{
	bool kept = row->role != MIXMI_DISCARDED;
	return isfinite(row->p) && kept != (row->p <= j->info.alpha);
}

static void add_remark(cli_text *text, const job *j, const mixmi_chosen *row)
{
	char level[CLI_NUMBER];
	const char *rule = rule_of(row);
	cli_text_add(text, "");
	if (row->open) {
		cli_text_add(text, "not fully tested");
	} else if (undecided(row)) {
		cli_text_add(text, "undecided");
	} else if (strcmp(rule, "structure") == 0) {
		cli_text_add(text, "shares the effect ");
		cli_text_add_shown(text, name_of(j, row->over));
		cli_text_add(text, differs_from_alpha(j, row) ? ": structure decided, not this p" : "");
	} else if (strcmp(rule, "false discovery rate") == 0) {
		cli_text_addf(text, "false discovery rate above %g", 5 * j->info.alpha);
	} else if (differs_from_alpha(j, row)) {
		cli_text_addf(text, "p %s %s, the level for %zu rows",
		              row->role == MIXMI_DISCARDED ? ">" : "<=", cli_text_p(level, row->level), row->rows);
		if (row->given_count == 0)
			cli_text_addf(text, " and %zu columns", rows_of(j) + 1);
	}
	if (row->few_rows && !row->open)
		cli_text_add(text, text->length > 0 ? "; few rows" : "few rows");
}

static size_t count_untested(const job *j)
{
	size_t count = 0;
	for (size_t i = 0; i < rows_of(j); i++) {
		const mixmi_chosen row = row_of(j, i);
		count += is_untested(&row);
	}
	return count;
}

/* ------------------------------------------------------------------------------------------------- printing */

/* The names of a set, human-readable. */
static void add_given(cli_text *text, const job *j, const mixmi_chosen *row)
{
	for (size_t i = 0; i < row->given_count; i++) {
		cli_text_add(text, i > 0 ? ", " : "");
		cli_text_add_shown(text, name_of(j, row->given[i]));
	}
	if (row->given_count == 0)
		cli_text_add(text, "-");
}

static void add_row(cli_layout *layout, const job *j, const mixmi_chosen *row, bool totals, bool remarks)
{
	cli_text given = { 0 };
	add_given(&given, j, row);
	layout->failed = layout->failed || given.failed;
	cli_layout_add(layout, name_of(j, row->column));
	cli_layout_add(layout, role_name(row));
	cli_layout_number(layout, estimate_of(row));
	if (totals)
		cli_layout_number(layout, row->total);
	cli_layout_p(layout, row->p);
	cli_layout_addf(layout, "%zu", row->rows);
	cli_layout_add(layout, given.failed ? "" : given.bytes);
	cli_text_clear(&given);
	if (!remarks)
		return;
	cli_text remark = { 0 };
	add_remark(&remark, j, row);
	layout->failed = layout->failed || remark.failed;
	cli_layout_add(layout, remark.failed ? "" : remark.bytes);
	cli_text_clear(&remark);
}

static int print_table(const job *j, size_t shown, FILE *stream)
{
	bool totals = rows_of(j) > 0 && !isnan(row_of(j, 0).total), remarks = false;
	for (size_t i = 0; i < shown; i++) {
		const mixmi_chosen row = row_of(j, i);
		cli_text remark = { 0 };
		add_remark(&remark, j, &row);
		remarks |= remark.length > 0;
		cli_text_clear(&remark);
	}
	cli_layout layout = { .align = totals ? remarks ? "llrrrrll" : "llrrrrl" : remarks ? "llrrrll" : "llrrrl" };
	cli_layout_heads(&layout, totals ? "column,role,estimate,total,p,rows,given" : "column,role,estimate,p,rows,given");
	if (remarks)
		cli_layout_add(&layout, "remark");
	for (size_t i = 0; i < shown; i++) {
		const mixmi_chosen row = row_of(j, i);
		add_row(&layout, j, &row, totals, remarks);
	}
	return cli_layout_print(&layout, stream, 0) ? CLI_OK : cli_fail_memory();
}

static int print_headline(const job *j, FILE *stream)
{
	size_t untested = count_untested(j);
	cli_text headline = { 0 };
	cli_text_addf(&headline, "%zu column%s for ", j->info.members, j->info.members == 1 ? "" : "s");
	cli_text_add_shown(&headline, name_of(j, j->info.target));
	cli_text_addf(&headline, "%s, %zu discarded", j->info.complete ? "" : " so far", j->info.discarded - untested);
	if (untested > 0)
		cli_text_addf(&headline, ", %zu untested", untested);
	cli_text_addf(&headline, "; test %s at alpha %g for one column, less for many; %llu tests; estimates in nats",
	              j->info.test, j->info.alpha, (unsigned long long)j->info.tests);
	if (headline.failed)
		return cli_fail_memory();
	fprintf(stream, "%s\n%s\n", headline.bytes, j->info.complete ? "" : "INCOMPLETE: the search was stopped early\n");
	cli_text_clear(&headline);
	return CLI_OK;
}

/* Members of a blanket that tell nothing given all others together, which sets of few columns do not show. */
static void print_doubtful(const job *j, FILE *stream)
{
	for (size_t i = 0; i < j->info.members; i++) {
		const mixmi_chosen row = row_of(j, i);
		char p[CLI_NUMBER];
		cli_text name = { 0 };
		cli_text_add_shown(&name, name_of(j, row.column));
		if (row.check > j->info.alpha && !name.failed)
			fprintf(stream, "given all others of the set, %s tells nothing more, p = %s\n", name.bytes,
			        cli_text_p(p, row.check));
		cli_text_clear(&name);
	}
}

/* Human-readable output lists only the clearest of very many discarded columns. */
static int print_text(const job *j, FILE *stream)
{
	enum { SHOWN = 30 };
	size_t shown = rows_of(j) < j->info.members + SHOWN ? rows_of(j) : j->info.members + SHOWN;
	int code = print_headline(j, stream);
	if (code == CLI_OK)
		code = print_table(j, shown, stream);
	if (code == CLI_OK && j->info.undecided > 0)
		fprintf(stream, "%d further column%s undecided\n", j->info.undecided, j->info.undecided == 1 ? "" : "s");
	if (code == CLI_OK)
		print_doubtful(j, stream);
	if (code == CLI_OK && shown < rows_of(j))
		fprintf(stream, "... and %zu more that were discarded; --json and --csv have them all\n", rows_of(j) - shown);
	return code;
}

static int print_csv(const job *j, FILE *stream)
{
	fputs("column,role,estimate,total,p,rows,given,undecided,few_rows,open,level,decided_by,over\n", stream);
	for (size_t i = 0; i < rows_of(j); i++) {
		const mixmi_chosen row = row_of(j, i);
		cli_text given = { 0 };
		cli_csv_field(name_of(j, row.column), stream);
		fprintf(stream, ",%s", role_name(&row));
		cli_csv_number(estimate_of(&row), stream);
		cli_csv_number(row.total, stream);
		cli_csv_number(row.p, stream);
		fprintf(stream, ",%zu,", row.rows);
		for (size_t k = 0; k < row.given_count; k++)
			cli_csv_add_name(&given, name_of(j, row.given[k]));
		if (given.failed)
			return cli_fail_memory();
		cli_csv_field(given.bytes != NULL ? given.bytes : "", stream);
		fprintf(stream, ",%s,%s,%s", undecided(&row) ? "true" : "false", row.few_rows ? "true" : "false",
		        row.open ? "true" : "false");
		cli_csv_number(row.level, stream);
		fprintf(stream, ",%s,", rule_of(&row));
		if (row.over != SIZE_MAX)
			cli_csv_field(name_of(j, row.over), stream);
		fputc('\n', stream);
		cli_text_clear(&given);
	}
	return CLI_OK;
}

static json_t *row_json(cli_json *json, const job *j, const mixmi_chosen *row)
{
	json_t *object = json_object(), *given = json_array();
	cli_json_put(json, object, "column", cli_json_text(name_of(j, row->column)));
	cli_json_put(json, object, "role", json_string(role_name(row)));
	cli_json_put(json, object, "estimate", cli_json_number(estimate_of(row)));
	cli_json_put(json, object, "corrected", cli_json_number(row->corrected));
	cli_json_put(json, object, "total", cli_json_number(row->total));
	cli_json_put(json, object, "p", cli_json_number(row->p));
	cli_json_put(json, object, "level", cli_json_number(row->level));
	cli_json_put(json, object, "decided_by", json_string(rule_of(row)));
	cli_json_put(json, object, "check", cli_json_number(row->check));
	cli_json_put(json, object, "over", row->over != SIZE_MAX ? cli_json_text(name_of(j, row->over)) : json_null());
	cli_json_put(json, object, "rows", cli_json_count(row->rows));
	cli_json_put(json, object, "few_rows", json_boolean(row->few_rows));
	cli_json_put(json, object, "undecided", json_boolean(undecided(row)));
	cli_json_put(json, object, "open", json_boolean(row->open));
	for (size_t i = 0; i < row->given_count; i++)
		cli_json_push(json, given, cli_json_text(name_of(j, row->given[i])));
	cli_json_put(json, object, "given", given);
	return object;
}

static int print_json(const job *j, FILE *stream)
{
	cli_json json;
	json_t *rows = json_array();
	cli_json_begin(&json, j->args, NULL);
	cli_json_put(&json, json.root, "target", cli_json_text(name_of(j, j->info.target)));
	cli_json_put(&json, json.root, "rows", cli_json_count(mixmi_table_rows(j->table)));
	cli_json_put(&json, json.root, "units", json_string("nats"));
	cli_json_put(&json, json.root, "test", json_string(j->info.test));
	cli_json_put(&json, json.root, "alpha", cli_json_number(j->info.alpha));
	cli_json_put(&json, json.root, "seed", cli_json_option(j->args, "seed"));
	cli_json_put(&json, json.root, "tests", cli_json_count(j->info.tests));
	cli_json_put(&json, json.root, "tests_reused", cli_json_count(j->info.tests_reused));
	cli_json_put(&json, json.root, "complete", json_boolean(j->info.complete));
	cli_json_put(&json, json.root, "undecided", cli_json_count((size_t)j->info.undecided));
	for (size_t i = 0; i < rows_of(j); i++) {
		const mixmi_chosen row = row_of(j, i);
		cli_json_push(&json, rows, row_json(&json, j, &row));
	}
	cli_json_put(&json, json.root, "columns", rows);
	cli_json_notes(&json, "remarks", j->table);
	cli_columns_left_out(j->table, j->args, cli_remark_json, &json);
	return cli_json_print(&json, stream);
}

static int print(const job *j)
{
	cli_output output = { 0 };
	int code = cli_output_open(&output, cli_args_value(j->args, "output"));
	if (code == CLI_OK && cli_args_value(j->args, "csv") != NULL)
		code = print_csv(j, output.stream);
	else if (code == CLI_OK)
		code = cli_args_value(j->args, "json") != NULL ? print_json(j, output.stream) : print_text(j, output.stream);
	return cli_output_end(&output, code);
}

/* ----------------------------------------------------------------------------------------------------- asking */

/* The target cannot be excluded. */
static int check_exclude(const job *j)
{
	size_t *columns, count;
	bool there = false;
	const char *list = cli_args_value(j->args, "exclude");
	if (list == NULL || mixmi_table_select(&columns, &count, j->table, list) != MIXMI_OK)
		return CLI_OK; /* an invalid list was reported before */
	for (size_t i = 0; i < count; i++)
		there |= columns[i] == j->target;
	mixmi_free(columns);
	return there ? cli_fail_usage(j->args->command->name, "--exclude leaves out the target '%s'", name_of(j, j->target))
	             : CLI_OK;
}

static int read_inputs(job *j)
{
	const char *target, *name = j->args->command->name;
	int code = cli_args_need(&target, j->args, "target");
	const char *const further[2] = { target, NULL };
	if (code == CLI_OK)
		code = cli_columns_read(&j->table, j->args, further);
	if (code == CLI_OK)
		code = cli_columns_choose(&j->columns, &j->count, j->args, j->table);
	if (code != CLI_OK)
		return code;
	size_t *targets, count;
	mixmi_status status = mixmi_table_select(&targets, &count, j->table, target);
	if (status != MIXMI_OK)
		return cli_input_fail(j->args, status);
	j->target = targets[0];
	mixmi_free(targets);
	return count == 1 ? check_exclude(j) : cli_fail_usage(name, "--target takes one column, not %zu", count);
}

static int tell_interrupted(const job *j)
{
	unsigned long long tests = j->info.tests;
	const char *checkpoint = cli_args_option(j->args, "checkpoint");
	if (*checkpoint == '\0')
		return cli_fail(CLI_LIMIT,
		                "interrupted after %llu tests: the printed result is incomplete; with "
		                "--checkpoint FILE the search could be resumed",
		                tests);
	return cli_fail(CLI_LIMIT,
	                "interrupted after %llu tests: the printed result is incomplete; the same "
	                "command resumes the search from %s",
	                tests, checkpoint);
}

/* With more columns than rows no test given the whole set can support a blanket; the columns with the most information are another
 * question, which needs no such test. */
static void note_few_rows(const job *j)
{
	char note[200];
	if (strcmp(j->args->command->name, "blanket") != 0 || j->count <= mixmi_table_rows(j->table))
		return;
	snprintf(
		note, sizeof note,
		"%zu columns and %zu rows: too few rows to establish a blanket; mixmi select finds the columns with the most "
		"information",
		j->count, mixmi_table_rows(j->table));
	cli_note(note);
}

static int ask_and_print(job *j, cli_choice_ask *ask)
{
	cli_pace pace = { 0 };
	mixmi_options_set_progress(j->args->options, cli_progress_search, &pace);
	cli_progress_wait(true); /* partial results are printed after an interrupt */
	mixmi_status status = ask(&j->choice, j->table, j->target, j->columns, j->count, j->args);
	cli_progress_wait(false);
	mixmi_options_set_progress(j->args->options, NULL, NULL);
	if (status != MIXMI_OK)
		return cli_fail_library(j->args->command->name, NULL, status);
	cli_progress_forgive();
	note_few_rows(j);
	mixmi_choice_describe(&j->info, sizeof j->info, j->choice);
	int code = print(j);
	return code == CLI_OK && !j->info.complete ? tell_interrupted(j) : code;
}

int cli_choice_run(cli_args *args, cli_choice_ask *ask)
{
	job j = { .args = args };
	int code = cli_args_one_form(args);
	if (code == CLI_OK)
		code = cli_output_check(cli_args_value(args, "output"));
	if (code == CLI_OK)
		code = read_inputs(&j);
	if (code == CLI_OK)
		code = ask_and_print(&j, ask);
	clear(&j);
	return code;
}
