# A heat map of strengths: columns in an order that puts strong pairs next to each other, or the targets against the
# rest.

plot.mixmi_pairs <- function(x, value = "strength", main = NULL, numbers = TRUE, ...) {
    rows <- unique(x$x)
    columns <- unique(x$y)
    square <- length(intersect(rows, columns)) > 0 || length(columns) > 3
    values <- as.matrix(x, value = value)
    if (square) {
        order <- strong_order(values)
        values <- values[order, order]
    } else {
        values <- values[rows[order(-values[rows, columns[1]])], columns, drop = FALSE]
    }
    draw_heat(values, main, numbers, value)
    invisible(x)
}

# Leaves of a hierarchical clustering, so that dependent columns are next to each other.
strong_order <- function(values) {
    if (nrow(values) < 3)
        return(seq_len(nrow(values)))
    distance <- 1 - ifelse(is.na(values), 0, pmin(1, values / max(values, 1e-300, na.rm = TRUE)))
    stats::hclust(stats::as.dist(distance), "average")$order
}

draw_heat <- function(values, main, numbers, value) {
    colours <- hcl.colors(64, "Blues 3", rev = TRUE)
    top <- if (value == "strength") 1 else max(values, 1e-300, na.rm = TRUE)
    shown <- t(values[rev(seq_len(nrow(values))), , drop = FALSE])
    # space for the longest name, in inches, at most two fifths of the page
    old <- par(mai = c(0.4, 0.4, 0.6, 0.4), las = 1)
    on.exit(par(old))
    plot.new()
    left <- min(max(strwidth(rownames(values), "inches")) + 0.4, par("din")[1] * 0.4)
    below <- min(max(strwidth(colnames(values), "inches")) + 0.4, par("din")[2] * 0.4)
    par(mai = c(below, left, if (is.null(main)) 0.2 else 0.6, 0.2), new = TRUE)
    image(seq_len(nrow(shown)), seq_len(ncol(shown)), shown, zlim = c(0, top), col = colours, axes = FALSE, xlab = "", ylab = "",
          main = main)
    axis(1, seq_len(nrow(shown)), rownames(shown), tick = FALSE, las = 2)
    axis(2, seq_len(ncol(shown)), colnames(shown), tick = FALSE)
    if (numbers && length(shown) <= 400) {
        cells <- which(!is.na(shown), arr.ind = TRUE)
        text(cells[, 1], cells[, 2], sprintf("%.2f", shown[cells]), cex = 0.7,
             col = ifelse(shown[cells] > 0.6 * top, "white", "grey20"))
    }
    box(col = "grey60")
}
