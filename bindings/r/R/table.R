# Data frames in: what each column is to the library. Numbers stay where they are; the C side reads them in place.

TYPE_DISCRETE <- 0L
TYPE_NUMERIC <- 1L

mixmi_table <- function(data, columns = NULL, discrete = NULL) {
    if (inherits(data, "mixmi_table"))
        return(table_as_asked(data, columns, discrete))
    data <- named_columns(data)
    names <- enc2utf8(names(data))
    if (anyDuplicated(names))
        usage_error("two columns are called '", names[anyDuplicated(names)], "'")
    chosen <- if (is.null(columns)) seq_along(names) else column_numbers(columns, names)
    discrete <- if (is.null(discrete)) integer() else column_numbers(discrete, names)
    parts <- lapply(chosen, function(i) prepare_column(data[[i]], names[i], i %in% discrete))
    build_table(parts, names[chosen], row_count(data, parts))
}

# A list of columns with names; those of a matrix without names are V1, V2, ...
named_columns <- function(data) {
    if (inherits(data, "table"))
        return(cases_of(data))
    if (is.matrix(data))
        data <- as.data.frame(data, stringsAsFactors = TRUE)
    if (!is.list(data) || is.null(names(data)) || length(data) == 0)
        usage_error("'data' must be a data frame with columns, a matrix, or a mixmi_table, not ", class(data)[1])
    data
}

# The cases that a contingency table counts, a row each.
cases_of <- function(counts) {
    if (anyNA(counts) || any(counts < 0) || any(counts != floor(counts)))
        usage_error("a contingency table holds whole numbers of cases; proportions are no data")
    cells <- as.data.frame(counts, stringsAsFactors = TRUE, responseName = ".cases")
    cells[rep(seq_len(nrow(cells)), cells$.cases), names(cells) != ".cases", drop = FALSE]
}

# A table lives in the memory of one process: R saves and sends the pointer, which then points nowhere.
check_present <- function(table) {
    if (!.Call(C_is_present, unclass(table)$handle))
        usage_error("this mixmi_table holds no data any more: it was saved and loaded again, or sent to another process; ",
                    "make it anew with mixmi_table(data), and save the data frame instead")
}

table_as_asked <- function(table, columns, discrete) {
    check_present(table)
    if (!is.null(discrete))
        usage_error("'discrete' is decided where the table is made: mixmi_table(data, discrete = )")
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

build_table <- function(parts, names, rows) {
    pick <- function(field) vapply(parts, function(part) as.integer(part[[field]]), 0L)
    settings <- cbind(pick("type"), pick("unit"), pick("ordered"), pick("int64"))
    handle <- checked(.Call(C_table, rows, names, lapply(parts, `[[`, "values"), lapply(parts, `[[`, "labels"), settings))
    structure(class = "mixmi_table", list(handle = handle, names = names, rows = rows))
}

prepared <- function(name, values, type, labels = NULL, unit = 0L, ordered = FALSE, int64 = FALSE) {
    list(name = name, values = values, type = type, labels = labels, unit = unit, ordered = ordered, int64 = int64)
}

prepare_column <- function(x, name, discrete) {
    if (inherits(x, "POSIXlt"))
        x <- as.POSIXct(x)
    if (!is.null(dim(x)) && length(dim(x)) > 1)
        usage_error("column '", name, "' is a matrix: give each of its columns a name of its own")
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
    prepared(name, x, if (discrete) TYPE_DISCRETE else TYPE_NUMERIC, unit = unit, int64 = inherits(x, "integer64"))
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
    prepared(name, match(x, labels), TYPE_DISCRETE, labels)
}

# Positions in `names` of columns given by name or by number.
column_numbers <- function(columns, names) {
    if (is.character(columns)) {
        found <- match(enc2utf8(columns), names)
        if (anyNA(found))
            usage_error("there is no column '", columns[is.na(found)][1], "'", nearest_name(columns[is.na(found)][1], names))
        return(found)
    }
    if (is.null(columns) || length(columns) == 0)
        return(integer())
    if (!is.numeric(columns) || anyNA(columns) || any(columns != round(columns)))
        usage_error("columns are given by name or by number")
    if (any(columns < 1 | columns > length(names)))
        usage_error("there is no column number ", columns[columns < 1 | columns > length(names)][1], ": the table has ",
                    length(names))
    as.integer(columns)
}

nearest_name <- function(name, names) {
    distance <- utils::adist(name, names, ignore.case = TRUE)[1, ]
    if (length(names) && min(distance) <= max(1, nchar(name) / 3))
        paste0(" (did you mean '", names[which.min(distance)], "'?)")
    else
        ""
}

dim.mixmi_table <- function(x) c(x$rows, length(x$names))

names.mixmi_table <- function(x) unclass(x)$names

summary.mixmi_table <- function(object, ...) {
    check_present(object)
    out <- checked(.Call(C_table_describe, unclass(object)$handle, option_list(...)))
    as.data.frame(out, stringsAsFactors = FALSE)
}

print.mixmi_table <- function(x, ...) {
    x <- unclass(x)
    table <- summary(structure(x, class = "mixmi_table"))
    cat("A table of mixmi:", format(x$rows, big.mark = ","), "rows,", length(x$names), "columns\n")
    print(table[c("name", "type", "kind", "missing", "distinct", "minimum", "maximum")], row.names = FALSE, ...)
    invisible(structure(x, class = "mixmi_table"))
}
