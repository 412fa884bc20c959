# What each type of column is taken for.

kinds <- function(data, ...) {
    about <- summary(mixmi_table(data, ...))
    stats::setNames(about$type, about$name)
}

test_that("types of R's columns decide the types of the table's", {
    data <- data.frame(number = c(1.5, 2, 3), integer = 1:3, truth = c(TRUE, FALSE, TRUE), text = c("a", "b", "a"),
                       factor = factor(c("u", "v", "u")), day = as.Date("2020-01-01") + 0:2,
                       time = as.POSIXct("2020-01-01", tz = "UTC") + 0:2, wait = as.difftime(1:3, units = "mins"))
    expect_identical(kinds(data), c(number = "numeric", integer = "numeric", truth = "discrete", text = "discrete",
                                    factor = "discrete", day = "numeric", time = "numeric", wait = "numeric"))
    expect_identical(kinds(data, discrete = "integer")[["integer"]], "discrete")
    expect_identical(kinds(data, columns = c("day", "text")), c(day = "numeric", text = "discrete"))
})

test_that("NA of every type is missing", {
    data <- data.frame(number = c(1, NA, NaN), integer = c(NA, 2L, 3L), truth = c(TRUE, NA, FALSE), text = c("a", NA, "b"),
                       factor = factor(c(NA, "v", "u")), day = as.Date(c("2020-01-01", NA, NA)))
    expect_identical(summary(mixmi_table(data))$missing, c(2, 1, 1, 1, 1, 2))
    expect_identical(summary(mixmi_table(data.frame(f = addNA(factor(c("a", NA))))))$missing, 1)
})

test_that("levels keep their order, and texts come in that of their bytes", {
    f <- factor(c("low", "high", "middle", "low"), c("low", "middle", "high"))
    expect_identical(mixmi_histogram(data.frame(f), "f")$columns$f$bins$label, c("low", "middle", "high"))
    expect_identical(mixmi_histogram(data.frame(f = c("b", "B", "a", "a"), stringsAsFactors = FALSE))$columns$f$bins$label,
                     c("B", "a", "b"))
})

test_that("factors, their texts and a permutation of their levels give the same bits", {
    data <- mixed_chain()
    first <- mixmi_cmi(a ~ b | c, data)$estimate
    data$c <- as.character(data$c)
    expect_identical(mixmi_cmi(a ~ b | c, data)$estimate, first)
    data$c <- factor(data$c, c("none", "high", "low"))
    expect_identical(mixmi_cmi(a ~ b | c, data)$estimate, first)
})

test_that("integers and the same numbers as doubles give the same bits", {
    data <- ranked()
    first <- mixmi_cmi(weight ~ ticks | size, data)$estimate
    data$ticks <- as.double(data$ticks)
    expect_identical(mixmi_cmi(weight ~ ticks | size, data)$estimate, first)
})

test_that("what is no column is an error that names it", {
    data <- data.frame(a = 1:3)
    data$parts <- list(1, 2, 3)
    expect_error(mixmi_table(data), "'parts' is of type list", class = "mixmi_usage_error")
    data$parts <- matrix(1:6, 3)
    expect_error(mixmi_table(data), "'parts' is a matrix", class = "mixmi_usage_error")
    expect_error(mixmi_table(data.frame(c = complex(3))), "'c' is of type complex")
    expect_error(mixmi_table(data.frame(a = c(1, Inf, 2))), "'a', row 2", class = "mixmi_data_error")
    expect_error(mixmi_table(1:3), "must be a data frame")
    expect_error(mixmi_table(list(a = 1:3, b = 1:2)), "'b' has 2 values")
    expect_error(mixmi_table(data.frame(a = 1, a = 2, check.names = FALSE)), "two columns are called 'a'")
    expect_error(mixmi_table(stats::setNames(data.frame(1:2, 3:4), c("a", NA))), "column 2 needs a name")
    expect_error(mixmi_table(penguins, "speces"), "did you mean 'species'")
    expect_error(mixmi_table(data.frame(x = 1:2), "."), "no column '.' among the 1", fixed = TRUE)
    expect_error(mixmi_table(penguins, 9), "no column 9 among the")
    expect_error(mixmi_table(penguins, "bill"), "did you mean 'bill_length_mm'")
})

test_that("tibbles, data.tables, matrices and lists are tables too", {
    data <- gaussian(300)
    first <- mixmi_cmi(x ~ y | z, data)$estimate
    expect_identical(mixmi_cmi(x ~ y | z, as.matrix(data))$estimate, first)
    expect_identical(mixmi_cmi(x ~ y | z, as.list(data) |> mixmi_table())$estimate, first)
    if (requireNamespace("tibble", quietly = TRUE))
        expect_identical(mixmi_cmi(x ~ y | z, tibble::as_tibble(data))$estimate, first)
    if (requireNamespace("data.table", quietly = TRUE))
        expect_identical(mixmi_cmi(x ~ y | z, data.table::as.data.table(data))$estimate, first)
})

test_that("the data is left as it was, and read in place", {
    data <- gaussian(50)
    before <- data.frame(lapply(data, function(v) v + 0))
    mixmi_table(data)
    expect_identical(data, before)
    skip_if_not(capabilities("profmem"))
    for (x in list(data$x, 1:9, factor(c("a", "b")), as.Date("2020-01-01") + 0:3)) {
        frame <- data.frame(x)
        tracemem(frame$x)
        expect_output(mixmi_table(frame), NA)
        untracemem(frame$x)
    }
})

test_that("names in other encodings are the same names", {
    latin <- iconv("gr\u00f6\u00dfe", "UTF-8", "latin1")
    data <- stats::setNames(gaussian(100), c(latin, "y", "z"))
    expect_identical(names(mixmi_table(data))[1], "gr\u00f6\u00dfe")
    expect_silent(mixmi_cmi(data, x = "gr\u00f6\u00dfe", y = "y"))
})

test_that("64-bit integers of bit64 are numbers, with their own NA", {
    bytes <- function(low, high) as.raw(c(low, rep(0, 6), high))
    x <- structure(readBin(c(bytes(5, 0), bytes(7, 0), bytes(0, 128)), "double", 3, endian = "little"), class = "integer64")
    about <- summary(mixmi_table(list(x = x)))
    expect_identical(as.list(about[c("type", "missing", "minimum", "maximum")]),
                     list(type = "numeric", missing = 1, minimum = 5, maximum = 7))
})

test_that("matrices without names, and lists, are tables", {
    set.seed(5)
    m <- matrix(rnorm(120), 60)
    expect_identical(mixmi_cmi(m, x = 1, y = 2)$estimate, mixmi_cmi(V1 ~ V2, as.data.frame(m))$estimate)
    expect_identical(mixmi_cmi(a ~ b, list(a = m[, 1], b = m[, 2]))$rows, 60)
    expect_error(mixmi_pairs(data.frame()), "a data frame with columns", class = "mixmi_usage_error")
    expect_error(suppressMessages(mixmi_pairs(data.frame(a = rep(1, 9), b = rep(2, 9)))), "no pair", class = "mixmi_usage_error")
})

test_that("a contingency table stands for the cases that it counts", {
    cases <- as.data.frame(Titanic)
    cases <- cases[rep(seq_len(nrow(cases)), cases$Freq), 1:4]
    expect_identical(mixmi_table(Titanic)$rows, 2201)
    expect_identical(mixmi_test(Survived ~ Sex, Titanic)$p.value, mixmi_test(Survived ~ Sex, cases)$p.value)
    expect_error(mixmi_table(prop.table(Titanic)), "whole numbers of cases")
})
