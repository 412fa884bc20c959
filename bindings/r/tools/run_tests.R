# Runs the tests of the installed package: run_tests.R DIRECTORY. The last line is "N passed, M failed"; a file that tests
# nothing is a failure.
folder <- commandArgs(TRUE)[1]
library(testthat)
results <- as.data.frame(test_dir(folder, package = "mixmi", load_package = "installed", reporter = "summary",
                                  stop_on_failure = FALSE))
failed <- sum(results$failed) + sum(results$error)
passed <- sum(results$nb) - sum(results$failed) - sum(results$skipped)
files <- sub("\\.R$", "", list.files(folder, "^test-.*\\.R$"))
silent <- setdiff(files, sub("\\.R$", "", results$file[results$nb > results$skipped]))
for (file in silent)
    cat("no test ran in", file, "\n")
cat(passed, " passed, ", failed + length(silent), " failed\n", sep = "")
quit(status = if (failed + length(silent) > 0 || passed == 0) 1 else 0)
