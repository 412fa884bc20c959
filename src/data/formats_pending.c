#include "data/feed.h"
const data_format data_format_npy, data_format_npz, data_format_statistics, data_format_sqlite, data_format_duckdb;
