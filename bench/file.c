/* Writes the file that bench/file.py reads: ROWS rows of X and Y, both half atoms and half Gaussian, and a discrete Z with
 * four values that shifts them. Usage: file ROWS PATH */
#include <stdio.h>
#include <stdlib.h>

#include "draw.h"

enum { BUFFER = 1 << 20 };

static int write_rows(FILE *out, uint64_t rows)
{
	draw d;
	draw_init(&d, 1, "bench file", 0);
	fputs("x,y,z\n", out);
	for (uint64_t i = 0; i < rows; i++) {
		int z = (int)draw_below(&d, 4);
		if (draw_below(&d, 2) == 0) {
			int x = draw_below(&d, 2) == 0 ? -1 : 1;
			fprintf(out, "%d,%d,%d\n", x, draw_below(&d, 5) == 0 ? -x : x, z);
		} else {
			double x = draw_normal(&d), y = 0.6 * x + 0.8 * draw_normal(&d);
			fprintf(out, "%.9g,%.9g,%d\n", x + z, y - z, z);
		}
	}
	return ferror(out);
}

int main(int count, char **arguments)
{
	static char buffer[BUFFER];
	FILE *out = count == 3 ? fopen(arguments[2], "w") : NULL;
	if (out == NULL) {
		fprintf(stderr, "usage: file ROWS PATH\n");
		return 1;
	}
	setvbuf(out, buffer, _IOFBF, sizeof buffer);
	int failed = write_rows(out, strtoull(arguments[1], NULL, 10));
	if (fclose(out) != 0 || failed) {
		fprintf(stderr, "file: could not write %s\n", arguments[2]);
		return 1;
	}
	return 0;
}
