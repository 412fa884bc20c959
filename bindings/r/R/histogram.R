# Histograms: the fitted grid as plain vectors, and the library's handle for entropies and predictions.

mixmi_histogram <- function(data, columns = NULL, ..., discrete = NULL, progress = NULL) {
    given <- list(...)
    table <- table_for(data, if (inherits(data, "mixmi_table")) NULL else columns, discrete, given)
    numbers <- column_numbers(if (is.null(columns)) names(table) else columns_in(columns, data, table), names(table))
    watcher <- watch(progress)
    handle <- checked(.Call(C_histogram_fit, unclass(table)$handle, numbers, do.call(option_list, asking_options(given)), watcher$call), watcher)
    new_histogram(handle)
}

# Columns by name, even if a number counts the data's columns and the table has only the requested ones.
columns_in <- function(columns, data, table) {
    all <- if (inherits(data, "mixmi_table")) names(table) else enc2utf8(colnames(data))
    all[column_numbers(columns, all)]
}

new_histogram <- function(handle) {
    data <- .Call(C_histogram_data, handle)
    names <- vapply(data$columns, `[[`, "", "name")
    columns <- lapply(data$columns, function(column) {
        column$bins <- as.data.frame(column$bins, stringsAsFactors = FALSE)
        column$atoms <- as.data.frame(column$atoms, stringsAsFactors = FALSE)
        column
    })
    names(columns) <- names
    colnames(data$cells$bins) <- names
    structure(list(columns = columns, cells = data$cells, info = data$info, handle = handle), class = "mixmi_histogram")
}

grid_size <- function(x) vapply(unclass(x)$columns, function(column) nrow(column$bins), 0L)

print.mixmi_histogram <- function(x, digits = 3L, ...) {
    info <- x$info
    cat("A histogram of ", paste(names(x$columns), collapse = ", "), " (", info$kind, ", preset ", info$preset, ")\n", sep = "")
    dropped <- if (info$rows_dropped > 0) paste0(", ", info$rows_dropped, " left out for a missing value") else ""
    cat("  rows   ", info$rows, dropped, "\n", sep = "")
    cat("  grid   ", paste(grid_size(x), collapse = " x "), " bins; ", info$cells, " of ", info$grid_cells, " cells hold data\n", sep = "")
    cat("  score  ", format(info$score, digits = digits), " bits: data ", format(info$score_data, digits = digits),
        ", complexity ", format(info$score_complexity, digits = digits), ", cuts ",
        format(info$score_cuts, digits = digits), "\n", sep = "")
    invisible(x)
}

summary.mixmi_histogram <- function(object, ...) {
    structure(list(bins = lapply(object$columns, function(column) {
        bins <- column$bins
        bins$bin <- bin_labels(column)
        bins[c("bin", "count", "volume")]
    }), rows = object$info$rows), class = "summary.mixmi_histogram")
}

print.summary.mixmi_histogram <- function(x, digits = 3L, ...) {
    for (name in names(x$bins)) {
        cat(name, "\n")
        bins <- x$bins[[name]]
        bins$share <- bins$count / x$rows
        print(bins, digits = digits, row.names = FALSE, right = FALSE)
    }
    invisible(x)
}

# Text of every bin of a column: its label, its value, or its interval.
bin_labels <- function(column, digits = 6) {
    bins <- column$bins
    show <- function(value) format(value, digits = digits, trim = TRUE)
    single <- bins$is_atom & (bins$lower == bins$upper) %in% TRUE
    last <- seq_len(nrow(bins)) == column$intervals
    text <- paste0("[", vapply(bins$lower, show, ""), ", ", vapply(bins$upper, show, ""), ifelse(last, "]", ")"))
    text[bins$is_atom & !single] <- paste(vapply(bins$lower, show, ""), "...", vapply(bins$upper, show, ""))[bins$is_atom & !single]
    text[single] <- vapply(bins$lower[single], show, "")
    ifelse(is.na(bins$label), text, bins$label)
}

as.data.frame.mixmi_histogram <- function(x, row.names = NULL, optional = FALSE, ...) {
    cells <- x$cells
    bins <- lapply(seq_along(x$columns), function(j) {
        factor(bin_labels(x$columns[[j]])[cells$bins[, j]], unique(bin_labels(x$columns[[j]])))
    })
    names(bins) <- names(x$columns)
    density <- exp(log(cells$count / x$info$rows) - cells$log_volume)
    data.frame(bins, count = cells$count, density = density, check.names = FALSE, row.names = row.names)
}

mixmi_entropy <- function(data, columns = NULL, discretised = FALSE, ..., discrete = NULL, progress = NULL) {
    entropy(mixmi_histogram(data, columns, ..., discrete = discrete, progress = progress), discretised = discretised)
}

entropy <- function(object, ...) UseMethod("entropy")

entropy.mixmi_histogram <- function(object, columns = NULL, discretised = FALSE, ...) {
    names <- names(object$columns)
    numbers <- if (is.null(columns)) seq_along(names) else column_numbers(columns, names)
    checked(.Call(C_histogram_entropy, object$handle, numbers, isTRUE(discretised)))
}

predict.mixmi_histogram <- function(object, newdata, type = c("bins", "density"), ...) {
    type <- match.arg(type)
    names <- names(object$columns)
    table <- mixmi_table(newdata, names, if (!inherits(newdata, "mixmi_table")) discrete_numbers(object, newdata))
    bins <- checked(.Call(C_histogram_assign, object$handle, unclass(table)$handle))
    colnames(bins) <- names
    if (type == "density") cell_density(object, bins) else as.data.frame(bins, optional = TRUE)
}

# Numeric columns that were declared discrete when the histogram was fitted are declared discrete again.
discrete_numbers <- function(histogram, newdata) {
    names <- names(histogram$columns)
    Filter(function(name) histogram$columns[[name]]$type == "discrete" && is.numeric(newdata[[name]]) &&
               !is.factor(newdata[[name]]), names)
}

# Density of the cell of each row: 0 in an empty cell, NA if a value is in no bin.
cell_density <- function(histogram, bins) {
    key <- function(matrix) do.call(paste, c(lapply(seq_len(ncol(matrix)), function(j) matrix[, j]), sep = "_"))
    cells <- histogram$cells
    density <- exp(log(cells$count / histogram$info$rows) - cells$log_volume)
    found <- density[match(key(bins), key(cells$bins))]
    found[is.na(found)] <- 0
    found[rowSums(is.na(bins)) > 0] <- NA
    found
}
