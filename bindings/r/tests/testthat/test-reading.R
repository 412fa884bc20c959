# Data frames are read as files are: what texts mean is recognised, with the same remarks; weights count.

dirty <- function(rows = 200) with_seed(6, {
    x <- rnorm(rows)
    y <- x + rnorm(rows)
    words <- sprintf("%.3f", x)
    words[seq(6, rows, 40)] <- c("n.a.", "missing", "n.a.", "unknown", "-")
    sentinel <- round(10 + y, 1)
    sentinel[seq(1, rows, 50)] <- -999
    data.frame(words, sentinel, money = sprintf("$%.2f", 1000 + 100 * y), scale = c("low", "medium", "high")[1 + (y > 0) + (y > 1)],
               stringsAsFactors = FALSE)
})

# All remarks of a call.
remarks <- function(code) {
    said <- character()
    withCallingHandlers(code, mixmi_warning = function(w) {
        said <<- c(said, conditionMessage(w))
        invokeRestart("muffleWarning")
    })
    said
}

test_that("a data frame is taken for what its file is", {
    skip_without_command()
    data <- dirty()
    path <- write_table(data)
    file <- ask_command("describe", path)$columns
    said <- remarks(about <- mixmi_describe(data))
    for (field in c("name", "type", "kind"))
        expect_identical(about[[field]], vapply(file, `[[`, "", field), info = field)
    expect_identical(about$missing, vapply(file, function(column) number(column$missing), 0))
    expect_match(said[1], "'words': 5 cells with a word for missing (row 6: 'n.a.') taken as missing", fixed = TRUE)
    expect_match(said[2], "-999 in 4 rows is far from the other values", fixed = TRUE)
    answer <- ask_command("test", path, "-x", "words", "-y", "money")
    remarks(found <- mixmi_test(words ~ money, data))
    # the command has GSL's special functions, this package R's own
    expect_equal(found$p.value, number(answer$p), tolerance = 1e-12)
    expect_equal(found$conf.int[1:2], c(number(answer$lower), number(answer$upper)), tolerance = 1e-12)
})

test_that("recognition can be switched off, and missing values be named", {
    data <- dirty()
    said <- remarks(plain <- mixmi_describe(data, c("words", "money", "scale"), recognise = FALSE))
    expect_identical(plain$type, rep("discrete", 3))
    expect_identical(plain$missing, c(0, 0, 0))
    expect_false(any(grepl("taken as", said)))
    remarks(named <- mixmi_describe(data, "sentinel", missing = -999))
    expect_identical(named$missing, 4)
})

test_that("factors stay categories, and are remarked on where they look like numbers", {
    data <- data.frame(f = factor(dirty()$words))
    expect_match(remarks(about <- mixmi_describe(data)), "of its categories are numbers")
    expect_identical(about$type, "discrete")
    remarks(about <- mixmi_describe(data, numeric = "f"))
    expect_identical(about$type, "numeric")
})

test_that("weights stand for rows", {
    counts <- as.data.frame(Titanic)
    cases <- counts[rep(seq_len(nrow(counts)), counts$Freq), 1:4]
    expected <- mixmi_cmi(Survived ~ Sex | Class, cases)
    for (found in list(mixmi_cmi(Survived ~ Sex | Class, counts, weights = "Freq"),
                       mixmi_cmi(Survived ~ Sex | Class, counts[1:4], weights = counts$Freq),
                       mixmi_cmi(mixmi_table(counts, weights = "Freq"), x = "Survived", y = "Sex", given = "Class"))) {
        expect_identical(found$estimate, expected$estimate)
        expect_identical(found$rows, 2201)
    }
    expect_identical(names(mixmi_table(counts, weights = "Freq")), names(cases))
    expect_identical(mixmi_entropy(counts, "Class", weights = "Freq"), mixmi_entropy(cases, "Class"))
    expect_identical(mixmi_pairs(counts, weights = "Freq")$p, mixmi_pairs(cases)$p)
    expect_error(mixmi_cmi(Survived ~ Sex, counts[1:4], weights = rep(0.5, 32)), "weights must be frequencies",
                 class = "mixmi_data_error")
    expect_error(mixmi_cmi(mixmi_table(counts), x = "Sex", y = "Class", weights = "Freq"), "where the table is made",
                 class = "mixmi_usage_error")
})

test_that("what is given counts with a formula, and is not said twice", {
    with_formula <- mixmi_cmi(bill_length_mm ~ bill_depth_mm, penguins, given = "species")
    expect_identical(with_formula$estimate, mixmi_cmi(bill_length_mm ~ bill_depth_mm | species, penguins)$estimate)
    expect_identical(with_formula$z, "species")
    expect_false(with_formula$estimate == mixmi_cmi(bill_length_mm ~ bill_depth_mm, penguins)$estimate)
    for (call in list(mixmi_cmi, mixmi_test, mixmi_explain)) {
        expect_error(call(bill_length_mm ~ bill_depth_mm | species, penguins, given = "sex"), "given already",
                     class = "mixmi_usage_error")
        expect_error(call(bill_length_mm ~ bill_depth_mm, penguins, x = "sex"), "names the columns already",
                     class = "mixmi_usage_error")
        expect_error(call(penguins, data = penguins, x = "sex", y = "species"), "given twice", class = "mixmi_usage_error")
    }
})

test_that("every result is tidied", {
    skip_if_not_installed("generics")
    results <- list(mixmi_cmi(sex ~ body_mass_g | species, penguins), mixmi_test(sex ~ body_mass_g, penguins),
                    mixmi_explain(sex ~ body_mass_g, penguins), mixmi_pairs(penguins, 1:4), mixmi_graph(penguins, 1:4),
                    mixmi_blanket(penguins, "sex"), mixmi_histogram(penguins, 1:2), mixmi_table(penguins),
                    mixmi_describe(penguins), mixmi_select(penguins, "sex"), mixmi_knowledge(roots = "sex"))
    for (result in results) {
        found <- generics::tidy(result)
        expect_true(is.data.frame(found) && nrow(found) > 0, info = class(result)[1])
        expect_false(any(c("p", "lower", "upper") %in% names(found)))
    }
    test <- generics::tidy(results[[2]])
    expect_identical(test$p.value, results[[2]]$p.value)
    expect_identical(c(test$conf.low, test$conf.high), results[[2]]$conf.int[1:2])
    if (requireNamespace("broom", quietly = TRUE))
        expect_identical(broom::tidy(results[[1]])$estimate, results[[1]]$estimate)
})

test_that("clusters are a column, columns or values", {
    visits <- with_seed(4, data.frame(patient = rep(1:40, each = 6), half = rep(1:2, each = 6), x = rep(rnorm(40), each = 6) + rnorm(240),
                                      y = rep(rnorm(40), each = 6) + rnorm(240)))
    found <- mixmi_test(x ~ y, visits, cluster = "patient")
    expect_identical(found$clusters, 40)
    expect_true(found$effective_rows > 40 && found$effective_rows <= 240)
    for (same in list(mixmi_test(x ~ y, visits, cluster = c("patient", "half")), mixmi_test(x ~ y, visits[3:4], cluster = visits$patient),
                      mixmi_test(mixmi_table(visits, cluster = "patient"), x = "x", y = "y")))
        expect_identical(same$p.value, found$p.value)
    expect_identical(names(mixmi_table(visits, cluster = "patient")), c("half", "x", "y"))
    expect_identical(mixmi_test(x ~ y, visits)$clusters, 0)
    expect_false(mixmi_test(x ~ y, visits, cluster = "patient", within = TRUE)$p.value == found$p.value)
    expect_error(mixmi_test(x ~ y, visits, cluster = "patient", test = "chi2"), "use one of: residual", class = "mixmi_usage_error")
    expect_error(mixmi_test(x ~ y, visits, cluster = "half"), "needs at least 6", class = "mixmi_data_error")
})

test_that("times may be censored", {
    followed <- with_seed(5, {
        z <- rnorm(300)
        x <- z + rnorm(300)
        time <- rexp(300) * exp(-z)
        end <- rexp(300) * exp(-x)
        data.frame(x, z, time = pmin(time, end), dead = time <= end)
    })
    found <- mixmi_test(x ~ time | z, followed, survival = "time:dead")
    expect_true(found$p.value > 0.01 && is.na(found$estimate))
    expect_true(mixmi_test(x ~ time | z, followed)$p.value < 1e-4) # the times as they are
    table <- mixmi_table(followed, survival = "time:dead=TRUE")
    expect_identical(names(table), c("x", "z", "time"))
    expect_identical(mixmi_test(table, x = "x", y = "time", given = "z")$p.value, found$p.value)
    expect_identical(mixmi_test(x ~ z, followed, survival = "time:dead")$p.value, mixmi_test(x ~ z, followed)$p.value)
    expect_error(mixmi_cmi(x ~ time, followed, survival = "time:dead"), "no estimate", class = "mixmi_usage_error")
    expect_error(mixmi_table(followed, survival = "time"), "time:status", class = "mixmi_usage_error")
    if (requireNamespace("survival", quietly = TRUE)) { # the log-rank test of two groups has nearly the same p
        lung <- survival::lung
        exact <- survival::survdiff(survival::Surv(time, status) ~ sex, lung)
        expect_warning(p <- mixmi_test(sex ~ time, lung, survival = "time:status")$p.value, "2 is taken as an event")
        expect_equal(p, stats::pchisq(exact$chisq, 1, lower.tail = FALSE), tolerance = 0.5)
    }
})
