# Histograms: bins, cells, entropies and predictions agree with each other and with plain counting.

test_that("cells and bins hold every used row once", {
    h <- mixmi_histogram(penguins, c("body_mass_g", "species"))
    expect_identical(sum(h$cells$count), h$info$rows)
    for (column in h$columns)
        expect_identical(sum(column$bins$count), h$info$rows)
    expect_identical(as.numeric(table(penguins$species[!is.na(penguins$body_mass_g)])), h$columns$species$bins$count)
    expect_identical(sum(as.data.frame(h)$count), h$info$rows)
})

test_that("the entropy of a discrete column is that of its counts", {
    share <- table(penguins$species) / nrow(penguins)
    h <- mixmi_histogram(penguins, "species")
    expect_equal(entropy(h), -sum(share * log(share)), tolerance = 1e-14)
    two <- mixmi_histogram(penguins, c("species", "island"))
    expect_equal(entropy(two, "species"), entropy(h), tolerance = 1e-14)
})

test_that("entropy follows from the cells", {
    h <- mixmi_histogram(gaussian(), c("x", "y"))
    share <- h$cells$count / h$info$rows
    expect_equal(entropy(h), -sum(share * (log(share) - h$cells$log_volume)), tolerance = 1e-12)
    expect_equal(entropy(h, discretised = TRUE), -sum(share * log(share)), tolerance = 1e-12)
})

test_that("predictions lie in the bins, and a density integrates to one", {
    h <- mixmi_histogram(penguins, c("body_mass_g", "species"))
    bins <- predict(h, penguins)
    expect_identical(names(bins), c("body_mass_g", "species"))
    inside <- !is.na(bins$body_mass_g)
    expect_identical(inside, !is.na(penguins$body_mass_g))
    mass <- penguins$body_mass_g[inside]
    at <- h$columns$body_mass_g$bins[bins$body_mass_g[inside], ]
    expect_true(all(mass >= at$lower & mass <= at$upper))
    counts <- table(factor(bins$body_mass_g, seq_len(nrow(h$columns$body_mass_g$bins))))
    expect_identical(as.numeric(counts), h$columns$body_mass_g$bins$count)
    frame <- as.data.frame(h)
    expect_equal(sum(frame$density * exp(h$cells$log_volume)), 1, tolerance = 1e-12)
    density <- predict(h, penguins, "density")
    expect_equal(sum(log(density[inside])), -entropy(h) * sum(inside), tolerance = 1e-10)
    expect_true(is.na(predict(h, data.frame(body_mass_g = 1e6, species = "Adelie"), "density")))
    expect_identical(predict(h, data.frame(body_mass_g = 3000, species = "emu"))$species, NA_integer_)
})

test_that("discrete numbers stay discrete in predictions", {
    h <- mixmi_histogram(penguins, "year", discrete = "year")
    expect_identical(predict(h, data.frame(year = c(2007, 2009, 2010)))$year, c(1L, 3L, NA))
})

test_that("what was saved and loaded prints, draws, and says what it lacks", {
    h <- unserialize(serialize(mixmi_histogram(penguins, "species"), NULL))
    expect_output(print(h), "A histogram of species")
    expect_error(entropy(h), "make it again")
})

test_that("given Z a grid has bins of ranks", {
    a <- mixmi_cmi(bill_length_mm ~ bill_depth_mm | species, penguins)
    column <- a$histogram$columns$bill_length_mm
    expect_identical(column$given, "species")
    expect_identical(a$histogram$columns$species$given, NA_character_)
    drawn <- mixmi:::ranked_data(penguins, a$histogram)
    bins <- mixmi:::bins_of_values(column, drawn$bill_length_mm)
    expect_equal(sum(is.na(drawn$bill_length_mm)), 2)
    expect_equal(mean(drawn$bill_length_mm, na.rm = TRUE), 50)
    expect_equal(as.vector(table(bins)), column$bins$count)
    expect_identical(drawn$species, penguins$species)
    expect_error(mixmi:::ranked_data(penguins[1:9, ], a$histogram), "344 rows")
    expect_error(predict(a$histogram, penguins), "grid of residuals")
})

test_that("every picture can be drawn", {
    path <- tempfile(fileext = ".pdf")
    grDevices::pdf(path)
    data <- mixed_chain()
    data$b <- round(data$b, 1)
    for (columns in list("a", "b", "c", c("a", "b"), c("a", "c"), c("c", "a")))
        plot(mixmi_histogram(data, columns), data = data)
    plot(mixmi_cmi(a ~ b | c, data), data)
    plot(mixmi_cmi(a ~ b, data))
    plot(mixmi_test(a ~ b | c, data, test = "sc"), data)
    plot(mixmi_pairs(data))
    plot(mixmi_pairs(data, target = "c"))
    plot(mixmi_graph(data))
    grDevices::dev.off()
    expect_gt(file.size(path), 5000)
    expect_error(plot(mixmi_cmi(a ~ b | c, data, estimator = "ms")), "no histogram")
    expect_error(plot(mixmi_histogram(data), columns = 1:3), "one or two")
})
