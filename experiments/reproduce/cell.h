/* The unit of the reproduction: a cell is one experiment on one subject (a mechanism, a structure, ...) by one
 * method at one number of rows, repeated over independent draws. Every draw gives a fixed number of values; a row of
 * a CSV file is a summary of all draws of a cell. */
#ifndef REPRODUCE_CELL_H
#define REPRODUCE_CELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "mixmi.h"

enum { CELL_KEY = 160 };

typedef struct cell cell;

/* A kind of experiment: what a draw computes and how its cells are written. */
typedef struct kind {
	const char *name;   /* of the experiment and, with .csv, of its file */
	const char *what;   /* one line in words */
	const char *header; /* of the file */
	size_t values;      /* that a draw gives; at most KIND_VALUES */
	bool timed;         /* it measures time: runs alone, and its file differs from run to run */
	/* One draw. Depends on nothing but the cell, the seed and the number; runs in one thread. */
	mixmi_status (*run)(double *values, const cell *c, uint64_t seed, uint64_t draw);
	/* One line of the file, from all draws in their order. */
	void (*write)(FILE *file, const cell *c, const double *values);
} kind;

enum { KIND_VALUES = 16 };

struct cell {
	const kind *kind;
	const char *subject;
	const char *method;
	size_t rows;
	size_t draws;
	size_t per_part; /* draws that are computed and checkpointed together */
	double seconds;  /* what a draw is expected to take: for the order, the parts and the time left, not for results */
};

/* A unique name of the cell, without blanks. */
void cell_key(char key[CELL_KEY], const cell *c);

/* The generator's number for draw `draw` of this cell: it differs between numbers of rows, and is the same for all methods. */
uint64_t cell_number(const cell *c, uint64_t draw);

/* The kinds, in the order of the report: number `index`, or NULL past the end. */
const kind *kind_at(size_t index);
const kind *kind_find(const char *name);

extern const kind kind_truth, kind_bins, kind_estimates, kind_weak, kind_structures, kind_levels, kind_network,
	kind_times;

#endif
