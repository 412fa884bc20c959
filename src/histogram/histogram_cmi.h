/* The bare estimate, for work that asks for it many times. */
#ifndef HISTOGRAM_HISTOGRAM_CMI_H
#define HISTOGRAM_HISTOGRAM_CMI_H

#include "histogram/model.h"

/* What is known of I(X;Y|Z) before the options say how much of it is shown. */
typedef struct hist_estimate {
	double plug_in;        /* of the cells, nats */
	double bias;           /* small-sample bias (Miller and Madow) */
	double discretisation; /* discretisation bias (positive: too small), from how the estimate grew with resolution */
	double
		by_grid; /* what a grid contributes to it, bias corrected, nats: all of it unless columns were residualised */
	double allowance;      /* bias allowance: discretisation, smoothing and the choice between chains, nats */
	double standard_error; /* infinitesimal jackknife with the cells held */
	double bound;          /* least of H(X|Z), H(Y|Z) with every value a symbol */
	double bound_error;    /* standard error of that, where it is itself estimated */
	double visible;        /* root of the 2 n I that is the least to be seen at all */
	size_t rows;
	uint32_t resolution; /* of the grid, where it was made finer */
	double margin;       /* bits that the fitted grid saves by coding X and Y together and not separately, given Z */
	bool supported;      /* it saves any */
} hist_estimate;

/* I(X;Y|Z) in nats of a question about a histogram's columns, without corrections. */
mixmi_status hist_plug_in(double *estimate, const mixmi_histogram *histogram, const mixmi_question *question);

/* Fills in the estimate and what goes with it, from an estimate of which the options may correct the bias. */
void hist_conclude(mixmi_answer *result, const hist_estimate *estimate, const mixmi_options *options);

/* All that a histogram says about a question, as mixmi_histogram_cmi() does, into an answer without numbers. */
mixmi_status hist_answer(mixmi_answer *out, const mixmi_histogram *histogram, const mixmi_question *question,
                         const mixmi_options *options);

/* Fills in rows and bins alone. */
void hist_put_shape(mixmi_answer *out, const mixmi_histogram *histogram, const mixmi_question *question);

#endif
