/* How much of what X and Y share through Z the regressions may have missed. */
#ifndef SCAN_LEFTOVER_H
#define SCAN_LEFTOVER_H

#include "scan/freed.h"

/* The correlation that may be left between the first features of X and Y because more functions of Z would have taken more away; 0 where
 * nothing speaks for it, or where there were no regressions. O(rows). */
double scan_leftover(const scan_freed *x, const scan_freed *y);

#endif
