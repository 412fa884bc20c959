# Adjustment sets, from a graph alone.

mixmi_adjust <- function(graph, x, y, unmeasured = NULL, latent = FALSE, most = 20) {
    names <- node_names(graph)
    if (length(x) != 1 || length(y) != 1)
        usage_error("'x' and 'y' are one node each")
    if (!is.numeric(most) || length(most) != 1 || is.na(most) || most < 1)
        usage_error("'most', the number of minimal sets, must be at least 1")
    out <- checked(.Call(C_graph_adjust, names, as_integers(edge_matrix(graph)), node_numbers(c(x, y), names),
                         node_numbers(unmeasured, names), c(as.numeric(isTRUE(latent)), floor(most))))
    named <- function(sets) lapply(sets, function(set) names[set])
    one <- function(sets) if (length(sets)) names[sets[[1]]]
    instruments <- lapply(out$instrument, function(set) list(instrument = names[set[1]], given = names[set[-1]]))
    structure(list(x = x, y = y, kind = out$kind, identified = out$identified, affects = out$affects,
                   possible_arrows = out$possible_arrows, rests_on = if (nzchar(out$rests_on)) out$rests_on else NA_character_,
                   reason = if (nzchar(out$reason)) out$reason else NA_character_, minimal = named(out$minimal), more = out$more,
                   optimal = one(out$optimal), largest = one(out$largest), instruments = instruments,
                   front_door = one(out$front_door), parents = named(out$parents), more_parents = out$more_parents), class = "mixmi_adjust")
}

node_numbers <- function(wanted, names) {
    found <- match(wanted, names)
    if (anyNA(found))
        usage_error("the graph has no node '", wanted[is.na(found)][1], "'")
    as.integer(found)
}

as.data.frame.mixmi_adjust <- function(x, row.names = NULL, optional = FALSE, ...) {
    single <- x[c("optimal", "largest", "front_door")]
    single <- single[!vapply(single, is.null, NA)]
    instruments <- x$instruments
    data.frame(what = c(rep("minimal", length(x$minimal)), names(single), rep("instrument", length(instruments)), rep("parents", length(x$parents))),
               nodes = c(vapply(x$minimal, set_label, ""), vapply(single, set_label, ""), vapply(instruments, `[[`, "", "instrument"),
                         vapply(x$parents, set_label, "")),
               given = c(rep("", length(x$minimal) + length(single)), vapply(instruments, function(row) set_label(row$given), ""),
                         rep("", length(x$parents))),
               row.names = row.names, stringsAsFactors = FALSE)
}

no_effect <- function(x) {
    paste0("no effect", if (isTRUE(x$possible_arrows > 0)) " if possible arrows are right",
           ": there is no directed path from treatment to outcome")
}

print_rests_on <- function(x) {
    if (isTRUE(x$possible_arrows > 0))
        cat("This rests on possible arrows, which on real tables are right as often as a coin: ", x$rests_on, "\n", sep = "")
}

print.mixmi_adjust <- function(x, ...) {
    cat(x$x, " -> ", x$y, " in the ", toupper(x$kind), ": ",
        if (!x$affects) no_effect(x) else if (x$identified)
            "the effect is identified by adjustment" else "the effect is not identified by adjustment", "\n", sep = "")
    print_rests_on(x)
    if (!x$identified)
        cat("No set can be adjusted for: ", x$reason, "\n", sep = "")
    frame <- as.data.frame(x)
    if (nrow(frame))
        print(frame, row.names = FALSE, right = FALSE)
    invisible(x)
}
