# The report: an HTML page.

mixmi_report <- function(data, path = NULL, target = NULL, columns = NULL, knowledge = NULL, ..., roots = NULL, graph = NULL,
                         number = NULL, max_points = NULL, max_pairs = NULL, title = NULL, effect = NULL,
                         discrete = NULL, progress = NULL, exclude = NULL, rows = TRUE) {
    table <- table_for(data, discrete = discrete, given = list(...))
    if (unclass(table)$rows == 0)
        usage_error("the table has no rows: there is nothing to report")
    if (!isTRUE(rows) && !isFALSE(rows))
        usage_error("'rows' is TRUE or FALSE")
    aim <- if (is.null(target)) integer() else column_numbers(target, names(table))
    if (length(aim) > 1)
        usage_error("one column is the target")
    if (!is.null(graph) && !(is.logical(graph) && length(graph) == 1 && !is.na(graph)))
        usage_error("'graph' is TRUE, FALSE, or NULL for up to 60 columns")
    knowledge <- with_roots(knowledge, roots)
    causal <- if (is.null(effect)) integer() else column_numbers(effect, names(table))
    if (!is.null(effect) && length(causal) != 2)
        usage_error("'effect' is a treatment and an outcome, as in c(\"dose\", \"pain\")")
    if (length(causal) == 2 && identical(graph, FALSE))
        usage_error("an effect needs the graph: leave out graph = FALSE")
    if (!is.null(title) && !(is.character(title) && length(title) == 1 && !is.na(title)))
        usage_error("'title' is a text")
    most <- c(if (is.null(graph)) 0 else if (graph) 1 else -1, page_most(number, "number"),
              page_most(max_points, "max_points"), page_most(max_pairs, "max_pairs"), if (rows) 0 else 1)
    options <- method_options("test", list(...), graph = TRUE)
    about <- list(if (is.null(title)) NULL else enc2utf8(title), aim, search_columns(columns, table, aim, exclude = exclude), as.numeric(most),
                  options_given(options, names(asking_options(list(...)))), causal)
    place <- if (!is.null(path)) page_place(path)
    watcher <- watch(progress)
    page <- checked(.Call(C_report, unclass(table)$handle, about, knowledge_statements(knowledge, names(table)), options,
                          watcher$call), watcher)
    if (!is.null(watcher$error))
        stop(watcher$error)
    if (is.null(path))
        return(page)
    write_whole(page, place)
    invisible(page)
}

# Limits of the page; 0 means the default.
page_most <- function(value, name) {
    if (is.null(value))
        return(0)
    if (!is.numeric(value) || length(value) != 1 || is.na(value) || value < 1 || value != floor(value))
        usage_error("'", name, "' is a whole number from 1")
    value
}

# Names and values of the given options that can change an answer, alternating, for the page.
options_given <- function(options, names) {
    table <- option_table()
    names <- option_names(names)
    names <- names[!table$group[match(names, table$name)] %in% "running"]
    as.character(rbind(names, vapply(options[names], function(value) format(value, digits = 15), "")))
}

# Path of the page, with links resolved. Checked before the analysis, which would be lost if the file cannot be written.
page_place <- function(path) {
    if (!is.character(path) || length(path) != 1 || is.na(path) || !nzchar(path))
        usage_error("'path' is the name of a file")
    place <- normalizePath(path, mustWork = FALSE)
    wrong <- if (dir.exists(place)) "it is a folder"
             else if (!dir.exists(dirname(place))) "there is no such folder"
             else if (file.access(dirname(place), 2) != 0 && !is_device(place)) "the folder cannot be written to"
    if (!is.null(wrong))
        stop(mixmi_condition(paste0("the report cannot be written to ", path, ": ", wrong), "io"))
    place
}

# Whether a path must not be replaced by a file.
is_device <- function(place) startsWith(place, "/dev/") && file.exists(place)

write_page <- function(text, place) {
    file <- file(place, "wb")
    tryCatch(writeBin(charToRaw(text), file), finally = close(file))
}

# Writes the file completely or leaves it unchanged.
write_whole <- function(text, place) {
    if (is_device(place))
        return(write_page(text, place))
    temporary <- tempfile(".mixmi-", dirname(place))
    on.exit(unlink(temporary))
    write_page(text, temporary)
    if (file.size(temporary) != nchar(text, "bytes") || !file.rename(temporary, place))
        stop("the report could not be written to ", place, call. = FALSE)
}
