/* Detection of the dialect of a delimited file. */
#ifndef DATA_DIALECT_H
#define DATA_DIALECT_H

#include "data/fields.h"
#include "mixmi.h"

/* Determines delimiter and quote from the options and otherwise from a sample: the first `length` bytes of the file,
 * with a '\n' at sample[length]. A record truncated by the sample is not counted. The delimiter is the one among comma,
 * tab, semicolon and pipe that occurs in the first record and equally often, outside quotes, in most records; otherwise
 * blanks, if they split every record into the same number of fields and at least a third of the fields are numbers.
 * Lines that begin with '#' are comments if the first line is one. The decimal mark is that of the options; a column
 * with another one is recognised later (recognise.c). Contradictory options are a usage error. */
mixmi_status data_dialect_find(data_dialect *out, char *sample, size_t length, const mixmi_options *options);

#endif
