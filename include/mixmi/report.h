/* Pictures of tables, histograms, answers, graphs and effects, as SVG, PNG or PDF.
 * Include mixmi.h, which has the conventions. */
#ifndef MIXMI_REPORT_H
#define MIXMI_REPORT_H

#include "mixmi/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Draws an overview of all columns: histograms of numeric columns, and frequencies of categories.
 * File formats as in mixmi_histogram_plot(). */
MIXMI_API mixmi_status mixmi_table_plot(const mixmi_table *table, const mixmi_options *options,
                                        const char *path);

/* Draws a histogram of one or two columns to a .svg file or, if librsvg is installed, to a .png or
 * .pdf file. One column: a step density with atoms as bars; area is probability. Two columns: the
 * grid over the points of `table`, with cells coloured by the ratio of observed to expected rows.
 * On failure no file is left. Only the progress callback of `options` is used. */
MIXMI_API mixmi_status mixmi_histogram_plot(const mixmi_histogram *histogram,
                                            const mixmi_table *table, const mixmi_options *options,
                                            const char *path);

/* Draws the histogram of an answer with one X (horizontal) and one Y. Residuals are drawn by their
 * ranks. With Z there is one panel for each of the 12 largest bins of Z, often a single one, with
 * the estimate from its rows alone, which takes about as long as one estimate. `question` has
 * columns of the table, as in the call that gave the answer. Otherwise as
 * mixmi_histogram_plot(). */
MIXMI_API mixmi_status mixmi_question_plot(const mixmi_histogram *histogram,
                                           const mixmi_table *table, const mixmi_question *question,
                                           const mixmi_options *options, const char *path);

/* Draws the strengths of pairs. All pairs: a heat map that places dependent columns side by side
 * (at most 1000 columns, O(columns^3)). Pairs with targets: the strongest first (at most 100
 * columns). Otherwise as mixmi_histogram_plot(). */
MIXMI_API mixmi_status mixmi_answers_plot(const mixmi_answers *answers, const mixmi_table *table,
                                          const mixmi_options *options, const char *path);

/* Draws a graph with a layout by Graphviz, which must be installed. Widths of edges show strength,
 * colours sign, dashes doubtful edges; frequencies are given as numbers, and shapes of nodes show
 * the type of the column. There is a legend. Calls are thread-safe, but graphs are laid out one at
 * a time, and the program must not use Graphviz itself during the call. Otherwise as
 * mixmi_histogram_plot(). */
MIXMI_API mixmi_status mixmi_graph_plot(const mixmi_graph *graph, const mixmi_options *options,
                                        const char *path);

/* The same with the treatment x, the outcome y and the nodes of an adjustment set marked, as found
 * by mixmi_graph_adjust(). Of a series all nodes are drawn. */
MIXMI_API mixmi_status mixmi_graph_plot_adjustment(const mixmi_graph *graph, size_t x, size_t y,
                                                   const size_t *set, size_t count,
                                                   const mixmi_options *options, const char *path);

/* Draws an effect: the mean of the outcome, or the risk of each of its labels, at each value of the
 * treatment, with intervals, and the unadjusted values. There is one panel for each outcome
 * and adjustment set, at most 12. `table` is the table that the effect was estimated from.
 * MIXMI_ERROR_DATA if nothing was estimated. Otherwise as mixmi_histogram_plot(). */
MIXMI_API mixmi_status mixmi_effect_plot(const mixmi_effect *effect, const mixmi_table *table,
                                         const mixmi_options *options, const char *path);

/* The layout of mixmi_graph_plot(), for programs that draw the graph themselves. widths[nodes] and
 * `height` are the sizes of the nodes' boxes; distances between nodes are fixed, so sizes should be
 * in pixels of a screen or in points. nodes[2 * nodes] gets the centres (x, y), with y downwards.
 * *curves gets the edges as cubic Bezier curves, one after the other, and ends[edges] the number of
 * points up to the end of each. The caller frees *curves with mixmi_free(). */
MIXMI_API mixmi_status mixmi_graph_layout(double *nodes, double **curves, size_t *ends,
                                          const mixmi_graph *graph, const double *widths,
                                          double height);

#ifdef __cplusplus
}
#endif

#endif
