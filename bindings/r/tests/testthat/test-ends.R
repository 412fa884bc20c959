# Calls that end early free everything: interrupts, cancellations, errors within the progress function.

test_that("a table, a histogram and what calls use are released once out of reach", {
    before <- live()
    table <- mixmi_table(penguins)
    expect_identical(live(), before + 1L)
    histogram <- mixmi_histogram(table, "species")
    expect_identical(live(), before + 2L)
    rm(table, histogram)
    expect_identical(live(), before)
    mixmi_pairs(penguins)
    mixmi_graph(mixed_chain())
    expect_identical(live(), before)
})

test_that("errors leave nothing behind", {
    before <- live()
    try(mixmi_cmi(sex ~ island, penguins, alpha = 7), silent = TRUE)
    try(mixmi_cmi(sex ~ island, penguins[1, ]), silent = TRUE)
    try(mixmi_table(data.frame(a = Inf)), silent = TRUE)
    try(mixmi_graph(penguins, knowledge = mixmi_knowledge(forbid = "sex -> island", require = "sex -> island")), silent = TRUE)
    expect_identical(live(), before)
})

test_that("the progress function gets what is done, and can end the work", {
    stages <- character()
    mixmi_graph(mixed_chain(), progress = function(stage, done, total) stages <<- c(stages, stage))
    expect_gt(length(stages), 0)
    before <- live()
    g <- mixmi_graph(penguins, progress = function(stage, done, total) FALSE)
    expect_false(g$info$complete)
    expect_output(print(g), "stopped early")
    expect_error(mixmi_pairs(penguins, test = "residual", progress = function(stage, done, total) FALSE),
                 class = "mixmi_cancelled_error")
    expect_identical(live(), before)
})

test_that("an error in the progress function is the call's error", {
    before <- live()
    expect_error(mixmi_pairs(penguins, test = "residual", progress = function(...) stop("enough")), "enough")
    expect_error(mixmi_graph(penguins, progress = function(...) stop("enough")), "enough")
    expect_error(mixmi_graph(penguins, progress = 3), "must be a function")
    expect_identical(live(), before)
})

# The signal is sent from within the work, so no clock decides whether it arrives in time.
test_that("an interrupt ends the work, frees everything and is an interrupt", {
    skip_on_os("windows")
    signal <- function(...) tools::pskill(Sys.getpid(), tools::SIGINT)
    before <- live()
    ways <- list(function() mixmi_graph(penguins, progress = signal),
                 function() mixmi_pairs(penguins, test = "residual", progress = signal),
                 function() mixmi_test(bill_length_mm ~ bill_depth_mm | species, penguins, test = "perm", progress = signal))
    for (way in ways) {
        ended <- tryCatch({
            way()
            "answered"
        }, interrupt = function(e) "interrupted")
        expect_identical(ended, "interrupted")
    }
    expect_identical(live(), before)
    expect_identical(mixmi_cmi(sex ~ island, penguins)$rows, 333)
})
