/* Location and scale of a column given others, as far as the regressions shorten the description of the column by more
 * than their parameters cost. */
#ifndef RESIDUAL_LOCATION_SCALE_H
#define RESIDUAL_LOCATION_SCALE_H

#include "residual/regression.h"

/* A plain regression of the first response that is used only if it is worth its cost; otherwise what follows describes
 * the mean alone. */
typedef struct residual_fit {
	const double *e;     /* [rows] residuals, with the size that errors of other rows have */
	const double *alone; /* [rows] prediction of each row from the others */
	double variance;     /* of errors */
	double saved;        /* nats; the fit is used if above 0 */
} residual_fit;

typedef struct residual_location_scale {
	residual_fit mean, scale;
	const double *log_scale; /* [rows] */
	bool used;               /* either of the two */
} residual_location_scale;

residual_fit residual_fit_of(base_arena *arena, const residual_regression *regression);
residual_location_scale residual_location_scale_of(base_arena *arena, const residual_regression *regression);

#endif
