/* Names in the JSON form of a histogram, shared by its writer and its reader. */
#ifndef OUTPUT_MODEL_FORMAT_H
#define OUTPUT_MODEL_FORMAT_H

#define OUTPUT_FORMAT "mixmi-histogram"
#define OUTPUT_KEY_FORMAT "format"
#define OUTPUT_KEY_VERSION "version"
#define OUTPUT_KEY_PRESET "preset"
#define OUTPUT_KEY_ROWS "rows"
#define OUTPUT_KEY_ROWS_DROPPED "rows_dropped"
#define OUTPUT_KEY_ROUNDS "rounds"
#define OUTPUT_KEY_CONVERGED "converged"
#define OUTPUT_KEY_SCORE "score"
#define OUTPUT_KEY_COLUMNS "columns"
#define OUTPUT_KEY_CELLS "cells"
#define OUTPUT_KEY_NAME "name"
#define OUTPUT_KEY_TYPE "type"
#define OUTPUT_KEY_LABELLED "labelled"
#define OUTPUT_KEY_RANGE "range"
#define OUTPUT_KEY_K_INIT "k_init"
#define OUTPUT_KEY_K_MAX "k_max"
#define OUTPUT_KEY_CUT_INDICES "cut_indices"
#define OUTPUT_KEY_CUTS "cuts"
#define OUTPUT_KEY_ATOMS "atoms"
#define OUTPUT_KEY_HEX "hex"
#define OUTPUT_DISCRETE "discrete"
#define OUTPUT_NUMERIC "numeric"

enum { OUTPUT_FORMAT_VERSION = 1 };

#endif
