/* Human- and machine-readable numbers, independent of the locale. */
#include "io/look.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *io_number(char out[IO_NUMBER], double value, int digits)
{
	if (!isfinite(value))
		return strcpy(out, "NaN");
	snprintf(out, IO_NUMBER, "%.*g", digits, value);
	char *to = out;
	for (const char *from = out; *from != '\0';) {
		if (strchr("+-0123456789e", *from) != NULL) {
			*to++ = *from++;
			continue;
		}
		*to++ = '.'; /* replaces the decimal mark of the locale, of one or more bytes */
		while (*from != '\0' && strchr("+-0123456789e", *from) == NULL)
			from++;
	}
	*to = '\0';
	return out;
}
