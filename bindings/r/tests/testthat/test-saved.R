# A table lives in the memory of one process. What was saved and loaded again says so, in every call that takes a table.

saved_again <- function(object) {
    file <- tempfile(fileext = ".rds")
    on.exit(unlink(file))
    saveRDS(object, file)
    readRDS(file)
}

# By name of the exported function, or of the method.
calls_with_a_table <- list(
    mixmi_table = function(t) mixmi_table(t),
    mixmi_cmi = function(t) mixmi_cmi(t, x = "x", y = "y"),
    mixmi_test = function(t) mixmi_test(t, x = "x", y = "y", given = "z"),
    mixmi_explain = function(t) mixmi_explain(t, x = "x", y = "y"),
    mixmi_pairs = function(t) mixmi_pairs(t),
    mixmi_graph = function(t) mixmi_graph(t),
    mixmi_check = function(t) mixmi_check(t, matrix(0, 2, 2, dimnames = list(NULL, c("x", "y"))), permuted = 0),
    mixmi_effect = function(t) mixmi_effect(t, "x", "y", adjust = "z"),
    mixmi_blanket = function(t) mixmi_blanket(t, "x"),
    mixmi_select = function(t) mixmi_select(t, "x", 1),
    mixmi_report = function(t) mixmi_report(t, tempfile(fileext = ".html")),
    mixmi_histogram = function(t) mixmi_histogram(t, "x"),
    mixmi_entropy = function(t) mixmi_entropy(t, "x"),
    mixmi_describe = function(t) mixmi_describe(t),
    mixmi_ci_test = function(t) mixmi_ci_test()(1, 2, integer(), t),
    "mixmi_ci_test in a list" = function(t) mixmi_ci_test()(1, 2, integer(), list(data = t)),
    mixmi_causaldisco_test = function(t) mixmi_causaldisco_test()(1, 2, integer(), t),
    mixmi_bnlearn_test = function(t) mixmi_bnlearn_test("x", "y", character(), t),
    predict.mixmi_histogram = function(t) predict(mixmi_histogram(gaussian(50), "x"), t),
    print.mixmi_table = function(t) print(t),
    summary.mixmi_table = function(t) summary(t)
)

without_a_table <- c("mixmi_knowledge", "mixmi_adjust", "mixmi_compare", "mixmi_cpdag", "as_igraph", "entropy", "mixmi_options", "mixmi_methods", "mixmi_transfer",
                     "mixmi_version")

test_that("every call with a table that was saved says what happened and what to do", {
    table <- mixmi_table(gaussian(50))
    expect_identical(saved_again(table)$names, table$names)
    for (name in names(calls_with_a_table)) {
        expect_silent(capture.output(calls_with_a_table[[name]](table)))
        expect_error(calls_with_a_table[[name]](saved_again(table)), "saved and loaded again.*mixmi_table\\(data\\)",
                     class = "mixmi_usage_error", info = name)
        expect_error(calls_with_a_table[[name]](unserialize(serialize(table, NULL))), class = "mixmi_usage_error", info = name)
    }
    expect_identical(dim(saved_again(table)), dim(table))
})

test_that("no exported function is left out of this", {
    functions <- grep("^\\.", getNamespaceExports("mixmi"), value = TRUE, invert = TRUE)
    functions <- setdiff(functions, c("coerce", "coerce<-"))
    expect_identical(setdiff(functions, c(names(calls_with_a_table), without_a_table)), character())
})

test_that("a histogram that was saved keeps its bins and says what it cannot do", {
    histogram <- mixmi_histogram(gaussian(50), "x")
    again <- saved_again(histogram)
    expect_identical(as.data.frame(again), as.data.frame(histogram))
    expect_error(entropy(again), "saved and loaded again")
    expect_error(predict(again, gaussian(5)), "saved and loaded again")
})
