# One question about X and Y given Z.

# A formula refers to columns by name, and may compute new ones, such as log(x): `made` collects these, and `survival` the
# pairs time:status of Surv(time, status). A dot stands for all columns that the formula does not name.
side_names <- function(side, data, made) {
    if (is.name(side) || is.character(side))
        return(as.character(side))
    if (!is.call(side))
        usage_error("a formula names columns, joined by +: '", deparse(side)[1], "' is something else")
    name <- deparse(side[[1]])
    if (name == "+" && length(side) == 3)
        return(c(side_names(side[[2]], data, made), side_names(side[[3]], data, made)))
    if (name == "(")
        return(side_names(side[[2]], data, made))
    if (name %in% c("Surv", "survival::Surv"))
        return(censored_name(side, made))
    computed_name(side, data, made)
}

# Surv(time, status): the column time, with its status.
censored_name <- function(side, made) {
    if (length(side) != 3 || !is.name(side[[2]]) || !is.name(side[[3]]))
        usage_error("Surv() in a formula takes a column of times and one of events, as in Surv(time, status)")
    made$survival <- c(made$survival, paste0(side[[2]], ":", side[[3]]))
    as.character(side[[2]])
}

# A column that is computed from others, under the name that it has in the formula.
computed_name <- function(side, data, made) {
    name <- paste(deparse(side), collapse = "")
    if (deparse(side[[1]]) %in% c("*", ":", "-", "/", "|", "~", "%in%"))
        usage_error("a formula names columns, joined by +: '", name, "' is something else")
    if (!is.list(data) || inherits(data, "mixmi_table"))
        usage_error("'", name, "' is computed from a data frame, which is not there")
    value <- tryCatch(eval(side, data, made$place), error = function(e) usage_error("'", name, "': ", conditionMessage(e)))
    if (NROW(value) != NROW(data[[1]]))
        usage_error("'", name, "' has ", NROW(value), " values for ", NROW(data[[1]]), " rows")
    made$columns[[name]] <- as.vector(value)
    name
}

# y ~ x | z as lists of names, with the columns and times that the formula makes.
formula_sets <- function(formula, data = NULL) {
    if (length(formula) != 3)
        usage_error("a formula has two sides: y ~ x, or y ~ x | z")
    made <- new.env()
    made$columns <- list()
    made$place <- environment(formula)
    right <- formula[[3]]
    given <- character()
    if (is.call(right) && identical(right[[1]], as.name("|"))) {
        given <- side_names(right[[3]], data, made)
        right <- right[[2]]
    }
    sets <- list(x = side_names(formula[[2]], data, made), y = side_names(right, data, made), z = given)
    used <- c(unlist(sets), all.vars(formula))
    sets <- lapply(sets, function(set) if ("." %in% set) union(setdiff(set, "."), setdiff(names(data), used)) else set)
    list(sets = sets, columns = made$columns, survival = made$survival)
}

# The question: a table with its columns, and their numbers in it. `formula` may be the data itself.
ask_about <- function(formula, data, x, y, given, discrete, options) {
    if (inherits(formula, "formula")) {
        said <- formula_sets(formula, if (is.matrix(data)) as.data.frame(data) else data)
        sets <- said$sets
        if (length(said$columns))
            data <- c(as.list(data), said$columns)
        if (length(said$survival))
            options$survival <- c(options$survival, said$survival)
        if (!is.null(x) || !is.null(y))
            usage_error("a formula names the columns already: x and y go without one")
        if (length(sets$z) && !is.null(given))
            usage_error("the formula says what is given already: either y ~ x | z or given =")
        if (!is.null(given))
            sets$z <- given
    } else {
        if (!is.null(formula) && !is.null(data))
            usage_error("the data are given twice, as the first argument and as data =")
        if (!is.null(formula))
            data <- formula
        sets <- list(x = x, y = y, z = given)
    }
    if (is.null(data))
        usage_error("there is no data")
    if (!inherits(data, "mixmi_table"))
        data <- named_columns(data)
    all <- enc2utf8(names(data))
    lagged <- function(set) is.character(set) && !is.null(options$time) && length(column_numbers(lags_of(set, all)$columns, all))
    sets <- lapply(sets, function(set) unique(if (lagged(set)) enc2utf8(set) else all[column_numbers(set, all)]))
    if (length(sets$x) == 0 || length(sets$y) == 0)
        usage_error("both x and y are needed: y ~ x, or x = and y =")
    table <- table_for(data, unique(unlist(sets)), discrete, options)
    list(table = table, sets = sets, numbers = lapply(sets, column_numbers, names(table)))
}

ask <- function(question, wants, options, progress) {
    watcher <- watch(progress)
    numbers <- question$numbers
    out <- .Call(C_ask, unclass(question$table)$handle, numbers$x, numbers$y, numbers$z, options, watcher$call, wants)
    checked(out, watcher)
}

set_label <- function(set) paste(set, collapse = ", ")

question_label <- function(sets) {
    given <- if (length(sets$z)) paste(" |", set_label(sets$z)) else ""
    paste0("I(", set_label(sets$x), "; ", set_label(sets$y), given, ")")
}

# The data as the caller wrote it, `call` as typed and `matched` with the names of all arguments.
data_label <- function(call, matched, formula, data) {
    if (is.null(call$data) && inherits(formula, "formula"))
        call <- matched
    shown <- if (inherits(formula, "formula") || is.null(formula)) call$data else call$formula
    if (is.name(shown)) as.character(shown) else "data"
}

mixmi_cmi <- function(formula = NULL, data = NULL, x = NULL, y = NULL, given = NULL, ..., discrete = NULL,
                      progress = NULL) {
    shown <- data_label(sys.call(), match.call(), formula, data)
    question <- ask_about(formula, data, x, y, given, discrete, list(...))
    answer <- ask(question, "estimate+", method_options("estimator", list(...)), progress)
    new_answer(answer, question$sets, shown)
}

mixmi_test <- function(formula = NULL, data = NULL, x = NULL, y = NULL, given = NULL, ..., discrete = NULL,
                       progress = NULL) {
    shown <- data_label(sys.call(), match.call(), formula, data)
    question <- ask_about(formula, data, x, y, given, discrete, list(...))
    answer <- ask(question, "test+", method_options("test", list(...)), progress)
    new_answer(answer, question$sets, shown)
}

mixmi_transfer <- function(data, x, y, given = NULL, time, lags = 1, ...) {
    past <- function(columns) as.vector(outer(columns, seq_len(lags), paste, sep = "@"))
    mixmi_cmi(data = data, x = past(x), y = y, given = c(past(y), if (length(given)) past(given)), time = time, ...)
}
