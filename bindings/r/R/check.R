# Checks whether a graph fits the data: tests the independences that it implies, and its edges.

mixmi_check <- function(data, graph, all_pairs = FALSE, permuted = 20, ..., discrete = NULL, progress = NULL) {
    if (!is.numeric(permuted) || length(permuted) != 1 || is.na(permuted) || permuted < 0)
        usage_error("'permuted', a number of graphs, must be 0 or more")
    table <- table_for(data, discrete = discrete, given = list(...))
    watcher <- watch(progress)
    names <- node_names(graph)
    out <- checked(.Call(C_graph_check, unclass(table)$handle, names, as_integers(edge_matrix(graph)),
                         c(as.numeric(isTRUE(all_pairs)), floor(permuted)), method_options("test", list(...)), watcher$call), watcher)
    if (!is.null(watcher$error))
        stop(watcher$error)
    claims <- check_frame(out$claims, names)
    pairs <- c("from", "type", "to", "given", "p", "p_holm", "p_bh", "rows")
    missing <- pair_frame(out$missing, names)[c(pairs[1:4], "estimate", "lower", "upper", pairs[5:8])]
    edges <- pair_frame(out$edges, names)[c(pairs, "supported")]
    structure(list(p = out$info$p, claims = claims, missing = missing, edges = edges, info = out$info), class = "mixmi_check")
}

check_frame <- function(list, names) {
    data.frame(a = names[list$a], b = vapply(list$b, function(set) set_label(names[set]), ""),
               given = vapply(list$given, function(set) set_label(names[set]), ""), p = list$p, p_holm = list$p_holm,
               p_bh = list$p_bh, rows = list$rows, verdict = verdict_factor(verdicts[list$verdict + 1]),
               rejected = list$rejected == 1, stringsAsFactors = FALSE)
}

pair_frame <- function(list, names) {
    frame <- check_frame(list, names)
    data.frame(from = frame$a, type = edge_types(list$mark_a, list$mark_b), to = names[as.integer(unlist(list$b))],
               frame[c("given", "p", "p_holm", "p_bh", "rows")], estimate = list$estimate, lower = list$lower, upper = list$upper,
               supported = ifelse(frame$verdict %in% "undecided", NA, frame$rejected), stringsAsFactors = FALSE)
}

print.mixmi_check <- function(x, digits = 3L, ...) {
    info <- x$info
    cat("Check of a ", toupper(info$kind), ": p = ", format(x$p, digits = digits), "\n", sep = "")
    cat(info$rejected, "of", info$claims, "implied independencies rejected (Holm, level", paste0(format(info$alpha), "),"),
        info$unsupported, "of", info$edges, "edges without support\n")
    if (info$permuted > 0)
        cat(format(100 * info$quantile), "% of ", info$permuted, " graphs with permuted node names have as few violations\n", sep = "")
    if (nrow(x$missing)) {
        cat("\nEdges to add\n")
        print(x$missing[c("from", "type", "to", "estimate", "lower", "upper", "p", "given")], digits = digits, row.names = FALSE, right = FALSE)
    }
    if (info$unsupported > 0) {
        cat("\nEdges without support\n")
        print(x$edges[x$edges$supported %in% FALSE, c("from", "type", "to", "p", "given")], digits = digits, row.names = FALSE, right = FALSE)
    }
    invisible(x)
}

summary.mixmi_check <- function(object, ...) object$claims
