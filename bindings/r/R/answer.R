# Answers: what is said about X and Y given Z, with the fields of the library. A number that the method does not provide is
# NA.

verdicts <- c(NA, "not_detected", "detected", "undecided") # by mixmi_verdict

# Verdicts of 0.2, which comparisons accept until 0.4.
OLD_VERDICTS <- c(independent = "not_detected", dependent = "detected")

verdict_of <- function(code) structure(verdicts[code + 1], class = c("mixmi_verdict", "character"))

verdict_factor <- function(words) structure(factor(words, verdicts[-1]), class = c("mixmi_verdict", "factor"))

Ops.mixmi_verdict <- function(e1, e2) {
    present <- function(side) {
        side <- as.character(side)
        old <- side %in% names(OLD_VERDICTS)
        for (word in unique(side[old]))
            deprecated(paste0("the verdict '", word, "'"), paste0("'", OLD_VERDICTS[[word]], "'"))
        side[old] <- OLD_VERDICTS[side[old]]
        side
    }
    get(.Generic, mode = "function")(present(e1), present(e2))
}

print.mixmi_verdict <- function(x, ...) {
    if (is.factor(x))
        return(NextMethod())
    print(as.character(unclass(x)), ...)
    invisible(x)
}

# A name of 0.2, which works until 0.4.
deprecated <- function(before, now) {
    .Deprecated(msg = paste0(before, " is now ", now, "; the old name goes with mixmi 0.4"))
}

# An answer, also in the form of an htest. `found`: what C_ask returns.
new_answer <- function(found, sets, shown) {
    numbers <- as.list(found$numbers)
    if (numbers$permutations == 0 && found$method != "perm")
        numbers$permutations <- NA_real_
    out <- c(list(verdict = verdict_of(found$verdict), method = found$method), numbers, sets)
    out$statistic <- c(statistic = numbers$statistic)
    out$label <- question_label(sets)
    out$parameter <- test_parameter(numbers)
    out$p.value <- numbers$p
    if (!is.na(numbers$lower))
        out$conf.int <- structure(c(numbers$lower, numbers$upper), conf.level = numbers$confidence)
    given <- if (length(sets$z)) paste(" given", set_label(sets$z)) else ""
    out$data.name <- paste0(set_label(sets$x), " and ", set_label(sets$y), given, " in ", shown)
    out$histogram <- if (!is.null(found$histogram)) new_histogram(found$histogram)
    remarks <- found$remarks
    own <- attr(remarks, "own")
    if (!is.null(own) && own > 0)
        remark(utils::tail(remarks, own)) # the others were made with the table
    out$remarks <- as.vector(remarks)
    structure(out, class = c("mixmi_answer", "htest"))
}

# Parameters of the null distribution: degrees of freedom, or the number of permutations.
test_parameter <- function(numbers) {
    if (!is.na(numbers$df))
        c(df = numbers$df)
    else if (isTRUE(numbers$permutations > 0))
        c(permutations = numbers$permutations)
}

# Elements of 0.2, until 0.4.
old_element <- function(x, name) {
    now <- c(undecided = "'verdict'", detectable = "'upper'", answer = "the answer itself", sets = "'x', 'y' and 'z'")
    if (!is.character(name) || length(name) != 1 || !name %in% names(now))
        return(NULL)
    deprecated(paste0("'", name, "'"), now[[name]])
    switch(name, undecided = .subset2(x, "verdict") %in% "undecided", detectable = .subset2(x, "upper"), answer = x,
           sets = unclass(x)[c("x", "y", "z")])
}

`$.mixmi_answer` <- function(x, name) {
    found <- .subset2(x, name)
    if (is.null(found)) old_element(x, name) else found
}

`[[.mixmi_answer` <- function(x, i, ...) {
    found <- if (is.character(i) && !all(i %in% names(x))) NULL else .subset2(x, i)
    if (is.null(found)) old_element(x, i) else found
}

# The headline says what was found: an estimate, or what the data can still hide.
headline <- function(x, show) {
    if (x$verdict %in% "undecided")
        paste0(x$label, ": undecided, ", x$comparable, " of ", x$rows, " rows can be compared")
    else if (x$verdict %in% "not_detected" && !is.na(x$upper))
        paste0(x$label, ": no dependence detected; at most ", show(x$upper), " nats")
    else if (x$verdict %in% "not_detected" && !is.na(x$p))
        paste0(x$label, ": no dependence detected")
    else if (is.na(x$estimate))
        paste0(x$label, ": ", if (is.na(x$verdict)) "no estimate" else "dependence detected")
    else
        paste0(x$label, " = ", show(x$estimate), " nats")
}

print.mixmi_answer <- function(x, digits = 3L, ...) {
    show <- function(value) format(value, digits = digits)
    line <- headline(x, show)
    fact <- function(name, ...) cat("  ", formatC(name, width = -10), ..., "\n", sep = "")
    cat(line, "\n", sep = "")
    if (!is.na(x$estimate) && !grepl(" = ", line, fixed = TRUE))
        fact("estimate", show(x$estimate), " nats")
    if (!is.na(x$lower))
        fact("interval", show(x$lower), " to ", show(x$upper), " at level ", show(x$confidence), ", standard error ",
             show(x$standard_error))
    if (!is.na(x$p))
        fact("p", show(x$p), if (!x$verdict %in% c(NA, "undecided"))
            paste0(", ", sub("_", " ", x$verdict, fixed = TRUE), " at alpha = ", format(x$alpha)))
    else if (x$verdict %in% c("detected", "not_detected"))
        fact("verdict", sub("_", " ", x$verdict, fixed = TRUE))
    if (!is.na(x$strength))
        fact("strength", show(x$strength), " (|r| of a Gaussian pair with the same information)")
    dropped <- if (x$rows_dropped > 0) paste0(", ", x$rows_dropped, " left out for a missing value")
    compared <- if (x$comparable < x$rows) paste0(", of which ", x$comparable, " can be compared")
    fact("rows", x$rows, dropped, compared, "; method ", x$method)
    invisible(x)
}

summary.mixmi_answer <- function(object, ...) {
    structure(list(answer = object, bins = if (!is.null(object$histogram)) summary(object$histogram)),
              class = "summary.mixmi_answer")
}

print.summary.mixmi_answer <- function(x, digits = 3L, ...) {
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

as.double.mixmi_answer <- function(x, ...) x$estimate

as.data.frame.mixmi_answer <- function(x, row.names = NULL, optional = FALSE, ...) {
    fields <- unclass(x)
    numbers <- fields[setdiff(names(fields)[vapply(fields, is.numeric, NA)], c("parameter", "p.value", "conf.int"))]
    numbers$statistic <- unname(numbers$statistic)
    data.frame(x = set_label(x$x), y = set_label(x$y), given = set_label(x$z), method = x$method,
               verdict = as.character(x$verdict), numbers, row.names = row.names, stringsAsFactors = FALSE)
}

# ---------------------------------------------------------------------------------------------------- data frames

# Columns of 0.2, which `$` and `[[` find in data frames of answers until 0.4.
OLD_COLUMNS <- c(detectable = "upper", p_adjusted = "p_bh")

answers_frame <- function(frame, class = NULL) structure(frame, class = c(class, "mixmi_frame", "data.frame"))

present_column <- function(frame, name) {
    now <- if (is.character(name) && length(name) == 1 && !name %in% names(frame)) OLD_COLUMNS[name] else NA
    if (is.na(now) || !now %in% names(frame))
        return(name)
    deprecated(paste0("the column '", name, "'"), paste0("'", now, "'"))
    unname(now)
}

`$.mixmi_frame` <- function(x, name) .subset2(x, present_column(x, name))

`[[.mixmi_frame` <- function(x, i, ...) if (missing(..1)) .subset2(x, present_column(x, i)) else NextMethod()
