# Calls that succeed, fail, are cancelled and are interrupted, to be run under valgrind: memory they do not free is a
# leak.
library(mixmi)
options(mixmi.threads = 1)
small <- penguins[seq(1, nrow(penguins), 4), c("species", "bill_length_mm", "bill_depth_mm", "sex")]
signal <- function(...) tools::pskill(Sys.getpid(), tools::SIGINT)
refuse <- function(...) FALSE
fail <- function(...) stop("enough")

for (round in 1:2) {
    table <- mixmi_table(small)
    answer <- mixmi_cmi(table, x = "bill_length_mm", y = "bill_depth_mm", given = "species")
    h <- mixmi_histogram(small, c("bill_length_mm", "species"))
    invisible(list(predict(h, small), entropy(h)))
    graph <- mixmi_graph(small, knowledge = mixmi_knowledge(tiers = list("species", "sex")))
    invisible(mixmi_compare(graph, graph))
    invisible(mixmi_pairs(small))
    invisible(mixmi_bnlearn_test("sex", "species", NULL, small, list()))
    try(mixmi_cmi(sex ~ species, small, alpha = 7), silent = TRUE)
    try(mixmi_table(data.frame(a = c(1, Inf))), silent = TRUE)
    try(mixmi_graph(small, knowledge = mixmi_knowledge(forbid = "sex -> species", require = "sex -> species")), silent = TRUE)
    for (progress in list(refuse, fail, signal)) {
        ended <- function(e) NULL
        tryCatch(mixmi_graph(small, progress = progress), error = ended, interrupt = ended)
        tryCatch(mixmi_pairs(small, test = "residual", progress = progress), error = ended, interrupt = ended)
    }
    rm(table, answer, h, graph)
    invisible(gc())
}
left <- .Call(getNamespace("mixmi")$C_live)
cat("handles left:", left, "\n")
stopifnot(left == 0)
