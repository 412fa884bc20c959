/* Options as the library checks them; the table itself is public (mixmi_option_at). */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include "mixmi.h"

/* What a call works with: a copy of the options given, or the defaults for NULL; an error if they do not pass the check. */
mixmi_status base_options_settle(mixmi_options *settled, const mixmi_options *given);

/* An error if a number in a struct that a program filled by hand is out of its range. */
mixmi_status base_options_check(const mixmi_options *options);

/* Name of a preset; the first one for a number that is none. */
const char *base_preset_name(int preset);

/* Number of the preset with this name, or -1. */
int base_preset_number(const char *name);

#endif
