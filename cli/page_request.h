/* The report as one function that uses only the public header, shared by the command and the bindings. */
#ifndef CLI_PAGE_REQUEST_H
#define CLI_PAGE_REQUEST_H

#include "mixmi.h"

/* Contents of a page. All zero except `target`: a page of all informative columns. */
typedef struct mixmi_page {
	const char *title;     /* title of the page; NULL: the name of the file */
	const char *file;      /* name of the data */
	const size_t *columns; /* [column_count] columns to compare, in any order; NULL: all that suit a search */
	size_t column_count;
	size_t target;        /* column for which the others are ranked; SIZE_MAX: none */
	const size_t *effect; /* [2] treatment and outcome of an effect to estimate with the graph of the page; NULL:
	                       * none */
	const mixmi_knowledge *knowledge; /* for the graph; may be NULL */
	int32_t graph;     /* 1: learn it, -1: do not; 0: up to 60 columns, and with an effect, knowledge or stability */
	int32_t data_only; /* 1: only the data of the page as JSON */
	int32_t no_rows, reserved; /* no_rows 1: nothing is drawn that has fewer than three rows, no points and no cells */
	size_t chosen, points, pairs; /* maximum number of columns chosen for the target, of points, and of grids of pairs;
	                               * 0: 10, 2000, 400 */
	const char *const *given;     /* [2 * given_count] options listed on the page, as name and value */
	size_t given_count;
} mixmi_page;

/* Makes the page (docs/guide/report.md) as one text, which the caller frees with mixmi_free(). A cancelled call returns
 * MIXMI_ERROR_CANCELLED and no page. Of more than 300 columns, those with the strongest dependence on the target are
 * compared, or the first. */
mixmi_status mixmi_page_make(char **text, const mixmi_table *table, const mixmi_page *request,
                             const mixmi_options *options);

#endif
