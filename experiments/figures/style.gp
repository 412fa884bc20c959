# The one style of all figures. Runs in the folder of the CSV files, with the variables name (of the figure) and format (svg or
# png); a script sets width and height before it loads this.
#
# Colours are those of Okabe and Ito, which people with any kind of colour vision can tell apart; every method also has a
# marker of its own, and both are the same in every figure. chi2 is the test on what `paper` fits and shares its colour.
if (!exists("width")) width = 900
if (!exists("height")) height = 700
if (format eq "svg") set terminal svg size width,height dynamic font "DejaVu Sans,13" background "white"
if (format eq "png") set terminal pngcairo size 1.5*width,1.5*height fontscale 1.5 linewidth 1.5 pointscale 1.4 font "DejaVu Sans,9.75" background "white"
set output "figures/".name.".".format
set encoding utf8
set datafile separator comma
set border 3 lc rgb "#444444"
set tics nomirror out scale 0.5
set grid ytics lc rgb "#dddddd" lt 1 lw 0.7
set errorbars small
set title offset 0,-0.4

black = "#000000"; orange = "#E69F00"; sky = "#56B4E9"; green = "#009E73"; blue = "#0072B2"; vermillion = "#D55E00"
purple = "#CC79A7"; grey = "#888888"

colour(m) = m eq "default" ? black : m eq "paper" || m eq "chi2" ? blue : m eq "miic" ? orange : \
    m eq "ms" || m eq "suzuki" || m eq "suzuki-numbers" ? green : m eq "fp" || m eq "sc" ? sky : m eq "ravk" || m eq "rcot" ? purple : \
    m eq "rcit" || m eq "perm" ? vermillion : grey
marker(m) = m eq "default" ? 13 : m eq "paper" ? 7 : m eq "chi2" ? 7 : m eq "miic" ? 9 : m eq "ms" ? 5 : m eq "suzuki" ? 4 : m eq "suzuki-numbers" ? 12 : \
    m eq "fp" ? 11 : m eq "sc" ? 6 : m eq "ravk" ? 2 : m eq "rcot" ? 8 : m eq "rcit" ? 15 : m eq "perm" ? 1 : \
    m eq "mixed-ksg" ? 3 : m eq "ksg" ? 10 : m eq "fnml" ? 12 : 14
label(m) = m eq "paper" ? "paper (histogram)" : m eq "chi2" ? "χ² (histogram)" : m eq "sc" ? "SC (histogram)" : \
    m eq "default" ? "mixmi's default" : m eq "suzuki" ? "JIC (suzuki)" : m eq "suzuki-numbers" ? "JIC, B and C as numbers" : m eq "rcit" ? "RCIT" : m eq "rcot" ? "RCoT" : \
    m eq "miic" ? "MIIC" : m eq "ms" ? "MS" : m eq "fp" ? "FP" : m eq "ravk" ? "RAVK" : m eq "mixed-ksg" ? "mixed KSG" : \
    m eq "ksg" ? "KSG" : m

# The distinct entries of a column, in the order of the file.
distinct(file, column) = system(sprintf("awk -F, 'NR > 1 && !seen[$%d]++ { print $%d }' %s.csv", column, column, file))
# Lines of a file for which an awk condition holds.
rows(file, condition) = sprintf("< awk -F, 'NR > 1 && %s' %s.csv", condition, file)

# Where a method stands among those of the figure, from -0.5 to 0.5: points that would cover each other are set a little apart.
apart(m) = ((sum [i = 1:words(methods)] (word(methods, i) eq m ? i : 0)) - 0.5 * (words(methods) + 1)) / words(methods)

dashed = 'lt 1 lc rgb "#444444" lw 1.5 dt (6,4)'
dotted = 'lt 1 lc rgb "#888888" lw 1.5 dt (2,4)'

# A last panel that holds nothing but the key of all methods.
key_only = 'set border 0; unset tics; unset xlabel; unset ylabel; unset title; unset grid; unset logscale; unset arrow; unset label; \
set margins screen 0.0, screen 1.0, screen 0.0, screen key_height; \
set key at screen 0.5, screen key_height/2 center center horizontal maxrows key_rows Left reverse samplen 2.5 noautotitle; \
set xrange [0:1]; set yrange [0:1]; \
plot for [m in methods] NaN with linespoints lc rgb colour(m) pt marker(m) title label(m)'
key_height = 0.08
key_rows = 2
unset key
