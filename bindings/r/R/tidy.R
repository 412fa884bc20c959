# Results as plain data frames with the column names of broom, for generics::tidy().

broom_names <- c(p = "p.value", p_adjusted = "adj.p.value", lower = "conf.low", upper = "conf.high",
                 standard_error = "std.error", sign_error = "sign.error")

tidy_frame <- function(frame) {
    frame <- as.data.frame(unclass(frame), stringsAsFactors = FALSE, optional = TRUE)
    renamed <- names(frame) %in% names(broom_names)
    names(frame)[renamed] <- broom_names[names(frame)[renamed]]
    row.names(frame) <- NULL
    if (requireNamespace("tibble", quietly = TRUE)) tibble::as_tibble(frame) else frame
}

answer_frame <- function(sets, numbers, ...) {
    shown <- c("estimate", "standard_error", "lower", "upper", "strength", "detectable", "statistic", "df", "p", "rows",
               "rows_dropped")
    data.frame(x = set_label(sets$x), y = set_label(sets$y), given = set_label(sets$z), numbers[shown], ...,
               stringsAsFactors = FALSE)
}

tidy.mixmi_cmi <- function(x, ...) tidy_frame(answer_frame(x, x, method = x$method))

tidy.mixmi_test <- function(x, ...) {
    tidy_frame(answer_frame(x$sets, x$answer, verdict = x$verdict, method = x$method))
}

tidy.mixmi_explanation <- function(x, ...) tidy_frame(x$cells)

tidy.mixmi_pairs <- function(x, ...) tidy_frame(x)

tidy.mixmi_graph <- function(x, ...) tidy_frame(as.data.frame(x))

tidy.mixmi_adjust <- function(x, ...) tidy_frame(as.data.frame(x))

tidy.mixmi_effect <- function(x, ...) tidy_frame(x$points)

tidy.mixmi_check <- function(x, ...) tidy_frame(x$claims)

tidy.mixmi_choice <- function(x, ...) tidy_frame(x)

tidy.mixmi_histogram <- function(x, ...) tidy_frame(as.data.frame(x))

tidy.mixmi_table <- function(x, ...) tidy_frame(summary(x))

tidy.mixmi_description <- function(x, ...) tidy_frame(x)

tidy.mixmi_knowledge <- function(x, ...) tidy_frame(data.frame(statement = format(x), stringsAsFactors = FALSE))
