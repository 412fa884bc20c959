# Graphs with base graphics, in the colours of the report: names in boxes, blue of numbers and orange of labels, in layers along
# the arrows, or on a circle if there are none. The width of edges shows their strength and the colour their sign; edges are
# dashed if doubtful, dotted between undecided pairs, with marks at their ends.

SIGN_WORDS <- c("rise together", "one rises, the other falls", "categories or no direction")
SIGN_COLOURS <- c("#1f5f99", "#c8500a", "#59626e")

CLEAR_SIGN <- 0.1 # as in the library's pictures

sign_words <- function(sign) SIGN_WORDS[ifelse(is.na(sign) | abs(sign) < CLEAR_SIGN, 3, ifelse(sign > 0, 1, 2))]

# Centres of the nodes: of a layout, a function of the graph, or the own one.
graph_places <- function(x, layout) {
    own <- if (any(shown_marks(x)$to == MARKS[["arrow"]])) layered_layout else circle_layout
    places <- if (is.null(layout)) own(x) else if (is.function(layout)) layout(x) else layout
    fit_square(as.matrix(places))
}

plot.mixmi_graph <- function(x, layout = NULL, main = NULL, cex = 1, adjustment = NULL, ...) {
    places <- graph_places(x, layout)
    old <- par(mar = c(2.5, 0.5, if (is.null(main)) 0.5 else 2.5, 0.5))
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
         col = ifelse(x$nodes$name %in% adjusted_for(adjustment), "#cfe8cf", ifelse(discrete, "#fde9d9", "#e3edf7")),
         border = ifelse(x$nodes$name %in% c(adjustment$x, adjustment$y), "black", "grey50"),
         lwd = ifelse(x$nodes$name %in% c(adjustment$x, adjustment$y), 2.5, 1),
         lty = ifelse(x$nodes$name %in% adjustment$x, 2, 1))
    text(places[, 1], places[, 2], x$nodes$name, cex = cex)
    title(main = main)
    if (nrow(edges) > 0)
        legend("bottom", SIGN_WORDS, col = SIGN_COLOURS, lwd = 3, horiz = TRUE, bty = "n", cex = 0.8 * cex, inset = c(0, -0.06), xpd = NA)
    invisible(places)
}

# The set used to estimate an effect: the optimal one, or otherwise the first minimal one.
adjusted_for <- function(adjustment) {
    if (!is.null(adjustment$optimal)) adjustment$optimal else if (length(adjustment$minimal)) adjustment$minimal[[1]]
}

fit_square <- function(places) {
    apply(places, 2, function(v) if (diff(range(v)) > 0) 2 * (v - min(v)) / diff(range(v)) - 1 else v * 0)
}

# Layers along the arrows: every arrow points down. Within a layer the nodes are ordered by the mean place of their
# neighbours.
layered_layout <- function(graph) {
    count <- nrow(graph$nodes)
    edges <- graph$edges
    arrows <- which(shown_marks(graph)$to == MARKS[["arrow"]])
    layer <- rep(0, count)
    for (step in seq_len(count)) # a longest path has fewer edges than nodes
        for (i in arrows)
            layer[edges$to[i]] <- max(layer[edges$to[i]], min(layer[edges$from[i]] + 1, count))
    joined <- matrix(FALSE, count, count)
    joined[cbind(c(edges$from, edges$to), c(edges$to, edges$from))] <- TRUE
    across <- stats::ave(seq_len(count), layer, FUN = function(i) seq_along(i) - (length(i) + 1) / 2)
    for (sweep in 1:8) {
        aim <- vapply(seq_len(count), function(i) if (any(joined[i, ])) mean(across[joined[i, ]]) else across[i], 0)
        across <- stats::ave(aim, layer, FUN = function(v) rank(v, ties.method = "first") - (length(v) + 1) / 2)
    }
    cbind(across + 0.18 * (layer %% 2), -layer) # moved a little, so that few lines run through a name
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
    colour <- SIGN_COLOURS[match(sign_words(edge$sign), SIGN_WORDS)]
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
