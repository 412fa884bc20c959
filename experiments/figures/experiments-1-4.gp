# Needs estimates.csv.
# The paper's figure of Experiments I to IV: MSE against the number of rows. An MSE below 1e-5, such as the exact 0 of MIIC in
# Experiment IV, is drawn at the lower edge.
height = 760
load "style.gp"
methods = distinct("estimates", 3)
set multiplot layout 2,2 margins 0.09,0.98,0.16,0.95 spacing 0.09,0.11
set logscale y
set format y "10^{%L}"
set yrange [1e-5:1]
set xrange [50:1050]
set xlabel "rows n" offset 0,0.4
do for [e in "I II III IV"] {
    set ylabel (e eq "I" || e eq "III" ? "mean squared error" : "") offset 1
    set title "Experiment ".e
    set arrow 1 from graph 0, first 0.001 to graph 1, first 0.001 nohead @dotted
    plot for [m in methods] rows("estimates", "$1 == \"".e."\" && $3 == \"".m."\"") \
        using 2:($8 > 1e-5 ? $8 : 1e-5):($8 - $9 > 1e-5 ? $8 - $9 : 1e-5):($8 + $9 > 1e-5 ? $8 + $9 : 1e-5) \
        with yerrorlines lc rgb colour(m) pt marker(m)
}
@key_only
unset multiplot
