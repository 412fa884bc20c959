/* Names in the JSON form of a histogram, shared by its writer and its reader. */
#ifndef IO_MODEL_FORMAT_H
#define IO_MODEL_FORMAT_H

#define OUTPUT_FORMAT "mixmi-histogram"
#define OUTPUT_KEY_FORMAT "format"
#define OUTPUT_KEY_VERSION "version"
#define OUTPUT_KEY_PRESET "preset"
#define OUTPUT_KEY_ROWS "rows"
#define OUTPUT_KEY_ROWS_DROPPED "rows_dropped"
#define OUTPUT_KEY_ROUNDS "rounds"
#define OUTPUT_KEY_CONVERGED "converged"
#define OUTPUT_KEY_SCORE "score"
#define OUTPUT_KEY_KIND "kind"
#define OUTPUT_KEY_SCORE_PARTS "score_parts"
#define OUTPUT_KEY_SCORE_DATA "data"
#define OUTPUT_KEY_SCORE_COMPLEXITY "complexity"
#define OUTPUT_KEY_SCORE_CUTS "cuts"
#define OUTPUT_KEY_COLUMNS "columns"
#define OUTPUT_KEY_CELLS "cells"
#define OUTPUT_KEY_NAME "name"
#define OUTPUT_KEY_TYPE "type"
#define OUTPUT_KEY_LABELLED "labelled"
#define OUTPUT_KEY_UNIT "unit" /* of dates: "days" or "seconds" */
#define OUTPUT_KEY_RANGE "range"
#define OUTPUT_KEY_K_INIT "k_init"
#define OUTPUT_KEY_K_MAX "k_max"
#define OUTPUT_KEY_CUT_INDICES "cut_indices"
#define OUTPUT_KEY_CUTS "cuts"
#define OUTPUT_KEY_EDGES "edges"
#define OUTPUT_KEY_ATOMS "atoms"
#define OUTPUT_KEY_ATOM_BINS "atom_bins"
#define OUTPUT_KEY_HEX "hex"
#define OUTPUT_DISCRETE "discrete"
#define OUTPUT_NUMERIC "numeric"
#define OUTPUT_DENSITY "density"
#define OUTPUT_DEPENDENCE "dependence"

/* Version 2 added edges, atom_bins and kind. A histogram that has none of them is still written as version 1. */
enum { OUTPUT_FORMAT_PLAIN = 1, OUTPUT_FORMAT_GENERAL = 2 };

#endif
