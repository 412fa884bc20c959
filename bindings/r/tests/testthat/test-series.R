# x acts on y one step later; two series.
series <- with_seed(6, do.call(rbind, lapply(c("a", "b"), function(unit) {
    x <- stats::filter(rnorm(300), 0.5, "recursive")
    y <- stats::filter(c(0, 0.6 * x[-300]) + rnorm(300), 0.5, "recursive")
    data.frame(unit = unit, t = 2 * seq_len(300), x = as.numeric(x), y = as.numeric(y))
})))

test_that("lagged columns are those of earlier rows", {
    expect_identical(names(mixmi_table(series, time = "t", id = "unit", lags = 2)), c("x", "x@1", "x@2", "y", "y@1", "y@2"))
    expect_error(mixmi_test(data = series, x = "x@1", y = "y"), "lags .* need option time")
    found <- mixmi_test(data = series, x = "x@1", y = "y", given = "y@1", time = "t", id = "unit")
    own <- function(v) stats::ave(v, series$unit, FUN = function(w) c(NA, w[-length(w)]))
    by_hand <- data.frame(x1 = own(series$x), y = series$y, y1 = own(series$y))
    expect_identical(found$p.value, mixmi_test(y ~ x1 | y1, by_hand)$p.value)
    for (same in list(mixmi_test(y ~ `x@1` | `y@1`, series, time = "t", id = "unit"),
                      mixmi_test(mixmi_table(series, time = "t", id = "unit", lags = 1), x = "x@1", y = "y", given = "y@1"),
                      mixmi_test(data = series[3:4], x = "x@1", y = "y", given = "y@1", time = series$t, id = series$unit)))
        expect_identical(same$p.value, found$p.value)
    expect_error(mixmi_test(data = series, x = "x@1", y = "y", time = "t"), "option id", class = "mixmi_data_error")
    expect_error(mixmi_table(series, lags = 1), "without option time", class = "mixmi_usage_error")
    expect_false(identical(mixmi_test(data = series, x = "x@1", y = "y", time = "t", id = "unit", step = 4)$p.value,
                           mixmi_test(data = series, x = "x@1", y = "y", time = "t", id = "unit")$p.value))
})

test_that("transfer entropy is a conditional mutual information", {
    found <- mixmi_transfer(series, "x", "y", time = "t", lags = 2, id = "unit")
    expect_identical(as.numeric(found), as.numeric(mixmi_cmi(data = series, x = c("x@1", "x@2"), y = "y", given = c("y@1", "y@2"),
                                                             time = "t", id = "unit")))
    expect_true(as.numeric(found) > 0.05)
})

test_that("graphs have lags", {
    found <- mixmi_graph(series, time = "t", id = "unit", lags = 1)
    called <- function(graph, end) graph$nodes$name[graph$edges[[end]]]
    edges <- paste(called(found, "from"), called(found, "to"))
    expect_true(all(c("x@1 x", "x@1 y", "y@1 y") %in% edges))
    alone <- mixmi_graph(series, time = "t", id = "unit", lags = 1, contemporaneous = FALSE)
    expect_true(all(grepl("@1$", called(alone, "from"))))
})
