# Causal graphs as plain R data: nodes, edges with the test that kept each, and the separated pairs.

SHAPES <- c("none", "increasing", "decreasing", "peak", "valley", "threshold", "point mass", "groups", "other")
MARKS <- c(none = 0L, tail = 1L, arrow = 2L, circle = 3L)

ARROWS <- c("", "possible", "clear", "knowledge")

mixmi_graph <- function(data, columns = NULL, knowledge = NULL, ..., roots = NULL, exclude = NULL, discrete = NULL, progress = NULL) {
    knowledge <- with_roots(knowledge, roots)
    table <- table_for(data, discrete = discrete, given = list(...))
    chosen <- search_columns(columns, table, repeats = !identical(list(...)$preset, "paper"), exclude = exclude)
    watcher <- watch(progress)
    out <- checked(.Call(C_graph_learn, unclass(table)$handle, chosen,
                         knowledge_statements(knowledge, names(table)), method_options("test", list(...), graph = TRUE), watcher$call), watcher)
    if (!is.null(watcher$error))
        stop(watcher$error)
    new_graph(out, knowledge)
}

# Columns of a search: the named ones, or all informative ones (no constants, identifiers and, unless `repeats`,
# repetitions), without `exclude`.
search_columns <- function(columns, table, always = integer(), repeats = FALSE, exclude = NULL) {
    left <- column_numbers(exclude, names(table))
    if (!is.null(columns))
        return(setdiff(column_numbers(columns, names(table)), left))
    about <- summary(table)
    kept <- union(which(about$suited | (repeats & about$kind == "repeat")), always)
    unsuited <- setdiff(seq_len(nrow(about)), c(kept, left))
    if (length(unsuited) > 0)
        message("left out, unless they are named in 'columns': ", set_label(about$name[unsuited]))
    sort(setdiff(kept, left))
}

new_graph <- function(out, knowledge = NULL) {
    nodes <- as.data.frame(out$nodes, stringsAsFactors = FALSE)
    edges <- frame_with_sets(out$edges, nodes$name)
    for (field in c("required", "few_rows", "doubtful", "same"))
        edges[[field]] <- edges[[field]] == 1
    for (field in c("kind", "kind_from"))
        edges[[field]] <- ARROWS[edges[[field]] + 1]
    edges$shape <- SHAPES[edges$shape + 1]
    edges$verdict <- verdict_factor(verdicts[edges$verdict + 1])
    edges$size_kind <- c(NA, "shares", "means", "slope")[edges$size_kind + 1]
    separations <- frame_with_sets(out$separations, nodes$name)
    for (field in c("forbidden", "few_rows", "doubtful"))
        separations[[field]] <- separations[[field]] == 1
    determined <- data.frame(column = nodes$name[out$determined$column], by = nodes$name[out$determined$by], stringsAsFactors = FALSE)
    undecided <- data.frame(a = nodes$name[out$undecided$a], b = nodes$name[out$undecided$b], stringsAsFactors = FALSE)
    suggested <- data.frame(column = nodes$name[out$suggested_roots$column], why = out$suggested_roots$why, stringsAsFactors = FALSE)
    totals <- lapply(out$totals, function(sum) list(total = nodes$name[sum$total], parts = nodes$name[sum$parts],
                                                    coefficients = sum$coefficients, constant = sum$constant,
                                                    logarithms = sum$logarithms))
    structure(list(nodes = nodes, edges = edges, undecided = undecided, totals = totals, separations = separations, conflicts = out$conflicts,
                   determined = determined, suggested_roots = suggested,
                   info = out$info, knowledge = knowledge), class = "mixmi_graph")
}

# The list column `given` contains names of nodes.
frame_with_sets <- function(list, names) {
    sets <- lapply(list$given, function(set) names[set])
    list$given <- NULL
    frame <- as.data.frame(list, stringsAsFactors = FALSE)
    frame$given <- I(sets)
    frame
}

# The type of an edge, as in Python: -->, ---, o->, o-o, <->, or === between columns that carry the same information.
edge_types <- function(mark_from, mark_to, same = rep(FALSE, length(mark_from))) {
    ifelse(same, "===", paste0(c("-", "<", "o")[mark_from], "-", c("-", ">", "o")[mark_to]))
}

as.data.frame.mixmi_graph <- function(x, row.names = NULL, optional = FALSE, ...) {
    edges <- x$edges
    if (is.null(edges$same)) # a graph that an earlier version saved
        edges$same <- rep(FALSE, nrow(edges))
    out <- data.frame(from = x$nodes$name[edges$from], type = edge_types(edges$mark_from, edges$mark_to, edges$same),
                      to = x$nodes$name[edges$to], stringsAsFactors = FALSE)
    known <- c("estimate", "lower", "upper", "corrected", "p", "verdict", "sign", "shape", "rows", "required", "few_rows", "doubtful", "same",
               "strength", "share", "kind", "kind_from", "certainty", "probability_from", "probability_to", "mark_probability",
               "size", "size_lower", "size_upper", "size_per")
    out <- cbind(out, edges[intersect(known, names(edges))])
    out$given <- vapply(edges$given, set_label, "")
    if (any(!is.na(edges$frequency)))
        out <- cbind(out, edges[c("frequency", "frequency_forward", "frequency_backward")])
    row.names(out) <- row.names
    out
}

# As texts and pictures show edges: -?> for a possible arrow; in a PAG possible arrowheads, and the tails opposite to them, are circles.
shown_marks <- function(graph) {
    e <- graph$edges
    from <- e$kind_from %in% "possible"
    to <- e$kind %in% "possible"
    if (!identical(graph$info$kind, "pag"))
        return(list(from = e$mark_from, to = e$mark_to, possible = to))
    list(from = ifelse(from | (to & e$mark_from == MARKS[["tail"]]), MARKS[["circle"]], e$mark_from),
         to = ifelse(to | (from & e$mark_to == MARKS[["tail"]]), MARKS[["circle"]], e$mark_to), possible = rep(FALSE, nrow(e)))
}

shown_types <- function(graph) {
    marks <- shown_marks(graph)
    types <- edge_types(marks$from, marks$to, graph$edges$same)
    types[marks$possible] <- "-?>"
    types
}

print_legend <- function(x) {
    kinds <- c(x$edges$kind, x$edges$kind_from)
    if (any(kinds %in% "clear"))
        cat("-->: clear. A and another cause of B are independent, and dependent given B;", max(x$edges$certainty[x$edges$kind %in% "clear"]), "of such arrows were right on tables with known answers. An unmeasured common cause of A and B is not excluded\n")
    if (any(kinds %in% "possible"))
        cat(if (identical(x$info$kind, "pag")) "o: also for a possible arrow, preferred by the score; on real tables with known answers right as often as a coin\n" else
            "-?>: possible. Preferred by the score; on real tables with known answers right as often as a coin\n")
}

print.mixmi_graph <- function(x, digits = 3L, ...) {
    cat("A graph of", nrow(x$nodes), "columns and", nrow(x$edges), if (nrow(x$edges) == 1) "edge" else "edges")
    if (nzchar(x$info$test))
        cat(", ", x$info$tests, " tests by ", x$info$test, " at alpha = ", format(x$info$alpha), sep = "")
    cat("\n")
    if (!x$info$complete)
        cat("The search was stopped early: the following result is incomplete.\n")
    edges <- as.data.frame(x)
    if (nrow(edges)) {
        edges$remark <- ifelse(edges$doubtful, "doubtful", "")
        if (all(edges$remark == ""))
            edges$remark <- NULL
        edges$type <- shown_types(x)
        shown <- intersect(c("from", "type", "to", "estimate", "share", "p", "given", "frequency", "remark"), names(edges))
        shown <- shown[vapply(shown, function(name) !all(is.na(edges[[name]])), NA)]
        print(edges[shown], digits = digits, row.names = FALSE, right = FALSE)
    }
    print_legend(x)
    if (isTRUE(nrow(x$undecided) > 0))
        cat("Undecided, neither joined nor separated: ", paste(x$undecided$a, "..", x$undecided$b, collapse = ", "), "\n", sep = "")
    for (sum in x$totals)
        cat("Left out of the search as a ", if (sum$logarithms) "product" else "sum", ": ", sum$total, " of ", paste(sum$parts, collapse = ", "), "\n", sep = "")
    if (isTRUE(nrow(x$suggested_roots) > 0))
        cat("Suggested roots, which nothing else here can cause: ", paste(x$suggested_roots$column, collapse = ", "),
            "; if that is so, argument 'roots' directs their edges\n", sep = "")
    if (!is.na(x$info$false_edges))
        cat("At most", format(x$info$false_edges, digits = digits), "false edges are expected among those of frequency 0.9 or more (share of random splits of the rows with the edge in both halves)\n")
    if (isTRUE(nrow(x$determined) > 0))
        cat("Functions of other columns: ", paste0(x$determined$column, " of ", x$determined$by, collapse = ", "), "\n", sep = "")
    if (length(x$conflicts))
        cat("Contradictions about directions: ", length(x$conflicts), "; see summary()\n", sep = "")
    invisible(x)
}

summary.mixmi_graph <- function(object, ...) {
    names <- object$nodes$name
    s <- object$separations
    separated <- data.frame(a = names[s$a], b = names[s$b], given = vapply(s$given, set_label, ""), p = s$p, upper = s$upper,
                            rows = s$rows, forbidden = s$forbidden, doubtful = s$doubtful, stringsAsFactors = FALSE)
    structure(list(graph = object, separated = answers_frame(separated)), class = "summary.mixmi_graph")
}

print.summary.mixmi_graph <- function(x, digits = 3L, ...) {
    print(x$graph, digits = digits)
    if (nrow(x$separated)) {
        cat("\nPairs without an edge, and what separates them\n")
        print(x$separated, digits = digits, row.names = FALSE, right = FALSE)
    }
    for (line in x$graph$conflicts)
        cat("contradiction:", line, "\n")
    invisible(x)
}

# Adjacency matrices. "cpdag" and "pag" use the coding of pcalg: m[b, a] = 1 for a -> b; m[a, b] is the mark at b, 1
# circle, 2 arrow, 3 tail. "adjacency": 1 from row to column, in both directions for an undirected edge.
as.matrix.mixmi_graph <- function(x, type = c("cpdag", "pag", "adjacency"), ...) {
    type <- match.arg(type)
    names <- x$nodes$name
    out <- matrix(0L, length(names), length(names), dimnames = list(names, names))
    e <- x$edges
    if (type != "pag" && any(e$mark_from == MARKS[["circle"]] | e$mark_to == MARKS[["circle"]] |
                             (e$mark_from == MARKS[["arrow"]] & e$mark_to == MARKS[["arrow"]])))
        usage_error("this graph has circles or bidirected edges, which need type = \"pag\"")
    if (type == "pag") {
        code <- c(3L, 2L, 1L)
        out[cbind(e$from, e$to)] <- code[e$mark_to]
        out[cbind(e$to, e$from)] <- code[e$mark_from]
        return(out)
    }
    forward <- cbind(e$from, e$to)
    both <- forward[e$mark_to == MARKS[["tail"]], , drop = FALSE]
    out[forward] <- 1L
    out[both[, 2:1, drop = FALSE]] <- 1L
    if (type == "cpdag") t(out) else out
}

# Edges in the form used by the C code, from a graph or from a matrix with the coding "cpdag".
edge_matrix <- function(graph) {
    if (inherits(graph, "mixmi_graph"))
        return(cbind(as.matrix(graph$edges[c("from", "to", "mark_from", "mark_to")]), match(graph$edges$kind_from, ARROWS) - 1L,
                     match(graph$edges$kind, ARROWS) - 1L))
    m <- t(graph != 0)
    pairs <- which(m & !(t(m) & lower.tri(m)), arr.ind = TRUE)
    from <- pairs[, 1]
    to <- pairs[, 2]
    mark <- ifelse(m[cbind(to, from)], MARKS[["tail"]], MARKS[["arrow"]])
    cbind(from, to, MARKS[["tail"]], mark, rep(0L, length(from)), rep(0L, length(from)))
}

node_names <- function(graph) {
    if (inherits(graph, "mixmi_graph"))
        return(graph$nodes$name)
    if (!is.matrix(graph) || nrow(graph) != ncol(graph) || is.null(colnames(graph)))
        usage_error("a graph is what mixmi_graph() makes, or a square matrix with column names (m[b, a] = 1: a -> b)")
    colnames(graph)
}

as_integers <- function(matrix) {
    storage.mode(matrix) <- "integer"
    unname(matrix)
}

mixmi_compare <- function(learnt, truth) {
    checked(.Call(C_graph_compare, node_names(learnt), as_integers(edge_matrix(learnt)), node_names(truth),
                  as_integers(edge_matrix(truth))))
}

mixmi_cpdag <- function(dag) new_graph(checked(.Call(C_graph_cpdag, node_names(dag), as_integers(edge_matrix(dag)))))

need_package <- function(package, what) {
    if (!requireNamespace(package, quietly = TRUE))
        usage_error(what, " needs the package ", package)
}

# Undirected edges become arrows in both directions, because igraph has one kind of edge per graph; their attribute
# `type` distinguishes them.
as_igraph <- function(graph) {
    need_package("igraph", "as_igraph()")
    frame <- as.data.frame(graph)
    back <- frame[!grepl(">", frame$type, fixed = TRUE), , drop = FALSE]
    back[c("from", "to")] <- back[c("to", "from")]
    back$type <- chartr("<>", "><", vapply(strsplit(back$type, ""), function(x) paste(rev(x), collapse = ""), ""))
    igraph::graph_from_data_frame(rbind(frame, back)[c("from", "to", setdiff(names(frame), c("from", "to")))],
                                  directed = TRUE, vertices = stats::setNames(graph$nodes, c("name", "column.type")))
}

as_graphNEL <- function(from) {
    need_package("graph", "as(g, \"graphNEL\")")
    adjacency <- as.matrix(from, type = "adjacency")
    edges <- lapply(seq_len(nrow(adjacency)), function(i) list(edges = unname(which(adjacency[i, ] != 0))))
    names(edges) <- rownames(adjacency)
    methods::new("graphNEL", nodes = rownames(adjacency), edgeL = edges, edgemode = "directed")
}

# The class graphNEL is defined when package graph is loaded, so the method is registered then.
methods::setOldClass("mixmi_graph")
suppressMessages(methods::setAs("mixmi_graph", "graphNEL", function(from) as_graphNEL(from)))
