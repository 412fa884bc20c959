# Data sets that the tests share, and the command to compare with, where MIXMI_COMMAND says where it is.

# What is held by handles once those that are out of reach have been collected.
live <- function() {
    gc()
    .Call(getNamespace("mixmi")$C_live)
}

with_seed <- function(seed, code) {
    set.seed(seed)
    force(code)
}

# A chain a -> b -> c with a column of each kind, and holes.
mixed_chain <- function(rows = 300, seed = 1) with_seed(seed, {
    a <- rnorm(rows)
    b <- ifelse(runif(rows) < 0.3, 0, pmax(0, a + rnorm(rows) / 2))
    c <- factor(ifelse(b > 0.5, "high", ifelse(b > 0, "low", "none")))
    d <- rnorm(rows)
    frame <- data.frame(a, b, c, d)
    frame$a[sample(rows, 7)] <- NA
    frame$c[sample(rows, 5)] <- NA
    frame
})

dated <- function(rows = 400, seed = 2) with_seed(seed, {
    day <- as.Date("2019-02-25") + sample(900, rows, TRUE)
    time <- as.POSIXct("2020-01-01 00:00:00", tz = "UTC") + round(runif(rows) * 1e7)
    level <- as.numeric(day) / 100 + rnorm(rows)
    early <- day < as.Date("2020-01-01")
    frame <- data.frame(day, time, level, early)
    frame$day[c(3, 9)] <- NA
    frame$time[5] <- NA
    frame$early[11] <- NA
    frame
})

worded <- function(rows = 350, seed = 3) with_seed(seed, {
    place <- sample(c("K\u00f6ln", "S\u00e3o Paulo", "a \"quoted\", one", "plain"), rows, TRUE)
    answer <- place %in% c("plain", "K\u00f6ln") & runif(rows) < 0.8
    count <- as.integer(rpois(rows, 3 + 2 * answer))
    frame <- data.frame(place, answer, count, stringsAsFactors = FALSE)
    frame$place[2] <- NA
    frame$count[c(4, 8)] <- NA
    frame
})

gaussian <- function(rows = 1500, seed = 4) with_seed(seed, {
    z <- rnorm(rows)
    data.frame(x = z + rnorm(rows), y = z + rnorm(rows), z)
})

ranked <- function(rows = 400, seed = 5) with_seed(seed, {
    size <- sample(1:4, rows, TRUE)
    data.frame(size = factor(c("a small one", "b middle", "c large", "d huge")[size]),
               weight = round(size + rnorm(rows), 1), ticks = as.integer(size * 2 + rbinom(rows, 3, 0.5)))
})

data_sets <- function() {
    list(penguins = penguins, chain = mixed_chain(), dated = dated(), worded = worded(), gaussian = gaussian(),
         ranked = ranked())
}

# Every column as the command reads it back: numbers with all their digits, dates in ISO form, texts in quotes.
csv_column <- function(x) {
    text <- if (inherits(x, "POSIXct")) format(x, "%Y-%m-%d %H:%M:%S", tz = "UTC")
    else if (is.numeric(x) && !inherits(x, "Date")) sprintf("%.17g", x)
    else if (inherits(x, "Date")) format(x)
    else paste0("\"", gsub("\"", "\"\"", enc2utf8(as.character(x)), fixed = TRUE), "\"")
    ifelse(is.na(x), "", text)
}

write_table <- function(data) {
    path <- tempfile(fileext = ".csv")
    lines <- c(paste(names(data), collapse = ","), do.call(paste, c(lapply(data, csv_column), sep = ",")))
    con <- file(path, "wb")
    on.exit(close(con))
    writeLines(enc2utf8(lines), con, useBytes = TRUE)
    path
}

skip_without_command <- function() {
    skip_if(Sys.getenv("MIXMI_COMMAND") == "", "MIXMI_COMMAND does not say where the command is")
    skip_if_not_installed("jsonlite")
}

run_command <- function(...) {
    out <- suppressWarnings(system2(Sys.getenv("MIXMI_COMMAND"), shQuote(c(...)), stdout = TRUE, stderr = FALSE))
    if (!is.null(attr(out, "status")))
        stop("the command failed: ", paste(..., collapse = " "))
    out
}

ask_command <- function(...) jsonlite::fromJSON(paste(run_command(..., "--json"), collapse = "\n"), simplifyVector = FALSE)

# JSON's null is NA here.
number <- function(x) if (is.null(x)) NA_real_ else as.numeric(x)

# What a page of mixmi_report() or `mixmi report` carries.
page_data <- function(page) {
    start <- regexpr('id="data">', page, fixed = TRUE) + nchar('id="data">')
    rest <- substring(page, start)
    jsonlite::fromJSON(substr(rest, 1, regexpr("</script>", rest, fixed = TRUE) - 1), simplifyVector = FALSE)
}
