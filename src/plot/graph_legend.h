/* The legend of a picture of a graph. */
#ifndef PLOT_GRAPH_LEGEND_H
#define PLOT_GRAPH_LEGEND_H

#include "io/graph_view.h"

/* Role of a node in an effect. */
typedef enum plot_role { PLOT_NO_ROLE, PLOT_TREATMENT, PLOT_OUTCOME, PLOT_ADJUSTED } plot_role;

/* Nodes that have a role. */
typedef struct plot_roles {
	size_t treatment, outcome;
	const size_t *adjusted; /* [count] */
	size_t count;
} plot_roles;

/* The role of a node; `roles` may be NULL. */
plot_role plot_role_of(const plot_roles *roles, size_t node);

/* Attributes for drawing a node with a role. */
enum { PLOT_LOOK = 120 };
void plot_role_look(char out[PLOT_LOOK], plot_role role, bool discrete);

/* Height in pixels of the legend of this graph at a given width, and the legend itself; only symbols that occur are
 * explained. `roles` may be NULL. */
double plot_graph_legend_height(const io_graph *view, const plot_roles *roles, double width);
void plot_graph_legend(io_buffer *svg, const io_graph *view, const plot_roles *roles, double left, double top,
                       double width);

/* Whether edges have frequencies, and whether their sign is written: only if there are few edges, for greyscale
 * prints. */
bool plot_graph_has_frequencies(const io_graph *view);
bool plot_graph_writes_signs(const io_graph *view);

#endif
