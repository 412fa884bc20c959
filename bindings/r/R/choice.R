# Columns for a target: its Markov blanket, and forward selection.

roles <- c("discarded", "neighbour", "spouse", "chosen", "untested")

mixmi_blanket <- function(data, target, columns = NULL, ..., exclude = NULL, discrete = NULL, progress = NULL) {
    choose_columns(data, target, columns, 0, list(...), exclude, discrete, progress)
}

mixmi_select <- function(data, target, k = 10L, columns = NULL, ..., exclude = NULL, discrete = NULL, progress = NULL) {
    if (!is.numeric(k) || length(k) != 1 || is.na(k) || k < 1)
        usage_error("'k', the most columns to select, must be at least 1")
    choose_columns(data, target, columns, k, list(...), exclude, discrete, progress)
}

choose_columns <- function(data, target, columns, k, options, exclude, discrete, progress) {
    table <- table_for(data, discrete = discrete, given = options)
    aim <- column_numbers(target, names(table))
    if (length(aim) != 1)
        usage_error("one column is the target")
    watcher <- watch(progress)
    out <- checked(.Call(C_choose, unclass(table)$handle, aim, search_columns(columns, table, aim, exclude = exclude), as.numeric(k),
                         method_options("test", options, graph = TRUE), watcher$call), watcher)
    if (!is.null(watcher$error))
        stop(watcher$error)
    choice_frame(out, names(table), target = names(table)[aim])
}

choice_frame <- function(out, names, target) {
    role <- ifelse(out$open & out$verdict == 0, "untested", roles[out$role + 1])
    rule <- ifelse(is.na(out$p), "score", "level")
    rule[out$by_rate] <- "false discovery rate"
    rule[!is.na(out$over)] <- "structure"
    rule[role == "untested" | verdicts[out$verdict + 1] %in% "undecided"] <- "none"
    frame <- data.frame(column = names[out$column], role = factor(role, roles),
                        verdict = verdict_factor(verdicts[out$verdict + 1]), estimate = out$estimate, p = out$p, level = out$level,
                        decided_by = rule, over = names[out$over], total = out$total, rows = out$rows,
                        given = vapply(out$given, function(set) set_label(names[set]), ""), few_rows = out$few_rows,
                        open = out$open, stringsAsFactors = FALSE)
    members <- frame[!frame$role %in% c("discarded", "untested"), ]
    row.names(members) <- NULL
    structure(members, class = c("mixmi_choice", "data.frame"), target = target, tests = out$tests, complete = out$complete,
              undecided = out$undecided, all = frame)
}

# All columns that were looked at, also those that were discarded.
as.data.frame.mixmi_choice <- function(x, row.names = NULL, optional = FALSE, ...) {
    all <- attr(x, "all")
    if (is.null(all)) structure(x, class = "data.frame") else all
}

print.mixmi_choice <- function(x, digits = 3L, ...) {
    if (!all(c("column", "role") %in% names(x)))
        return(NextMethod())
    cat("Columns for", attr(x, "target"), "from", attr(x, "tests"), "tests\n")
    if (!attr(x, "complete"))
        cat("The search was stopped early: the following result is incomplete.\n")
    chosen <- !x$role %in% c("discarded", "untested")
    shown <- c("column", "role", "estimate", "p", "total", "given")
    shown <- shown[vapply(shown, function(name) !all(is.na(x[[name]])), NA)]
    if (any(x$verdict %in% "undecided"))
        shown <- c(shown, "verdict")
    if (any(x$few_rows))
        shown <- c(shown, "few_rows")
    if (any(chosen))
        print.data.frame(x[chosen, shown], digits = digits, row.names = FALSE, right = FALSE)
    else
        cat("none\n")
    if (isTRUE(attr(x, "undecided") > 0))
        cat(attr(x, "undecided"), "further column(s) undecided.\n")
    invisible(x)
}

summary.mixmi_choice <- function(object, ...) {
    all <- as.data.frame(object)
    split(all$column, droplevels(all$role))
}
