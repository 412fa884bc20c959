# Formulas, the htest, and errors.

test_that("a formula and named columns ask the same", {
    f <- mixmi_cmi(bill_length_mm ~ bill_depth_mm | species + sex, penguins)
    n <- mixmi_cmi(penguins, x = "bill_length_mm", y = 4, given = c("sex", "species"))
    expect_identical(f$estimate, n$estimate)
    expect_identical(mixmi_cmi(`bill_depth_mm` ~ (bill_length_mm) | sex + species, data = penguins)$estimate, f$estimate)
    expect_identical(mixmi_cmi(data = penguins, x = "bill_length_mm", y = 4, given = 7:7 - 0)$z, "sex")
    expect_identical(as.numeric(f), f$estimate)
    expect_output(print(f), paste0("= ", format(f$estimate, digits = 3), " nats"), fixed = TRUE)
    expect_identical(as.data.frame(f)$given, "species, sex")
})

test_that("a closed form is met: mutual information of two correlated normals", {
    rho <- 0.8
    data <- with_seed(7, {
        x <- rnorm(4000)
        data.frame(x, y = rho * x + sqrt(1 - rho^2) * rnorm(4000))
    })
    expect_equal(mixmi_cmi(x ~ y, data)$estimate, -log(1 - rho^2) / 2, tolerance = 0.12)
})

test_that("a test is an htest", {
    t <- mixmi_test(bill_length_mm ~ bill_depth_mm | species, penguins, confidence = 0.9)
    expect_s3_class(t, "htest")
    expect_true(all(c("statistic", "p.value", "estimate", "method", "data.name") %in% names(t)))
    expect_identical(t$data.name, "bill_length_mm and bill_depth_mm given species in penguins")
    expect_output(print(t), "Test of conditional independence by scan")
    expect_identical(t$verdict, "dependent")
    expect_named(mixmi_test(sex ~ island, penguins, test = "chi2")$parameter, "df")
    expect_named(mixmi_test(sex ~ island, penguins, test = "perm")$parameter, "permutations")
    expect_output(print(mixmi_test(penguins, x = 1, y = 2, test = "mdl")), "verdict: dependent, from 344 rows")
    expect_output(print(mixmi_test(sex ~ island, penguins)), "verdict: no dependence detected at alpha = 0.01, from 333 rows", fixed = TRUE)
    expect_error(mixmi_pairs(penguins[1, ], c("year", "body_mass_g")), "the table has 1 row; at least 2 are needed")
    if (requireNamespace("broom", quietly = TRUE))
        expect_identical(broom::tidy(t)$p.value, t$p.value)
})

test_that("options are checked by the library and accept R's spelling", {
    expect_error(mixmi_test(sex ~ island, penguins, alpha = 2), "alpha", class = "mixmi_usage_error")
    expect_error(mixmi_test(sex ~ island, penguins, apha = 0.5), "did you mean 'alpha'")
    expect_error(mixmi_test(sex ~ island, penguins, delimiter = ","), "about reading")
    expect_error(mixmi_cmi(sex ~ island, penguins, NULL, NULL, NULL, 3), "by name")
    expect_error(mixmi_cmi(sex ~ island, penguins, alpha = NA), "must be a number")
    expect_identical(mixmi_cmi(bill_length_mm ~ bill_depth_mm, penguins, atom_threshold = 9, preset = "paper")$estimate,
                     mixmi_cmi(bill_length_mm ~ bill_depth_mm, penguins, preset = "paper", atom.threshold = 9)$estimate)
    expect_true(all(c("alpha", "atom_threshold") %in% mixmi_options()$name))
    expect_identical(unique(mixmi_options("test")$group), "test")
    expect_true("scan" %in% mixmi_methods("test")$name)
})

test_that("threads change nothing", {
    one <- mixmi_test(bill_length_mm ~ bill_depth_mm | species, penguins, threads = 1)
    two <- mixmi_test(bill_length_mm ~ bill_depth_mm | species, penguins, threads = 2)
    expect_identical(one$answer, two$answer)
})

test_that("questions that make no sense are errors that say why", {
    expect_error(mixmi_cmi(~ species, penguins), "two sides")
    expect_error(mixmi_cmi(log(body_mass_g) ~ species, penguins), "log\\(body_mass_g\\)")
    expect_error(mixmi_cmi(sex ~ sex, penguins), class = "mixmi_usage_error")
    expect_error(mixmi_cmi(sex ~ island), "no data")
    expect_error(mixmi_cmi(penguins, x = "sex"), "both x and y")
    expect_error(mixmi_cmi(sex ~ island, penguins[1, ]), class = "mixmi_data_error")
    table <- mixmi_table(penguins)
    expect_error(mixmi_cmi(table, x = 1, y = 2, discrete = 1), "where the table is made")
    loaded <- unserialize(serialize(table, NULL))
    expect_error(mixmi_cmi(loaded, x = 1, y = 2), "make it again")
})

test_that("pairs are symmetric and can be adjusted", {
    p <- mixmi_pairs(penguins, test = "chi2", adjust = TRUE)
    expect_identical(nrow(p), 28L)
    expect_equal(p$p_adjusted, stats::p.adjust(p$p, "BH"), tolerance = 1e-14)
    m <- as.matrix(p, "estimate")
    expect_identical(m, t(m))
    expect_output(print(p), "28 pairs")
    expect_false(any(grepl("independent", utils::capture.output(print(p))))) # p above alpha is no proof of it
    expect_identical(nrow(mixmi_pairs(penguins, target = "species", given = "sex")), 6L)
    expect_false(is.unsorted(-p$estimate))
})

test_that("nothing is found where nothing can be compared", {
    set.seed(3)
    data <- data.frame(x = rnorm(90), id = paste0("u", 1:90))
    data$y <- data$x + rnorm(90)
    estimate <- mixmi_cmi(x ~ y | id, data, confidence = 0.9)
    expect_true(estimate$undecided && is.na(estimate$lower) && estimate$comparable == 0)
    expect_output(print(estimate), "undecided: 0 of 90 rows")
    expect_false(mixmi_cmi(x ~ y, data)$undecided)
    expect_identical(mixmi_test(x ~ y | id, data)$verdict, "undecided")
    expect_identical(as.character(mixmi_pairs(data, c("x", "y"), given = "id")$verdict), "undecided")
    expect_output(print(mixmi_pairs(data, c("x", "y"), given = "id")), "undecided")
})

test_that("adjusted p-values decide", {
    set.seed(4)
    data <- as.data.frame(matrix(rnorm(480), 60))
    plain <- mixmi_pairs(data, alpha = 0.2, sort = FALSE)
    adjusted <- mixmi_pairs(data, alpha = 0.2, sort = FALSE, adjust = TRUE)
    expect_identical(plain$verdict == "independent", plain$p > 0.2)
    expect_identical(adjusted$verdict == "independent", adjusted$p_adjusted > 0.2)
    expect_false(identical(plain$verdict, adjusted$verdict))
})

test_that("an option that has no effect is an error", {
    data <- data.frame(x = c(1:20, 20:1), y = c(1:40))
    expect_error(mixmi_cmi(x ~ y, data, estimator = "ksg", max_rounds = 3), "'max_rounds' has no effect on the estimator ksg")
    expect_error(mixmi_cmi(x ~ y, data, test = "chi2"), "'test' has no effect on the estimator hist")
    expect_error(mixmi_test(x ~ y, data, neighbours = 3), "'neighbours' has no effect on the test scan")
    expect_error(mixmi_test(x ~ y, data, max_cond = 3), "'max_cond' has no effect")
    expect_error(mixmi_test(x ~ y, data, test = "nothing"), "nothing", class = "mixmi_usage_error")
    expect_s3_class(mixmi_test(x ~ y, data, test = "perm", permutations = 99, alpha = 0.05, seed = 2, threads = 1), "htest")
    expect_s3_class(mixmi_graph(data, c("x", "y"), max_cond = 1, preset = "robust"), "mixmi_graph")
})
