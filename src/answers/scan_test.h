/* The descriptor of the default test. */
#ifndef ANSWERS_SCAN_TEST_H
#define ANSWERS_SCAN_TEST_H

#include "base/method.h"

extern const base_method scan_test;

#endif
