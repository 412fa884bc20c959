# Results as plain data frames with the column names of broom, for generics::tidy().

broom_names <- c(p = "p.value", p_bh = "adj.p.value", lower = "conf.low", upper = "conf.high",
                 standard_error = "std.error", sign_error = "sign.error")

tidy_frame <- function(frame) {
    frame <- as.data.frame(unclass(frame), stringsAsFactors = FALSE, optional = TRUE)
    frame[] <- lapply(frame, function(column) if (inherits(column, "mixmi_verdict")) as.character(column) else column)
    renamed <- names(frame) %in% names(broom_names)
    names(frame)[renamed] <- broom_names[names(frame)[renamed]]
    row.names(frame) <- NULL
    if (requireNamespace("tibble", quietly = TRUE)) tibble::as_tibble(frame) else frame
}

tidy.mixmi_answer <- function(x, ...) {
    numbers <- c("estimate", "standard_error", "lower", "upper", "strength", "statistic", "df", "p", "rows", "rows_dropped")
    tidy_frame(as.data.frame(x)[c("x", "y", "given", numbers, "verdict", "method")])
}

tidy.mixmi_explanation <- function(x, ...) tidy_frame(x$cells)

tidy.mixmi_pairs <- function(x, ...) tidy_frame(x)

tidy.mixmi_graph <- function(x, ...) tidy_frame(as.data.frame(x))

tidy.mixmi_adjust <- function(x, ...) tidy_frame(as.data.frame(x))

tidy.mixmi_effect <- function(x, ...) tidy_frame(x$points)

tidy.mixmi_check <- function(x, ...) tidy_frame(x$claims)

tidy.mixmi_choice <- function(x, ...) tidy_frame(as.data.frame(x))

tidy.mixmi_histogram <- function(x, ...) tidy_frame(as.data.frame(x))

tidy.mixmi_table <- function(x, ...) tidy_frame(summary(x))

tidy.mixmi_description <- function(x, ...) tidy_frame(x)

tidy.mixmi_knowledge <- function(x, ...) tidy_frame(data.frame(statement = format(x), stringsAsFactors = FALSE))
