/* The columns that a command works on where it takes --columns and --exclude, and remarks about columns. */
#ifndef CLI_COLUMNS_H
#define CLI_COLUMNS_H

#include "args.h"
#include "text.h"

/* Reads the table. With --columns only those columns are kept, those of --exclude and those of `further`, a list of up to
 * two more lists (NULL: none); without, all are. */
int cli_columns_read(mixmi_table **out, cli_args *args, const char *const further[2]);

/* Does the command take the column by itself: one that suits a search and, for a graph, where they are joined to what they repeat, one
 * that tells the same as another? */
bool cli_columns_takes(const cli_args *args, const mixmi_column *about);

/* The columns of --columns, or else all that the command takes, without those of --exclude. The caller frees *columns. It is an
 * error if one is named twice. */
int cli_columns_choose(size_t **columns, size_t *count, const cli_args *args, const mixmi_table *table);

/* Name of a column; "" past the last. */
const char *cli_columns_name(const mixmi_table *table, size_t column);

/* Adds a remark on a column with a continuous part if it has so many atoms that it looks like a measure that was rounded;
 * else says false. */
bool cli_columns_add_rounding(cli_text *text, const char *name, size_t atoms, const mixmi_options *options);

/* What to do with a remark. */
typedef void cli_remark(void *context, const char *remark);

/* Calls `use` for every such remark on the columns given. */
void cli_columns_remarks(const mixmi_table *table, const size_t *columns, size_t count, const mixmi_options *options,
                         cli_remark *use, void *context);

/* The same for the remarks that say which columns cli_columns_choose() leaves out by itself, and why. */
void cli_columns_left_out(const mixmi_table *table, const cli_args *args, cli_remark *use, void *context);

/* Two such: prints it as a note; adds it to the notes of the cli_json that is the context. */
void cli_remark_note(void *context, const char *remark);
void cli_remark_json(void *context, const char *remark);

#endif
