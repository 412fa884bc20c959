/* Background knowledge of --knowledge and --roots. */
#ifndef CLI_KNOWLEDGE_H
#define CLI_KNOWLEDGE_H

#include "args.h"

/* *out is NULL if neither option is given. Prints the remarks on it as notes. */
int cli_knowledge_read(mixmi_knowledge **out, const cli_args *args, const mixmi_table *table);

#endif
