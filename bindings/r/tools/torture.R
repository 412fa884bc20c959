# Runs the examples of all manual pages of the installed package with frequent garbage collection: an object that the C
# code uses without protecting it is then released, and reading it gives garbage or a crash. Each page must print the same
# as without this.
library(mixmi)
options(mixmi.threads = 1)
grDevices::pdf(NULL)
pages <- tools::Rd_db("mixmi")

# A prime, so that collections do not coincide with the same allocation in every round.
STEP <- 13L

examples <- function(page) {
    file <- tempfile(fileext = ".R")
    tools::Rd2ex(pages[[page]], file)
    if (file.exists(file)) parse(file, keep.source = FALSE) else expression()
}

run <- function(code, step) {
    scope <- new.env(parent = globalenv())
    utils::capture.output(for (line in code) {
        shown <- tryCatch({
            gctorture2(step)
            withVisible(eval(line, scope))
        }, finally = gctorture2(0L))
        if (shown$visible)
            print(shown$value)
    })
}

passed <- failed <- 0
for (page in names(pages)) {
    code <- examples(page)
    if (length(code) == 0)
        next
    same <- identical(run(code, 0L), run(code, STEP))
    cat(if (same) "ok    " else "FAILED", page, "\n")
    if (same) passed <- passed + 1 else failed <- failed + 1
}
cat(passed, " passed, ", failed, " failed\n", sep = "")
quit(status = if (failed > 0 || passed == 0) 1 else 0)
