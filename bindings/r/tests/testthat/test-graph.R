# Graphs, knowledge and the ways to other packages.

collider <- function(rows = 1000) with_seed(11, {
    a <- rnorm(rows)
    b <- rnorm(rows)
    data.frame(a, b, c = a + b + rnorm(rows) / 3, d = factor(sample(c("u", "v"), rows, TRUE)))
})

test_that("a collider is found, with its directions", {
    g <- mixmi_graph(collider())
    frame <- as.data.frame(g)
    expect_setequal(paste(frame$from, frame$type, frame$to), c("a --> c", "b --> c"))
    expect_identical(frame$shape, c("increasing", "increasing"))
    expect_identical(as.matrix(g)["c", "a"], 1L)
    expect_identical(as.matrix(g)["a", "c"], 0L)
    expect_identical(as.matrix(g, "adjacency")["a", "c"], 1L)
    expect_identical(as.matrix(g, "pag")[c("a", "c"), c("a", "c")],
                     matrix(c(0L, 3L, 2L, 0L), 2, dimnames = list(c("a", "c"), c("a", "c"))))
    expect_output(print(summary(g)), "what separates them")
    expect_identical(g$info$complete, TRUE)
    expect_identical(unserialize(serialize(g, NULL)), g)
})

test_that("edges without direction stand both ways", {
    g <- mixmi_graph(gaussian(), c("x", "z"))
    expect_identical(as.data.frame(g)$type, "---")
    expect_output(print(g), "2 columns and 1 edge,")
    expect_true(all(as.matrix(g)[c(2, 3)] == 1L))
    expect_identical(as.matrix(g, "pag")[c(2, 3)], c(3L, 3L))
})

test_that("knowledge is used", {
    k <- mixmi_knowledge(tiers = list("z", c("x", "y")), forbid = "x -- y")
    g <- mixmi_graph(gaussian(), knowledge = k)
    frame <- as.data.frame(g)
    expect_setequal(paste(frame$from, frame$type, frame$to), c("z --> x", "z --> y"))
    required <- mixmi_graph(collider(), knowledge = mixmi_knowledge(require = list(c("d", "a"))))
    expect_true(any(required$edges$required))
    root <- mixmi_graph(gaussian(), c("x", "z"), mixmi_knowledge(roots = "x"))
    expect_identical(paste(as.data.frame(root)$from, as.data.frame(root)$type), "x -->")
    sink <- mixmi_graph(gaussian(), c("x", "z"), mixmi_knowledge(sinks = "x"))
    expect_identical(paste(as.data.frame(sink)$from, as.data.frame(sink)$type), "z -->")
})

test_that("knowledge is written in several ways, and contradictions are errors", {
    edges <- matrix(c("a", "b", "b", "c"), 2, byrow = TRUE)
    expect_identical(mixmi_knowledge(forbid = c("a -> b", "c <- b")), mixmi_knowledge(forbid = edges))
    expect_output(print(mixmi_knowledge(tiers = list("a", "b"), closed = c(FALSE, TRUE))), "tier 2 closed: b")
    expect_error(mixmi_knowledge(forbid = "a b"), "is written")
    both <- mixmi_knowledge(forbid = "a -> b", require = "a -> b")
    expect_error(mixmi_graph(collider(), knowledge = both), class = "mixmi_error")
    expect_error(mixmi_graph(collider(), knowledge = mixmi_knowledge(roots = "q")), "no column 'q'")
})

test_that("graphs compare with matrices of the truth", {
    dag <- matrix(0, 4, 4, dimnames = list(letters[1:4], letters[1:4]))
    dag["c", "a"] <- dag["c", "b"] <- 1
    comparison <- mixmi_compare(mixmi_graph(collider()), mixmi_cpdag(dag))
    expect_identical(comparison[["hamming"]], 0)
    expect_identical(comparison[["recall"]], 1)
    chain <- matrix(0, 2, 2, dimnames = list(c("a", "b"), c("a", "b")))
    chain["b", "a"] <- 1
    expect_identical(as.data.frame(mixmi_cpdag(chain))$type, "---")
    expect_identical(mixmi_compare(chain, mixmi_cpdag(chain))[["hamming"]], 1)
    expect_error(mixmi_cpdag(matrix(1, 2, 2)), "square matrix")
})

test_that("igraph and graphNEL get the same edges", {
    g <- mixmi_graph(collider())
    if (requireNamespace("igraph", quietly = TRUE)) {
        ends <- igraph::as_edgelist(as_igraph(g))
        expect_setequal(paste(ends[, 1], ends[, 2]), c("a c", "b c"))
        line <- as_igraph(mixmi_graph(gaussian(), c("x", "z")))
        expect_identical(igraph::ecount(line), 2)
    }
    skip_if_not_installed("graph")
    nel <- methods::as(g, "graphNEL")
    expect_identical(unname(graph::edges(nel)$a), "c")
    expect_identical(graph::nodes(nel), letters[1:4])
})

test_that("a checkpoint takes a search up again", {
    path <- tempfile()
    first <- mixmi_graph(collider(), checkpoint = path)
    again <- mixmi_graph(collider(), checkpoint = path)
    expect_identical(again$edges, first$edges)
    expect_identical(again$info$tests_reused, again$info$tests)
})

test_that("graphs of PAGs say their circles in matrices", {
    g <- mixmi_graph(gaussian(), c("x", "z"))
    g$edges$mark_from <- 3L
    g$edges$mark_to <- 2L
    expect_identical(as.data.frame(g)$type, "o->")
    expect_identical(as.matrix(g, "pag")[g$edges$from, g$edges$to], 2L)
    expect_identical(as.matrix(g, "pag")[g$edges$to, g$edges$from], 1L)
    expect_error(as.matrix(g), "need type = \"pag\"")
})

test_that("the blanket of a collider holds its causes, and of a cause the other cause", {
    effect <- mixmi_blanket(collider(), "c")
    expect_setequal(effect$column, c("a", "b"))
    expect_true(all(c("a", "b") %in% as.data.frame(effect)$column))
    cause <- summary(mixmi_blanket(collider(), "a"))
    expect_identical(cause$neighbour, "c")
    expect_identical(cause$spouse, "b")
    chosen <- mixmi_select(collider(), "c", 2)
    expect_setequal(chosen$column[chosen$role == "chosen"], c("a", "b"))
    expect_output(print(chosen), "Columns for c")
    expect_error(mixmi_select(collider(), "c", 0), "at least 1")
    mute <- cbind(collider(), id = sprintf("t%d", seq_len(nrow(collider()))))
    kept <- mixmi_blanket(mute, "c", c("a", "b", "id"))
    expect_identical(as.character(kept$verdict[match(c("a", "id"), kept$column)]), c("detected", "undecided"))
    expect_true(is.na(kept$estimate[kept$column == "id"]))
    expect_output(print(kept), "undecided")
    none <- mixmi_select(mute, "c", 2, "id")
    expect_identical(nrow(none), 0L)
    expect_output(print(none), "none")
    expect_identical(attr(none, "undecided"), 1L)
    expect_error(mixmi_blanket(collider(), c("a", "b")), "one column")
})

test_that("columns that tell nothing are left out aloud, unless they are named", {
    data <- transform(gaussian(200), same = 1)
    expect_message(g <- mixmi_graph(data), "left out.*same")
    expect_identical(g$nodes$name, c("x", "y", "z"))
    expect_message(p <- mixmi_pairs(data), "left out.*same")
    expect_identical(nrow(p), 3L)
})

test_that("latent causes give circles, and subsamples frequencies", {
    g <- mixmi_graph(collider(), latent = TRUE, stability = 10)
    expect_identical(g$info$kind, "pag")
    expect_identical(as.matrix(g, "pag")["a", "c"], 2L)
    expect_identical(as.matrix(g, "pag")["c", "a"], 1L)
    expect_true(all(as.data.frame(g)$type %in% c("o->", "<-o")))
    expect_true(all(g$edges$frequency >= 0 & g$edges$frequency <= 1))
    expect_output(print(g), "frequency")
})

test_that("a search that there is no more is refused", {
    expect_error(mixmi_graph(collider(), search = "greedy"), "pc-stable,score")
    expect_identical(mixmi_graph(collider(), latent = TRUE, preset = "default")$info$search, "rfci")
})

test_that("arrows have kinds, and answers say what they rest on", {
    set.seed(3)
    n <- 2000
    data <- data.frame(a = rnorm(n), b = rnorm(n))
    data$c <- data$a + data$b + rnorm(n)
    data$age <- data$c + rnorm(n)
    for (i in 1:60)
        data[[paste0("n", i)]] <- rnorm(n)
    graph <- mixmi_graph(data)
    kind <- function(from, to) graph$edges$kind[graph$nodes$name[graph$edges$from] == from & graph$nodes$name[graph$edges$to] == to]
    expect_identical(c(kind("a", "c"), kind("b", "c"), kind("c", "age")), c("clear", "clear", "possible"))
    expect_identical(graph$suggested_roots$column, "age")
    expect_output(print(graph), "-[?]>.*clear.*Suggested roots.*age")
    found <- mixmi_adjust(graph, "age", "c")
    expect_true(!found$affects && found$possible_arrows == 1 && found$rests_on == "c -?> age")
    expect_output(print(found), "no effect if possible arrows are right")
    known <- mixmi_graph(data, roots = "age")
    expect_true("knowledge" %in% known$edges$kind && nrow(known$suggested_roots) == 0)
    pdf(NULL)
    on.exit(dev.off())
    expect_silent(plot(graph))
})

test_that("sums are reported", {
    set.seed(4)
    data <- data.frame(inside = exp(rnorm(300)), outside = exp(rnorm(300)))
    data$all <- data$inside + data$outside
    graph <- mixmi_graph(data)
    expect_identical(graph$totals[[1]]$total, "all")
    expect_equal(graph$totals[[1]]$coefficients, c(1, 1))
    expect_output(print(graph), "all of inside, outside")
})

test_that("a pair that no test could judge says so", {
    set.seed(6)
    data <- data.frame(x = rnorm(60), id = paste0("u", 1:60))
    graph <- mixmi_graph(data, columns = c("x", "id"))
    expect_identical(graph$undecided, data.frame(a = "x", b = "id", stringsAsFactors = FALSE))
    expect_output(print(graph), "Undecided.*x .. id")
    pdf(NULL)
    on.exit(dev.off())
    expect_silent(plot(graph))
    expect_silent(plot(graph, adjustment = list(x = graph$nodes$name[1], y = graph$nodes$name[2], minimal = list(graph$nodes$name[3]))))
})

test_that("a comparison has the structural intervention distance", {
    dag <- matrix(0, 3, 3, dimnames = list(c("a", "b", "c"), c("a", "b", "c")))
    dag["b", "a"] <- dag["c", "b"] <- 1
    same <- mixmi_compare(dag, dag)
    expect_identical(unname(same[c("sid_lower", "sid_upper", "head_recall")]), c(0, 0, 1))
    class <- mixmi_compare(mixmi_cpdag(dag), dag)
    expect_identical(unname(class[c("sid_lower", "sid_upper", "learnt_heads")]), c(0, 6, 0))
    expect_true(is.na(mixmi_compare(dag, mixmi_cpdag(dag))[["sid_lower"]]))
})
