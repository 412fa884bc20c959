# Explanations: shapes, cells that add up, groups of Z.

test_that("cells add up and groups hold all rows", {
    e <- mixmi_explain(bill_depth_mm ~ bill_length_mm | species, penguins, by_z = TRUE)
    expect_identical(e$shape, "increasing")
    expect_identical(e$x, "bill_length_mm")
    expect_equal(sum(e$cells$share), 1)
    expect_equal(sum(e$cells$contribution), mixmi_cmi(bill_depth_mm ~ bill_length_mm | species, penguins)$fitted)
    expect_identical(e$groups$group, paste("species =", levels(penguins$species)))
    expect_equal(sum(e$groups$rows), 342)
    expect_output(print(e), "increasing")
})

test_that("shapes have their places, and nothing has none", {
    data <- with_seed(3, {
        x <- runif(600, 0, 100)
        data.frame(x, y = 2 * (x > 37.2) + rnorm(600), e = rnorm(600))
    })
    e <- mixmi_explain(y ~ x, data)
    expect_identical(e$shape, "threshold")
    expect_equal(e$where, 37.2, tolerance = 0.05)
    expect_identical(mixmi_explain(e ~ x, data)$shape, "none")
    expect_error(mixmi_explain(y ~ x, data, estimator = "ms"), "no grid", class = "mixmi_usage_error")
})
