# The paper's picture of the synthetic network: continuous nodes white, discrete ones grey, the mixture striped.
width = 620
height = 380
load "style.gp"
set border 0; unset tics; unset grid
set margins 1,1,1,1
set xrange [0:10]; set yrange [0:6.1]
set size ratio -1
r = 0.5
ax = 8.6; ay = 4.9; bx = 3.4; by = 5.3; cx = 5.0; cy = 3.6; dx = 1.8; dy = 3.6; ex = 6.8; ey = 2.9; fx = 3.4; fy = 1.4; gx = 8.6; gy = 1.4
array X[7] = [ax, bx, cx, dx, ex, fx, gx]
array Y[7] = [ay, by, cy, dy, ey, fy, gy]
names = "A B C D E F G"
edges = "2-3 2-4 3-5 3-6 4-6 5-7 1-7"
do for [e in edges] {
    a = int(e[1:1]); b = int(e[3:3])
    l = sqrt((X[b] - X[a])**2 + (Y[b] - Y[a])**2)
    ux = (X[b] - X[a]) / l; uy = (Y[b] - Y[a]) / l
    set arrow from X[a] + r*ux, Y[a] + r*uy to X[b] - (r + 0.04)*ux, Y[b] - (r + 0.04)*uy head filled size 0.28,20 lc rgb "#444444" lw 1.8
}
do for [i = 1:7] {
    fill = i == 2 || i == 3 ? "#bbbbbb" : "#ffffff"
    if (i == 7) { set object i circle at X[i],Y[i] size r fs transparent pattern 4 fc rgb "#999999" front } \
    else { set object i circle at X[i],Y[i] size r fs solid fc rgb fill front }
    set object 10+i circle at X[i],Y[i] size r fs empty border lc rgb "#444444" lw 1.8 front
    set label i word(names, i) at X[i],Y[i] center font ",16" front
}
set label 20 "white: continuous    grey: discrete    hatched: mixture" at 5, 0.3 center tc rgb "#444444"
plot NaN
