# Adjustment sets: what the command says, and what is wrong with a question.

graph_of <- function(arrows) {
    ends <- strsplit(arrows, " -> ", fixed = TRUE)
    names <- sort(unique(unlist(ends)))
    m <- matrix(0, length(names), length(names), dimnames = list(names, names))
    for (pair in ends)
        m[pair[2], pair[1]] <- 1
    m
}

test_that("adjustment sets are those of the command", {
    skip_without_command()
    arrows <- c("u -> x", "u -> y", "x -> m", "m -> y", "z -> x", "w -> y", "w -> z")
    lines <- tempfile(fileext = ".txt")
    writeLines(c(colnames(graph_of(arrows)), arrows), lines)
    for (hidden in list(character(), "u")) {
        file <- do.call(ask_command, as.list(c("adjust", lines, "-x", "x", "-y", "y", if (length(hidden)) c("--unmeasured", hidden))))
        found <- mixmi_adjust(graph_of(arrows), "x", "y", unmeasured = hidden)
        expect_identical(found$identified, file$identified)
        expect_identical(lapply(found$minimal, identity), lapply(file$minimal, function(set) as.character(unlist(set))))
        expect_identical(found$optimal, if (!is.null(file$optimal)) as.character(unlist(file$optimal)))
        expect_identical(found$front_door, if (!is.null(file$front_door)) as.character(unlist(file$front_door)))
        expect_identical(vapply(found$instruments, `[[`, "", "instrument"), as.character(unlist(lapply(file$instruments, `[[`, "instrument"))))
        expect_identical(found$reason, if (is.null(file$reason)) NA_character_ else file$reason)
    }
})

test_that("adjustment sets are shown, and what is wrong is said", {
    g <- graph_of(c("z -> x", "z -> y", "x -> y"))
    expect_output(print(mixmi_adjust(g, "x", "y")), "identified by adjustment")
    expect_output(print(mixmi_adjust(g, "x", "y", unmeasured = "z")), "cannot be blocked")
    expect_identical(as.data.frame(mixmi_adjust(g, "x", "y"))$nodes[1], "z")
    expect_error(mixmi_adjust(g, "x", "q"), "no node 'q'")
    expect_error(mixmi_adjust(g, "x", "x"), "same node")
    expect_error(mixmi_adjust(g, "x", "y", most = 0), "at least 1")
})
