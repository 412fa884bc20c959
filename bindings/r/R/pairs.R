# All pairs of columns, or all columns with some targets.

mixmi_pairs <- function(data, columns = NULL, target = NULL, given = NULL, test = "residual", adjust = FALSE, sort = TRUE, ...,
                        exclude = NULL, discrete = NULL, progress = NULL) {
    adjust <- adjustment_of(adjust)
    table <- table_for(data, discrete = discrete, given = list(...))
    watcher <- watch(progress)
    numbers <- lapply(list(columns, target, given), column_numbers, names(table))
    numbers[[1]] <- search_columns(columns, table, c(numbers[[2]], numbers[[3]]), exclude = exclude)
    if (is.null(columns))
        numbers[[1]] <- setdiff(numbers[[1]], numbers[[3]])
    if (length(numbers[[1]]) == 0)
        usage_error("no pairs: at least two columns are needed")
    options <- method_options("test", list(test = test, ...))
    out <- checked(.Call(C_pairs, unclass(table)$handle, numbers[[1]], numbers[[2]], numbers[[3]], options, watcher$call), watcher)
    frame <- pairs_frame(out, names(table), adjust)
    if (sort)
        frame <- frame[by_evidence(frame), ]
    row.names(frame) <- NULL
    structure(answers_frame(frame, "mixmi_pairs"), test = options$test, given = names(table)[numbers[[3]]])
}

# The p-values that decide: "p", or those adjusted as asked.
adjustment_of <- function(adjust) {
    if (is.logical(adjust))
        adjust <- if (isTRUE(adjust)) "bh" else "p"
    if (!is.character(adjust) || length(adjust) != 1 || !adjust %in% c("p", "holm", "bh"))
        usage_error("'adjust' must be \"holm\", \"bh\", TRUE (which is \"bh\") or FALSE")
    if (adjust == "p") "p" else paste0("p_", adjust)
}

# Detected dependences by the lower end of the interval, then the others by p; undecided questions and failures last.
by_evidence <- function(frame) {
    verdict <- as.character(frame$verdict)
    group <- ifelse(!is.na(frame$remark), 3, ifelse(verdict %in% "detected", 0, ifelse(verdict %in% "undecided", 2, 1)))
    size <- ifelse(is.na(frame$corrected), frame$estimate, frame$corrected)
    order(group, -frame$lower, frame$p, -size, frame$x, frame$y, na.last = TRUE, method = "radix")
}

pairs_frame <- function(out, names, adjust) {
    answers <- matrix(out$numbers, nrow = length(out$x), dimnames = list(NULL, out$fields))
    frame <- data.frame(x = names[out$x], y = names[out$y], answers[, c("estimate", "lower", "upper", "strength"), drop = FALSE],
                        sign = out$sign, sign_error = out$sign_error, shape = out$shape,
                        answers[, c("corrected", "statistic", "df", "p"), drop = FALSE], stringsAsFactors = FALSE)
    frame$p_holm <- stats::p.adjust(frame$p, "holm")
    frame$p_bh <- stats::p.adjust(frame$p, "BH")
    frame$verdict <- verdict_factor(verdicts[out$verdict + 1])
    if (adjust != "p") {
        decided <- !is.na(frame$p)
        frame$verdict[decided] <- ifelse(frame[[adjust]] < answers[, "alpha"], "detected", "not_detected")[decided]
    }
    data.frame(frame, answers[, c("rows", "rows_dropped", "comparable", "bins_x", "bins_y", "bins_z"), drop = FALSE],
               remark = out$remark, stringsAsFactors = FALSE)
}

print.mixmi_pairs <- function(x, n = 20L, digits = 3L, ...) {
    if (!all(c("x", "y", "estimate") %in% names(x)))
        return(NextMethod())
    columns <- intersect(c("x", "y", "estimate", "lower", "upper", "strength", "sign", "shape", "p", "p_holm", "p_bh"), names(x))
    columns <- columns[!(columns %in% c("lower", "upper", "sign", "p", "p_holm", "p_bh") & vapply(columns, function(name) all(is.na(x[[name]])), NA))]
    if (any(x$verdict %in% "undecided")) # else p says it: that nothing was found is no proof of independence
        columns <- c(columns, "verdict")
    cat(nrow(x), "pairs, estimates in nats, test", attr(x, "test"), "\n")
    print.data.frame(utils::head(x, n)[columns], digits = digits, row.names = FALSE, ...)
    if (nrow(x) > n)
        cat("... and", nrow(x) - n, "more\n")
    invisible(x)
}

summary.mixmi_pairs <- function(object, ...) {
    out <- table(verdict = as.character(object$verdict))
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
