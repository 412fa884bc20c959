/* The data of a report page: the parts of one JSON object, each made in a separate file. Numbers are rounded to what a
 * page can show, and lists and texts are truncated, so that the data stay below PAGE_BYTES for any table. */
#ifndef CLI_PAGE_H
#define CLI_PAGE_H

#include "json_tree.h"
#include "page_request.h"

enum {
	PAGE_BYTES = 2000000,    /* maximum size of the data of one page */
	PAGE_COLUMNS = 300,      /* maximum number of columns compared with each other */
	PAGE_OVERVIEW = 600,     /* maximum number of columns in the overview */
	PAGE_GRAPH_COLUMNS = 60, /* by default, a graph is learnt up to this many columns */
	PAGE_LABEL = 80,         /* maximum number of bytes in a label */
	PAGE_LABELS = 12,        /* labels of an axis: the others share one slot; so few numbers are labels too */
	PAGE_MASSES = 3,         /* point masses of an axis: more are a rounded column, as in the method */
	PAGE_SLOTS = 32,         /* intervals of the frame of an axis of numbers */
	PAGE_HEX_COLUMNS = 26,   /* hexagons along the frame of X ... */
	PAGE_HEX_ROWS = 23,      /* ... and of Y, so that they are regular in the page's picture */
	PAGE_FEWEST = 3,         /* with --no-rows: fewest rows of anything that is drawn */
};

#define PAGE_NO_COLUMN SIZE_MAX

/* How jansson writes the page's data. */
#define PAGE_DUMP (JSON_COMPACT | JSON_REAL_PRECISION(15))

/* Limits on the contents of a page. */
typedef struct page_most {
	size_t chosen, points, pairs;
} page_most;

/* The axis of a compared column: page_axes.c. */
typedef struct page_axis {
	bool is_labels, is_points; /* is_points: its points are numbers, even if its axis has labels */
	bool log;
	int32_t unit;
	uint64_t rows;                                 /* with a value */
	uint64_t *counts;                              /* [distinct], owned */
	double low, high;                              /* of the frame */
	size_t masses[PAGE_MASSES], mass_count;        /* codes */
	size_t labels[PAGE_LABELS], label_count, rest; /* codes; the number of other labels */
} page_axis;

/* Input and results of one page; `used` and everything after `knowledge` are owned. */
typedef struct page {
	const mixmi_page *request;
	const mixmi_options *options;
	const mixmi_table *table;
	page_most most;
	size_t *used; /* [count] compared columns, ascending */
	size_t count;
	size_t left_out; /* number of columns beyond PAGE_COLUMNS */
	size_t target;   /* column of the table, or PAGE_NO_COLUMN */
	const mixmi_knowledge *knowledge;
	mixmi_answers *answers; /* of all pairs of `used`, in order */
	mixmi_answers *values;  /* the same with the default estimate if the test has none; otherwise NULL */
	page_axis *axes;        /* [count] */
	mixmi_graph *graph;     /* NULL: not learnt */
	mixmi_choice *choice;   /* NULL: no target */
	size_t *rows;           /* [row_count] rows drawn as points, ascending */
	size_t row_count;
	bool cancelled; /* some part is missing, because the progress callback asked to stop */
	cli_json json;
} page;

/* ------------------------------------------------------------------------------------------- values */

/* A number rounded to this many digits; null if it is not finite. */
json_t *page_number(double value, int digits);

/* A text of at most `most` bytes, truncated between characters with an ellipsis; null for NULL. */
json_t *page_text(const char *text, size_t most);

/* An array of numbers, the same for counts. */
json_t *page_numbers(page *p, const double *values, size_t count, int digits);

/* The numeric value of an option. */
double page_option(const page *p, const char *name);

/* Index of a column of the table in `used`; PAGE_NO_COLUMN: not found. */
size_t page_place(const page *p, size_t column);

/* Size in bytes of a value as written. */
size_t page_size(const json_t *value);

/* Number of the pair of two indices into `used`. */
size_t page_pair(const page *p, size_t a, size_t b);

/* `rows`, or 0 if the page shows no rows and there are too few of them. */
uint64_t page_shown_rows(const page *p, uint64_t rows);

/* ------------------------------------------------------------------------------------------- axes */

/* Where a number stands in the frame, from 0 to 1; outside of it beyond. */
double page_axis_place(const page_axis *axis, double value);

/* The number of slots of an axis. */
size_t page_axis_slots(const page_axis *axis);

/* The slot of each code of a compared column and, of numbers, its place in the frame. */
mixmi_status page_axis_codes(uint16_t *slots, double *places, const page *p, size_t at);

void page_axes_clear(page *p);

/* ------------------------------------------------------------------------------------------- parts */

/* Each adds its part to p->json.root. After a failure, the message is that of the library. */
mixmi_status page_overview(page *p);
mixmi_status page_pairs(page *p);
mixmi_status page_points(page *p, size_t room);
mixmi_status page_axes(page *p); /* after the points */
mixmi_status page_details(page *p, size_t room);
mixmi_status page_graph(page *p);
mixmi_status page_target(page *p);
mixmi_status page_effect(page *p);

/* The grid of one pair with its explanation, as drawn on the page; NULL if memory runs out. `a` and `b` are indices
 * into `used`. */
json_t *page_grid(page *p, size_t a, size_t b);

/* Adds the rows of a pair by slots and hexagons. */
void page_scene(page *p, json_t *object, size_t a, size_t b);

/* Adds the shape of a dependence in words, and whether it describes X along Y; nothing if there is none. */
void page_shape(page *p, json_t *object, const mixmi_profile *profile, const mixmi_question *question);

/* Prefix for the words of a shape with a common name; "" for others. */
const char *page_shape_prefix(int32_t shape);

/* Adds the positions of nodes and edges of the graph; nothing without Graphviz. */
void page_layout(page *p, json_t *object, size_t edges);

/* Estimate and strength of pair `index`, from the test or else from the default estimate. */
mixmi_answer page_answer(const page *p, size_t index);

/* The page: the template of report/ with the data inserted, or the data alone. The caller frees *text. */
mixmi_status page_write(char **text, const page *p, bool data_only);

/* Determines the compared columns from the request: including the target, and at most PAGE_COLUMNS. */
mixmi_status page_columns(page *p);

#endif
