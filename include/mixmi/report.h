/* Pictures of tables, histograms, answers and graphs, as SVG, PNG or PDF.
 * Include mixmi.h, which has the conventions. */
#ifndef MIXMI_REPORT_H
#define MIXMI_REPORT_H

#include "mixmi/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Draws all columns as small pictures: numbers as histograms of the default's bins, categories by
 * frequency. See mixmi_histogram_plot(). */
MIXMI_API mixmi_status mixmi_table_plot(const mixmi_table *table, const mixmi_options *options,
                                        const char *path);

/* Draws a histogram of one or two columns into a .svg or, where librsvg is installed, a .png or
 * .pdf. One column: density steps, atoms as bars; area is probability. Two: the grid over the
 * points of `table`, cells coloured by observed against expected rows. The file appears whole or
 * not at all. Of `options` only the progress callback counts. */
MIXMI_API mixmi_status mixmi_histogram_plot(const mixmi_histogram *histogram,
                                            const mixmi_table *table, const mixmi_options *options,
                                            const char *path);

/* Draws the histogram that a question of one X and one Y was answered with, X along the page;
 * given Z a part for each bin of Z, the 12 fullest, with the estimate for its rows alone by these
 * options, which costs about one estimate more. `question` is about the table's columns, as it
 * was asked. Else as mixmi_histogram_plot(). */
MIXMI_API mixmi_status mixmi_question_plot(const mixmi_histogram *histogram,
                                           const mixmi_table *table, const mixmi_question *question,
                                           const mixmi_options *options, const char *path);

/* Draws the strengths of pairs as a heat map, columns that depend on each other side by side (all
 * pairs, at most 1000 columns, O(columns^3)), or the strongest first (against targets, 100
 * columns). Else as mixmi_histogram_plot(). */
MIXMI_API mixmi_status mixmi_answers_plot(const mixmi_answers *answers, const mixmi_table *table,
                                          const mixmi_options *options, const char *path);

/* Draws the graph, laid out by Graphviz, whose time it takes (an error where it is missing):
 * widths by strength, colours by sign, dashed where doubtful, frequencies, node shapes by column
 * type, a legend. Any thread may call it, but graphs are laid out one at a time; a program that
 * uses Graphviz itself must not do so meanwhile. Else as mixmi_histogram_plot(). */
MIXMI_API mixmi_status mixmi_graph_plot(const mixmi_graph *graph, const mixmi_options *options,
                                        const char *path);

/* Where Graphviz puts nodes of these widths and this height, in pixels, y downwards: nodes[2 *
 * nodes], and the curve of each edge, cubic pieces up to ends[edge] points in *curves, which the
 * caller frees with mixmi_free(). Cost as for a picture. */
MIXMI_API mixmi_status mixmi_graph_layout(double *nodes, double **curves, size_t *ends,
                                          const mixmi_graph *graph, const double *widths,
                                          double height);

#ifdef __cplusplus
}
#endif

#endif
