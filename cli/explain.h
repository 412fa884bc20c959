/* Shape and sources of a dependence, as shown by `mixmi cmi --explain` and `--by-z`. */
#ifndef CLI_EXPLAIN_H
#define CLI_EXPLAIN_H

#include "question.h"

/* "weak", "strong" and so on, for a strength in [0, 1]. */
const char *cli_strength_word(double strength);

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
