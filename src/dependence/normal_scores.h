/* A column as a regression sees it: numbers that depend on ranks alone, and atoms apart. */
#ifndef DEPENDENCE_NORMAL_SCORES_H
#define DEPENDENCE_NORMAL_SCORES_H

#include "data/table.h"
#include "dependence/basis.h"

/* A table's column as numbers: normal scores of its ordered part, atoms apart. */
typedef struct dependence_numbers {
	double *by_code; /* [distinct] normal scores */
	double *scores;  /* [rows] */
	uint32_t *atoms; /* [rows] atom of each row, UINT32_MAX in the ordered part */
	bool *used;      /* [rows] in the ordered part */
	size_t atom_count;
	size_t ordered;                 /* rows in the ordered part */
	dependence_predictor predictor; /* the same for a regression */
	bool continuous;                /* the ordered part is large and its values hardly repeat: a residual makes sense */
} dependence_numbers;

/* False: out of memory; the numbers can be cleared all the same. */
bool dependence_numbers_init(dependence_numbers *numbers, const data_column *column, size_t rows, int64_t threshold);
void dependence_numbers_clear(dependence_numbers *numbers);

#endif
