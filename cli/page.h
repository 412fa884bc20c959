/* What a report has on its page: the parts of one JSON object, each made by its own file. Numbers are rounded to what
 * a page can show, lists and texts are cut at stated lengths, so that the data stay below PAGE_BYTES whatever the table. */
#ifndef CLI_PAGE_H
#define CLI_PAGE_H

#include "json_tree.h"
#include "page_request.h"

enum {
	PAGE_BYTES = 2000000,    /* of data on one page at most */
	PAGE_COLUMNS = 300,      /* columns that are compared with each other at most */
	PAGE_OVERVIEW = 600,     /* columns that the overview shows at most */
	PAGE_GRAPH_COLUMNS = 60, /* a graph is searched by itself up to so many columns */
	PAGE_LABEL = 80,         /* bytes of a label */
};

#define PAGE_NO_COLUMN SIZE_MAX

/* How jansson writes the page's data. */
#define PAGE_DUMP (JSON_COMPACT | JSON_REAL_PRECISION(15))

/* How much is on the page at most. */
typedef struct page_most {
	size_t chosen, points, pairs;
} page_most;

/* All that one page is made from; `used` and what comes after `knowledge` is its own. */
typedef struct page {
	const mixmi_page *request;
	const mixmi_options *options;
	const mixmi_table *table;
	page_most most;
	size_t *used; /* [count] columns that are compared, ascending */
	size_t count;
	size_t left_out; /* columns beyond PAGE_COLUMNS */
	size_t target;   /* column of the table, or PAGE_NO_COLUMN */
	const mixmi_knowledge *knowledge;
	mixmi_answers *answers; /* of all pairs of `used`, in their order */
	mixmi_answers *values;  /* the same by the default estimate where the test has none; else NULL */
	mixmi_graph *graph;     /* NULL: none was searched */
	mixmi_choice *choice;   /* NULL: no target */
	size_t *rows;           /* [row_count] rows whose points are drawn, ascending */
	size_t row_count;
	bool cancelled; /* some part could not be made, as the progress callback asked to stop */
	cli_json json;
} page;

/* ------------------------------------------------------------------------------------------- values */

/* A number rounded to so many digits; null where it is not finite. */
json_t *page_number(double value, int digits);

/* A text of at most `most` bytes, cut between characters and then ended by an ellipsis; null for NULL. */
json_t *page_text(const char *text, size_t most);

/* An array of numbers, the same for counts. */
json_t *page_numbers(page *p, const double *values, size_t count, int digits);

/* The number that an option has. */
double page_option(const page *p, const char *name);

/* Place of a column of the table among `used`; PAGE_NO_COLUMN: it is not there. */
size_t page_place(const page *p, size_t column);

/* Bytes of a value as it will be written. */
size_t page_size(const json_t *value);

/* Number of the pair of two places among `used`. */
size_t page_pair(const page *p, size_t a, size_t b);

/* ------------------------------------------------------------------------------------------- parts */

/* Each adds its part to p->json.root. A failure of the library has left its message there. */
mixmi_status page_overview(page *p);
mixmi_status page_pairs(page *p);
mixmi_status page_points(page *p, size_t room);
mixmi_status page_details(page *p, size_t room);
mixmi_status page_graph(page *p);
mixmi_status page_target(page *p);
mixmi_status page_effect(page *p);

/* The grid of one pair with what explains it, as the page draws it; NULL if out of memory. `a` and `b` are places. */
json_t *page_grid(page *p, size_t a, size_t b);

/* Adds the shape of a dependence in words, and whether it is that of X along Y; nothing where there is none. */
void page_shape(page *p, json_t *object, const mixmi_profile *profile, const mixmi_question *question);

/* What is said before the words of a shape that has a better known name; "" for the others. */
const char *page_shape_prefix(int32_t shape);

/* Adds where the nodes of the graph stand and how its edges run; nothing where there is no Graphviz. */
void page_layout(page *p, json_t *object, size_t edges);

/* Estimate and strength of pair `index`, from the test or else from the default estimate. */
mixmi_answer page_answer(const page *p, size_t index);

/* The page: the template of report/ with the data in its place, or the data alone. The caller frees *text. */
mixmi_status page_write(char **text, const page *p, bool data_only);

/* Settles which columns are compared, from those of the request: the target is among them, and at most PAGE_COLUMNS are. */
mixmi_status page_columns(page *p);

#endif
