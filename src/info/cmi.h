/* The bare estimate, for work that asks for it many times. */
#ifndef INFO_CMI_H
#define INFO_CMI_H

#include "histogram/model.h"

/* I(X;Y|Z) in nats of a question about a histogram's columns, without corrections. */
mixmi_status info_plug_in(double *estimate, const mixmi_histogram *histogram, const mixmi_question *question);

#endif
