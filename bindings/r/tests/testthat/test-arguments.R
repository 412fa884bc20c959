# Every argument of every function does something: a call with another value gives another result, or the reason is here.

# What a result says, without handles.
content <- function(result) {
    if (inherits(result, "mixmi_table"))
        return(list(names(result), dim(result), summary(result)))
    if (inherits(result, "mixmi_answer"))
        return(as.data.frame(result))
    if (inherits(result, "mixmi_histogram"))
        return(result[c("columns", "cells", "info")])
    if (is.function(result))
        return(result(1, 2, 4, chain))
    unclass(result)
}

chain <- mixed_chain(120)
chain$n <- rep(1:3, 40)
chain$g <- rep(1:30, each = 4)
chain$s <- rep(c(1, 1, 0), 40)
chain$t <- c(sprintf("%.1f", seq(1, 12, 0.1)), rep("n.a.", 9))
other <- mixed_chain(120, seed = 9)
fork <- matrix(0, 3, 3, dimnames = list(c("a", "b", "d"), c("a", "b", "d"))) # d apart from a -> b
fork["b", "a"] <- 1
web <- matrix(0, 4, 4, dimnames = rep(list(c("a", "b", "d", "e")), 2)) # d -> a -> b, d -> e -> b
web["a", "d"] <- web["b", "a"] <- web["e", "d"] <- web["b", "e"] <- 1
pair <- matrix(c(0, 1, 1, 0), 2, dimnames = rep(list(c("c", "a")), 2)) # c -- a
truth <- suppressWarnings(mixmi_graph(chain, c("a", "b", "d")))
arrow <- mixmi_cpdag(matrix(c(0, 0, 0, 0, 0, 0, 1, 0, 0), 3, dimnames = rep(list(c("a", "b", "d")), 2)))

# Of each function: a call, and for each argument another value of it, perhaps with others besides.
calls <- list(
    mixmi_cmi = list(list(a ~ b, chain), formula = list(a ~ c), data = list(data = other), given = list(given = "c"),
                     x = list(formula = NULL, x = "a", y = "d"), y = list(formula = NULL, x = "d", y = "b"),
                     discrete = list(discrete = "b")),
    mixmi_test = list(list(a ~ b, chain), formula = list(a ~ c), data = list(data = other), given = list(given = "c"),
                      x = list(formula = NULL, x = "a", y = "d"), y = list(formula = NULL, x = "d", y = "b"),
                      discrete = list(discrete = "b")),
    mixmi_explain = list(list(a ~ b, chain), formula = list(a ~ c), data = list(data = other), given = list(given = "c"),
                         x = list(formula = NULL, x = "a", y = "d"), y = list(formula = NULL, x = "d", y = "b"),
                         by_z = list(given = "c", by_z = TRUE), discrete = list(discrete = "b")),
    mixmi_pairs = list(list(chain, c("a", "b", "c")), data = list(data = other), columns = list(columns = c("a", "b")),
                       target = list(target = "a"), given = list(given = "d"), test = list(test = "chi2"),
                       adjust = list(columns = c("a", "d", "g", "n", "s"), alpha = 0.5, adjust = TRUE), sort = list(columns = c("a", "d", "b"), sort = FALSE), exclude = list(exclude = "c"),
                       discrete = list(discrete = "b")),
    mixmi_graph = list(list(chain, c("a", "b", "d")), data = list(data = other), columns = list(columns = c("a", "b")),
                       knowledge = list(knowledge = mixmi_knowledge(roots = "a")), roots = list(roots = "a"), exclude = list(exclude = "d"), discrete = list(discrete = "b")),
    mixmi_blanket = list(list(chain, "a", c("a", "b", "d")), data = list(data = other), target = list(target = "b"),
                         columns = list(columns = c("a", "b")), exclude = list(exclude = "b"), discrete = list(discrete = "b")),
    mixmi_select = list(list(chain, "c", 1, c("a", "b", "d")), data = list(data = other), target = list(target = "b"),
                        k = list(target = "b", k = 2), columns = list(columns = c("a", "d")), exclude = list(exclude = "a"), discrete = list(discrete = "b")),
    mixmi_histogram = list(list(chain, "b"), data = list(data = other), columns = list(columns = "a"),
                           discrete = list(discrete = "b")),
    mixmi_entropy = list(list(chain, "b"), data = list(data = other), columns = list(columns = "a"),
                         discretised = list(columns = "a", discretised = TRUE), discrete = list(discrete = "b")),
    mixmi_describe = list(list(chain, "b"), data = list(data = other), columns = list(columns = "a"),
                          discrete = list(discrete = "b")),
    mixmi_table = list(list(chain, c("a", "b", "t")), data = list(data = cbind(other, t = 1)), columns = list(columns = "a"),
                       discrete = list(discrete = "b"), numeric = list(columns = "c", data = data.frame(c = factor(1:3)), numeric = "c"),
                       weights = list(weights = "n"), cluster = list(cluster = "b", columns = NULL), survival = list(survival = "b:s", columns = NULL), recognise = list(recognise = FALSE)),
    mixmi_report = list(list(chain, NULL, columns = c("a", "b", "c"), graph = FALSE, max_points = 20), data = list(data = other),
                        target = list(target = "a"), columns = list(columns = c("a", "b")),
                        knowledge = list(graph = TRUE, knowledge = mixmi_knowledge(roots = "a")), roots = list(graph = TRUE, roots = "a"), graph = list(graph = TRUE),
                        number = list(target = "a", number = 1), max_points = list(max_points = 5),
                        max_pairs = list(max_pairs = 1), title = list(title = "another"), effect = list(graph = TRUE, effect = c("a", "b")), exclude = list(exclude = "c"), rows = list(rows = FALSE), discrete = list(discrete = "b")),
    mixmi_knowledge = list(list(), tiers = list(tiers = list("a", "b")), forbid = list(forbid = "a -> b"),
                           require = list(require = "a -> b"), roots = list(roots = "a"), sinks = list(sinks = "a"),
                           closed = list(tiers = list("a", "b"), closed = TRUE)),
    mixmi_adjust = list(list(web, "a", "b"), graph = list(graph = web * 0), x = list(x = "d"), y = list(y = "d"),
                        unmeasured = list(unmeasured = "d"), latent = list(latent = TRUE), most = list(most = 1)),
    mixmi_check = list(list(chain[c("a", "b", "d")], fork, permuted = 0), data = list(data = other), graph = list(graph = fork * 0),
                       all_pairs = list(all_pairs = TRUE), permuted = list(permuted = 2), discrete = list(discrete = "b")),
    mixmi_effect = list(list(chain, "c", "a", adjust = "d"), data = list(data = other), x = list(x = "b"), y = list(y = "b"), adjust = list(adjust = "b"),
                        graph = list(graph = pair * 0, adjust = NULL), reference = list(reference = "low"),
                        most = list(graph = pair, adjust = NULL, most = 1), discrete = list(adjust = "n", discrete = "n")),
    mixmi_compare = list(list(truth, truth), learnt = list(learnt = arrow), truth = list(truth = arrow)),
    mixmi_ci_test = list(list(), discrete = list(discrete = "a")),
    mixmi_causaldisco_test = list(list(), discrete = list(discrete = "a")),
    mixmi_options = list(list(), group = list("test")),
    mixmi_methods = list(list(), what = list("test")))

# Arguments that change no result.
silent <- list(progress = "is called while the work goes on (test-ends.R)", path = "names the file that the page is written to (test-report.R)",
               object = "the result that a method is about")
# Functions whose arguments other packages decide, or that have none; tested in test-dropin.R, test-graph.R and test-histogram.R.
elsewhere <- c("mixmi_transfer", "mixmi_bnlearn_test", "mixmi_version", "mixmi_cpdag", "as_igraph", "entropy")

run <- function(name, arguments) suppressMessages(suppressWarnings(content(do.call(name, arguments))))

# The arguments of the first call with others in their place.
with_others <- function(name, first, others) {
    named <- as.list(match.call(get(name), as.call(c(list(as.name(name)), first))))[-1]
    others <- as.list(match.call(get(name), as.call(c(list(as.name(name)), others))))[-1]
    if ("formula" %in% names(others) && is.null(others$formula))
        named$formula <- NULL
    c(named[setdiff(names(named), names(others))], others[!vapply(others, is.null, NA)])
}

for (name in names(calls)) {
    test_that(paste("every argument counts:", name), {
        first <- calls[[name]][[1]]
        changes <- calls[[name]][-1]
        arguments <- setdiff(names(formals(get(name))), "...")
        expect_identical(setdiff(arguments, c(names(changes), names(silent))), character())
        before <- run(name, with_others(name, first, list()))
        for (argument in names(changes))
            expect_false(identical(run(name, with_others(name, first, changes[[argument]])), before), info = argument)
    })
}

test_that("no exported function is left out of this", {
    functions <- setdiff(grep("^\\.", getNamespaceExports("mixmi"), value = TRUE, invert = TRUE), c("coerce", "coerce<-"))
    expect_identical(setdiff(functions, c(names(calls), elsewhere)), character())
})

# Options are arguments too: of each, a call in which it counts. Values that differ from the default.
settings <- list(
    preset = list("paper"), atom_threshold = list(100, preset = "paper"), k_init_factor = list(2, preset = "paper"),
    k_init = list(3, preset = "paper"), k_max_factor = list(0.3, preset = "paper"), k_max = list(2, preset = "paper"),
    max_rounds = list(1, preset = "paper", x = c("a", "d")), estimator = list("ms"), neighbours = list(3, estimator = "ms"),
    ksg_variant = list("2", estimator = "ksg", y = "d"), metric = list("numbers", estimator = "ms", y = "k", discrete = "k"),
    miic_bins = list(3, estimator = "miic"), bias = list("miller-madow", preset = "paper"), confidence = list(0.5),
    features = list(7, test = "rcot", given = "d"), features_xy = list(2, test = "rcot"), null = list("gamma", test = "rcot"),
    one_hot = list(TRUE, test = "rcot", y = "c"), alpha = list(0.9), test = list("chi2"), permutations = list(199, test = "perm"),
    tail = list("gamma", test = "perm"), seed = list(7, test = "perm"), recognise = list(FALSE, x = "t"),
    dates = list("no", x = "day"), decimal = list("comma", x = "point"), weights = list("n"), cluster = list("d"), survival = list("b:s"), within = list(TRUE, cluster = "g"), where = list("b > 0"), sample = list(60), missing = list(c("1.0", "2.0"), x = "t"),
    numeric = list("f", x = "f"))
# A Gaussian ring without chords, as selection makes it.
ring <- function(rows = 2000) with_seed(8, {
    precision <- diag(4)
    precision[cbind(1:4, c(2:4, 1))] <- precision[cbind(c(2:4, 1), 1:4)] <- 0.4
    as.data.frame(matrix(rnorm(4 * rows), rows) %*% chol(solve(precision)))
})
graph_settings <- list(
    max_cond = list(0), search = list("pc-stable", alpha = 0.3), v_rule = list("standard", search = "pc-stable", alpha = 0.4), latent = list(TRUE),
    selection_bias = list(TRUE, latent = TRUE, search = "pc-stable", data = ring()), min_rows = list(1e6),
    direction_threshold = list(1),
    stability = list(4), bootstrap = list(4))
unseen <- c(time = "of series (test-series.R)", id = "of series", step = "of series", lags = "of series", contemporaneous = "of series",
            threads = "never changes a result", checkpoint = "keeps answers, which stay the same", shard = "rounds of processes: docs/guide/clusters.md",
            gather = "rounds of processes: docs/guide/clusters.md", discrete = "an argument of its own",
            max_unpacked = "a limit of files", sheet = "of workbooks", max_field = "a limit of files", max_pairs = "a limit: an error or nothing",
            weights_are = "an error or nothing (test-remarks.R)", cache = "memory, which never changes a result",
            latent_search = "of earlier versions, without effect", population = "of effects (test-effect.R)", randomised = "of effects",
            horizon = "of effects", key = "of sketches, which R does not make", memory = "of sketches")

wide <- cbind(chain, day = format(as.Date("2020-01-01") + order(chain$b)), point = sprintf("%.2f", chain$b + chain$d),
              f = factor(round(chain$b, 1)), e = exp((chain$d + chain$b) / 3), # by ranks the sum, which itself is no part of a search
              k = round(3 * chain$b), stringsAsFactors = FALSE)

ask_with <- function(value, arguments, name) {
    about <- list(wide, x = if (is.null(arguments$x)) "a" else arguments$x, y = if (is.null(arguments$y)) "b" else arguments$y,
                  given = arguments$given)
    options <- arguments[setdiff(names(arguments), c("", "x", "y", "given"))]
    estimates <- name == "estimator" || !is.null(arguments$estimator) || !is.null(arguments$preset)
    run(if (estimates) "mixmi_cmi" else "mixmi_test", c(about, options, stats::setNames(value, if (length(value)) name)))
}

test_that("every option counts", {
    options <- mixmi_options()$name
    expect_identical(setdiff(options, c(names(settings), names(graph_settings), names(unseen), "ordered")), character())
    for (name in names(settings)) {
        arguments <- settings[[name]]
        expect_false(identical(ask_with(arguments[1], arguments[-1], name), ask_with(list(), arguments[-1], name)), info = name)
    }
    c_only <- wide["c"]
    expect_false(identical(mixmi_describe(c_only, ordered = "none<low<high")$ordered, mixmi_describe(c_only)$ordered))
    for (name in names(graph_settings)) {
        arguments <- graph_settings[[name]][-1]
        if (is.null(arguments$data))
            arguments <- c(list(data = wide[c("a", "b", "c", "d", "e")]), arguments)
        changed <- c(arguments, stats::setNames(graph_settings[[name]][1], name))
        expect_false(identical(run("mixmi_graph", changed), run("mixmi_graph", arguments)), info = name)
    }
})
