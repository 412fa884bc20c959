# Needs levels.csv.
# False rejections: what each test finds in independent columns, at alpha = 0.01 (its own decision) and, where it has a p-value,
# at 0.05; at the largest n that all nulls have.
width = 1000
height = 480
load "style.gp"
tests = distinct("levels", 3)
nulls = distinct("levels", 1)
n = system(sprintf("awk -F, 'NR > 1 && $2 <= 1000 && $2 > m { m = $2 } END { print m }' levels.csv"))
place(t) = sum [i = 1:words(tests)] (word(tests, i) eq t ? i : 0)
null_colour(i) = i == 1 ? blue : i == 2 ? vermillion : i == 3 ? green : i == 4 ? orange : purple
null_marker(i) = i == 1 ? 7 : i == 2 ? 5 : i == 3 ? 9 : i == 4 ? 11 : 13
set multiplot layout 1,2 margins 0.08,0.99,0.26,0.91 spacing 0.07,0.12
set xrange [0.4:words(tests) + 0.6]
set xtics () rotate by 40 right
set for [i = 1:words(tests)] xtics add (word(tests, i) i)
set grid xtics
do for [panel = 1:2] {
    level = panel == 1 ? 0.01 : 0.05
    set yrange [-0.01:*]
    set ylabel (panel == 1 ? "share of rejections" : "") offset 1
    set title sprintf("alpha = %g, n = %s", level, n)
    set arrow 1 from graph 0, first level to graph 1, first level nohead @dashed
    column = panel == 1 ? 5 : 9
    plot for [i = 1:words(nulls)] rows("levels", "$1 == \"".word(nulls, i)."\" && $2 == ".n." && $".(column + 0)." != \"\"") \
        using (place(strcol(3)) + 0.12 * (i - 3)):column:column + 1 with yerrorbars lc rgb null_colour(i) pt null_marker(i)
}
set border 0; unset tics; unset ylabel; unset title; unset grid; unset arrow
set margins screen 0.0, screen 1.0, screen 0.0, screen 0.1
set key at screen 0.5, screen 0.05 center center horizontal maxrows 1 noautotitle
set xrange [0:1]; set yrange [0:1]
plot for [i = 1:words(nulls)] NaN with points lc rgb null_colour(i) pt null_marker(i) title word(nulls, i)
unset multiplot
