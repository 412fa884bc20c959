# One question: the mutual information of X and Y given Z, and its test.

# Column names of one side of a formula: a, a + b, `odd name`, "odd name".
side_names <- function(side) {
    if (is.name(side) || is.character(side))
        return(as.character(side))
    if (is.call(side) && identical(side[[1]], as.name("+")) && length(side) == 3)
        return(c(side_names(side[[2]]), side_names(side[[3]])))
    if (is.call(side) && identical(side[[1]], as.name("(")))
        return(side_names(side[[2]]))
    usage_error("a formula names columns, joined by +: '", deparse(side)[1], "' is something else")
}

# y ~ x | z as lists of names.
formula_sets <- function(formula) {
    if (length(formula) != 3)
        usage_error("a formula has two sides: y ~ x, or y ~ x | z")
    right <- formula[[3]]
    given <- character()
    if (is.call(right) && identical(right[[1]], as.name("|"))) {
        given <- side_names(right[[3]])
        right <- right[[2]]
    }
    list(x = side_names(formula[[2]]), y = side_names(right), z = given)
}

# The question: a table with its columns, and their numbers in it. `formula` may be the data itself.
ask_about <- function(formula, data, x, y, given, discrete, options) {
    if (inherits(formula, "formula")) {
        sets <- formula_sets(formula)
        if (!is.null(x) || !is.null(y))
            usage_error("a formula names the columns already: x and y go without one")
        if (length(sets$z) && !is.null(given))
            usage_error("the formula says what is given already: either y ~ x | z or given =")
        if (!is.null(given))
            sets$z <- given
    } else {
        if (!is.null(formula) && !is.null(data))
            usage_error("the data are given twice, as the first argument and as data =")
        if (!is.null(formula))
            data <- formula
        sets <- list(x = x, y = y, z = given)
    }
    if (is.null(data))
        usage_error("there is no data")
    if (!inherits(data, "mixmi_table"))
        data <- named_columns(data)
    all <- enc2utf8(names(data))
    lagged <- function(set) is.character(set) && !is.null(options$time) && length(column_numbers(lags_of(set, all)$columns, all))
    sets <- lapply(sets, function(set) unique(if (lagged(set)) enc2utf8(set) else all[column_numbers(set, all)]))
    if (length(sets$x) == 0 || length(sets$y) == 0)
        usage_error("both x and y are needed: y ~ x, or x = and y =")
    table <- table_for(data, unique(unlist(sets)), discrete, options)
    list(table = table, sets = sets, numbers = lapply(sets, column_numbers, names(table)))
}

ask <- function(question, wants, options, progress) {
    watcher <- watch(progress)
    numbers <- question$numbers
    out <- .Call(C_ask, unclass(question$table)$handle, numbers$x, numbers$y, numbers$z, options, watcher$call, wants)
    checked(out, watcher)
}

set_label <- function(set) paste(set, collapse = ", ")

question_label <- function(sets) {
    given <- if (length(sets$z)) paste(" |", set_label(sets$z)) else ""
    paste0("I(", set_label(sets$x), "; ", set_label(sets$y), given, ")")
}

# The data as the caller wrote it, for the header of a test.
data_label <- function(call, formula, data) {
    shown <- if (inherits(formula, "formula") || is.null(formula)) call$data else call$formula
    if (is.name(shown)) as.character(shown) else "data"
}

mixmi_cmi <- function(formula = NULL, data = NULL, x = NULL, y = NULL, given = NULL, ..., discrete = NULL,
                      progress = NULL) {
    question <- ask_about(formula, data, x, y, given, discrete, list(...))
    answer <- ask(question, "estimate+", method_options("estimator", list(...), interval = TRUE), progress)
    out <- c(as.list(answer$numbers), question$sets, list(method = answer$method))
    out$undecided <- verdicts[answer$verdict + 1] == "undecided"
    out$label <- question_label(question$sets)
    out$histogram <- if (!is.null(answer$histogram)) new_histogram(answer$histogram)
    structure(out, class = "mixmi_cmi")
}

mixmi_transfer <- function(data, x, y, given = NULL, time, lags = 1, ...) {
    past <- function(columns) as.vector(outer(columns, seq_len(lags), paste, sep = "@"))
    mixmi_cmi(data = data, x = past(x), y = y, given = c(past(y), if (length(given)) past(given)), time = time, ...)
}

print.mixmi_cmi <- function(x, digits = 3L, ...) {
    show <- function(value) format(value, digits = digits)
    cat(x$label, " = ", show(x$estimate), " nats\n", sep = "")
    if (x$undecided)
        cat("  undecided: ", x$comparable, " of ", x$rows, " rows can be compared\n", sep = "")
    if (!is.na(x$lower))
        cat("  interval  ", show(x$lower), " to ", show(x$upper), ", standard error ", show(x$standard_error), "\n", sep = "")
    if (!is.na(x$strength) && !x$undecided)
        cat("  strength  ", show(x$strength), " (|r| of a Gaussian pair with the same information)\n", sep = "")
    dropped <- if (x$rows_dropped > 0) paste0(", ", x$rows_dropped, " left out for a missing value") else ""
    cat("  rows      ", x$rows, dropped, "; method ", x$method, "\n", sep = "")
    invisible(x)
}

summary.mixmi_cmi <- function(object, ...) {
    structure(list(answer = object, bins = if (!is.null(object$histogram)) summary(object$histogram)),
              class = "summary.mixmi_cmi")
}

print.summary.mixmi_cmi <- function(x, digits = 3L, ...) {
    print(x$answer, digits = digits)
    if (!is.na(x$answer$plug_in))
        cat("  plug-in   ", format(x$answer$plug_in, digits = digits), ", bias correction ",
            format(if (x$answer$bias == 0) 0 else -x$answer$bias, digits = digits), "\n", sep = "")
    if (!is.null(x$bins)) {
        cat("\n")
        print(x$bins, digits = digits)
    }
    invisible(x)
}

as.double.mixmi_cmi <- function(x, ...) x$estimate

as.data.frame.mixmi_cmi <- function(x, row.names = NULL, optional = FALSE, ...) {
    numbers <- x[vapply(x, is.numeric, NA)]
    data.frame(x = set_label(x$x), y = set_label(x$y), given = set_label(x$z), method = x$method, numbers,
               row.names = row.names, stringsAsFactors = FALSE)
}

verdicts <- c("none", "independent", "dependent", "undecided")

mixmi_test <- function(formula = NULL, data = NULL, x = NULL, y = NULL, given = NULL, ..., discrete = NULL,
                       progress = NULL) {
    shown <- data_label(sys.call(), formula, data)
    if (is.null(sys.call()$data) && inherits(formula, "formula"))
        shown <- data_label(match.call(), formula, data)
    question <- ask_about(formula, data, x, y, given, discrete, list(...))
    options <- method_options("test", list(...), interval = TRUE)
    answer <- ask(question, "test+", options, progress)
    new_test(answer, question$sets, shown, options$confidence)
}

new_test <- function(answer, sets, shown, confidence) {
    numbers <- as.list(answer$numbers)
    given <- if (length(sets$z)) paste(" given", set_label(sets$z)) else ""
    out <- list(statistic = c(statistic = numbers$statistic), parameter = test_parameter(numbers), p.value = numbers$p,
                estimate = c("mutual information (nats)" = numbers$estimate))
    if (length(sets$z))
        names(out$estimate) <- "conditional mutual information (nats)"
    if (!is.na(numbers$lower))
        out$conf.int <- structure(c(numbers$lower, numbers$upper), conf.level = confidence)
    out$null.value <- c("mutual information" = 0)
    out$alternative <- "greater"
    out$method <- paste0("Test of ", if (length(sets$z)) "conditional ", "independence by ", answer$method)
    out$data.name <- paste0(set_label(sets$x), " and ", set_label(sets$y), given, " in ", shown)
    out$verdict <- verdicts[answer$verdict + 1]
    out$answer <- numbers
    out$sets <- sets
    out$histogram <- if (!is.null(answer$histogram)) new_histogram(answer$histogram)
    structure(out, class = c("mixmi_test", "htest"))
}

# Parameters of the null distribution: degrees of freedom, or the number of permutations.
test_parameter <- function(numbers) {
    if (!is.na(numbers$df))
        c(df = numbers$df)
    else if (numbers$permutations > 0)
        c(permutations = numbers$permutations)
}

print.mixmi_test <- function(x, ...) {
    plain <- structure(unclass(x), class = "htest")
    plain$alternative <- plain$null.value <- NULL
    if (is.na(plain$p.value))
        plain$p.value <- NULL
    print(plain, ...)
    level <- if (is.na(x$p.value)) "" else paste0(" at alpha = ", format(x$answer$alpha))
    said <- if (x$verdict == "independent") "no dependence detected" else x$verdict
    cat("verdict: ", said, level, ", from ", x$answer$rows, " rows", sep = "")
    if (x$answer$comparable < x$answer$rows)
        cat(", of which", x$answer$comparable, "can be compared")
    cat("\n\n")
    invisible(x)
}

summary.mixmi_test <- function(object, ...) {
    print(object)
    if (!is.null(object$histogram))
        print(summary(object$histogram))
    invisible(object)
}
