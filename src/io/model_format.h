/* Keys of the JSON format of a histogram, shared by its writer and its reader. */
#ifndef IO_MODEL_FORMAT_H
#define IO_MODEL_FORMAT_H

#define IO_FORMAT "mixmi-histogram"
#define IO_KEY_FORMAT "format"
#define IO_KEY_VERSION "version"
#define IO_KEY_PRESET "preset"
#define IO_KEY_ROWS "rows"
#define IO_KEY_ROWS_DROPPED "rows_dropped"
#define IO_KEY_ROUNDS "rounds"
#define IO_KEY_CONVERGED "converged"
#define IO_KEY_SCORE "score"
#define IO_KEY_KIND "kind"
#define IO_KEY_SCORE_PARTS "score_parts"
#define IO_KEY_SCORE_DATA "data"
#define IO_KEY_SCORE_COMPLEXITY "complexity"
#define IO_KEY_SCORE_CUTS "cuts"
#define IO_KEY_COLUMNS "columns"
#define IO_KEY_CELLS "cells"
#define IO_KEY_NAME "name"
#define IO_KEY_TYPE "type"
#define IO_KEY_LABELLED "labelled"
#define IO_KEY_UNIT "unit" /* of dates: "days" or "seconds" */
#define IO_KEY_RANGE "range"
#define IO_KEY_K_INIT "k_init"
#define IO_KEY_K_MAX "k_max"
#define IO_KEY_CUT_INDICES "cut_indices"
#define IO_KEY_CUTS "cuts"
#define IO_KEY_EDGES "edges"
#define IO_KEY_ATOMS "atoms"
#define IO_KEY_ATOM_BINS "atom_bins"
#define IO_KEY_HEX "hex"
#define IO_DISCRETE "discrete"
#define IO_NUMERIC "numeric"
#define IO_DENSITY "density"
#define IO_DEPENDENCE "dependence"

/* Version 2 added edges, atom_bins and kind. A histogram without these is still written as version 1. */
enum { IO_FORMAT_PLAIN = 1, IO_FORMAT_GENERAL = 2 };

#endif
