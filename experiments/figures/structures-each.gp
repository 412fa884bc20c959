# Needs structures.csv.
# Every structure by itself, those with tan and with tanh apart: accuracy against the number of rows.
width = 1050
height = 1000
load "style.gp"
key_height = 0.06
methods = distinct("structures", 7)
set multiplot layout 4,4 margins 0.05,0.99,0.11,0.97 spacing 0.035,0.065
set xrange [50:1050]
set yrange [0:1.05]
set xtics 100,300,1000
set ytics 0,0.5,1
do for [s in distinct("structures", 1)] {
    set title s
    plot for [m in methods] rows("structures", "$1 == \"".s."\" && $7 == \"".m."\"") using ($6 + 40 * apart(m)):9:10 with yerrorlines lc rgb colour(m) pt marker(m) ps 0.6
}
@key_only
unset multiplot
