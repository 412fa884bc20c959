/* The columns of commands with --columns and --exclude, and remarks about columns. */
#ifndef CLI_COLUMNS_H
#define CLI_COLUMNS_H

#include "args.h"
#include "text.h"

/* Reads the table. With --columns only these columns are kept, those of --exclude and those of `further`, a list of up
 * to two more lists (NULL: none); otherwise all are kept. */
int cli_columns_read(mixmi_table **out, cli_args *args, const char *const further[2]);

/* Whether the command uses the column by default: it suits a search or, for a graph, which joins repeated columns,
 * repeats another. */
bool cli_columns_takes(const cli_args *args, const mixmi_column *about);

/* The columns of --columns, or all that the command uses by default, without those of --exclude. The caller frees
 * *columns. A repeated column is an error. */
int cli_columns_choose(size_t **columns, size_t *count, const cli_args *args, const mixmi_table *table);

/* Name of a column; "" if the index is too large. */
const char *cli_columns_name(const mixmi_table *table, size_t column);

/* Adds a remark on a column with a continuous part if it has so many atoms that it looks rounded; otherwise returns
 * false. */
bool cli_columns_add_rounding(cli_text *text, const char *name, size_t atoms, const mixmi_options *options);

/* Handles a remark. */
typedef void cli_remark(void *context, const char *remark);

/* Calls `use` for every such remark on the given columns. */
void cli_columns_remarks(const mixmi_table *table, const size_t *columns, size_t count, const mixmi_options *options,
                         cli_remark *use, void *context);

/* The same for remarks on columns that cli_columns_choose() omits by default, and why. */
void cli_columns_left_out(const mixmi_table *table, const cli_args *args, cli_remark *use, void *context);

/* Two handlers: print the remark as a note; add it to the notes of the cli_json in the context. */
void cli_remark_note(void *context, const char *remark);
void cli_remark_json(void *context, const char *remark);

#endif
