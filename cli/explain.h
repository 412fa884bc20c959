/* Shape and sources of a dependence, as shown by `mixmi cmi --explain` and `--by-z`. */
#ifndef CLI_EXPLAIN_H
#define CLI_EXPLAIN_H

#include "question.h"

/* "weak", "strong" and so on, for a strength in [0, 1]. */
const char *cli_strength_word(double strength);

/* The strength for information in nats, if it is not limited by the entropy of a side. */
double cli_strength_of(double nats);

/* Adds "With 54 rows, only linear effects of strength 0.57 or more would be detected 90% of the time."; NaN: that it is
 * unknown. */
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
