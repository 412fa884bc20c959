# Pictures for ggplot2, and the rows of a table with what a result says about them, for generics.

needs_ggplot <- function() {
    if (!requireNamespace("ggplot2", quietly = TRUE))
        usage_error("autoplot() needs the package ggplot2")
}

autoplot.mixmi_pairs <- function(object, value = "strength", ...) {
    needs_ggplot()
    frame <- as.data.frame(unclass(object), stringsAsFactors = FALSE)
    both <- rbind(data.frame(x = frame$x, y = frame$y, value = frame[[value]]), data.frame(x = frame$y, y = frame$x, value = frame[[value]]))
    ggplot2::ggplot(both, ggplot2::aes(.data$x, .data$y, fill = .data$value)) + ggplot2::geom_tile() +
        ggplot2::scale_fill_gradient(low = "#f6f9fc", high = "#0d3a6e", name = value) + ggplot2::labs(x = NULL, y = NULL) +
        ggplot2::theme_minimal() + ggplot2::theme(axis.text.x = ggplot2::element_text(angle = 45, hjust = 1))
}

autoplot.mixmi_graph <- function(object, layout = NULL, ...) {
    needs_ggplot()
    places <- graph_places(object, layout)
    nodes <- data.frame(name = object$nodes$name, type = object$nodes$type, x = places[, 1], y = places[, 2])
    edges <- object$edges
    directed <- shown_marks(object)$to == MARKS[["arrow"]]
    short <- function(from, to, share) from + (to - from) * share # lines end before the names
    lines <- data.frame(x = short(nodes$x[edges$from], nodes$x[edges$to], 0.12), y = short(nodes$y[edges$from], nodes$y[edges$to], 0.12),
                        xend = short(nodes$x[edges$to], nodes$x[edges$from], 0.12), yend = short(nodes$y[edges$to], nodes$y[edges$from], 0.12),
                        sign = factor(sign_words(edges$sign), SIGN_WORDS), width = 0.4 + 1.4 * ifelse(is.na(edges$strength), 0.5, edges$strength))
    head <- ggplot2::arrow(length = ggplot2::unit(8, "pt"), type = "closed")
    layer <- function(part, arrow) ggplot2::geom_segment(ggplot2::aes(.data$x, .data$y, xend = .data$xend, yend = .data$yend, colour = .data$sign, size = .data$width), part, arrow = arrow)
    ggplot2::ggplot() + (if (any(directed)) layer(lines[directed, ], head)) + (if (any(!directed)) layer(lines[!directed, ], NULL)) +
        ggplot2::geom_label(ggplot2::aes(.data$x, .data$y, label = .data$name, fill = .data$type), nodes) + ggplot2::scale_size_identity() +
        ggplot2::scale_colour_manual(values = stats::setNames(SIGN_COLOURS, SIGN_WORDS), name = NULL, drop = FALSE) +
        ggplot2::scale_fill_manual(values = c(numeric = "#dbe8f4", discrete = "#fde9d9"), name = NULL) +
        ggplot2::scale_x_continuous(expand = ggplot2::expansion(0.15)) + ggplot2::theme_void()
}

autoplot.mixmi_effect <- function(object, ...) {
    needs_ggplot()
    frame <- as.data.frame(object)
    ggplot2::ggplot(frame, ggplot2::aes(.data$x, .data$mean)) + ggplot2::geom_pointrange(ggplot2::aes(ymin = .data$lower, ymax = .data$upper)) +
        ggplot2::geom_point(ggplot2::aes(y = .data$unadjusted), shape = 1, colour = "grey40") + ggplot2::theme_minimal() +
        ggplot2::labs(x = NULL, y = "adjusted; rings: unadjusted")
}

# The rows of the data with the bin that each has in the histogram.
augment.mixmi_histogram <- function(x, data, ...) {
    bins <- as.data.frame(stats::predict(x, data))
    names(bins) <- paste0(".bin_", names(bins))
    out <- cbind(as.data.frame(data, optional = TRUE), bins)
    if (requireNamespace("tibble", quietly = TRUE)) tibble::as_tibble(out) else out
}
