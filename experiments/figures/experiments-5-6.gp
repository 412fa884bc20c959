# Needs estimates.csv.
# The paper's figure of Experiments V (above) and VI at n = 2000 (below): mean with the true value dashed, and MSE.
height = 780
load "style.gp"
methods = distinct("estimates", 3)
truth_5 = 1.0449324; stated_5 = 0.352; truth_6 = 1.05492017
set multiplot layout 2,2 margins 0.09,0.98,0.16,0.95 spacing 0.10,0.12

set xlabel "rows n" offset 0,0.4
set xrange [50:1050]
set yrange [0:2]
set ylabel "mean estimate (nats)" offset 1
set title "Experiment V: mean"
set arrow 1 from graph 0, first truth_5 to graph 1, first truth_5 nohead @dashed
set arrow 2 from graph 0, first stated_5 to graph 1, first stated_5 nohead @dotted
set label 1 "true value 1.0449" at graph 0.99, first truth_5 right offset 0,0.5 tc rgb "#444444"
set label 2 "stated in the paper 0.352" at graph 0.99, first stated_5 right offset 0,-0.6 tc rgb "#888888"
plot for [m in methods] rows("estimates", "$1 == \"V\" && $3 == \"".m."\"") using 2:6:7 with yerrorlines lc rgb colour(m) pt marker(m)

unset arrow; unset label
set logscale y
set format y "10^{%L}"
set yrange [1e-4:10]
set ylabel "mean squared error"
set title "Experiment V: MSE against 1.0449"
plot for [m in methods] rows("estimates", "$1 == \"V\" && $3 == \"".m."\"") using 2:8:9 with yerrorlines lc rgb colour(m) pt marker(m)

unset logscale
set format y "%g"
set xlabel "number k of columns in Z"
set xrange [-0.3:4.3]
set xtics 1
set yrange [-2.6:2.6]
set ylabel "mean estimate (nats)"
set title "Experiment VI, n = 2000: mean"
set arrow 1 from graph 0, first truth_6 to graph 1, first truth_6 nohead @dashed
sixth(m, n) = sprintf("< awk -F, -v OFS=, 'NR > 1 && $1 ~ /^VI-/ && $2 == %s && $3 == \"%s\" { $1 = substr($1, 4); print }' estimates.csv", n, m)
plot for [m in methods] sixth(m, "2000") using 1:6:7 with yerrorlines lc rgb colour(m) pt marker(m)

unset arrow
set logscale y
set format y "10^{%L}"
set yrange [1e-5:30]
set ylabel "mean squared error"
set title "Experiment VI, n = 2000: MSE"
plot for [m in methods] sixth(m, "2000") using 1:($8 > 1e-5 ? $8 : 1e-5):9 with yerrorlines lc rgb colour(m) pt marker(m)
@key_only
unset multiplot
