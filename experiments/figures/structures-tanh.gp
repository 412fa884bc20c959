# Needs structures.csv.
# Colliders and non-colliders with tanh instead of tan.
condition = "($5 == \"tanh\" || $1 !~ /-tan$/)"
load "structures.gp"
