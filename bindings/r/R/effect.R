# The effect of setting a treatment on an outcome, adjusted by a graph or for given columns.

mixmi_effect <- function(data, x, y, graph = NULL, adjust = NULL, reference = NULL, most = 20, ..., discrete = NULL) {
    if (is.null(graph) && is.null(adjust) && isTRUE(list(...)$randomised))
        adjust <- character()
    if (is.null(graph) == is.null(adjust))
        usage_error(if (is.null(graph)) "either 'graph', 'adjust' or 'randomised' is needed" else "'graph' and 'adjust' are mutually exclusive")
    if (length(x) != 1 || length(y) != 1)
        usage_error("'x' and 'y' are one column each")
    if (!is.numeric(most) || length(most) != 1 || is.na(most) || most < 1)
        usage_error("'most', the number of sets, must be at least 1")
    given <- list(...)
    unused <- setdiff(names(asking_options(given)), c("confidence", "seed", "latent", "threads", "population", "randomised", "horizon"))
    if (length(unused))
        usage_error("option '", unused[1], "' has no effect on an effect")
    table <- table_for(data, discrete = discrete, given = given)
    names <- names(table)
    out <- checked(.Call(C_effect, unclass(table)$handle, column_numbers(c(x, y), names), column_numbers(adjust, names),
                         if (!is.null(graph)) node_names(graph), if (!is.null(graph)) as_integers(edge_matrix(graph)),
                         if (!is.null(reference)) as.character(reference), as.numeric(floor(most)), do.call(option_list, asking_options(given))))
    out$sets <- lapply(out$sets, function(set) c(list(adjusted_for = names[set$adjusted_for]), set[-1]))
    points <- effect_frame(out)
    structure(list(x = names[column_numbers(x, names)], y = names[column_numbers(y, names)], kind = if (nzchar(out$kind)) out$kind else NA_character_,
                   affects = out$affects, possible_arrows = out$possible_arrows,
                   rests_on = if (nzchar(out$rests_on)) out$rests_on else NA_character_, identified = out$identified, reason = if (nzchar(out$reason)) out$reason else NA_character_,
                   confidence = out$confidence, curve = out$curve, risks = out$risks,
                   reference = if (nrow(points)) points$x[out$reference] else NA, points = points, sets = set_frame(out),
                   slopes = if (out$curve) slope_frame(out) else NULL, more_sets = out$more_sets), class = "mixmi_effect")
}

# One row per set, outcome and value of the treatment.
effect_frame <- function(out) {
    rows <- list()
    for (i in seq_along(out$sets))
        for (outcome in out$sets[[i]]$outcomes) {
            points <- outcome$points
            x <- if (all(is.na(points$label))) points$value else points$label
            frame <- data.frame(set = i, outcome = outcome$label, x = x, points[setdiff(names(points), c("label", "value"))], stringsAsFactors = FALSE)
            rows[[length(rows) + 1]] <- if (out$curve) frame[names(frame) != "rows"] else frame
        }
    if (length(rows)) do.call(rbind, rows) else data.frame()
}

set_frame <- function(out) {
    one <- function(set) data.frame(adjusted_for = set_label(set$adjusted_for), set[c("outcome_is_cause", "rows", "dropped", "without_outcome", "groups", "information",
                                                                                      "information_lower", "information_upper")],
                                    p = set$outcomes[[1]]$p, undecided = if (nzchar(set$undecided)) set$undecided else NA_character_, stringsAsFactors = FALSE)
    if (length(out$sets)) do.call(rbind, lapply(out$sets, one)) else data.frame()
}

slope_frame <- function(out) {
    rows <- list()
    for (i in seq_along(out$sets))
        for (outcome in out$sets[[i]]$outcomes)
            rows[[length(rows) + 1]] <- data.frame(set = i, outcome = outcome$label, outcome[c("slope", "slope_lower", "slope_upper", "slope_unadjusted", "p")],
                                                   stringsAsFactors = FALSE)
    if (length(rows)) do.call(rbind, rows) else data.frame()
}

as.data.frame.mixmi_effect <- function(x, row.names = NULL, optional = FALSE, ...) {
    frame <- x$points
    if (!is.null(row.names))
        row.names(frame) <- row.names
    frame
}

print.mixmi_effect <- function(x, digits = 3L, ...) {
    cat(x$x, " -> ", x$y, ": ", sep = "")
    if (!x$affects)
        cat(no_effect(x), "\n", sep = "")
    else if (!nrow(x$sets))
        cat("the effect is not identified by adjustment: ", x$reason, "\n", sep = "")
    else {
        cat(if (x$risks) "risks" else "means", " of the outcome, ", format(100 * x$confidence), "% intervals\n", sep = "")
        said <- !vapply(x$sets, function(column) all(is.na(column)), NA)
        print(x$sets[said], digits = digits, row.names = FALSE, right = FALSE)
        cat("\n")
        shown <- c("set", "outcome", "x", "rows", "unadjusted", "mean", "lower", "upper", "difference", "difference_lower", "difference_upper")
        show <- function(frame, names) {
            needed <- vapply(names, function(name) !all(is.na(frame[[name]])) && (name != "set" || nrow(x$sets) > 1), NA)
            print(frame[names[needed]], digits = digits, row.names = FALSE, right = FALSE)
        }
        show(x$points, intersect(shown, names(x$points)))
        if (!is.null(x$slopes)) {
            cat("\nSlopes\n")
            show(x$slopes, names(x$slopes))
        }
    }
    print_rests_on(x)
    invisible(x)
}

# One outcome with one set: a curve with its intervals, or a dot per level; unadjusted in grey.
plot.mixmi_effect <- function(x, set = 1, outcome = NULL, main = NULL, ylab = NULL, ...) {
    if (!nrow(x$points) || !set %in% x$points$set)
        usage_error("there is no set ", set, " to draw")
    points <- x$points[x$points$set == set, ]
    labels <- unique(points$outcome)
    shown <- if (is.null(outcome)) utils::tail(labels, 1) else outcome
    points <- points[if (is.na(shown)) is.na(points$outcome) else points$outcome %in% shown, ]
    if (!nrow(points))
        usage_error("'", outcome, "' is not a label of ", x$y)
    at <- if (x$curve) points$x else seq_len(nrow(points))
    plot.new()
    plot.window(if (x$curve) range(at) else c(0.5, nrow(points) + 0.5),
                range(points[c("unadjusted", "lower", "upper", "band_lower", "band_upper")], na.rm = TRUE))
    if (x$curve) plot_effect_curve(x, at, points) else plot_effect_levels(at, points)
    axis(2, las = 1)
    box(col = "#a8a8a8")
    title(main = if (is.null(main)) paste("adjusted for", x$sets$adjusted_for[set]) else main, xlab = x$x,
          ylab = if (!is.null(ylab)) ylab else if (is.na(shown)) paste("mean of", x$y) else paste("risk of", x$y, "=", shown), ...)
    invisible(x)
}

plot_effect_curve <- function(x, at, points) {
    area <- function(lower, upper, col) {
        known <- !is.na(lower)
        for (run in split(which(known), cumsum(!known)[known]))
            polygon(c(at[run], rev(at[run])), c(lower[run], rev(upper[run])), col = col, border = NA)
    }
    area(points$band_lower, points$band_upper, "#dbe7f3")
    area(points$lower, points$upper, "#a9c7e2")
    abline(v = x$reference, col = "#a8a8a8", lty = 3)
    lines(at, points$unadjusted, col = "#a8a8a8", lty = 2)
    lines(at, points$mean, col = "#1f5f99", lwd = 2)
    axis(1)
}

plot_effect_levels <- function(at, shown) {
    segments(at - 0.06, shown$lower, y1 = shown$upper, col = "#1f5f99", lwd = 2)
    points(at + 0.06, shown$unadjusted, col = "#a8a8a8")
    points(at - 0.06, shown$mean, col = "#1f5f99", pch = 19)
    axis(1, at, shown$x)
}
