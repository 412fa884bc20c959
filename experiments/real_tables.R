#!/usr/bin/env Rscript
# Writes the real tables of experiments/real_tables.txt as CSV files, and their roles: no table is part of this repository.
#
#     experiments/real_tables.R experiments/real_tables.txt TABLES ROLES.csv [REPOSITORIES]
#
# A source is an R package (Debian: r-cran-NAME) or one of the repositories below, of which REPOSITORIES has a copy as a folder (git clone).
# Licences: openintro CC BY-SA 3.0, causaldata MIT, medicaldata MIT, seaborn BSD-3 with data of their own terms; dslabs Artistic-2.0, all
# other packages GPL. Tables of more than 1000 rows are thinned evenly. What is not installed is left out and named.
arguments <- commandArgs(TRUE)
MOST_ROWS <- 1000
repositories <- list(openintro = "openintro/data", causaldata = "causaldata/R/data", medicaldata = "medicaldata/data",
                     seaborn = "seaborn-data")

from_file <- function(source, name) {
  folder <- file.path(arguments[4], repositories[[source]])
  csv <- file.path(folder, paste0(name, ".csv"))
  if (file.exists(csv)) return(read.csv(csv, na.strings = c("", "NA")))
  room <- new.env()
  for (file in list.files(folder, pattern = "\\.rda$", full.names = TRUE)) {
    if (sub("\\.rda$", "", basename(file)) == name) load(file, room)
  }
  room[[name]]
}

from_package <- function(package, name) {
  items <- data(package = package)$results[, "Item"]
  item <- items[sub(" .*", "", items) == name]
  if (length(item) == 0) return(NULL)
  room <- new.env()
  data(list = if (grepl("\\(", item)) sub(".*\\((.*)\\)", "\\1", item) else name, package = package, envir = room)
  room[[name]]
}

field <- function(parts, key) {
  found <- parts[startsWith(parts, paste0(key, ":"))]
  if (length(found) == 0) character(0) else strsplit(trimws(sub("^[a-z]+:", "", found)), " +")[[1]]
}

matches <- function(names, patterns) {
  Reduce(`|`, lapply(patterns, function(p) grepl(glob2rx(p), names)), rep(FALSE, length(names)))
}

plain <- function(column) {
  if (inherits(column, c("Date", "POSIXt", "hms", "difftime"))) as.numeric(column)
  else if (is.numeric(column)) as.numeric(column)
  else as.character(column)
}

take <- function(line) {
  parts <- trimws(strsplit(line, "|", fixed = TRUE)[[1]])
  head <- strsplit(parts[1], " ")[[1]]
  table <- tryCatch(suppressWarnings(if (head[1] %in% names(repositories)) from_file(head[1], head[2]) else from_package(head[1], head[2])),
                    error = function(e) NULL)
  if (is.null(table)) {
    message(head[1], " ", head[2], ": not installed")
    return(NULL)
  }
  table <- as.data.frame(lapply(as.data.frame(table), plain), check.names = FALSE)
  names(table) <- make.names(names(table), unique = TRUE)
  table <- table[, !matches(names(table), field(parts, "drop")), drop = FALSE]
  several <- vapply(table, function(x) length(unique(x[!is.na(x)])) > 1 && mean(is.na(x)) < 0.5, TRUE)
  names_left <- vapply(table, function(x) !is.character(x) || length(unique(x)) <= 60, TRUE)
  table <- table[, several & names_left, drop = FALSE]
  if (nrow(table) > MOST_ROWS) table <- table[round(seq(1, nrow(table), length.out = MOST_ROWS)), ]
  name <- paste(head[1], head[2], sep = "-")
  roles <- rbind(data.frame(column = field(parts, "root"), kind = rep("root", length(field(parts, "root")))),
                 data.frame(column = field(parts, "sink"), kind = rep("sink", length(field(parts, "sink")))))
  roles$column <- make.names(roles$column)
  lost <- roles$column[!(roles$column %in% names(table))]
  if (length(lost) > 0) message(name, " has no usable column ", paste(lost, collapse = ", "))
  roles <- roles[roles$column %in% names(table), , drop = FALSE]
  if (nrow(roles) == 0 || ncol(table) < 3) return(NULL)
  write.csv(table, file.path(arguments[2], paste0(name, ".csv")), row.names = FALSE, na = "")
  cbind(table = name, roles, group = head[3])
}

lines <- readLines(arguments[1])
lines <- lines[!startsWith(lines, "#") & nchar(lines) > 0]
dir.create(arguments[2], showWarnings = FALSE, recursive = TRUE)
roles <- do.call(rbind, lapply(lines, take))
write.csv(roles, arguments[3], row.names = FALSE)
