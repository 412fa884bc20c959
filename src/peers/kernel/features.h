/* Random Fourier features (Rahimi and Recht 2007) of a set of columns: averages of their products approximate a
 * Gaussian kernel whose bandwidth is the median distance between rows. */
#ifndef KERNEL_FEATURES_H
#define KERNEL_FEATURES_H

#include "peers/kernel/matrix.h"

/* Maximum number of indicator columns from one-hot encoding of a set. */
enum { KERNEL_MAX_LEVELS = 5000 };

/* Input of the features. */
typedef struct kernel_source {
	const mixmi_sample *sample;
	const mixmi_options *options;
	bool one_hot; /* one indicator per level of a discrete column; otherwise its number, or its code if it has labels */
	uint64_t seed;
} kernel_source;

/* The given columns as standardised numbers. Columns that are constant in the used rows are omitted, so there may be
 * none. MIXMI_ERROR_LIMIT if one-hot encoding gives too many columns. */
mixmi_status kernel_inputs(kernel_matrix *inputs, const kernel_source *source, const size_t *places, size_t count);

/* `count` standardised features of the inputs. `stream` distinguishes the features of different sets. */
mixmi_status kernel_features(kernel_matrix *features, const kernel_matrix *inputs, size_t count,
                             const kernel_source *source, uint32_t stream);

#endif
