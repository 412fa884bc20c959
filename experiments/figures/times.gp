# Needs times.csv.
# Running times in one thread: medians with the fastest and the slowest repetition. Measured, so no two runs agree.
width = 1150
height = 480
load "style.gp"
key_height = 0.14
key_rows = 2
methods = distinct("times", 3)
set multiplot layout 1,3 margins 0.06,0.99,0.27,0.91 spacing 0.05,0.12
set logscale xy
set format x "10^{%L}"
set format y "10^{%L}"
set xrange [70:150000]
set yrange [0.01:30000]
set xlabel "rows n" offset 0,0.4
panels = "estimator-I estimator-V test-V"
do for [p in panels] {
    what = p[1:strstrt(p, "-") - 1]
    experiment = p[strstrt(p, "-") + 1:*]
    set ylabel (p eq "estimator-I" ? "milliseconds" : "") offset 1
    set title (what eq "test" ? "tests" : "estimators").", Experiment ".experiment.(experiment eq "V" ? " (mixtures, one Z)" : " (two Gaussians)")
    used = system(sprintf("awk -F, '$1 == \"%s\" && $2 == \"%s\" && !seen[$3]++ { print $3 }' times.csv", what, experiment))
    plot for [m in used] rows("times", "$1 == \"".what."\" && $2 == \"".experiment."\" && $3 == \"".m."\"") \
        using 4:(1e3 * $6):(1e3 * $7):(1e3 * $8) with yerrorlines lc rgb colour(m) pt marker(m)
}
@key_only
unset multiplot
