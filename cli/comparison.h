/* Comparison of two graphs, with the same words and keys in `mixmi graph --truth` and `mixmi compare`. */
#ifndef CLI_COMPARISON_H
#define CLI_COMPARISON_H

#include <stdio.h>

#include "json_tree.h"

/* Prints edges, directions and arrowheads as a table: counts in each graph, precision, recall and F1. Returns an exit
 * code. */
int cli_comparison_print(const mixmi_comparison *comparison, FILE *stream);

/* JSON: skeleton, directions, arrowheads, hamming, marks and common_marks. */
void cli_comparison_put(cli_json *json, json_t *object, const mixmi_comparison *comparison);

#endif
