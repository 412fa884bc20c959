/* The panels of a picture given Z: the occupied bins of Z and their cells. */
#ifndef PLOT_Z_PANELS_H
#define PLOT_Z_PANELS_H

#include "mixmi.h"

/* Cells of a histogram with the same bins in every column of Z. */
typedef struct plot_panel {
	size_t first, count; /* its cells: plot_panels.order[first ..] */
	uint64_t rows;
	double information; /* plug-in estimate of I(X;Y) from these cells, nats */
} plot_panel;

typedef struct plot_panels {
	size_t columns;  /* of the histogram */
	size_t x, y;     /* columns of the histogram */
	const size_t *z; /* [z_count] columns of the histogram; borrowed */
	size_t z_count;
	size_t cells;
	uint32_t *bins;     /* [cells * columns] */
	uint64_t *counts;   /* [cells] */
	size_t *order;      /* [cells] cells by the bins of Z */
	plot_panel *panels; /* [count] in the order of the bins of Z */
	size_t count;
	size_t found; /* occupied bins of Z; more than `count` if the emptier ones were left out */
} plot_panels;

enum { PLOT_MOST_PANELS = 12 };

/* Groups the cells. It must be cleared also on failure. Cost: O(cells log cells). */
mixmi_status plot_panels_init(plot_panels *panels, const mixmi_histogram *histogram, size_t x, size_t y,
                              const size_t *z, size_t z_count);
void plot_panels_clear(plot_panels *panels);

/* The panel of a row with these bins, one per column of the histogram; `count` if there is none. */
size_t plot_panels_find(const plot_panels *panels, const uint32_t *bins);

#endif
