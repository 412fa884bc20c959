/* The descriptors of the default test and of the default estimate, which asks that test. */
#ifndef SCAN_SCAN_TEST_H
#define SCAN_SCAN_TEST_H

#include "base/method.h"

extern const base_method scan_test;
extern const base_method scan_hist;

#endif
