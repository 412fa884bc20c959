/* Random Fourier features (Rahimi and Recht 2007) of a set of columns: averages of their products approximate a
 * Gaussian kernel whose width is the median distance between rows. */
#ifndef KERNEL_FEATURES_H
#define KERNEL_FEATURES_H

#include "methods/kernel/matrix.h"
#include "question/question.h"
#include "question/question_rows.h"

/* Most indicator columns that one-hot coding may give to a set. */
enum { KERNEL_MAX_LEVELS = 5000 };

/* What the features are made of and drawn from. */
typedef struct kernel_source {
	const mixmi_table *table;
	const question_ready *question;
	const question_rows *rows;
	bool one_hot;  /* a discrete column is one indicator per level; else its number, or its code where it has labels */
	uint64_t seed; /* of this question */
	uint64_t key;
	int threads;
} kernel_source;

/* The columns at the given places as standardised numbers. A column that is constant in the rows used is left out, so
 * there may be none at all. MIXMI_ERROR_LIMIT where one-hot coding gives too many columns. */
mixmi_status kernel_inputs(kernel_matrix *inputs, const kernel_source *source, const size_t *places, size_t count);

/* `count` standardised features of the inputs. `stream` tells the features of one set from those of another. */
mixmi_status kernel_features(kernel_matrix *features, const kernel_matrix *inputs, size_t count,
                             const kernel_source *source, uint32_t stream);

#endif
