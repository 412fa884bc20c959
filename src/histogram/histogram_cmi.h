/* The bare estimate, for work that asks for it many times. */
#ifndef HISTOGRAM_HISTOGRAM_CMI_H
#define HISTOGRAM_HISTOGRAM_CMI_H

#include "histogram/model.h"

/* I(X;Y|Z) in nats of a question about a histogram's columns, without corrections. */
mixmi_status hist_plug_in(double *estimate, const mixmi_histogram *histogram, const mixmi_question *question);

/* All that a histogram says about a question, as mixmi_histogram_cmi() does, into an answer without numbers. */
mixmi_status hist_answer(mixmi_answer *out, const mixmi_histogram *histogram, const mixmi_question *question,
                         const mixmi_options *options);

/* Fills in rows and bins alone. */
void hist_put_shape(mixmi_answer *out, const mixmi_histogram *histogram, const mixmi_question *question);

#endif
