/* How two graphs compare, in the same words and under the same keys in `mixmi graph --truth` and `mixmi compare`. */
#ifndef CLI_COMPARISON_H
#define CLI_COMPARISON_H

#include <stdio.h>

#include "json_tree.h"

/* Prints edges, directions and arrowheads as a table: how many each graph has, precision, recall and F1. Returns an exit code. */
int cli_comparison_print(const mixmi_comparison *comparison, FILE *stream);

/* JSON: skeleton, directions, arrowheads, hamming, marks and common_marks. */
void cli_comparison_put(cli_json *json, json_t *object, const mixmi_comparison *comparison);

#endif
