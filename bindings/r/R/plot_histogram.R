# Pictures of histograms. One column: density over intervals, with point masses as spikes on the right axis. Two
# columns: the shaded grid. A histogram of kind "density" is shaded by density; one of kind "dependence" by how many
# more (red) or fewer (blue) rows its cells have than under independence, in standard deviations.

plot.mixmi_histogram <- function(x, columns = NULL, data = NULL, main = NULL, ...) {
    names <- names(x$columns)
    numbers <- if (is.null(columns)) seq_len(min(2, length(names))) else column_numbers(columns, names)
    if (!length(numbers) %in% 1:2)
        usage_error("a histogram is drawn in one or two of its columns")
    if (length(numbers) == 1)
        plot_one(x, numbers, main, ...)
    else
        plot_alone(x, numbers, data, main, ...)
    invisible(x)
}

# ---------------------------------------------------------------------------------------------------- one column

plot_one <- function(x, number, main = NULL, col = "#7fa7c9", ...) {
    column <- x$columns[[number]]
    bins <- column$bins
    share <- bins$count / x$info$rows
    if (column$intervals == 0 && column$has_labels)
        return(plot_shares(column, share, main, col))
    flat <- !bins$is_atom
    heights <- share[flat] / (bins$upper[flat] - bins$lower[flat])
    atoms <- bins$is_atom
    limits <- range(bins$lower, bins$upper, na.rm = TRUE)
    old <- par(mar = c(4.2, 4.2, 2.5, 5))
    on.exit(par(old))
    plot.new()
    plot.window(limits, c(0, max(heights, 1e-300) * 1.05))
    if (any(flat))
        rect(bins$lower[flat], 0, bins$upper[flat], heights, col = col, border = "white")
    if (any(flat))
        axis(2, las = 1)
    if (any(atoms))
        draw_spikes((bins$lower[atoms] + bins$upper[atoms]) / 2, share[atoms], any(flat))
    axis(1)
    box(bty = "l", col = "grey60")
    title(main = main, xlab = column$name, ylab = if (any(flat)) "density" else "")
}

# Spikes have a separate axis, because a probability is not a density.
draw_spikes <- function(at, share, beside) {
    top <- par("usr")[4] / 1.04
    scale <- top / (max(share) * 1.05)
    segments(at, 0, at, share * scale, lwd = 3, col = "#b2432f")
    points(at, share * scale, pch = 19, cex = 0.7, col = "#b2432f")
    ticks <- pretty(c(0, max(share)))
    axis(if (beside) 4 else 2, at = ticks * scale, labels = ticks, las = 1, col = "#b2432f", col.axis = "#b2432f")
    mtext("probability of a single value", side = if (beside) 4 else 2, line = 3.6, col = "#b2432f")
}

plot_shares <- function(column, share, main, col) {
    at <- seq_along(share)
    labels <- bin_labels(column)
    old <- par(mar = c(4.2, 4.2, 2.5, 1))
    on.exit(par(old))
    plot.new()
    plot.window(c(0.4, length(at) + 0.6), c(0, max(share) * 1.05))
    rect(at - 0.4, 0, at + 0.4, share, col = col, border = NA)
    axis(2, las = 1)
    axis(1, at, labels, tick = FALSE)
    box(bty = "l", col = "grey60")
    title(main = main, xlab = column$name, ylab = "probability")
}

# ---------------------------------------------------------------------------------------------------- two columns

# Positions of the bins of a column on an axis: intervals at their values, labels next to each other, single numbers as
# narrow bands.
axis_places <- function(column) {
    bins <- column$bins
    if (column$has_labels) {
        at <- seq_len(nrow(bins))
        return(list(low = at - 0.47, high = at + 0.47, labels = bin_labels(column), at = at, limits = c(0.5, nrow(bins) + 0.5)))
    }
    limits <- range(bins$lower, bins$upper)
    if (diff(limits) == 0)
        limits <- limits + c(-0.5, 0.5)
    band <- diff(limits) * 0.008
    narrow <- bins$is_atom
    list(low = ifelse(narrow, bins$lower - band, bins$lower), high = ifelse(narrow, bins$upper + band, bins$upper),
         labels = NULL, limits = limits)
}

# The cells of two columns, summed over the others.
margin_cells <- function(cells, numbers) {
    key <- cells$bins[, numbers, drop = FALSE]
    counts <- tapply(cells$count, list(key[, 1], key[, 2]), sum)
    found <- which(!is.na(counts), arr.ind = TRUE)
    data.frame(i = as.integer(rownames(counts))[found[, 1]], j = as.integer(colnames(counts))[found[, 2]],
               count = counts[found])
}

# Includes empty cells; expected counts under independence come from the margins.
with_empty <- function(cells) {
    counts <- tapply(cells$count, list(cells$i, cells$j), sum)
    counts[is.na(counts)] <- 0
    expected <- outer(rowSums(counts), colSums(counts)) / sum(counts)
    data.frame(i = as.integer(rownames(counts))[row(counts)], j = as.integer(colnames(counts))[col(counts)],
               residual = as.vector((counts - expected) / sqrt(expected)))
}

# Shades: Pearson residuals under independence, truncated at 5, or the square root of the density relative to the
# largest.
shaded_cells <- function(x, cells, first, second) {
    if (x$info$kind == "dependence") {
        cells <- with_empty(cells)
        cells$colour <- hcl.colors(61, "Blue-Red 3")[round(31 + 6 * pmax(-5, pmin(5, cells$residual)))]
        return(cells)
    }
    density <- cells$count / (first$bins$volume[cells$i] * second$bins$volume[cells$j])
    cells$colour <- hcl.colors(60, "Blues 3", rev = TRUE)[1 + round(59 * sqrt(density / max(density)))]
    cells
}

plot_two <- function(x, numbers, all_cells, data = NULL, main = NULL, points.col = "#00000055", ...) {
    first <- x$columns[[numbers[1]]]
    second <- x$columns[[numbers[2]]]
    across <- axis_places(first)
    up <- axis_places(second)
    cells <- shaded_cells(x, margin_cells(all_cells, numbers), first, second)
    plot.new()
    plot.window(across$limits, up$limits)
    rect(across$low[cells$i], up$low[cells$j], across$high[cells$i], up$high[cells$j], col = cells$colour, border = "white",
         lwd = 0.8)
    if (!is.null(data))
        draw_points(data, first, second, across, up, points.col)
    draw_axis(1, across)
    draw_axis(2, up)
    box(bty = "l", col = "grey60")
    title(main = main, xlab = axis_name(first), ylab = axis_name(second))
}

# A column of a grid given Z has bins of the ranks of what Z leaves of it.
axis_name <- function(column) {
    if (is.na(column$given)) column$name else paste0(column$name, " for its ", column$given, ", rank in %")
}

# The data with ranks in place of the columns that are drawn as residuals.
ranked_data <- function(data, histogram) {
    if (is.null(data))
        return(NULL)
    for (j in which(!is.na(vapply(histogram$columns, `[[`, "", "given"))))
        data[[histogram$columns[[j]]$name]] <- checked(.Call(C_histogram_ranks, histogram$handle, j, nrow(data)))
    data
}

plot_alone <- function(x, numbers, data, main, ...) {
    old <- par(mar = c(4.2, 4.2, if (is.null(main)) 1 else 2.5, 1))
    on.exit(par(old))
    plot_two(x, numbers, x$cells, ranked_data(data, x), main, ...)
}

draw_axis <- function(side, places) {
    if (is.null(places$labels))
        axis(side, las = 1)
    else
        axis(side, places$at, places$labels, tick = FALSE, las = if (side == 1) 0 else 3)
}

# Points are spread over their band by row number, evenly and reproducibly.
place_points <- function(values, column, places) {
    if (!column$has_labels)
        return(as.numeric(values))
    atoms <- column$atoms
    bin <- atoms$bin[match(as.character(values), atoms$label)]
    (places$low + places$high)[bin] / 2 + 0.7 * ((seq_along(values) * 0.618034) %% 1 - 0.5)
}

draw_points <- function(data, first, second, across, up, col) {
    points(place_points(data[[first$name]], first, across), place_points(data[[second$name]], second, up), pch = 19,
           cex = 0.45, col = col)
}

# ------------------------------------------------------------------------------------------------------ questions

# One panel per bin of Z (at most `panels`, the fullest first), each with the cells of X and Y in it.
plot.mixmi_answer <- function(x, data = NULL, panels = 9L, ...) {
    histogram <- x$histogram
    if (is.null(histogram))
        usage_error("method ", x$method, " fits no histogram that could be drawn")
    names <- names(histogram$columns)
    if (length(x$x) != 1 || length(x$y) != 1)
        usage_error("a picture shows one x and one y; plot(x$histogram, columns = ) shows any two columns")
    numbers <- match(c(x$x, x$y), names)
    given <- match(x$z, names)
    if (length(given) == 0)
        return(invisible(plot_alone(histogram, numbers, data, x$label, ...)))
    parts <- panel_cells(histogram, given, panels)
    data <- ranked_data(data, histogram)
    old <- par(mfrow = rev(n2mfrow(length(parts))), mar = c(4.2, 4.2, 2, 0.6))
    on.exit(par(old))
    for (label in names(parts))
        plot_two(histogram, numbers, parts[[label]]$cells, panel_data(data, histogram, given, parts[[label]]$bins), label, ...)
    invisible(x)
}

panel_cells <- function(histogram, given, panels) {
    cells <- histogram$cells
    sorted <- do.call(order, lapply(given, function(j) cells$bins[, j]))
    cells <- list(bins = cells$bins[sorted, , drop = FALSE], count = cells$count[sorted])
    key <- do.call(paste, c(lapply(given, function(j) bin_labels(histogram$columns[[j]])[cells$bins[, j]]), sep = ", "))
    totals <- sort(tapply(cells$count, factor(key, unique(key)), sum), decreasing = TRUE)
    kept <- names(totals)[seq_len(min(panels, length(totals)))]
    out <- lapply(unique(key)[unique(key) %in% kept], function(one) {
        chosen <- key == one
        list(cells = list(bins = cells$bins[chosen, , drop = FALSE], count = cells$count[chosen]),
             bins = cells$bins[which(chosen)[1], given])
    })
    stats::setNames(out, unique(key)[unique(key) %in% kept])
}

panel_data <- function(data, histogram, given, bins) {
    if (is.null(data))
        return(NULL)
    inside <- Reduce(`&`, Map(function(j, bin) {
        place <- bins_of_values(histogram$columns[[j]], data[[histogram$columns[[j]]$name]])
        !is.na(place) & place == bin
    }, given, bins))
    as.data.frame(data)[inside, , drop = FALSE]
}

# The bin of each value of a column; NA outside all bins.
bins_of_values <- function(column, values) {
    atoms <- column$atoms
    if (column$has_labels)
        return(atoms$bin[match(as.character(values), atoms$label)])
    flat <- !column$bins$is_atom
    bin <- rep(NA_integer_, length(values))
    if (any(flat)) {
        bin <- findInterval(values, c(column$bins$lower[flat], max(column$bins$upper[flat])), rightmost.closed = TRUE)
        bin[bin %in% c(0, sum(flat) + 1)] <- NA
    }
    found <- match(values, atoms$value)
    ifelse(is.na(found), bin, atoms$bin[found])
}
