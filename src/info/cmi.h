/* The bare estimate, for work that asks for it many times. */
#ifndef INFO_CMI_H
#define INFO_CMI_H

#include "dependence/dependence_fit.h"
#include "histogram/model.h"

/* I(X;Y|Z) in nats of a question about a histogram's columns, without corrections. */
mixmi_status info_plug_in(double *estimate, const mixmi_histogram *histogram, const mixmi_question *question);

/* Fills in the estimate and what goes with it, from an estimate of which the options may correct the bias. */
void info_conclude(mixmi_cmi *result, const dependence_estimate *estimate, const mixmi_options *options);

#endif
