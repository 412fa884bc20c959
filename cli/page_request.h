/* The report as one call, over the public header alone: the command and the bindings have it in common. */
#ifndef CLI_PAGE_REQUEST_H
#define CLI_PAGE_REQUEST_H

#include "mixmi.h"

/* What a page shows. All zero but `target`: a page of all columns that can tell something. */
typedef struct mixmi_page {
	const char *title;     /* what stands above it; NULL: the name of the file */
	const char *file;      /* what the data are called */
	const size_t *columns; /* [column_count] to be compared, in any order; NULL: all that suit a search */
	size_t column_count;
	size_t target;        /* column that the others are ranked for; SIZE_MAX: none */
	const size_t *effect; /* [2] treatment and outcome whose effect the graph of the page is asked for; NULL: none */
	const mixmi_knowledge *knowledge; /* about the graph; may be NULL */
	int32_t graph;     /* 1: search it, -1: do not; 0: up to 60 columns, and with an effect, knowledge or stability */
	int32_t data_only; /* 1: the data of the page as JSON */
	size_t chosen, points, pairs; /* most columns chosen for the target, points, grids of pairs; 0: 10, 1000, 400 */
	const char *const *given;     /* [2 * given_count] options that the page lists, as name and value */
	size_t given_count;
} mixmi_page;

/* Makes the page (docs/guide/report.md) as one text, which the caller frees with mixmi_free(). A cancelled call is
 * MIXMI_ERROR_CANCELLED and makes none. Of more than 300 columns those that tell most about the target are compared, or the first. */
mixmi_status mixmi_page_make(char **text, const mixmi_table *table, const mixmi_page *request,
                             const mixmi_options *options);

#endif
