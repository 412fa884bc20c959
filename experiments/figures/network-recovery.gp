# Needs network.csv.
# The paper's figure of precision and recall of the network's skeleton, with F1 besides.
width = 1050
height = 440
load "style.gp"
key_height = 0.14
methods = distinct("network", 2)
set multiplot layout 1,3 margins 0.06,0.99,0.27,0.91 spacing 0.05,0.12
set logscale x
set xrange [80:13000]
set yrange [0:1.05]
set xtics ("100" 100, "500" 500, "1k" 1000, "2k" 2000, "5k" 5000, "10k" 10000)
set xlabel "rows n" offset 0,0.4
array column[3] = [4, 6, 8]
do for [i = 1:3] {
    set title word("precision recall F1", i)
    plot for [m in methods] rows("network", "$2 == \"".m."\"") using ($1 * (1 + 0.2 * apart(m))):column[i]:column[i] + 1 with yerrorlines lc rgb colour(m) pt marker(m)
}
@key_only
unset multiplot
