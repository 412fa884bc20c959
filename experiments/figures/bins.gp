# Needs bins.csv.
# The supplement's figure of the number of bins: of one Gaussian column by its rows, and of several at n = 2000.
height = 430
load "style.gp"
key_height = 0.1
key_rows = 1
methods = distinct("bins", 3)
set multiplot layout 1,2 margins 0.08,0.98,0.24,0.91 spacing 0.09,0.12
set logscale xy
set xrange [70:150000]
set yrange [1:500]
set xlabel "rows n" offset 0,0.4
set ylabel "bins" offset 1
set format x "10^{%L}"
set title "One Gaussian column"
set label 1 "√n" at 3000, 80 tc rgb "#444444"
one(m) = sprintf("< awk -F, 'NR > 1 && $1 == 1 && $3 == \"%s\"' bins.csv | sort -t, -k2n", m)
plot sqrt(x) @dashed, for [m in methods] one(m) using 2:5:6 with yerrorlines lc rgb colour(m) pt marker(m)
unset logscale
unset label
set format x "%g"
set xrange [0.7:6.3]
set yrange [0:*]
set xtics 1
set xlabel "independent Gaussian columns"
set ylabel "bins per column"
set title "Several columns, n = 2000"
plot for [m in methods] rows("bins", "$2 == 2000 && $3 == \"".m."\"") using 1:5:6 with yerrorlines lc rgb colour(m) pt marker(m)
@key_only
unset multiplot
