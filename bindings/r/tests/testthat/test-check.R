# Checks of graphs: what the command says, and what is wrong with a graph.

dag <- matrix(0, 3, 3, dimnames = rep(list(c("species", "bill_length_mm", "bill_depth_mm")), 2))
dag["bill_length_mm", "species"] <- dag["bill_depth_mm", "species"] <- 1

expect_close <- function(object, expected) expect_equal(object, expected, tolerance = 1e-12)

test_that("a check is that of the command", {
    skip_without_command()
    path <- write_table(penguins)
    lines <- tempfile(fileext = ".txt")
    writeLines(c("species -> bill_length_mm", "species -> bill_depth_mm"), lines)
    file <- ask_command("check", path, "--graph", lines, "--permuted", "3")
    found <- mixmi_check(penguins, dag, permuted = 3)
    expect_close(found$p, file$p)
    expect_close(found$info$quantile, number(file$quantile))
    expect_close(found$claims$p, vapply(file$claims, function(a) number(a$p), 0))
    expect_close(found$missing$estimate, vapply(file$missing, function(a) number(a$estimate), 0))
    expect_close(found$missing$lower, vapply(file$missing, function(a) number(a$lower), 0))
    expect_close(found$edges$p, vapply(file$edges, function(a) number(a$p), 0))
    expect_identical(found$edges$to, vapply(file$edges, `[[`, "", "to"))
    expect_identical(found$claims$rejected, vapply(file$claims, `[[`, NA, "rejected"))
})

test_that("a check shows what is missing and what has no support", {
    found <- mixmi_check(penguins, dag, permuted = 0)
    expect_identical(sort(c(found$missing$from, found$missing$to)), c("bill_depth_mm", "bill_length_mm"))
    expect_output(print(found), "Edges to add")
    expect_identical(nrow(summary(found)), 2L)
    idle <- matrix(0, 2, 2, dimnames = rep(list(c("year", "sex")), 2))
    idle["sex", "year"] <- 1
    expect_output(print(mixmi_check(penguins, idle, permuted = 2)), "Edges without support")
})

test_that("a graph that cannot be checked says why", {
    expect_error(mixmi_check(penguins, matrix(0, 2, 2, dimnames = rep(list(c("sex", "nothing")), 2))), "node 'nothing'")
    ring <- matrix(0, 3, 3, dimnames = rep(list(c("sex", "year", "species")), 2))
    ring["year", "sex"] <- ring["species", "year"] <- ring["sex", "species"] <- 1
    expect_error(mixmi_check(penguins, ring), "directed cycle")
    expect_error(mixmi_check(penguins, dag, permuted = -1), "0 or more")
    expect_error(mixmi_check(penguins, dag, test = "sc"), "no p-value")
})
