/* Excel workbooks (.xlsx, ISO 29500): a sheet as the delimited text that a spreadsheet program would save, so that names,
 * types, dates and missing values are recognised as in text. */
#ifndef DATA_XLSX_H
#define DATA_XLSX_H

#include "data/feed.h"

/* Replaces feed->source, a zip archive, by the text of a sheet: the one that option sheet names, else the first. Fields
 * are separated by commas, texts are in double quotes, and lines have the numbers of the sheet's rows. Errors name sheet
 * and cell. */
mixmi_status data_xlsx_open(data_feed *feed);

#endif
