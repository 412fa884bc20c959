/* I(X;Y|Z) from a table at once: the columns in canonical order, the fit that the preset asks for, and its estimate. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/work.h"
#include "dependence/fit.h"
#include "histogram/histogram_cmi.h"
#include "question/question.h"

/* The dependence fit of a question. */
static mixmi_status fit_dependence(dependence_estimate *estimate, mixmi_histogram **histogram, const mixmi_table *table,
                                   const question_ready *q, const mixmi_options *options)
{
	dependence_role *roles = base_array(q->count, sizeof *roles);
	if (roles == NULL)
		return base_error_memory();
	for (size_t i = 0; i < q->places.x_count; i++)
		roles[q->places.x[i]] = DEPENDENCE_X;
	for (size_t i = 0; i < q->places.y_count; i++)
		roles[q->places.y[i]] = DEPENDENCE_Y;
	for (size_t i = 0; i < q->places.z_count; i++)
		roles[q->places.z[i]] = DEPENDENCE_Z;
	mixmi_status status = dependence_fit(estimate, histogram, table, q->columns, roles, q->count, options);
	free(roles);
	return status;
}

mixmi_status mixmi_estimate_cmi(mixmi_cmi *out, mixmi_histogram **histogram, const mixmi_table *table, const size_t *x,
                                size_t x_count, const size_t *y, size_t y_count, const size_t *z, size_t z_count,
                                const mixmi_options *options)
{
	memset(out, 0, sizeof *out);
	if (histogram != NULL)
		*histogram = NULL;
	const mixmi_question asked = { x, x_count, y, y_count, z, z_count };
	question_ready q;
	mixmi_status status = question_init(&q, table, &asked);
	if (status != MIXMI_OK)
		return status;
	mixmi_histogram *fitted = NULL;
	mixmi_options settled;
	dependence_estimate estimate;
	base_watch watch;
	status = base_watch_settle(&watch, &settled, options);
	bool robust = status == MIXMI_OK && settled.preset == MIXMI_PRESET_ROBUST;
	if (status == MIXMI_OK)
		status = robust ? fit_dependence(&estimate, &fitted, table, &q, &settled)
		                : mixmi_histogram_fit(&fitted, table, q.columns, q.count, &settled);
	if (status == MIXMI_OK) {
		const mixmi_question *p = &q.places;
		status = mixmi_histogram_cmi(out, fitted, p->x, p->x_count, p->y, p->y_count, p->z, p->z_count, &settled);
		if (robust && status == MIXMI_OK)
			hist_conclude(out, &estimate, &settled);
		if (status == MIXMI_OK && histogram != NULL)
			*histogram = fitted;
		else
			mixmi_histogram_free(fitted);
	}
	question_clear(&q);
	return status;
}
