/* What an answer looks like and where it comes from, as `mixmi cmi --explain` and `--by-z` show it. */
#ifndef CLI_EXPLAIN_H
#define CLI_EXPLAIN_H

#include "question.h"

/* "weak", "strong" and the like, of a strength in [0, 1]. */
const char *cli_strength_word(double strength);

/* The strength of so many nats, where neither side's entropy is a limit. */
double cli_strength_of(double nats);

/* Adds "With 54 rows, only linear effects of strength 0.57 or more would be detected 90% of the time."; NaN: that it is not
 * known. */
void cli_explain_add_detectable(cli_text *text, double detectable, uint64_t rows);

/* Text: the lines "shape" and "sign", then the cells that contribute most; a table of the groups of Z. */
int cli_explain_print_shape(const cli_question *question, const mixmi_explanation *explanation, FILE *stream);
int cli_explain_print_cells(const cli_question *question, const mixmi_explanation *explanation, FILE *stream);
int cli_explain_print_groups(const cli_question *question, const mixmi_explanation *explanation, FILE *stream);

/* CSV: all cells, or all groups. */
int cli_explain_csv_cells(const cli_question *question, const mixmi_explanation *explanation, FILE *stream);
int cli_explain_csv_groups(const cli_question *question, const mixmi_explanation *explanation, FILE *stream);

/* JSON: an object of the profile and the cells, and an array of the groups. */
json_t *cli_explain_json(cli_json *json, const cli_question *question, const mixmi_explanation *explanation);
json_t *cli_explain_groups_json(cli_json *json, const cli_question *question, const mixmi_explanation *explanation);

#endif
