/* Questions about the past of a series: transfer entropy. */
#ifndef CLI_PAST_H
#define CLI_PAST_H

#include "args.h"

/* With --lags K, and without a lag such as x@1 in any list, the question becomes X@1, ..., X@K and Y given Y@1, ..., Y@K
 * and the same of Z. */
int cli_past(cli_args *args);

#endif
