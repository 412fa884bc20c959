# The test as other packages call it. pcalg and bnlearn are used where they are installed; a stand-in calls as their
# searches do in any case.

# As skeleton() of pcalg: levels of growing sets, integer positions, S = integer(0) at first, p >= alpha deletes, and an NA would
# delete too (NAdelete = TRUE), which is why the test must never give one.
skeleton_by <- function(indepTest, suffStat, p, alpha, m.max = 2) {
    joined <- matrix(TRUE, p, p) & !diag(TRUE, p)
    for (size in 0:m.max) {
        before <- joined
        for (x in seq_len(p)) for (y in which(before[x, ])) {
            neighbours <- setdiff(which(before[x, ]), y)
            if (!joined[x, y] || length(neighbours) < size)
                next
            sets <- if (size == 0) list(integer(0)) else utils::combn(length(neighbours), size, simplify = FALSE)
            for (set in sets) {
                p.value <- indepTest(x, y, if (size == 0) set else neighbours[set], suffStat)
                stopifnot(is.numeric(p.value), length(p.value) == 1, !is.na(p.value), p.value >= 0, p.value <= 1)
                if (p.value >= alpha) {
                    joined[x, y] <- joined[y, x] <- FALSE
                    break
                }
            }
        }
    }
    joined
}

test_that("a search that calls as pcalg's finds the same skeleton", {
    data <- mixed_chain()
    joined <- skeleton_by(mixmi_ci_test(alpha = 0.01), list(data = data), ncol(data), 0.01)
    own <- as.matrix(mixmi_graph(data, alpha = 0.01, search = "pc-stable"), "adjacency") != 0
    expect_identical(unname(joined), unname(own | t(own)))
})

test_that("all forms give the same p-value", {
    ask <- mixmi_ci_test(seed = 3)
    p <- mixmi_test(a ~ b | c, mixed_chain(), seed = 3)$p.value
    expect_identical(ask(1, 2, 3, mixed_chain()), p)
    expect_identical(ask(1L, 2L, 3L, list(data = mixmi_table(mixed_chain()))), p)
    expect_identical(mixmi_causaldisco_test(seed = 3)("a", "b", "c", mixed_chain()), p)
    expect_identical(mixmi_bnlearn_test("a", "b", "c", mixed_chain(), list(seed = 3))[2], p)
    expect_length(mixmi_bnlearn_test("a", "b", NULL, mixed_chain(), list()), 2)
    expect_identical(names(formals(mixmi_bnlearn_test)), c("x", "y", "z", "data", "args"))
    expect_identical(names(formals(ask)), c("x", "y", "S", "suffStat"))
    expect_identical(names(formals(mixmi_causaldisco_test())), c("x", "y", "conditioning_set", "suff_stat"))
    expect_identical(ask(1, 2, NULL, mixed_chain()), ask(1, 2, integer(0), mixed_chain()))
})

test_that("another data set is not taken for the one before", {
    ask <- mixmi_ci_test()
    first <- ask(1, 4, integer(0), mixed_chain())
    data <- mixed_chain()
    data$d <- data$a
    expect_lt(ask(1, 4, integer(0), data), 1e-10)
    expect_identical(ask(1, 4, integer(0), mixed_chain()), first)
})

test_that("where the test is undecided the edge stays", {
    data <- data.frame(x = rnorm(40), y = rnorm(40), each = paste0("id", 1:40), empty = NA_real_)
    ask <- mixmi_ci_test()
    expect_identical(ask(1, 2, 3, data), 0)
    expect_identical(ask(1, 2, 4, data), 0)
    expect_false(anyNA(mixmi_bnlearn_test("x", "y", "empty", data, list())))
    for (test in mixmi_methods("test")$name)
        expect_false(is.na(mixmi_ci_test(test = test)(1, 2, integer(0), data)), info = test)
    expect_error(mixmi_ci_test(test = "none")(1, 2, integer(0), data), class = "mixmi_usage_error")
})

test_that("pcalg and bnlearn themselves, where they are installed", {
    data <- mixed_chain()
    if (requireNamespace("bnlearn", quietly = TRUE)) {
        net <- bnlearn::pc.stable(data, test = "custom-test", fun = mixmi_bnlearn_test, args = list())
        expect_s3_class(net, "bn")
    }
    skip_if_not_installed("pcalg")
    fit <- pcalg::skeleton(list(data = data), mixmi_ci_test(), alpha = 0.01, labels = names(data))
    own <- as.matrix(mixmi_graph(data, alpha = 0.01, search = "pc-stable"), "adjacency") != 0
    expect_identical(unname(methods::as(fit@graph, "matrix") != 0), unname(own | t(own)))
})
