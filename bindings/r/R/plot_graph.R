# Graphs with base graphics: names in boxes on a circle (discrete columns in boxes with square corners and a darker
# background). The width of edges shows their strength; edges are dashed if doubtful, dotted between undecided pairs, with marks
# at their ends.

plot.mixmi_graph <- function(x, layout = NULL, main = NULL, cex = 1, adjustment = NULL, ...) {
    places <- if (is.null(layout)) circle_layout(x) else if (is.function(layout)) layout(x) else layout
    places <- fit_square(as.matrix(places))
    old <- par(mar = c(0.5, 0.5, if (is.null(main)) 0.5 else 2.5, 0.5))
    on.exit(par(old))
    plot.new()
    plot.window(c(-1.25, 1.25), c(-1.15, 1.15))
    half <- cbind(strwidth(x$nodes$name, cex = cex) / 2 + strwidth("m", cex = cex) * 0.6,
                  strheight(x$nodes$name, cex = cex) / 2 + strheight("m", cex = cex) * 0.8)
    marks <- shown_marks(x)
    edges <- x$edges
    edges[c("mark_from", "mark_to", "possible")] <- marks[c("from", "to", "possible")]
    for (i in seq_len(nrow(edges)))
        draw_edge(edges[i, ], places, half)
    ends <- lapply(x$undecided, match, x$nodes$name)
    segments(places[ends$a, 1], places[ends$a, 2], places[ends$b, 1], places[ends$b, 2], lty = 3, col = "grey30")
    discrete <- x$nodes$type == "discrete"
    rect(places[, 1] - half[, 1], places[, 2] - half[, 2], places[, 1] + half[, 1], places[, 2] + half[, 2],
         col = ifelse(x$nodes$name %in% adjusted_for(adjustment), "#cfe8cf", ifelse(discrete, "#f3e3c3", "#dbe8f4")),
         border = ifelse(x$nodes$name %in% c(adjustment$x, adjustment$y), "black", "grey50"),
         lwd = ifelse(x$nodes$name %in% c(adjustment$x, adjustment$y), 2.5, 1),
         lty = ifelse(x$nodes$name %in% adjustment$x, 2, 1))
    text(places[, 1], places[, 2], x$nodes$name, cex = cex)
    title(main = main)
    invisible(places)
}

# The set used to estimate an effect: the optimal one, or otherwise the first minimal one.
adjusted_for <- function(adjustment) {
    if (!is.null(adjustment$optimal)) adjustment$optimal else if (length(adjustment$minimal)) adjustment$minimal[[1]]
}

fit_square <- function(places) {
    apply(places, 2, function(v) if (diff(range(v)) > 0) 2 * (v - min(v)) / diff(range(v)) - 1 else v * 0)
}

# Puts neighbours next to each other if possible: starting from any node, the next one is that with most edges to the
# last placed ones. Nodes without edges come last.
circle_layout <- function(graph) {
    count <- nrow(graph$nodes)
    joined <- matrix(FALSE, count, count)
    joined[cbind(graph$edges$from, graph$edges$to)] <- TRUE
    joined <- joined | t(joined)
    placed <- integer()
    while (length(placed) < count) {
        rest <- setdiff(seq_len(count), placed)
        recent <- rev(placed)[seq_len(min(2, length(placed)))]
        score <- vapply(rest, function(i) sum(joined[i, recent] * c(2, 1)[seq_along(recent)]) + 0.01 * sum(joined[i, ]), 0)
        placed <- c(placed, rest[which.max(score)])
    }
    angle <- pi / 2 - 2 * pi * (order(placed) - 1) / count
    cbind(cos(angle), sin(angle))
}

# Where the straight line from the centre of a box leaves it.
box_border <- function(from, to, half) {
    step <- to - from
    shrink <- min(ifelse(step == 0, Inf, half / abs(step)))
    from + step * min(shrink, 1)
}

draw_edge <- function(edge, places, half) {
    a <- box_border(places[edge$from, ], places[edge$to, ], half[edge$from, ])
    b <- box_border(places[edge$to, ], places[edge$from, ], half[edge$to, ])
    strength <- if (is.na(edge$estimate)) 0.5 else sqrt(1 - exp(-2 * max(0, edge$estimate)))
    width <- 1 + 4 * strength
    colour <- if (edge$required) "#b2432f" else "grey30"
    segments(a[1], a[2], b[1], b[2], lwd = width, col = colour, lend = 1, lty = if (edge$few_rows || edge$doubtful) 2 else 1)
    if (isTRUE(edge$same)) { # two lines
        segments(a[1], a[2], b[1], b[2], lwd = width / 3, col = "white", lend = 1)
        return(invisible())
    }
    draw_mark(b, a, edge$mark_to, width, colour, isTRUE(edge$possible))
    draw_mark(a, b, edge$mark_from, width, colour, FALSE)
}

# The mark of an edge that meets a box at `tip`, coming from `tail`. A possible arrow is hollow.
draw_mark <- function(tip, tail, mark, width, colour, hollow) {
    size <- 0.045 + 0.006 * width
    along <- (tip - tail) / sqrt(sum((tip - tail)^2))
    across <- c(-along[2], along[1])
    if (mark == MARKS[["arrow"]]) {
        base <- tip - along * size
        corner <- rbind(tip, base + across * size * 0.45, base - across * size * 0.45)
        polygon(corner[, 1], corner[, 2], col = if (hollow) "white" else colour, border = colour)
    } else if (mark == MARKS[["circle"]]) {
        centre <- tip - along * size * 0.5
        symbols(centre[1], centre[2], circles = size * 0.45, inches = FALSE, add = TRUE, bg = "white", fg = colour, lwd = 1.5)
    }
}
