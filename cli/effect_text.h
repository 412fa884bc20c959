/* An effect as text. */
#ifndef CLI_EFFECT_TEXT_H
#define CLI_EFFECT_TEXT_H

#include <stdio.h>

#include "mixmi.h"

typedef struct cli_effect_shown {
	const mixmi_table *table; /* on which it was estimated */
	const mixmi_effect *effect;
	const mixmi_effect_info *info;
	int32_t unit; /* mixmi_unit of the treatment */
} cli_effect_shown;

/* Prints the headline, all sets and their range. Returns an exit code. */
int cli_effect_print(const cli_effect_shown *effect, FILE *stream);

#endif
