/* Conditions on rows:
 *     condition := side { || side }          side := part { && part }           ("or", "and", "not" are synonyms)
 *     part      := ! part | ( condition ) | missing(COLUMN) | COLUMN in ( VALUE {, VALUE} ) | operand SIGN operand
 *     SIGN      := == = != < <= > >=         operand := COLUMN | VALUE
 *     VALUE     := a number, or a text in "double" or 'single' quotes; dates are texts such as "2024-01-31"
 *     COLUMN    := a name of letters, digits, '_' and '.', or any name in `backquotes`
 * A comparison with a missing value is false for any operator. Texts have an order only in ordered columns. */
#ifndef DATA_WHERE_H
#define DATA_WHERE_H

#include "data/feed.h"

typedef struct data_where data_where;

/* Parses a condition on columns of `names`. A usage error explains what is wrong, and where. */
mixmi_status data_where_parse(data_where **out, const char *text, const mixmi_table *names);
void data_where_free(data_where *where);

/* True if the condition (NULL: none) uses this column. */
bool data_where_uses(const data_where *where, size_t column);

/* Marks the rows that satisfy the condition. The columns must have been recognised. */
mixmi_status data_where_keep(bool *keep, data_where *where, const data_feed *feed);

#endif
