# Needs weak.csv.
# Where the paper's estimator is weak: mean estimates with the true value dashed.
width = 1000
height = 460
load "style.gp"
key_height = 0.14
methods = distinct("weak", 3)
cases = system(sprintf("awk -F, 'NR > 1 && !seen[$1 \",\" $2]++ { print $1 \",\" $2 }' weak.csv"))
set margins screen 0.07, screen 0.99, screen 0.28, screen 0.92
set multiplot
set xrange [0.4:words(cases) + 0.6]
set yrange [0:0.8]
set xtics () scale 0
name(c) = c[1:strstrt(c, ",") - 1]
rows_of(c) = c[strstrt(c, ",") + 1:*]
set for [i = 1:words(cases)] xtics add (name(word(cases, i))."\nn = ".rows_of(word(cases, i)) i)
set ylabel "mean estimate (nats)" offset 1
set title "Weak spots: mean of the draws"
do for [i = 1:words(cases)] {
    truth = real(system(sprintf("awk -F, '$1 == \"%s\" { print $5; exit }' weak.csv", name(word(cases, i)))))
    set arrow i from i - 0.42, truth to i + 0.42, truth nohead @dashed
}
place(c) = sum [i = 1:words(cases)] (word(cases, i) eq c ? i : 0)
plot for [m in methods] rows("weak", "$3 == \"".m."\"") using (place(strcol(1).",".strcol(2)) + 0.7 * apart(m)):6:7 with yerrorbars lc rgb colour(m) pt marker(m)
@key_only
unset multiplot
