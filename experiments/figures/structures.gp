# Needs structures.csv.
# The supplement's figure of colliders and non-colliders: accuracy, averaged over the mechanisms of each group as the text has them
# (with tan), or with tanh as in the authors' code where structures-tanh.gp asks for that.
height = 780
if (!exists("condition")) condition = "$5 == \"text\""
load "style.gp"
methods = distinct("structures", 7)
group(type, group, m) = sprintf("< awk -F, 'NR > 1 && $2 == \"%s\" && $3 == \"%s\" && %s && $7 == \"%s\" { s[$6] += $9; e[$6] += $10 * $10; c[$6]++ } END { for (n in s) print n \",\" s[n] / c[n] \",\" sqrt(e[n]) / c[n] }' structures.csv | sort -n", type, group, condition, m)
set multiplot layout 2,2 margins 0.08,0.98,0.16,0.95 spacing 0.08,0.12
set xrange [50:1050]
set yrange [0:1.05]
set xlabel "rows n" offset 0,0.4
do for [t in "collider non-collider"] {
    do for [g in "continuous mixed"] {
        set title (t eq "collider" ? "Colliders, " : "Non-colliders, ").g
        set ylabel (g eq "mixed" ? "" : "accuracy") offset 1
        plot for [m in methods] group(t, g, m) using ($1 + 40 * apart(m)):2:3 with yerrorlines lc rgb colour(m) pt marker(m)
    }
}
@key_only
unset multiplot
