#include "knowledge.h"

#include <stdlib.h>

#include "report.h"

/* Adds the columns of --roots. */
static mixmi_status add_roots(mixmi_knowledge *knowledge, const char *list, const mixmi_table *table)
{
	size_t *columns, count;
	mixmi_status status = mixmi_table_select(&columns, &count, table, list);
	for (size_t i = 0; status == MIXMI_OK && i < count; i++)
		status = mixmi_knowledge_root(knowledge, columns[i]);
	mixmi_free(columns);
	return status;
}

int cli_knowledge_read(mixmi_knowledge **out, const cli_args *args, const mixmi_table *table)
{
	const char *path = cli_args_value(args, "knowledge"), *roots = cli_args_value(args, "roots");
	mixmi_status status = MIXMI_OK;
	*out = NULL;
	if (path == NULL && roots == NULL)
		return CLI_OK;
	status = path != NULL ? mixmi_knowledge_read(out, path, table) : mixmi_knowledge_new(out, table);
	if (status == MIXMI_OK && roots != NULL)
		status = add_roots(*out, roots, table);
	if (status != MIXMI_OK)
		return cli_fail_library(args->command->name, NULL, status);
	for (size_t i = 0; mixmi_knowledge_note(*out, i) != NULL; i++)
		cli_note(mixmi_knowledge_note(*out, i));
	return CLI_OK;
}
