/* The rows of a question about an effect: complete in treatment, outcome and adjustment set, in an order determined by
 * their content. */
#ifndef EFFECT_SAMPLE_H
#define EFFECT_SAMPLE_H

#include "paper/question/question.h"
#include "question/row_sample.h"

enum { EFFECT_FOLDS = 10 }; /* folds of cross-fitting */

typedef struct effect_sample {
	size_t rows, dropped;
	question_column *columns; /* [1 + z_count] treatment first; those of the set that vary in these rows */
	double **numbers;         /* [1 + z_count] values of the rows, [rows], over a power of 2; NULL: labels */
	size_t z_count;
	int x_exponent, y_exponent;  /* numbers[0] and y are over 2 to these powers */
	uint32_t *x_codes, *y_codes; /* [rows] */
	double *y;                   /* [rows] numbers over a power of 2, less their mean; NULL: labels */
	double y_mean;
	uint64_t *keys; /* [rows] of what treatment and set hold */
	uint32_t *fold; /* [rows] 0 .. EFFECT_FOLDS - 1 */
	uint64_t key;   /* of the whole question */
} effect_sample;

/* True for a treatment whose levels are compared: labels, or numbers with at most EFFECT_FEW values. */
enum { EFFECT_FEW = 10 };
bool effect_has_levels(const data_column *column);

/* `set`: columns of the table. `levels`: treat the treatment's values as labels. MIXMI_ERROR_DATA if there are too few
 * rows, or treatment or outcome are constant. Must be cleared in any case. */
mixmi_status effect_sample_init(effect_sample *sample, const mixmi_table *table, size_t x, size_t y, const size_t *set,
                                size_t count, bool levels);
void effect_sample_clear(effect_sample *sample);

#endif
