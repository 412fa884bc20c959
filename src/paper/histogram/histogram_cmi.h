/* The plug-in estimate alone, for methods that need it many times. */
#ifndef HISTOGRAM_HISTOGRAM_CMI_H
#define HISTOGRAM_HISTOGRAM_CMI_H

#include "paper/histogram/model.h"

/* I(X;Y|Z) in nats of a question about a histogram's columns, without corrections. */
mixmi_status hist_plug_in(double *estimate, const mixmi_histogram *histogram, const mixmi_question *question);

/* All results of a histogram for a question, as in mixmi_histogram_cmi(), for an answer without numbers. */
mixmi_status hist_answer(mixmi_answer *out, const mixmi_histogram *histogram, const mixmi_question *question,
                         const mixmi_options *options);

/* Sets only rows and bins. */
void hist_put_shape(mixmi_answer *out, const mixmi_histogram *histogram, const mixmi_question *question);

#endif
