# Effects: what the command says, a model whose truth is known, and what is wrong with a question.

confounded <- with_seed(4, {
    z <- rnorm(400)
    t <- as.integer(runif(400) < plogis(1.5 * z))
    x <- z + rnorm(400)
    y <- 2 * t + 3 * z + rnorm(400)
    data.frame(z, t, x, y, label = ifelse(y > 1, "high", "low"))
})

test_that("effects are those of the command", {
    skip_without_command()
    file <- write_table(confounded)
    for (x in c("t", "x"))
        for (y in c("y", "label")) {
            asked <- ask_command("effect", file, "-x", x, "-y", y, "--adjust", "z")
            found <- mixmi_effect(confounded, x, y, adjust = "z")
            points <- unlist(lapply(asked$sets[[1]]$outcomes, `[[`, "points"), recursive = FALSE)
            for (name in c("unadjusted", "mean", "band_upper", "difference_lower", "support", "effective_rows")) {
                said <- vapply(points, function(p) if (is.null(p[[name]])) NA_real_ else as.numeric(p[[name]]), 0)
                expect_equal(found$points[[name]], said, tolerance = 1e-9, info = name)
            }
            expect_equal(found$sets$information, asked$sets[[1]]$information, tolerance = 1e-9)
            expect_identical(found$curve, asked$curve)
        }
})

test_that("the effect of the model is found, and shown", {
    found <- mixmi_effect(confounded, "t", "y", adjust = "z")
    expect_true(found$points$difference_lower[2] < 2 && found$points$difference_upper[2] > 2)
    expect_gt(diff(found$points$unadjusted), 4)
    expect_output(print(found), "means of the outcome, 95% intervals")
    expect_identical(as.data.frame(found), found$points)
    curve <- mixmi_effect(confounded, "x", "y", adjust = c("z", "t"))
    expect_true(curve$curve && abs(curve$slopes$slope) < 0.3 && curve$slopes$slope_unadjusted > 1)
    expect_output(print(curve), "Slopes")
    expect_false(any(grepl("outcome +x|<NA>|^ *set ", utils::capture.output(print(curve))))) # one set, one numeric outcome
    graph <- matrix(0, 3, 3, dimnames = rep(list(c("z", "t", "y")), 2))
    graph["t", "z"] <- graph["y", "z"] <- graph["y", "t"] <- 1
    expect_identical(mixmi_effect(confounded, "t", "y", graph = graph)$points, found$points)
    expect_output(print(mixmi_effect(confounded, "t", "z", graph = graph)), "no effect")
    colnames(graph) <- rownames(graph) <- c("hidden", "t", "y")
    expect_output(print(mixmi_effect(confounded, "t", "y", graph = graph)), "not identified.*hidden")
})

test_that("the population, a trial and the strength of an unmeasured cause are there", {
    treated <- mixmi_effect(confounded, "t", "y", adjust = "z", population = "treated")
    expect_lt(abs(treated$points$difference[2] - 2), 0.6)
    expect_true(treated$points$robustness[2] > treated$points$robustness_interval[2] && treated$points$strongest_column[2] == "z")
    expect_equal(mixmi_effect(confounded, "t", "y", randomised = TRUE)$sets$groups, 0)
})

test_that("an effect is drawn", {
    grDevices::pdf(NULL)
    on.exit(grDevices::dev.off())
    for (found in list(mixmi_effect(confounded, "t", "y", adjust = "z"), mixmi_effect(confounded, "x", "y", adjust = c("z", "t")))) {
        expect_identical(plot(found), found)
        expect_true(all(range(found$points$mean, na.rm = TRUE) >= graphics::par("usr")[3] & range(found$points$mean, na.rm = TRUE) <= graphics::par("usr")[4]))
        expect_error(plot(found, set = 2), "no set 2")
    }
})

test_that("what is wrong with an effect is said", {
    expect_error(mixmi_effect(confounded, "t", "y"), "either 'graph', 'adjust' or 'randomised'")
    expect_error(mixmi_effect(confounded, "t", "y", adjust = "z", graph = diag(2)), "mutually exclusive")
    expect_error(mixmi_effect(confounded, "t", "t", adjust = "z"), "same column")
    expect_error(mixmi_effect(confounded, "t", "y", adjust = "z", reference = 7), "reference '7'")
    expect_error(mixmi_effect(confounded, "t", "y", adjust = "z", most = 0), "at least 1")
    expect_error(mixmi_effect(confounded, "t", "y", adjust = "z", test = "chi2"), "no effect")
    expect_error(mixmi_effect(confounded[1:20, ], "t", "y", adjust = "z"), "at least 30")
})
