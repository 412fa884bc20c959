# The shape of a dependence, and the cells and groups it comes from.

mixmi_explain <- function(formula = NULL, data = NULL, x = NULL, y = NULL, given = NULL, by_z = FALSE, ..., discrete = NULL,
                          progress = NULL) {
    question <- ask_about(formula, data, x, y, given, discrete, list(...))
    if (inherits(formula, "formula")) { # y ~ x: how y goes along x
        question$sets[c("x", "y")] <- question$sets[c("y", "x")]
        question$numbers[c("x", "y")] <- question$numbers[c("y", "x")]
    }
    watcher <- watch(progress)
    numbers <- question$numbers
    found <- checked(.Call(C_explain, unclass(question$table)$handle, numbers$x, numbers$y, numbers$z, isTRUE(by_z),
                           method_options("estimator", list(...)), watcher$call), watcher)
    profile <- found$profile
    out <- c(question$sets, profile[c("sign", "sign_error", "where", "jump")])
    out$size <- list(value = profile$size, lower = profile$size_lower, upper = profile$size_upper, per = profile$size_per,
                     words = found$size)
    out$answer <- new_answer(found$answer, question$sets, "data")
    out$estimate <- out$answer$estimate
    out$shape <- found$shape
    out$words <- found$words
    out$along <- if (profile$along_y == 1) "y" else "x"
    out$label <- question_label(question$sets)
    out$cells <- data.frame(found$cells, stringsAsFactors = FALSE)
    found$groups$verdict <- verdict_factor(verdicts[found$groups$verdict + 1])
    out$groups <- answers_frame(data.frame(found$groups, stringsAsFactors = FALSE))
    structure(out, class = "mixmi_explanation")
}

print.mixmi_explanation <- function(x, digits = 3L, cells = 6L, ...) {
    show <- function(value) format(value, digits = digits)
    cat(headline(x$answer, show), "\n", sep = "")
    cat("  shape     ", x$words, "\n", sep = "")
    if (!is.na(x$sign))
        cat("  sign      ", show(x$sign), ", standard error ", show(x$sign_error), "\n", sep = "")
    if (nzchar(x$size$words))
        cat("  size      ", x$size$words, "; an association, not an effect\n", sep = "")
    if (isTRUE(x$estimate > 0) && !x$answer$verdict %in% "not_detected") {
        cat("\n")
        print(x$cells[seq_len(min(cells, nrow(x$cells))), ], digits = digits, row.names = FALSE)
    }
    if (nrow(x$groups) > 0) {
        cat("\n")
        print(x$groups, digits = digits, row.names = FALSE)
    }
    invisible(x)
}
