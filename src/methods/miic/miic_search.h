/* The state of a search for bins, and the two searches: without and with conditioning columns. */
#ifndef MIIC_MIIC_SEARCH_H
#define MIIC_MIIC_SEARCH_H

#include "methods/miic/cut.h"

enum { MIIC_X = 0, MIIC_Y = 1, MIIC_Z = 2 }; /* places of columns in the sample; Z are all from MIIC_Z on */
#define MIIC_NONE SIZE_MAX

typedef struct miic_search {
	const miic_sample *sample;
	miic_cost cost;
	miic_bins *bins;  /* [columns] in use */
	miic_bins *next;  /* [columns] to be used from the next round on */
	miic_cells given; /* scratch */
	miic_cells joint;
	miic_numbering numbering;
} miic_search;

bool miic_search_init(miic_search *search, const miic_sample *sample);
void miic_search_clear(miic_search *search);

/* Information in bits, and what is taken off it. */
typedef struct miic_score {
	double information;
	double complexity;
} miic_score;

/* I(a; partner and Z) of the bins in use, with the complexity of each cell of (partner, Z); `partner` may be MIIC_NONE. */
bool miic_search_score(miic_score *score, miic_search *search, size_t a, size_t partner);

/* I(X;Y|Z): half the sum of I(a; partner and Z) - I(a; Z) over both ways to call X and Y a and partner. */
bool miic_search_conditional(miic_score *score, miic_search *search);

/* Puts into search->next the bins of a continuous column that are best for I(a; column, partner and Z). A column in one bin
 * stays there. */
bool miic_search_cut(miic_search *search, size_t column, size_t a, size_t partner);

/* What naming the cuts of column X or Y costs, in bits. */
double miic_search_cut_bits(const miic_search *search, size_t column);

/* Bins of equal frequency in the columns first .. last-1. */
void miic_search_equal(miic_search *search, size_t first, size_t last, size_t wanted);

/* Numbers of bins to start with are tried from 2 up to one below this. */
size_t miic_search_trials(const miic_search *search);

/* Scores of a search round by round. It has settled when a score comes back (within 1e-5 nats): the result is then the mean
 * over the rounds from the earlier one on, since a search may also go round in circles. */
enum { MIIC_ROUNDS = 50 };

typedef struct miic_trace {
	size_t rounds;
	miic_score scores[MIIC_ROUNDS];
	miic_score result;
} miic_trace;

/* Notes the score of a round; true if the search has settled. */
bool miic_trace_add(miic_trace *trace, miic_score score);

/* I(X;Y) and I(X;Y|Z) over the best bins. False: out of memory. */
bool miic_search_pair(miic_score *score, miic_search *search);
bool miic_search_given(miic_score *score, miic_search *search);

#endif
