# The same answers as the command's from a data frame and from the file that holds the same values: counts and graphs exactly,
# numbers to 1e-12 of their size, as the special functions are R's own here and GSL's there (src/base/functions.c).
expect_same <- function(object, expected, info = NULL) {
    expect_identical(is.na(object), is.na(expected), info = info)
    expect_lte(max(0, abs(object - expected) / pmax(abs(expected), 1e-300), na.rm = TRUE), 1e-12)
}

questions <- list(
    penguins = c("bill_length_mm", "bill_depth_mm", "species"), chain = c("a", "b", "c"), dated = c("day", "level", "early"),
    worded = c("place", "count", "answer"), gaussian = c("x", "y", "z"), ranked = c("size", "weight", "ticks"))

for (name in names(questions)) {
    test_that(paste("estimates and tests are those of the command:", name), {
        skip_without_command()
        data <- data_sets()[[name]]
        path <- write_table(data)
        q <- questions[[name]]
        same_answer <- function(file, frame, info) {
            expect_identical(file$schema_version, 2L)
            expect_identical(as.character(frame$verdict), if (is.null(file$verdict)) NA_character_ else file$verdict, info = info)
            for (field in c("p", "statistic", "estimate", "lower", "upper", "confidence", "standard_error", "strength", "strength_max"))
                expect_same(frame[[field]][[1]], number(file[[field]]), info = paste(info, field))
            for (field in c("alpha", "rows", "rows_dropped", "comparable"))
                expect_identical(frame[[field]], number(file[[field]]), info = paste(info, field))
        }
        for (estimator in c("residual", "histogram", "ms", "miic")) {
            file <- ask_command("cmi", path, "-x", q[1], "-y", q[2], "-z", q[3], "--estimator", estimator)
            frame <- mixmi_cmi(data, x = q[1], y = q[2], given = q[3], estimator = estimator)
            same_answer(file, frame, estimator)
        }
        for (test in c("residual", "perm", "rcot", "chi2", "sc")) {
            file <- ask_command("test", path, "-x", q[1], "-y", q[2], "-z", q[3], "--test", test)
            frame <- mixmi_test(data, x = q[1], y = q[2], given = q[3], test = test)
            same_answer(file, frame, test)
        }
    })

    test_that(paste("pairs are those of the command:", name), {
        skip_without_command()
        data <- data_sets()[[name]]
        file <- ask_command("pairs", write_table(data))$answers
        frame <- mixmi_pairs(data)
        expect_identical(length(file), nrow(frame))
        asked <- match(vapply(file, function(a) paste(a$x[[1]], a$y[[1]]), ""), paste(frame$x, frame$y))
        expect_false(anyNA(asked))
        expect_same(frame$estimate[asked], vapply(file, function(a) number(a$estimate), 0))
        for (field in c("strength", "lower", "upper", "p", "p_holm", "p_bh"))
            expect_same(frame[[field]][asked], vapply(file, function(a) number(a[[field]]), 0))
        expect_identical(as.character(frame$verdict)[asked], vapply(file, `[[`, "", "verdict"))
    })

    test_that(paste("histograms and entropies are those of the command:", name), {
        skip_without_command()
        data <- data_sets()[[name]]
        q <- questions[[name]]
        file <- ask_command("histogram", write_table(data), "-c", paste(q[1:2], collapse = ","))
        frame <- mixmi_histogram(data, q[1:2])
        expect_same(entropy(frame), number(file$estimate))
    })
}

test_that("graphs are those of the command", {
    skip_without_command()
    for (data in list(penguins[-8], mixed_chain(), gaussian())) {
        path <- write_table(data)
        file <- ask_command("graph", path)
        g <- mixmi_graph(data)
        # an edge without direction may be named from either end; the matrices below compare directions
        ends <- function(a, b) paste(pmin(a, b), pmax(a, b))
        named <- ends(vapply(file$edges, `[[`, "", "from"), vapply(file$edges, `[[`, "", "to"))
        edges <- file$edges[order(named, method = "radix")]
        frame <- as.data.frame(g)
        frame <- frame[order(ends(frame$from, frame$to), method = "radix"), ]
        expect_identical(ends(frame$from, frame$to), sort(named, method = "radix"))
        expect_same(frame$p, vapply(edges, function(e) number(e$p), 0))
        expect_same(frame$estimate, vapply(edges, function(e) number(e$estimate), 0))
        expect_identical(g$info$tests, number(file$tests))
        nodes <- vapply(file$nodes, `[[`, "", "name")
        matrix <- matrix(0, length(nodes), length(nodes), dimnames = list(nodes, nodes))
        for (e in file$edges) { # m[b, a] = 1 for a -> b, both for a - b
            matrix[e$to, e$from] <- 1
            if (e$type == "undirected") matrix[e$from, e$to] <- 1
        }
        expect_identical(unname(matrix), unname(as.matrix(g) + 0))
        expect_identical(colnames(matrix), colnames(as.matrix(g)))
    }
})

test_that("reports are those of the command", {
    skip_without_command()
    for (data in list(penguins, worded())) {
        path <- write_table(data)
        target <- names(data)[1]
        html <- tempfile(fileext = ".html")
        run_command("report", path, "--target", target, "--number", "2", "--max-points", "60", "--title", "a<b", "-o", html)
        expected <- page_data(readChar(html, file.size(html), useBytes = TRUE))
        found <- page_data(mixmi_report(data, target = target, number = 2, max_points = 60, title = "a<b"))
        expect_identical(expected$file, path)
        expected$file <- found$file <- NULL
        # a frame has no lines to cite, and places of nodes are Graphviz's, which this package does without
        for (i in seq_along(expected$columns))
            expected$columns[[i]]$why <- found$columns[[i]]$why <- NULL
        expected$graph$nodes <- expected$graph$routes <- NULL
        expect_identical(names(found), names(expected))
        expect_equal(found, expected, tolerance = 1e-12)
    }
})

test_that("blankets, selections and descriptions are those of the command", {
    skip_without_command()
    for (data in list(penguins, mixed_chain())) {
        path <- write_table(data)
        target <- names(data)[2]
        for (name in c("blanket", "select")) {
            asked <- if (name == "select") c("-k", "2") else NULL
            file <- do.call(ask_command, as.list(c(name, path, "--target", target, asked)))$columns
            frame <- as.data.frame(if (name == "select") mixmi_select(data, target, 2) else mixmi_blanket(data, target))
            expect_identical(frame$column, vapply(file, `[[`, "", "column"), info = name)
            expect_same(frame$estimate, vapply(file, function(a) number(a$estimate), 0), info = name)
            expect_same(frame$p, vapply(file, function(a) number(a$p), 0), info = name)
            expect_same(frame$level, vapply(file, function(a) number(a$level), 0), info = name)
            expect_identical(frame$decided_by, vapply(file, `[[`, "", "decided_by"), info = name)
            expect_identical(frame$over, vapply(file, function(a) if (is.null(a$over)) NA_character_ else a$over, ""), info = name)
        }
        file <- ask_command("describe", path)$columns
        frame <- mixmi_describe(data)
        for (field in c("type", "distinct", "missing"))
            expect_identical(as.character(frame[[field]]), vapply(file, function(a) as.character(a[[field]]), ""), info = field)
    }
})
