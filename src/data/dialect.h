/* Finding out how a delimited file is written. */
#ifndef DATA_DIALECT_H
#define DATA_DIALECT_H

#include "data/fields.h"
#include "mixmi.h"

/* Settles delimiter, quote and decimal mark from the options and, for what they leave open, from a sample: the start of
 * the file, `length` bytes with a '\n' at sample[length]; a record that the sample cuts short is not counted. The
 * delimiter is the one among comma, tab, semicolon and pipe that occurs in the first record and equally often, outside
 * quotes, in most records; failing that, blanks that cut every record into as many fields, a third of them numbers or
 * more. Lines that begin with '#' are comments where the first line is one. Contradictory options are a usage error. */
mixmi_status data_dialect_find(data_dialect *out, char *sample, size_t length, const mixmi_options *options);

#endif
