/* The rows of a question about an effect: complete in treatment, outcome and adjustment set, in an order that their content decides. */
#ifndef EFFECT_SAMPLE_H
#define EFFECT_SAMPLE_H

#include "question/question_rows.h"
#include "question/sample_column.h"

enum { EFFECT_FOLDS = 10 }; /* that predictions leave out, one at a time */

typedef struct effect_sample {
	size_t rows, dropped;
	question_column *columns; /* [1 + z_count] treatment first; those of the set that vary in these rows */
	double **numbers;         /* [1 + z_count] values of the rows, [rows], over a power of 2; NULL: labels */
	size_t z_count;
	int x_exponent, y_exponent;  /* numbers[0] and y are over 2 to these powers */
	uint32_t *x_codes, *y_codes; /* [rows] */
	double *y;                   /* [rows] numbers over a power of 2; NULL: labels */
	uint64_t *keys;              /* [rows] of what treatment and set hold */
	uint32_t *fold;              /* [rows] 0 .. EFFECT_FOLDS - 1 */
	uint64_t key;                /* of the whole question */
} effect_sample;

/* True for a treatment whose levels are compared: labels, or numbers of at most EFFECT_FEW values. */
enum { EFFECT_FEW = 10 };
bool effect_has_levels(const data_column *column);

/* `set`: columns of the table. `levels`: the treatment's values are taken as labels. MIXMI_ERROR_DATA where rows are too few, or treatment or
 * outcome have one value in them. To be cleared in any case. */
mixmi_status effect_sample_init(effect_sample *sample, const mixmi_table *table, size_t x, size_t y, const size_t *set,
                                size_t count, bool levels);
void effect_sample_clear(effect_sample *sample);

#endif
