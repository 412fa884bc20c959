# What may be wrong with the rows is said with every answer, also when it is in a column that the question does not have.

panel <- local({
    set.seed(3)
    data.frame(state = rep(paste0("s", 1:48), each = 7), year = rep(2000:2006, 48), x = rnorm(336), y = rnorm(336))
})

test_that("an identifier beside the question is remarked on", {
    expect_warning(found <- mixmi_test(x ~ y, panel), "'state' is a repeated identifier .*option cluster", class = "mixmi_warning")
    expect_match(found$remarks, "'state' is a repeated identifier", all = FALSE)
    expect_no_warning(clustered <- mixmi_test(x ~ y, panel, cluster = "state"))
    expect_length(clustered$remarks, 0)
})

test_that("a table warns once", {
    expect_warning(table <- mixmi_table(panel), "repeated identifier")
    expect_no_warning(found <- mixmi_cmi(x ~ y, table))
    expect_length(found$remarks, 1)
})

test_that("a wide set is remarked on", {
    set.seed(6)
    wide <- as.data.frame(matrix(rnorm(320), 40))
    expect_warning(found <- mixmi_test(V1 ~ V2 | V3 + V4 + V5 + V6 + V7 + V8, wide), "Z has 6 columns for 40 rows")
    expect_length(found$remarks, 1)
})

test_that("weights that look like sampling weights are refused", {
    set.seed(10)
    sample <- data.frame(w = sample(50:500, 300, TRUE), x = rnorm(300), y = rnorm(300))
    expect_error(mixmi_test(x ~ y, sample, weights = "w"), "look like sampling weights")
    expect_equal(mixmi_test(x ~ y, sample, weights = "w", weights_are = "frequencies")$rows, sum(sample$w))
})
