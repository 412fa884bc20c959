# Needs estimates.csv.
# Experiment VI at n = 10000, which the paper's text speaks of without a figure.
if (system("awk -F, '$2 == 10000' estimates.csv | wc -l") + 0 == 0) exit
height = 430
load "style.gp"
key_height = 0.14
methods = distinct("estimates", 3)
truth_6 = 1.05492017
sixth(m) = sprintf("< awk -F, -v OFS=, 'NR > 1 && $1 ~ /^VI-/ && $2 == 10000 && $3 == \"%s\" { $1 = substr($1, 4); print }' estimates.csv", m)
set multiplot layout 1,2 margins 0.09,0.98,0.27,0.91 spacing 0.10,0.12
set xlabel "number k of columns in Z" offset 0,0.4
set xrange [-0.3:4.3]
set xtics 1
set yrange [-2.6:2.6]
set ylabel "mean estimate (nats)" offset 1
set title "Experiment VI, n = 10000: mean"
set arrow 1 from graph 0, first truth_6 to graph 1, first truth_6 nohead @dashed
plot for [m in methods] sixth(m) using 1:6:7 with yerrorlines lc rgb colour(m) pt marker(m)
unset arrow
set logscale y
set format y "10^{%L}"
set yrange [1e-6:30]
set ylabel "mean squared error"
set title "Experiment VI, n = 10000: MSE"
set arrow 1 from graph 0, first 0.001 to graph 1, first 0.001 nohead @dotted
plot for [m in methods] sixth(m) using 1:($8 > 1e-6 ? $8 : 1e-6):9 with yerrorlines lc rgb colour(m) pt marker(m)
@key_only
unset multiplot
