library(testthat)
library(mixmi)

test_check("mixmi")
