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
    expect_identical(as.character(t$verdict), "detected")
    expect_identical(t$p.value, t$p)
    expect_identical(t$conf.int, structure(c(t$lower, t$upper), conf.level = 0.9))
    shown <- utils::capture.output(print(t))
    for (number in c(t$estimate, t$lower, t$upper, t$p))
        expect_true(any(grepl(format(number, digits = 3), shown, fixed = TRUE)))
    expect_named(mixmi_test(sex ~ island, penguins, test = "chi2")$parameter, "df")
    expect_named(mixmi_test(sex ~ island, penguins, test = "perm")$parameter, "permutations")
    expect_output(print(mixmi_test(penguins, x = 1, y = 2, test = "sc")), "verdict   detected")
    none <- mixmi_test(sex ~ island, penguins)
    expect_output(print(none), paste("no dependence detected; at most", format(none$upper, digits = 3), "nats"), fixed = TRUE)
    expect_output(print(none), "not detected at alpha = 0.05", fixed = TRUE)
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
    expect_true("residual" %in% mixmi_methods("test")$name)
})

test_that("threads change nothing", {
    one <- mixmi_test(bill_length_mm ~ bill_depth_mm | species, penguins, threads = 1)
    two <- mixmi_test(bill_length_mm ~ bill_depth_mm | species, penguins, threads = 2)
    expect_identical(as.data.frame(one), as.data.frame(two))
})

test_that("questions that make no sense are errors that say why", {
    expect_error(mixmi_cmi(~ species, penguins), "two sides")
    expect_error(mixmi_cmi(log(body_mess_g) ~ species, penguins), "log\\(body_mess_g\\)")
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
    expect_true(all(p$p <= p$p_bh & p$p_bh <= p$p_holm))
    m <- as.matrix(p, "estimate")
    expect_identical(m, t(m))
    expect_output(print(p), "28 pairs")
    expect_false(any(grepl("independent", utils::capture.output(print(p))))) # p above alpha is no proof of it
    expect_identical(nrow(mixmi_pairs(penguins, target = "species", given = "sex")), 6L)
    expect_false(is.unsorted(p$p))
    by_evidence <- mixmi_pairs(penguins)
    expect_false(is.unsorted(-by_evidence$lower))
    expect_false(is.unsorted(by_evidence$p[by_evidence$lower == 0]))
})

test_that("nothing is found where nothing can be compared", {
    set.seed(3)
    data <- data.frame(x = rnorm(90), id = paste0("u", 1:90))
    data$y <- data$x + rnorm(90)
    estimate <- mixmi_cmi(x ~ y | id, data, confidence = 0.9)
    expect_true(estimate$verdict == "undecided" && estimate$comparable == 0)
    for (field in c("p", "estimate", "lower", "upper", "standard_error", "strength"))
        expect_identical(estimate[[field]], NA_real_)
    expect_output(print(estimate), "undecided, 0 of 90 rows")
    expect_true(mixmi_cmi(x ~ y, data)$verdict == "detected")
    expect_identical(as.character(mixmi_test(x ~ y | id, data)$verdict), "undecided")
    expect_identical(as.character(mixmi_pairs(data, c("x", "y"), given = "id")$verdict), "undecided")
    expect_output(print(mixmi_pairs(data, c("x", "y"), given = "id")), "undecided")
})

test_that("adjusted p-values decide if asked", {
    set.seed(4)
    data <- as.data.frame(matrix(rnorm(480), 60))
    plain <- mixmi_pairs(data, alpha = 0.2, sort = FALSE)
    expect_identical(plain$verdict == "detected", plain$p < 0.2)
    for (adjust in c("holm", "bh")) {
        adjusted <- mixmi_pairs(data, alpha = 0.2, sort = FALSE, adjust = adjust)
        expect_identical(adjusted$verdict == "detected", adjusted[[paste0("p_", adjust)]] < 0.2)
        expect_false(identical(plain$verdict, adjusted$verdict))
    }
    expect_error(mixmi_pairs(data, adjust = "none"), "'adjust' must be", class = "mixmi_usage_error")
})

test_that("an estimate and a test are the same answer", {
    for (question in list(bill_length_mm ~ sex | species, sex ~ year, body_mass_g ~ island + sex))
        expect_identical(as.data.frame(mixmi_cmi(question, penguins)), as.data.frame(mixmi_test(question, penguins)))
})

test_that("p is below a level if and only if the interval is above 0", {
    agree <- function(answer, level, info) {
        expect_identical(answer$p < level, answer$lower > 0, info = info)
        expect_identical(answer$p < level, answer$verdict == "detected", info = info)
        expect_true(answer$lower <= answer$estimate && answer$estimate <= answer$upper, info = info)
        expect_true(answer$lower == 0 || answer$estimate > 0, info = info)
        expect_equal(answer$confidence, 1 - level, info = info)
    }
    for (strength in c(0, 0.1, 0.2, 0.5)) {
        data <- with_seed(8, {
            z <- rnorm(250)
            x <- rnorm(250) + z
            y <- strength * x + rnorm(250)
            data.frame(x, z, y, given = y + z, label = ifelse(y > 0.4, "high", "low"), count = rpois(250, exp(y / 2)))
        })
        for (question in list(x ~ y, x ~ given | z, x ~ label, x ~ count)) {
            p <- mixmi_test(question, data)$p
            near <- p * c(0.999, 1.001)
            for (level in c(0.3, 0.2, 0.1, 0.05, 0.01, 1e-4, 1e-6, near[near > 1e-9 & near <= 0.3])) {
                info <- paste(format(question), strength, level)
                agree(mixmi_test(question, data, alpha = level), level, info)
                agree(mixmi_cmi(question, data, alpha = level), level, info)
            }
        }
        pairs <- mixmi_pairs(data, alpha = 0.1)
        expect_identical(pairs$p < 0.1, pairs$lower > 0)
        expect_identical(pairs$p < 0.1, pairs$verdict == "detected")
    }
    groups <- mixmi_explain(bill_length_mm ~ body_mass_g | species, penguins, by_z = TRUE, alpha = 0.001)$groups
    expect_identical(groups$p < 0.001, groups$lower > 0)
    expect_identical(groups$p < 0.001, groups$verdict == "detected")
})

test_that("a number that a method does not have is NA", {
    paper <- mixmi_cmi(bill_length_mm ~ species, penguins, preset = "paper")
    expect_true(is.na(paper$lower) && is.null(paper$conf.int) && paper$plug_in > 0)
    expect_identical(mixmi_cmi(bill_length_mm ~ species, penguins)$plug_in, NA_real_)
    bare <- mixmi_cmi(bill_length_mm ~ bill_depth_mm, penguins, estimator = "ksg")
    expect_true(is.na(bare$p) && is.na(bare$verdict) && is.finite(bare$estimate))
})

test_that("names of 0.2 work with a warning", {
    expect_old <- function(code, class = "deprecatedWarning") {
        expect_warning(value <- code, class = class)
        value
    }
    found <- mixmi_test(bill_length_mm ~ bill_depth_mm | species, penguins)
    expect_true(expect_old(found$verdict == "dependent"))
    expect_false(expect_old(found$verdict == "independent"))
    expect_true(expect_old(found$verdict != "independent"))
    expect_identical(expect_old(found$detectable), found$upper)
    expect_identical(expect_old(found[["detectable"]]), found$upper)
    expect_identical(expect_old(found$answer)$rows, 342)
    expect_identical(expect_old(found$sets)$z, "species")
    expect_false(expect_old(found$undecided))
    expect_null(found$nothing)
    pairs <- mixmi_pairs(penguins, c("sex", "year", "island"))
    expect_identical(expect_old(pairs$p_adjusted), pairs$p_bh)
    expect_identical(expect_old(pairs[["detectable"]]), pairs$upper)
    expect_identical(expect_old(pairs$verdict == "independent"), pairs$verdict == "not_detected")
    same <- function(old, now) expect_identical(as.data.frame(expect_old(old)), as.data.frame(now))
    same(mixmi_test(sex ~ species, penguins, test = "scan"), mixmi_test(sex ~ species, penguins, test = "residual"))
    same(mixmi_test(sex ~ species, penguins, test = "mdl"), mixmi_test(sex ~ species, penguins, test = "sc"))
    same(mixmi_cmi(sex ~ species, penguins, estimator = "hist"), mixmi_cmi(sex ~ species, penguins, estimator = "residual"))
    same(mixmi_cmi(sex ~ species, penguins, preset = "robust"), mixmi_cmi(sex ~ species, penguins, preset = "default"))
})

test_that("an option that has no effect is an error", {
    data <- data.frame(x = c(1:20, 20:1), y = c(1:40))
    expect_error(mixmi_cmi(x ~ y, data, estimator = "ksg", max_rounds = 3), "'max_rounds' has no effect on the estimator ksg")
    expect_error(mixmi_cmi(x ~ y, data, test = "chi2"), "'test' has no effect on the estimator residual")
    expect_error(mixmi_test(x ~ y, data, neighbours = 3), "'neighbours' has no effect on the test residual")
    expect_error(mixmi_test(x ~ y, data, max_cond = 3), "'max_cond' has no effect")
    expect_error(mixmi_test(x ~ y, data, test = "nothing"), "nothing", class = "mixmi_usage_error")
    expect_s3_class(mixmi_test(x ~ y, data, test = "perm", permutations = 99, alpha = 0.05, seed = 2, threads = 1), "htest")
    expect_s3_class(mixmi_graph(data, c("x", "y"), max_cond = 1, preset = "default"), "mixmi_graph")
})

test_that("formulas compute columns, take censored times, and a dot is all others", {
    logged <- transform(penguins, heavy = log(body_mass_g))
    expect_equal(mixmi_test(log(body_mass_g) ~ sex | species, penguins)$p, mixmi_test(heavy ~ sex | species, logged)$p)
    three <- penguins[c("species", "sex", "body_mass_g", "island")]
    expect_equal(mixmi_test(sex ~ body_mass_g | ., three)$p, mixmi_test(sex ~ body_mass_g, three, given = c("species", "island"))$p)
    times <- data.frame(time = rep(c(3, 5, 8, 13, 21, 34), 20) + seq_len(120) / 1000, status = rep(c(1, 1, 0), 40), arm = rep(c("a", "b"), 60))
    expect_equal(mixmi_test(Surv(time, status) ~ arm, times)$p, mixmi_test(time ~ arm, times, survival = "time:status")$p)
    expect_error(mixmi_test(log(nothing) ~ sex, penguins), "nothing")
    expect_error(mixmi_test(body_mass_g * 2 ~ sex, penguins), "something else")
})

test_that("ggplot2 draws pairs, graphs and effects, and augment adds bins", {
    skip_if_not_installed("ggplot2")
    skip_if_not_installed("generics")
    pictures <- list(ggplot2::autoplot(mixmi_pairs(penguins, c("sex", "species", "body_mass_g"))),
                     ggplot2::autoplot(mixmi_graph(penguins, c("sex", "species", "body_mass_g"))),
                     ggplot2::autoplot(mixmi_effect(penguins, "sex", "body_mass_g", adjust = "species")))
    for (picture in pictures)
        expect_true(inherits(ggplot2::ggplot_build(picture), "ggplot_built"))
    found <- generics::augment(mixmi_histogram(penguins, "body_mass_g"), penguins)
    expect_identical(nrow(found), nrow(penguins))
    expect_true(ncol(found) > ncol(penguins))
})
