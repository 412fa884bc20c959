# Conversion of data frames: type of each column for the library. Numbers are read in place by the C code.

TYPE_DISCRETE <- 0L
TYPE_AUTO <- 2L

mixmi_table <- function(data, columns = NULL, discrete = NULL, numeric = NULL, weights = NULL, cluster = NULL, survival = NULL, recognise = TRUE,
                        ...) {
    options <- list(...)
    if (inherits(data, "mixmi_table"))
        return(table_as_asked(data, columns, c(list(discrete = discrete, numeric = numeric, weights = weights, cluster = cluster,
                                                    survival = survival), options)))
    data <- named_columns(data)
    if (length(weights) > 1) { # the numbers themselves
        data <- with_column(data, weights, "weights")
        weights <- utils::tail(names(data), 1)
    }
    if (length(cluster) > 1 && length(cluster) == length(data[[1]]) && !all(cluster %in% names(data))) { # the clusters themselves
        data <- with_column(data, cluster, "cluster")
        cluster <- utils::tail(names(data), 1)
    }
    for (name in intersect(c("time", "id"), names(options))) # the values themselves
        if (length(options[[name]]) > 1) {
            data <- with_column(data, options[[name]], name)
            options[[name]] <- utils::tail(names(data), 1)
        }
    names <- enc2utf8(names(data))
    if (anyNA(names))
        usage_error("column ", which(is.na(names))[1], " needs a name")
    if (anyDuplicated(names))
        usage_error("two columns are called '", names[anyDuplicated(names)], "'")
    weights <- names[column_numbers(weights, names)]
    cluster <- names[column_numbers(cluster, names)]
    times <- survival_columns(survival, names)
    placing <- c(weights, cluster, names[column_numbers(options$time, names)], names[column_numbers(options$id, names)])
    if (!is.null(options$time)) { # x@2 is column x, two steps earlier
        parted <- lags_of(columns, names)
        columns <- parted$columns
        options$lags <- max(0, options$lags, parted$lags)
    }
    kept <- if (is.null(columns)) setdiff(names, c(placing, times$status)) else names[column_numbers(columns, names)]
    times <- times[times$time %in% kept, ]
    needed <- if (is.null(options$where)) c(kept, placing, times$status) else c(kept, names)
    lists <- list(only = kept, discrete = names[column_numbers(discrete, names)], numeric = names[column_numbers(numeric, names)],
                  weights = weights, cluster = cluster, survival = times$item)
    build_table(data, names, unique(needed), c(lists[lengths(lists) > 0], list(recognise = isTRUE(recognise)), options))
}

# The times and statuses of items such as "time:status" or "time:status=dead".
survival_columns <- function(items, names) {
    split <- function(item) {
        at <- gregexpr(":", item, fixed = TRUE)[[1]]
        if (at[1] < 0)
            usage_error("survival: '", item, "' is not of the form 'time:status'")
        at <- c(at[substring(item, 1, at - 1) %in% names], at[1])[1]
        status <- substring(item, at + 1)
        if (!status %in% names)
            status <- sub("=[^=]*$", "", status)
        c(item, names[column_numbers(c(substr(item, 1, at - 1), status), names)])
    }
    parts <- vapply(enc2utf8(as.character(items)), split, character(3), USE.NAMES = FALSE)
    data.frame(item = as.character(parts[1, ]), time = as.character(parts[2, ]), status = as.character(parts[3, ]),
               stringsAsFactors = FALSE)
}

# Columns without their lags, each once, and the lags.
lags_of <- function(columns, names) {
    lagged <- is.character(columns) & !columns %in% names & grepl("@[0-9]+$", columns)
    lags <- as.numeric(sub("^.*@", "", columns[lagged]))
    columns[lagged] <- sub("@[0-9]+$", "", columns[lagged])
    list(columns = if (length(columns)) unique(columns), lags = lags)
}

# The columns with an additional one, whose name is similar to `name`.
with_column <- function(data, values, name) {
    c(as.list(data), stats::setNames(list(values), utils::tail(make.unique(c(names(data), name)), 1)))
}

# A list of columns with names; those of a matrix without names are V1, V2, ...
named_columns <- function(data) {
    if (inherits(data, "table"))
        return(cases_of(data))
    if (is.matrix(data))
        data <- as.data.frame(data, stringsAsFactors = FALSE)
    if (!is.list(data) || is.null(names(data)) || length(data) == 0)
        usage_error("'data' must be a data frame with columns, a matrix, or a mixmi_table, not ", class(data)[1])
    data
}

# The cases counted by a contingency table, one row each.
cases_of <- function(counts) {
    if (anyNA(counts) || any(counts < 0) || any(counts != floor(counts)))
        usage_error("a contingency table holds whole numbers of cases; proportions are no data")
    cells <- as.data.frame(counts, stringsAsFactors = TRUE, responseName = ".cases")
    cells[rep(seq_len(nrow(cells)), cells$.cases), names(cells) != ".cases", drop = FALSE]
}

# A table is in the memory of one process: a saved or sent pointer is invalid.
check_present <- function(table) {
    if (!.Call(C_is_present, unclass(table)$handle))
        usage_error("this mixmi_table holds no data any more: it was saved and loaded again, or sent to another process; ",
                    "make it again with mixmi_table(data), and save the data frame instead")
}

table_as_asked <- function(table, columns, options) {
    check_present(table)
    late <- names(options)[!vapply(options, is.null, NA)]
    if (length(late))
        usage_error("'", late[1], "' is decided where the table is made: mixmi_table(data, ", late[1], " = )")
    if (!is.null(columns))
        column_numbers(columns, table$names)
    table
}

row_count <- function(data, parts) {
    rows <- if (is.data.frame(data)) .row_names_info(data, 2L) else if (length(parts)) length(parts[[1]]$values) else 0
    for (part in parts)
        if (length(part$values) != rows)
            usage_error("column '", part$name, "' has ", length(part$values), " values in a table of ", rows, " rows")
    as.numeric(rows)
}

# The other columns of a small table, which the library reads for remarks on the rows alone; what cannot be read is left out. Options
# that decide what the rows are answer such remarks.
watched_columns <- function(data, names, needed, options) {
    cells <- 100000 # all columns of so few cells are prepared in less time than a question takes
    rows <- length(data[[match(needed[1], names)]])
    if (!length(needed) || rows * length(names) > cells || length(setdiff(names(options), c("only", "discrete", "numeric", "recognise"))))
        return(list())
    others <- lapply(which(!names %in% needed), function(i)
        tryCatch(suppressWarnings(prepare_column(data[[i]], names[i])), error = function(e) NULL))
    Filter(function(part) !is.null(part) && length(part$values) == rows, others)
}

# `options`: reading options, with lists of columns by name.
build_table <- function(data, names, needed, options) {
    lists <- intersect(c("only", "discrete", "numeric", "cluster"), names(options))
    given <- do.call(option_list, options[setdiff(names(options), c(lists, "weights", "survival"))])
    given[lists] <- lapply(options[lists], function(columns) quoted_list(intersect(columns, needed)))
    given$weights <- options$weights
    if (length(options$survival))
        given$survival <- quoted_list(options$survival)
    parts <- lapply(match(needed, names), function(i) prepare_column(data[[i]], names[i]))
    others <- watched_columns(data, names, needed, options)
    parts <- c(parts, others) # option only leaves them out of the table
    needed <- c(needed, vapply(others, `[[`, "", "name"))
    pick <- function(field) vapply(parts, function(part) as.integer(part[[field]]), 0L)
    settings <- cbind(pick("type"), pick("unit"), pick("ordered"), pick("int64"))
    made <- checked(.Call(C_table, row_count(data, parts), needed, lapply(parts, `[[`, "values"), lapply(parts, `[[`, "labels"),
                          settings, given[!vapply(given, identical, NA, "")]))
    remark(made$notes)
    structure(class = "mixmi_table", list(handle = made$handle, names = made$names, rows = made$rows))
}

quoted_list <- function(names) paste0("\"", gsub("\"", "\"\"", names, fixed = TRUE), "\"", recycle0 = TRUE, collapse = ",")

# Warns about the command's remarks, except about requested row selections.
remark <- function(notes) {
    for (note in notes[!grepl("^[0-9]+ (of [0-9]+ )?rows (are kept|count as)", notes)])
        warning(structure(class = c("mixmi_warning", "warning", "condition"), list(message = note, call = NULL)))
}

prepared <- function(name, values, type, labels = NULL, unit = 0L, ordered = FALSE, int64 = FALSE) {
    list(name = name, values = values, type = type, labels = labels, unit = unit, ordered = ordered, int64 = int64)
}

prepare_column <- function(x, name) {
    if (inherits(x, "POSIXlt"))
        x <- as.POSIXct(x)
    if (!is.null(dim(x)) && length(dim(x)) > 1)
        usage_error("column '", name, "' is a matrix: give each of its columns its own name")
    if (is.factor(x))
        return(prepare_factor(x, name))
    if (is.character(x))
        return(prepare_text(x, name))
    if (is.logical(x))
        return(prepared(name, x, TYPE_DISCRETE, c("FALSE", "TRUE")))
    if (!is.integer(x) && !is.double(x))
        usage_error("column '", name, "' is of type ", typeof(x), ", which cannot be compared: ",
                    "numbers, factors, texts, logicals, dates and times can")
    unit <- if (inherits(x, "Date")) 1L else if (inherits(x, "POSIXct")) 2L else 0L
    prepared(name, x, TYPE_AUTO, unit = unit, int64 = inherits(x, "integer64"))
}

prepare_factor <- function(x, name) {
    if (anyNA(levels(x)))
        x <- factor(as.character(x), levels = levels(x)[!is.na(levels(x))], ordered = is.ordered(x))
    prepared(name, x, TYPE_DISCRETE, enc2utf8(levels(x)), ordered = is.ordered(x))
}

# Labels in the order of their bytes, in any locale.
prepare_text <- function(x, name) {
    x <- enc2utf8(x)
    labels <- sort(unique(x), method = "radix")
    prepared(name, match(x, labels), TYPE_AUTO, labels)
}

# Positions in `names` of columns given by name or by number.
column_numbers <- function(columns, names) {
    if (is.character(columns)) {
        found <- match(enc2utf8(columns), names)
        absent <- columns[is.na(found)]
        if (any(sub("@[0-9]+$", "", absent) %in% names))
            usage_error("no column '", absent[sub("@[0-9]+$", "", absent) %in% names][1],
                        "': lags are whole numbers from 1, of columns that change, and need option time")
        if (anyNA(found))
            usage_error("no column '", absent[1], "'", nearest_name(absent[1], names))
        return(found)
    }
    if (is.null(columns) || length(columns) == 0)
        return(integer())
    if (!is.numeric(columns) || anyNA(columns) || any(columns != round(columns)))
        usage_error("columns are given by name or by number")
    if (any(columns < 1 | columns > length(names)))
        usage_error("no column ", columns[columns < 1 | columns > length(names)][1], " among the ", length(names), " of the table")
    as.integer(columns)
}

nearest_name <- function(name, names) {
    distance <- utils::adist(name, names, ignore.case = TRUE)[1, ]
    if (nchar(name) > 1) # the beginning of a name is as close to it as a name with one error
        distance[startsWith(tolower(names), tolower(name))] <- 1
    if (length(names) && min(distance) <= max(1, nchar(name) / 3) && min(distance) < nchar(name))
        paste0("; did you mean '", names[which.min(distance)], "'?")
    else
        paste0(" among the ", length(names), " of the table")
}

dim.mixmi_table <- function(x) c(x$rows, length(x$names))

names.mixmi_table <- function(x) unclass(x)$names

mixmi_describe <- function(data, columns = NULL, ..., discrete = NULL) {
    given <- list(...)
    about <- do.call(summary.mixmi_table, c(list(table_for(data, discrete = discrete, given = given)), asking_options(given)))
    if (is.null(columns)) about else about[column_numbers(columns, about$name), ]
}

summary.mixmi_table <- function(object, ...) {
    check_present(object)
    out <- as.data.frame(checked(.Call(C_table_describe, unclass(object)$handle, option_list(...))), stringsAsFactors = FALSE)
    out[c("ordered", "suited")] <- lapply(out[c("ordered", "suited")], function(flag) flag == 1)
    structure(out, class = c("mixmi_description", class(out)))
}

print.mixmi_table <- function(x, ...) {
    x <- unclass(x)
    table <- summary(structure(x, class = "mixmi_table"))
    cat("A table of mixmi:", format(x$rows, big.mark = ","), "rows,", length(x$names), "columns\n")
    print(table[c("name", "type", "kind", "missing", "distinct", "minimum", "maximum")], row.names = FALSE, ...)
    invisible(structure(x, class = "mixmi_table"))
}
