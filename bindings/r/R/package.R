# Common parts of the package: failures of the library as R conditions, options by name, the progress function.

# Raises the failure returned by a routine; otherwise returns its result.
checked <- function(result, watcher = NULL) {
    if (inherits(result, "mixmi_failure"))
        raise(result, watcher)
    result
}

statuses <- c("usage", "data", "io", "limit", "cancelled", "memory")

raise <- function(failure, watcher) {
    if (!is.null(watcher$error))
        stop(watcher$error)
    if (failure$interrupted)
        interrupt()
    stop(mixmi_condition(failure$message, statuses[failure$status]))
}

mixmi_condition <- function(message, status) {
    structure(class = c(paste0("mixmi_", status, "_error"), "mixmi_error", "error", "condition"),
              list(message = message, call = NULL))
}

usage_error <- function(...) stop(mixmi_condition(paste0(...), "usage"))

# Continues like R after Ctrl-C, after the library has released everything.
interrupt <- function() {
    signalCondition(structure(class = c("interrupt", "condition"), list(message = "", call = NULL)))
    invokeRestart("abort")
}

# A function of (stage, done, total) as the library calls it. An error in it ends the call, and is raised afterwards.
watch <- function(progress) {
    watcher <- new.env(parent = emptyenv())
    watcher$call <- NULL
    if (is.null(progress))
        return(watcher)
    if (!is.function(progress))
        usage_error("'progress' must be a function of (stage, done, total)")
    watcher$call <- function(stage, done, total) {
        tryCatch(!identical(progress(stage, done, total), FALSE), error = function(e) {
            watcher$error <- e
            FALSE
        })
    }
    watcher
}

# At most two threads under R CMD check, which counts them.
default_threads <- function() {
    threads <- getOption("mixmi.threads")
    limited <- !tolower(Sys.getenv("_R_CHECK_LIMIT_CORES_")) %in% c("", "false")
    if (!is.null(threads)) threads else if (limited) 2 else NULL
}

option_names <- function(names) gsub("[._]", "-", names)

# One value for the library: a number or a text; several texts are a list of columns.
option_value <- function(value, name) {
    if (is.logical(value) && length(value) == 1 && !is.na(value))
        return(as.numeric(value))
    if (is.factor(value))
        value <- as.character(value)
    if (!(is.numeric(value) || is.character(value)) || length(value) < 1 || anyNA(value))
        usage_error("option '", name, "' must be a number, a text, or TRUE or FALSE")
    if (length(value) > 1 && (is.character(value) || is_text_option(name)))
        return(quoted_list(as.character(value)))
    if (length(value) > 1)
        usage_error("option '", name, "' must be a single number")
    if (is.numeric(value) && is_text_option(name)) as.character(value) else value
}

is_text_option <- function(name) {
    table <- option_table()
    table$kind[match(name, table$name)] %in% "text"
}

# Options that determine how data become a table, and those of them about file formats.
FILE_FORMAT <- c("delimiter", "quote", "header", "comment", "sql", "table", "only")

is_reading <- function(names) {
    table <- option_table()
    names <- option_names(names)
    table$group[match(names, table$name)] %in% "reading" & !names %in% FILE_FORMAT
}

# Splits the arguments in ... of a call into those for the table and those for the question.
reading_options <- function(given) {
    if (is.null(names(given)))
        return(list())
    given[is_reading(names(given)) | names(given) %in% c("seed", "threads")]
}

asking_options <- function(given) if (is.null(names(given))) given else given[!is_reading(names(given))]

# The data of a call as a table, with the reading options in its ... .
table_for <- function(data, columns = NULL, discrete = NULL, given = list()) {
    reading <- reading_options(given)
    if (inherits(data, "mixmi_table"))
        reading <- reading[is_reading(names(reading))]
    do.call(mixmi_table, c(list(data, columns = columns, discrete = discrete), reading))
}

# The arguments in ... of a call as library options, with `preset` first, because it sets others.
option_list <- function(...) {
    values <- list(...)
    if (length(values) && (is.null(names(values)) || any(names(values) == "")))
        usage_error("options are given by name, such as alpha = 0.05; see ?mixmi_options")
    names(values) <- option_names(names(values))
    if (anyDuplicated(names(values)))
        usage_error("option '", names(values)[anyDuplicated(names(values))], "' is given twice")
    table <- option_table()
    foreign <- names(values)[names(values) %in% c(FILE_FORMAT, table$name[table$group %in% "showing"])]
    if (length(foreign))
        usage_error("option '", foreign[1], "' is about reading and showing files; R's values are in nats")
    if (is.null(values$threads))
        values$threads <- default_threads()
    values <- values[order(names(values) != "preset")]
    Map(present_value, Map(option_value, values, names(values)), names(values))
}

# The value with its present name, if it was renamed after 0.2.
present_value <- function(value, name) {
    now <- if (is.character(value)) .Call(C_option_renamed, name, value)
    if (is.null(now))
        return(value)
    deprecated(paste0(name, " = \"", value, "\""), paste0("\"", now, "\""))
    now
}

# The options of a call for a method: `what` is "estimator" or "test". An option without effect is an error, as in the
# command.
method_options <- function(what, given, graph = FALSE) {
    given <- asking_options(given)
    options <- do.call(option_list, given)
    table <- option_table()
    methods <- as.data.frame(.Call(C_method_table), stringsAsFactors = FALSE)
    chosen <- if (is.null(options[[what]])) .Call(C_option_default, what, options$preset) else options[[what]]
    used <- unlist(strsplit(methods$options[methods$what == what & methods$name == chosen], ",", fixed = TRUE))
    about <- c("model", "estimator", "kernel", "test", if (!graph) "graph")
    asked <- setdiff(option_names(names(given)), c("preset", "atom-threshold", "alpha", "seed", what))
    unused <- setdiff(asked[table$group[match(asked, table$name)] %in% about], used)
    if (length(unused) && chosen %in% methods$name[methods$what == what])
        usage_error("option '", gsub("-", "_", unused[1], fixed = TRUE), "' has no effect on the ", what, " ", chosen)
    options
}

option_table <- function() as.data.frame(.Call(C_option_table), stringsAsFactors = FALSE)

# Options and methods, as tables.
mixmi_options <- function(group = NULL) {
    table <- option_table()
    table <- table[!table$group %in% "showing" & !table$name %in% FILE_FORMAT, ]
    table$name <- gsub("-", "_", table$name, fixed = TRUE)
    if (!is.null(group)) {
        group <- match.arg(group, unique(table$group), several.ok = TRUE)
        table <- table[table$group %in% group, ]
    }
    row.names(table) <- NULL
    table
}

mixmi_methods <- function(what = c("estimator", "test")) {
    what <- match.arg(what, several.ok = TRUE)
    table <- as.data.frame(.Call(C_method_table), stringsAsFactors = FALSE)
    table$options <- gsub("-", "_", table$options, fixed = TRUE)
    table <- table[table$what %in% what, ]
    row.names(table) <- NULL
    table
}

mixmi_version <- function() .Call(C_version)

# Text of the manual page of options, generated from the table itself.
options_rd <- function() {
    clean <- function(text) gsub("([%{}\\\\])", "\\\\\\1", gsub("--", "", text, fixed = TRUE))
    table <- mixmi_options()
    range <- ifelse(is.na(table$minimum), ifelse(is.na(table$choices), "a text", table$choices),
                    sprintf("%s from %s to %s", table$kind, signif(table$minimum, 16), signif(table$maximum, 16)))
    rows <- sprintf("\\item{\\code{%s}}{%s. \\emph{%s; default %s}}", clean(table$name), clean(table$help),
                    clean(gsub(",", ", ", range)), ifelse(table$default == "", "none", clean(table$default)))
    groups <- vapply(unique(table$group), function(group) {
        paste0("\\subsection{Group ", group, "}{\\describe{", paste(rows[table$group == group], collapse = "\n"), "}}")
    }, "")
    paste(groups, collapse = "\n")
}

methods_rd <- function() {
    clean <- function(text) gsub("([%{}\\\\])", "\\\\\\1", gsub("--", "", text, fixed = TRUE))
    table <- mixmi_methods()
    rows <- sprintf("\\item{\\code{%s}}{%s. %s}", clean(table$name), clean(sub("\\.$", "", table$help)),
                    clean(table$details))
    paste0("\\subsection{Estimators}{\\describe{", paste(rows[table$what == "estimator"], collapse = "\n"), "}}\n",
           "\\subsection{Tests}{\\describe{", paste(rows[table$what == "test"], collapse = "\n"), "}}")
}
