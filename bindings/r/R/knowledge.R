# Background knowledge as statements, which the library checks for contradictions when a search begins.

# As in src/network.c.
STATEMENT <- c("require->" = 1L, "require--" = 2L, "forbid->" = 3L, "forbid--" = 4L, tier = 5L, root = 6L, sink = 7L)

mixmi_knowledge <- function(tiers = list(), forbid = NULL, require = NULL, roots = NULL, sinks = NULL, closed = FALSE) {
    if (!is.list(tiers))
        usage_error("'tiers' is a list of vectors of columns, the earliest first")
    if (!is.logical(closed) || anyNA(closed) || !length(closed) %in% c(1, length(tiers)))
        usage_error("'closed' is TRUE or FALSE for all tiers, or for each")
    out <- list(tiers = tiers, closed = rep_len(closed, length(tiers)), forbid = edge_statements(forbid, "forbid"),
                require = edge_statements(require, "require"), roots = as.character(roots), sinks = as.character(sinks))
    structure(out, class = "mixmi_knowledge")
}

# "a -> b" and "a -- b", or a matrix or data frame with the columns from and to (arrows).
edge_statements <- function(edges, what) {
    if (is.null(edges) || length(edges) == 0)
        return(data.frame(from = character(), to = character(), mark = character(), stringsAsFactors = FALSE))
    if (is.matrix(edges) || is.data.frame(edges)) {
        if (ncol(edges) != 2)
            usage_error("'", what, "' as a table has two columns: from and to")
        return(data.frame(from = as.character(edges[, 1]), to = as.character(edges[, 2]), mark = "->",
                          stringsAsFactors = FALSE))
    }
    if (is.list(edges) && all(lengths(edges) == 2))
        return(edge_statements(do.call(rbind, lapply(edges, as.character)), what))
    parts <- regmatches(edges, regexec("^\\s*(.*\\S)\\s+(->|<-|--)\\s+(\\S.*?)\\s*$", edges, perl = TRUE))
    if (any(lengths(parts) != 4))
        usage_error("'", what, "' is written \"a -> b\" or \"a -- b\", not \"", edges[lengths(parts) != 4][1], "\"")
    parts <- do.call(rbind, parts)
    turned <- parts[, 3] == "<-"
    data.frame(from = ifelse(turned, parts[, 4], parts[, 2]), to = ifelse(turned, parts[, 2], parts[, 4]),
               mark = ifelse(turned, "->", parts[, 3]), stringsAsFactors = FALSE)
}

# Knowledge with further roots.
with_roots <- function(knowledge, roots) {
    if (is.null(roots))
        return(knowledge)
    if (is.null(knowledge))
        knowledge <- mixmi_knowledge()
    if (!inherits(knowledge, "mixmi_knowledge"))
        usage_error("'knowledge' is what mixmi_knowledge() makes")
    knowledge$roots <- unique(c(knowledge$roots, as.character(roots)))
    knowledge
}

# Statements in the form used by the C code: integers that start with the kind.
knowledge_statements <- function(knowledge, names) {
    if (is.null(knowledge))
        return(list())
    if (!inherits(knowledge, "mixmi_knowledge"))
        usage_error("'knowledge' is what mixmi_knowledge() makes")
    numbers <- function(columns) column_numbers(columns, names)
    edges <- function(what) {
        frame <- knowledge[[what]]
        Map(function(from, to, mark) c(STATEMENT[[paste0(what, mark)]], numbers(from), numbers(to)),
            frame$from, frame$to, frame$mark)
    }
    tiers <- Map(function(tier, columns, closed) c(STATEMENT[["tier"]], tier, as.integer(closed), numbers(columns)),
                 seq_along(knowledge$tiers), knowledge$tiers, knowledge$closed)
    roots <- lapply(knowledge$roots, function(column) c(STATEMENT[["root"]], numbers(column)))
    sinks <- lapply(knowledge$sinks, function(column) c(STATEMENT[["sink"]], numbers(column)))
    unname(c(tiers, edges("require"), edges("forbid"), roots, sinks))
}

format.mixmi_knowledge <- function(x, ...) {
    tiers <- if (length(x$tiers))
        paste0("tier ", seq_along(x$tiers), ifelse(x$closed, " closed", ""), ": ", vapply(x$tiers, paste, "", collapse = ", "))
    edges <- function(what) if (nrow(x[[what]])) paste(what, x[[what]]$from, x[[what]]$mark, x[[what]]$to)
    c(tiers, edges("require"), edges("forbid"), if (length(x$roots)) paste("root", x$roots),
      if (length(x$sinks)) paste("sink", x$sinks))
}

print.mixmi_knowledge <- function(x, ...) {
    lines <- format(x)
    cat("Background knowledge,", length(lines), "statements\n")
    if (length(lines))
        cat(paste0("  ", lines, "\n"), sep = "")
    invisible(x)
}

summary.mixmi_knowledge <- function(object, ...) {
    c(tiers = length(object$tiers), require = nrow(object$require), forbid = nrow(object$forbid),
      roots = length(object$roots), sinks = length(object$sinks))
}
