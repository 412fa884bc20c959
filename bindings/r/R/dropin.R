# The test in the form that other packages call. A p-value is never NA: if the test is undecided, it is 0, which keeps
# the edge (pcalg deletes an edge whose p-value is NA).

# Tests without a p-value decide by their corrected estimate: 0 or 1.
answer_p <- function(answer) {
    verdict <- verdicts[answer$verdict + 1]
    p <- answer$numbers[["p"]]
    if (verdict %in% "undecided" || (is.na(p) && !verdict %in% "not_detected"))
        return(0)
    if (is.na(p)) 1 else p
}

# Statistic and p-value of one question; too few usable rows are also undecided.
ask_pair <- function(table, x, y, z, options) {
    numbers <- lapply(list(x = x, y = y, z = z), column_numbers, names(table))
    answer <- tryCatch(ask(list(table = table, numbers = numbers), "test", options, NULL),
                       mixmi_data_error = function(e) NULL)
    if (is.null(answer))
        return(c(statistic = 0, p = 0))
    statistic <- answer$numbers[["statistic"]]
    if (is.na(statistic))
        statistic <- answer$numbers[["estimate"]]
    c(statistic = if (is.na(statistic)) 0 else statistic, p = answer_p(answer))
}

# The data in a search's suffStat: the data itself, or an element of a list.
data_of <- function(sufficient) {
    if (is.data.frame(sufficient) || is.matrix(sufficient) || inherits(sufficient, "mixmi_table"))
        return(sufficient)
    for (name in c("data", "dm", "df", "X"))
        if (!is.null(sufficient[[name]]))
            return(sufficient[[name]])
    usage_error("the data must be a data frame, a mixmi_table, or a list with one called 'data'")
}

# The table of the current data, made once: if the same object is passed again, only addresses are compared.
table_keeper <- function(discrete, given) {
    kept <- NULL
    table <- NULL
    function(sufficient) {
        if (is.null(table) || !identical(kept, sufficient)) {
            table <<- table_for(data_of(sufficient), discrete = discrete, given = given)
            kept <<- sufficient
        }
        table
    }
}

mixmi_ci_test <- function(..., discrete = NULL) {
    options <- method_options("test", list(...))
    keep <- table_keeper(discrete, list(...))
    function(x, y, S, suffStat) ask_pair(keep(suffStat), x, y, S, options)[["p"]]
}

mixmi_causaldisco_test <- function(..., discrete = NULL) {
    options <- method_options("test", list(...))
    keep <- table_keeper(discrete, list(...))
    function(x, y, conditioning_set, suff_stat) ask_pair(keep(suff_stat), x, y, conditioning_set, options)[["p"]]
}

mixmi_bnlearn_test <- function(x, y, z, data, args) {
    given <- if (missing(args)) list() else as.list(args)
    # called for every question: remarks on the data are those of mixmi_table(data)
    table <- withCallingHandlers(table_for(data, c(x, y, z), given = given),
                                 mixmi_warning = function(w) invokeRestart("muffleWarning"))
    unname(ask_pair(table, x, y, z, method_options("test", given)))
}
