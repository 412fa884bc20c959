/* The target view: columns in the order in which forward selection takes them, each with what it tells given those above it;
 * the page has what each tells alone from the heat map. What was not taken comes after, with what decided about it. */
#include "page.h"
#include "report.h"

enum { CHOSEN = 15, ROWS = 300 };

static json_t *row_json(page *p, const mixmi_chosen *row)
{
	cli_json *json = &p->json;
	json_t *object = json_object(), *given = json_array();
	cli_json_put(json, object, "column", cli_json_count(page_place(p, row->column)));
	cli_json_put(json, object, "chosen", json_boolean(row->role == MIXMI_CHOSEN));
	cli_json_put(json, object, "estimate", page_number(mixmi_in_units(row->estimate, p->args->options), 4));
	cli_json_put(json, object, "total", page_number(mixmi_in_units(row->total, p->args->options), 4));
	cli_json_put(json, object, "p", page_number(row->p, 3));
	cli_json_put(json, object, "rows", cli_json_count(row->rows));
	for (size_t i = 0; i < row->given_count; i++)
		cli_json_push(json, given, cli_json_count(page_place(p, row->given[i])));
	cli_json_put(json, object, "given", given);
	return object;
}

static int choose(page *p)
{
	size_t most = cli_args_count(p->args, "number", CHOSEN);
	mixmi_status status =
		mixmi_select(&p->choice, p->table, p->target, p->used, p->count, most, p->args->options);
	mixmi_choice_info info = { 0 };
	if (status == MIXMI_OK)
		mixmi_choice_describe(&info, sizeof info, p->choice);
	if (status == MIXMI_OK && !info.complete)
		return cli_fail(CLI_LIMIT, "interrupted: no report is written");
	return status == MIXMI_OK ? CLI_OK : cli_fail_library("report", NULL, status);
}

int page_target(page *p)
{
	int code = choose(p);
	if (code != CLI_OK)
		return code;
	json_t *object = json_object(), *rows = json_array();
	mixmi_chosen row;
	for (size_t i = 0; i < ROWS && mixmi_choice_at(&row, sizeof row, p->choice, i) == MIXMI_OK; i++)
		cli_json_push(&p->json, rows, row_json(p, &row));
	cli_json_put(&p->json, object, "column", cli_json_count(page_place(p, p->target)));
	cli_json_put(&p->json, object, "most", cli_json_count(cli_args_count(p->args, "number", CHOSEN)));
	cli_json_put(&p->json, object, "rows", rows);
	cli_json_put(&p->json, p->json.root, "target", object);
	return p->json.failed ? cli_fail_memory() : CLI_OK;
}
