# All pairs of columns, or all columns with some targets.

mixmi_pairs <- function(data, columns = NULL, target = NULL, given = NULL, test = "scan", adjust = FALSE, sort = TRUE, ...,
                        discrete = NULL, progress = NULL) {
    table <- table_for(data, discrete = discrete, given = list(...))
    watcher <- watch(progress)
    numbers <- lapply(list(columns, target, given), column_numbers, names(table))
    if (is.null(columns))
        numbers[[1]] <- setdiff(search_columns(NULL, table, c(numbers[[2]], numbers[[3]])), numbers[[3]])
    if (length(numbers[[1]]) == 0)
        usage_error("no pairs: at least two columns are needed")
    out <- checked(.Call(C_pairs, unclass(table)$handle, numbers[[1]], numbers[[2]], numbers[[3]],
                         method_options("test", list(test = test, ...)), watcher$call), watcher)
    frame <- pairs_frame(out, names(table), adjust)
    if (sort)
        frame <- frame[order(-frame$estimate, seq_len(nrow(frame)), na.last = TRUE), ]
    row.names(frame) <- NULL
    structure(frame, class = c("mixmi_pairs", "data.frame"), test = test, given = names(table)[numbers[[3]]])
}

pairs_frame <- function(out, names, adjust) {
    answers <- matrix(out$numbers, nrow = length(out$x), dimnames = list(NULL, out$fields))
    shown <- c("estimate", "lower", "upper", "strength", "detectable", "corrected", "statistic", "df", "p", "rows",
               "rows_dropped", "comparable", "bins_x", "bins_y", "bins_z")
    frame <- data.frame(x = names[out$x], y = names[out$y], answers[, shown, drop = FALSE], sign = out$sign,
                        sign_error = out$sign_error, shape = out$shape,
                        verdict = factor(verdicts[out$verdict + 1], verdicts), remark = out$remark,
                        stringsAsFactors = FALSE)
    if (!adjust)
        return(frame)
    frame$p_adjusted <- checked(.Call(C_adjust, frame$p))
    decided <- !is.na(frame$p_adjusted)
    frame$verdict[decided] <- ifelse(frame$p_adjusted > answers[, "alpha"], "independent", "dependent")[decided]
    frame
}

print.mixmi_pairs <- function(x, n = 20L, digits = 3L, ...) {
    if (!all(c("x", "y", "estimate") %in% names(x)))
        return(NextMethod())
    columns <- intersect(c("x", "y", "estimate", "strength", "sign", "shape", "p", "p_adjusted"), names(x))
    columns <- columns[!(columns %in% c("sign", "p", "p_adjusted") & vapply(columns, function(name) all(is.na(x[[name]])), NA))]
    if (any(x$verdict %in% "undecided")) # else p says it: that nothing was found is no proof of independence
        columns <- c(columns, "verdict")
    cat(nrow(x), "pairs, estimates in nats, test", attr(x, "test"), "\n")
    print.data.frame(utils::head(x, n)[columns], digits = digits, row.names = FALSE, ...)
    if (nrow(x) > n)
        cat("... and", nrow(x) - n, "more\n")
    invisible(x)
}

summary.mixmi_pairs <- function(object, ...) {
    out <- table(verdict = object$verdict)
    out[out > 0]
}

# Strengths as a symmetric matrix; NA for pairs without a question.
as.matrix.mixmi_pairs <- function(x, value = "strength", ...) {
    names <- unique(c(x$x, x$y))
    out <- matrix(NA_real_, length(names), length(names), dimnames = list(names, names))
    out[cbind(match(x$x, names), match(x$y, names))] <- x[[value]]
    out[cbind(match(x$y, names), match(x$x, names))] <- x[[value]]
    out
}
