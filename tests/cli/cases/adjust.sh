# mixmi adjust: adjustment sets by a graph alone, and why there are none.
. "$WORDS"
printf 'z -> x\nx -> y\nz -> w\nw -> y\nv -> y\n' >dag.txt
answer "text" "x -> y in the DAG: the effect is identified by adjustment

optimal set *w, v
minimal sets *z
 *w
largest set *z, w, v" adjust dag.txt -x x -y y
judge "JSON" adjust dag.txt -x x -y y --json '
a["command"] == "adjust" and a["file"] == "dag.txt" and a["kind"] == "dag" and a["identified"] and a["affects"] and a["reason"] is None
and a["minimal"] == [["z"], ["w"]] and not a["more"] and sorted(a["optimal"]) == ["v", "w"] and sorted(a["largest"]) == ["v", "w", "z"] and a["instruments"] == [] and a["front_door"] is None and a["unmeasured"] == []'
judge "no more sets than asked for" adjust dag.txt -x x -y y -k 1 --json 'len(a["minimal"]) == 1 and a["more"]'
judge "nothing to adjust for" adjust dag.txt -x v -y y --json 'a["minimal"] == [[]]'
answer "... as text" "*minimal sets *(nothing)*" adjust dag.txt -x v -y y
judge "no effect" adjust dag.txt -x y -y v --json 'not a["affects"]'
printf 'u -> x\nu -> y\nx -> m\nm -> y\nz -> x\n' >hidden.txt
judge "an unmeasured confounder" adjust hidden.txt -x x -y y --unmeasured u --json '
not a["identified"] and a["unmeasured"] == ["u"] and "x <- u -> y" in a["reason"] and a["front_door"] == ["m"] and a["instruments"] == [{"instrument": "z", "given": []}]'
answer "... as text" "x -> y in the DAG: the effect is not identified by adjustment
No set can be adjusted for: *x <- u -> y.

instruments *z
front door *m" adjust hidden.txt -x x -y y --unmeasured u
judge "two of them" adjust hidden.txt -x x -y y --unmeasured u,m --json 'a["unmeasured"] == ["u", "m"] and a["front_door"] is None'
printf 'x -> y\n' >two.txt
judge "arrows of a MAG may hide common causes" adjust two.txt -x x -y y --latent --json 'a["kind"] == "mag" and not a["identified"] and "not visible" in a["reason"]'
printf 'x -- y\nz -- y\n' >class.txt
judge "a CPDAG" adjust class.txt -x x -y y --json 'a["kind"] == "cpdag" and "direction of the edge x -- y" in a["reason"] and a["parents"] == [[], ["y"]] and not a["more_parents"]'
answer "... as text" "*No set can be adjusted for: *

parents in DAGs *(nothing)
 *y" adjust class.txt -x x -y y
refuse "no treatment" 1 "mixmi: -x is needed*" adjust dag.txt -y y
refuse "treatment and outcome the same" 1 "mixmi: treatment and outcome are the same node*" adjust dag.txt -x x -y x
printf 'weight -> y\n' >long.txt
refuse "an unknown node" 1 "mixmi: the graph has no node 'weigth'; did you mean 'weight'?*" adjust long.txt -x weigth -y y
refuse "an unknown unmeasured node" 1 "mixmi: the graph has no node 'qqqq'*" adjust dag.txt -x x -y y --unmeasured qqqq
refuse "an unmeasured treatment" 1 "mixmi: treatment and outcome must be measured*" adjust dag.txt -x x -y y --unmeasured x
printf 'x -> y\ny -> z\nz -> x\n' >ring.txt
refuse "a cycle" 2 "mixmi: *directed cycle*" adjust ring.txt -x x -y y
refuse "a graph that is not there" 3 "mixmi: *nowhere*" adjust nowhere -x x -y y
if "$MIXMI" adjust dag.txt -x x -y y --plot dag.svg >/dev/null 2>plot.err; then
    truth "a picture marks the set" sh -c 'grep -q "adjusted for" dag.svg && grep -q "treatment" dag.svg'
else
    truth "without Graphviz there is no picture" grep -qi graphviz plot.err
fi
refuse "a picture of no kind" 1 "mixmi: *" adjust dag.txt -x x -y y --plot dag.txt.doc
