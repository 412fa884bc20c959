/* What the library can do here: a row for everything that depends on how it was built or on what is installed, with the
 * function that finds out. */
#include <string.h>

#include "data/feed.h"
#include "mixmi.h"
#include "plot/graphviz.h"
#include "plot/raster.h"

static bool always(void)
{
	return true;
}

static bool has_threads(void)
{
#ifdef _OPENMP
	return true;
#else
	return false;
#endif
}

/* Ranks are the business of mixmi-mpi, which brings them along. */
static bool has_mpi(void)
{
	return false;
}

static const struct {
	mixmi_capability shown;
	bool (*present)(void);
} capabilities[] = {
	{ { "csv", "reading delimited text" }, always },
	{ { "gzip", "reading text that gzip has compressed" }, always },
	{ { "xz", "reading text that xz has compressed; needs liblzma" }, data_has_xz },
	{ { "zstd", "reading text that zstd has compressed; needs libzstd" }, data_has_zstd },
	{ { "npy", "reading NumPy's arrays (.npy, .npz)" }, always },
	{ { "readstat", "reading files of SPSS, Stata and SAS; needs ReadStat" }, data_has_readstat },
	{ { "sqlite", "reading SQLite files; needs SQLite's library" }, data_has_sqlite },
	{ { "parquet", "reading Parquet files and queries; needs DuckDB's library" }, data_has_duckdb },
	{ { "graphviz", "drawing graphs; needs Graphviz' libraries" }, plot_graphviz_present },
	{ { "png", "pictures as PNG and PDF; needs librsvg (SVG needs nothing)" }, plot_raster_present },
	{ { "threads", "using several processors; needs OpenMP" }, has_threads },
	{ { "mpi", "using several machines; needs the command mixmi-mpi" }, has_mpi },
};

enum { CAPABILITIES = sizeof capabilities / sizeof capabilities[0] };

const mixmi_capability *mixmi_capability_at(size_t index)
{
	return index < CAPABILITIES ? &capabilities[index].shown : NULL;
}

bool mixmi_capable(const char *name)
{
	for (size_t i = 0; i < CAPABILITIES; i++)
		if (strcmp(capabilities[i].shown.name, name) == 0)
			return capabilities[i].present();
	return false;
}
