/* Common declarations of the package's C code. Every library handle is in an R external pointer with a finaliser from
 * the moment it exists, so that nothing leaks if R leaves a call by a long jump (a failed allocation, a condition): the
 * garbage collector frees it. A call that fails returns a failure object, and R code raises it. */
#ifndef MIXMI_R_BRIDGE_H
#define MIXMI_R_BRIDGE_H

#define R_NO_REMAP
#define STRICT_R_HEADERS
#include <R.h>
#include <Rinternals.h>
#include <mixmi.h>

typedef enum bridge_kind {
	BRIDGE_TABLE,
	BRIDGE_HISTOGRAM,
	BRIDGE_OPTIONS,
	BRIDGE_ANSWERS,
	BRIDGE_GRAPH,
	BRIDGE_KNOWLEDGE,
	BRIDGE_CHOICE,
	BRIDGE_CHECK,
	BRIDGE_ADJUSTMENT,
	BRIDGE_EFFECT,
	BRIDGE_EXPLANATION,
	BRIDGE_BYTES /* to be released by mixmi_free() */
} bridge_kind;

/* An empty external pointer, to be protected by the caller and then filled. */
SEXP bridge_handle(bridge_kind kind);
void bridge_fill(SEXP handle, void *address);
/* The contents. bridge_get() raises an R error if they are of another kind, or empty because the object was saved and
 * loaded. */
void *bridge_held(SEXP handle);
void *bridge_get(SEXP handle, bridge_kind kind);
/* Frees the contents immediately; the finaliser then does nothing. */
void bridge_end(SEXP handle);

/* Checked regularly for cancellation: the user, who may have pressed Ctrl-C, and optionally an R function. */
typedef struct bridge_watch {
	SEXP function; /* of (stage, done, total); R_NilValue: none */
	const mixmi_progress *progress;
	bool refused;     /* by the function */
	bool interrupted; /* by the user */
} bridge_watch;

/* Sets options by name from an R list of texts and numbers in a handle of kind BRIDGE_OPTIONS, with `watch` as progress
 * callback; `watch` must outlive the options. */
mixmi_status bridge_options(SEXP handle, SEXP list, bridge_watch *watch);

/* The failure of the last call: class mixmi_failure, with the status and its message. */
SEXP bridge_failure(mixmi_status status, const bridge_watch *watch);

/* A list with these names, terminated by NULL; elements are set by SET_VECTOR_ELT() in order. Unprotected. */
SEXP bridge_list(const char *const *names);
/* UTF-8 text, NA for NULL. */
SEXP bridge_text(const char *text);
SEXP bridge_string(const char *text);
/* A number, NA for NaN. */
double bridge_number(double number);

/* Converts R's column numbers from 1 to numbers from 0, in memory that R keeps until the call ends; R error if one is
 * out of range. */
const size_t *bridge_columns(SEXP numbers, size_t columns);
/* A question from three such vectors. */
mixmi_question bridge_question(SEXP x, SEXP y, SEXP z, const mixmi_table *table);

/* Builds background knowledge from a list of statements in a handle of kind BRIDGE_KNOWLEDGE; nothing if the list is
 * empty. */
mixmi_status bridge_know(SEXP handle, SEXP statements, const mixmi_table *table);

/* Builds a graph in a handle of kind BRIDGE_GRAPH; `edges` has four columns: from, to, and the marks there. */
mixmi_status bridge_graph(SEXP handle, SEXP names, SEXP edges);
/* Numbers of nodes from 1. Unprotected. */
SEXP bridge_node_numbers(const size_t *nodes, size_t count);

/* An answer as a list: numbers by name, method, verdict, and the histogram in a handle, which may be empty or R_NilValue.
 * Unprotected. */
SEXP bridge_answer(const mixmi_answer *answer, SEXP histogram);

/* The functions called from R; see R/ for their arguments and results. */
SEXP bridge_version(void);
SEXP bridge_option_table(void);
SEXP bridge_method_table(void);
SEXP bridge_option_renamed(SEXP name, SEXP value);
SEXP bridge_option_default(SEXP name, SEXP preset);
SEXP bridge_table(SEXP rows, SEXP names, SEXP columns, SEXP labels, SEXP settings, SEXP options);
SEXP bridge_table_describe(SEXP table, SEXP options);
SEXP bridge_ask(SEXP table, SEXP x, SEXP y, SEXP z, SEXP options, SEXP progress, SEXP wants);
SEXP bridge_pairs(SEXP table, SEXP columns, SEXP targets, SEXP z, SEXP options, SEXP progress);
SEXP bridge_explain(SEXP table, SEXP x, SEXP y, SEXP z, SEXP by_z, SEXP options, SEXP progress);
SEXP bridge_histogram_fit(SEXP table, SEXP columns, SEXP options, SEXP progress);
SEXP bridge_histogram_data(SEXP histogram);
SEXP bridge_histogram_entropy(SEXP histogram, SEXP columns, SEXP discretised);
SEXP bridge_histogram_assign(SEXP histogram, SEXP table);
SEXP bridge_histogram_ranks(SEXP histogram, SEXP column, SEXP rows);
SEXP bridge_graph_learn(SEXP table, SEXP columns, SEXP statements, SEXP options, SEXP progress);
SEXP bridge_graph_compare(SEXP names, SEXP learnt, SEXP truth_names, SEXP truth);
SEXP bridge_graph_cpdag(SEXP names, SEXP edges);
SEXP bridge_graph_adjust(SEXP names, SEXP edges, SEXP ends, SEXP unmeasured, SEXP how);
SEXP bridge_graph_check(SEXP table, SEXP names, SEXP edges, SEXP how, SEXP options, SEXP progress);
SEXP bridge_effect(SEXP table, SEXP ends, SEXP set, SEXP names, SEXP edges, SEXP reference, SEXP most, SEXP options);
SEXP bridge_choose(SEXP table, SEXP target, SEXP columns, SEXP k, SEXP options, SEXP progress);
SEXP bridge_report(SEXP table, SEXP about, SEXP statements, SEXP options, SEXP progress);
SEXP bridge_is_present(SEXP handle);
SEXP bridge_live(void);

#endif
