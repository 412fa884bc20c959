page_data <- function(page) {
    start <- regexpr('id="data">', page, fixed = TRUE) + nchar('id="data">')
    rest <- substring(page, start)
    jsonlite::fromJSON(substr(rest, 1, regexpr("</script>", rest, fixed = TRUE) - 1), simplifyVector = FALSE)
}

test_that("a report has columns, pairs, graph and target", {
    skip_if_not_installed("jsonlite")
    path <- tempfile(fileext = ".html")
    page <- mixmi_report(penguins, path, target = "species", columns = c("species", "sex", "body_mass_g"), number = 2,
                         max_points = 50, title = "a<b</script>", alpha = 0.05)
    expect_identical(readChar(path, file.size(path), useBytes = TRUE), page)
    found <- page_data(page)
    expect_identical(found$title, "a<b</script>")
    expect_identical(found$rows, 344L)
    expect_length(found$pairs$p, 3)
    expect_identical(found$sampled, 50L)
    expect_gt(length(found[["graph"]]$edges), 0)
    expect_identical(found$target$column, 0L)
    expect_identical(found$options, list(list("alpha", "0.05")))
    expect_equal(found$pairs$p[[2]], signif(mixmi_test(penguins, x = "species", y = "sex", alpha = 0.05)$p.value, 3))
    expect_null(page_data(mixmi_report(penguins, columns = c("species", "sex"), graph = FALSE))[["graph"]])
})

test_that("what is known counts, and what makes no sense is refused", {
    skip_if_not_installed("jsonlite")
    known <- mixmi_knowledge(forbid = "species -- sex")
    found <- page_data(mixmi_report(penguins, columns = c("species", "sex", "body_mass_g"), knowledge = known))
    expect_true(any(vapply(found$graph$separations, function(s) s[[7]] %% 2 == 1, NA)))
    path <- tempfile()
    expect_error(mixmi_report(penguins, path, target = "speces"), "species")
    expect_error(mixmi_report(penguins, path, number = 0), "whole number")
    expect_error(mixmi_report(penguins[0, ], path), "no rows")
    expect_error(mixmi_report(penguins, path, graph = NA), "TRUE, FALSE")
    expect_false(file.exists(path))
})
