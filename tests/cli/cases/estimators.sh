# Every estimator and every test by name: they run, say what they are, refuse what makes no sense, and show NaN as nothing.
. "$WORDS"
P=$DATA/penguins.csv
export P
xy="-x bill_length_mm -y bill_depth_mm"
conditional="fp ravk ms miic suzuki"
neighbour="ksg fp mixed-ksg ravk ms"
all="ksg fp mixed-ksg ravk ms miic suzuki"
tests="chi2 sc fnml jic perm miic rcit rcot suzuki residual"

# ------------------------------------------------------------------------------------------------ estimators
same_hist() { "$MIXMI" cmi "$P" $xy -z species --atom-threshold 15 "$@" >.one && "$MIXMI" cmi "$P" $xy -z species --atom-threshold 15 --estimator hist "$@" | cmp - .one; }
truth "hist by name is hist" same_hist
truth "... in JSON" same_hist --json
for e in $neighbour; do
	answer "$e without Z" "I(bill_length_mm; bill_depth_mm) = * nats  (estimator $e, k = 10*)

rows  342 used, 2 left out*
column *role  type *type because*bill_length_mm  x*bill_depth_mm   y*" cmi "$P" $xy --estimator $e --verbose
	judge "$e: its numbers in JSON" cmi "$P" $xy --estimator $e -k 7 --json 'a["neighbours"] == 7 and a["metric"] == "zero-one"'
done
for e in miic suzuki; do
	answer "$e shows its corrected value" "I(bill_length_mm; bill_depth_mm) = * nats  (estimator $e)

rows       342 used*
corrected  0.* nats" cmi "$P" $xy --estimator $e
	judge "$e: the corrected value in JSON, no neighbours" cmi "$P" $xy --estimator $e --json '0 < a["corrected"] < a["estimate"] and "neighbours" not in a'
done
for e in $all; do
	judge "$e: the keys that are promised" cmi "$P" $xy --estimator $e --json '
all(k in a for k in "command version file method verdict rows rows_dropped units estimate lower upper p corrected x y z columns remarks".split())
and a["command"] == "cmi" and a["method"] == "'$e'" and a["rows"] == 342 and a["rows_dropped"] == 2 and not a.keys() & {"preset", "score", "plug_in", "chi2"}
and a["p"] is a["lower"] is a["upper"] is a["verdict"] is None
and 0.05 < a["estimate"] < 1 and a["x"] == ["bill_length_mm"] and a["z"] == []
and [set(c) for c in a["columns"]] == [{"name", "role", "type", "why", "missing"}] * 2 and (a["corrected"] is None) == ("'$e'" not in ("miic", "suzuki"))'
done
for e in $conditional; do
	answer "$e given the species" "I(bill_length_mm; bill_depth_mm | species) = *(estimator $e*species *z  *discrete*" cmi "$P" $xy -z species --estimator $e --verbose
done
answer "ksg says its variant" "*(estimator ksg, k = 10, variant 2)*" cmi "$P" $xy --estimator ksg --ksg-variant 2
judge "... in JSON" cmi "$P" $xy --estimator ksg --ksg-variant 2 --json 'a["ksg_variant"] == 2'
bits() { "$MIXMI" cmi "$P" $xy --estimator ms --json >.nats && json cmi "$P" $xy --estimator ms --units bits --json 'a["units"] == "bits" and abs(a["estimate"] * math.log(2) - json.load(open(".nats"))["estimate"]) < 1e-12'; }
if has python3; then truth "bits" bits; else skip "bits" "no python3"; fi
letter() { "$MIXMI" cmi "$P" $xy --estimator ms --neighbours 7 >.one && "$MIXMI" cmi "$P" $xy --estimator ms -k7 | cmp - .one && "$MIXMI" cmi "$P" $xy --estimator ms -k 7 | cmp - .one; }
truth "-k is --neighbours" letter
swapped() { "$MIXMI" cmi "$P" -x bill_length_mm -y body_mass_g -z species --estimator $1 --json >.a && "$MIXMI" cmi "$P" -x body_mass_g -y bill_length_mm -z species --estimator $1 --json >.b && [ "$(grep '"estimate"' .a)" = "$(grep '"estimate"' .b)" ]; }
threads() { "$MIXMI" "$@" --threads 1 >.one && "$MIXMI" "$@" --threads 8 >.many && cmp .one .many; }
for e in $conditional; do
	truth "$e: X and Y exchanged" swapped $e
	truth "$e: 1 thread and 8 give the same bytes" threads cmi "$P" $xy -z species --estimator $e --json
done
for e in ksg fp; do noted "$e says that a column has ties" "*estimator $e*" "mixmi: note: 'species' has ties: estimator $e assumes continuous columns*" cmi "$P" -x species -y body_mass_g --estimator $e; done
for e in ksg mixed-ksg; do truth "$e: 1 thread and 8 give the same bytes" threads cmi "$P" $xy --estimator $e --json; done
into_file() { "$MIXMI" cmi "$P" $xy --estimator ms -o ms.txt && "$MIXMI" cmi "$P" $xy --estimator ms | cmp - ms.txt; }
truth "the answer goes to --output" into_file
from_stdin() { "$MIXMI" cmi $xy --estimator ms --json <"$P" | grep -q '"file": "-"'; }
truth "the table from standard input" from_stdin

refuse "an unknown estimator" 1 "mixmi: --estimator: 'mss' is not one of: residual,histogram,ksg,*" cmi "$P" $xy --estimator mss
for e in ksg mixed-ksg; do refuse "$e with Z" 1 "mixmi: *estimator $e does not condition on Z*; see 'mixmi cmi --help'" cmi "$P" $xy -z species --estimator $e; done
for e in $neighbour; do
	refuse "$e: k = 0" 1 "mixmi: --neighbours: '0' is not a whole number from 1*" cmi "$P" $xy --estimator $e -k 0
	refuse "$e: k as large as the rows" 2 "mixmi: *: 342 neighbours need more than 342 rows*" cmi "$P" $xy --estimator $e -k 342
	refuse "$e: k beyond the rows" 2 "mixmi: *: 1000000 neighbours need more than*" cmi "$P" $xy --estimator $e -k 1000000
done
answer "the largest k" "*k = 341)*" cmi "$P" $xy --estimator ms -k 341
refuse "k is not a number" 1 "mixmi: --neighbours: 'x' is not a whole number*" cmi "$P" $xy --estimator ms -k x
refuse "k without a value" 1 "mixmi: -k needs a value*" cmi "$P" $xy --estimator ms -k
refuse "texts are no numbers" 2 "mixmi: *column 'species' holds texts*" cmi "$P" -x species -y bill_depth_mm --estimator ms --metric numbers
answer "numbers that are discrete can be compared as such" "*(estimator ms, k = 10)*" cmi "$P" -x year -y bill_depth_mm --discrete year --estimator ms --metric numbers
refuse "miic takes one column each" 1 "mixmi: *miic*" cmi "$P" -x bill_length_mm,body_mass_g -y species --estimator miic

refuse "neighbours without need" 1 "mixmi: --neighbours has no effect with --estimator residual, only with: ksg,*" cmi "$P" $xy -k 3
refuse "... with miic" 1 "mixmi: --neighbours has no effect with --estimator miic*" cmi "$P" $xy --estimator miic --neighbours 3
refuse "k-init with ms" 1 "mixmi: --k-init has no effect with --estimator ms, only with: histogram*" cmi "$P" $xy --estimator ms --k-init 9
refuse "alpha with ms" 1 "mixmi: --alpha has no effect with --estimator ms*" cmi "$P" $xy --estimator ms --alpha 0.05
refuse "variant with fp" 1 "mixmi: --ksg-variant has no effect with --estimator fp*" cmi "$P" $xy --estimator fp --ksg-variant 2
refuse "bins of miic with residual" 1 "mixmi: --miic-bins has no effect with --estimator residual*" cmi "$P" $xy --miic-bins 9
refuse "features with chi2" 1 "mixmi: --features has no effect with --test chi2, only with: rcit,rcot*" test "$P" $xy --preset paper --features 9
refuse "... and with the test asked by default" 1 "mixmi: --features has no effect with --test residual, only with: rcit,rcot*" test "$P" $xy --features 9
refuse "confidence with ms" 1 "mixmi: --confidence has no effect with --estimator ms, only with: residual,histogram*" cmi "$P" $xy --estimator ms --confidence 0.9
refuse "bias with ms" 1 "mixmi: --bias has no effect with --estimator ms, only with: histogram*" cmi "$P" $xy --estimator ms --bias none
for o in "--plot ms.svg" "--save ms.json"; do refuse "$o with ms" 1 "mixmi: only the estimators residual and histogram have a histogram*" cmi "$P" $xy --estimator ms $o; done
truth "... leaves no file" test ! -e ms.svg -a ! -e ms.json
refuse "features in cmi" 1 "mixmi: --features is not an option of 'mixmi cmi'*" cmi "$P" $xy --features 9
refuse "k-max with rcot" 1 "mixmi: --k-max has no effect with --test rcot*" graph "$P" --test rcot --k-max 4
refuse "neighbours in test" 1 "mixmi: --neighbours is not an option of 'mixmi test'*" test "$P" $xy --neighbours 4
answer "the atom threshold may stay where only the name changes" "*estimator ms*" cmi "$P" $xy --atom-threshold 15 --estimator ms

# columns that say nothing: 0, whatever the method
printf 'one,same,text,num\n' >flat.csv
i=0
while [ $i -lt 30 ]; do
	echo "1,k,$((i % 3))t,$i.5" >>flat.csv
	i=$((i + 1))
done
for e in ms miic suzuki residual histogram; do
	judge "$e: a constant number tells 0" cmi flat.csv -x one -y num --estimator $e --json 'abs(a["estimate"]) < 1e-12'
	judge "$e: one category tells 0" cmi flat.csv -x same -y num --estimator $e --json 'abs(a["estimate"]) < 1e-12'
	judge "$e: one category as Z changes nothing" cmi flat.csv -x text -y num -z same --estimator $e --json 'a["estimate"] is not None'
done
for e in $neighbour; do # a clear error or a finite number
	for x in one same; do
		truth "$e: column $x does no harm" sh -c '"$MIXMI" cmi flat.csv -x '$x' -y num --estimator '$e' --json >.o 2>.e; c=$?
		case $c in 0) ! grep -q "\"estimate\": null" .o ;; 1 | 2) [ "$(wc -l <.e)" -eq 1 ] ;; *) false ;; esac'
	done
done

# ----------------------------------------------------------------------------------------------------- tests
for t in $tests; do
	answer "test $t" "bill_length_mm and bill_depth_mm given species: *dependence detected* (test $t*)

*rows *342 used*column *role  type *" test "$P" $xy -z species --atom-threshold 15 --test $t --alpha 0.05 --verbose
	judge "test $t: JSON" test "$P" $xy -z species --atom-threshold 15 --test $t --alpha 0.05 --json '
a["method"] == "'$t'" and a["verdict"] in ("detected", "not_detected") and a["rows"] == 342 and a["rows_dropped"] == 2 and all(k in a for k in "estimate corrected statistic df p".split())
and (a["verdict"] == "detected") == (a["corrected"] > 0 if a["p"] is None else a["p"] < 0.05) and ("preset" in a) == ("'$t'" in "chi2 sc fnml jic perm residual".split())'
	truth "test $t: 1 thread and 8 give the same bytes" threads test "$P" $xy -z species --atom-threshold 15 --test $t --alpha 0.05 --json
	judge "pairs by $t" pairs "$P" -c species,sex,island,body_mass_g --atom-threshold 15 --test $t --alpha 0.05 --json '
len(a["answers"]) == 6 and all(q["verdict"] in ("detected", "not_detected") and q["remark"] is None for q in a["answers"])'
	truth "pairs by $t: 1 thread and 8 give the same bytes" threads pairs "$P" -c species,sex,island --test $t --alpha 0.05 --csv
	judge "graph by $t" graph "$P" -c species,sex,island --test $t --alpha 0.05 --json 'a["test"] == "'$t'" and len(a["edges"]) + len(a["separated"]) == 3'
done
for t in rcit rcot; do
	judge "$t has no estimate and no df: null" test "$P" $xy -z species --test $t --json 'a["estimate"] is None and a["corrected"] is None and a["df"] is None and 0 <= a["p"] <= 1'
	truth "$t: nothing is printed as nan" sh -c '"$MIXMI" test "$P" '"$xy"' --test '$t' >.o && ! grep -iw nan .o'
	truth "$t: ... nor in pairs and graphs" sh -c '"$MIXMI" pairs "$P" -c 1,2,7 --test '$t' >.o && "$MIXMI" pairs "$P" -c 1,2,7 --csv --test '$t' >>.o && "$MIXMI" graph "$P" -c 1,2,7 --test '$t' >>.o && ! grep -iw nan .o'
	judge "$t: pairs by p" pairs "$P" --exclude year --test $t --json 'a["sort"] == "evidence" and [q["p"] for q in a["answers"]] == sorted(q["p"] for q in a["answers"])'
	judge "$t: pairs by corrected: by p too" pairs "$P" -c 1,2,7 --test $t --sort corrected --json 'a["sort"] == "p"'
	answer "$t: the headline promises no estimates" "3 pairs of columns, test $t at alpha 0.05;
dependence detected in *rank *p Holm *" pairs "$P" -c 1,2,7 --test $t
	judge "$t: permutations are counted" test "$P" $xy --test $t --null perm --permutations 19 --alpha 0.05 --json 'a["permutations"] == 19 or a["verdict"] == "not_detected"'
	answer "$t: what was drawn" "*features *5 of X and of Y, 20 of Z, seed 3*" test "$P" $xy -z species --test $t --features 20 --seed 3 --verbose
	for f in dot graphml csv lines; do
		truth "$t: a graph as $f" sh -c '"$MIXMI" graph "$P" -c species,island,sex --test '$t' --format '$f' >.f && ! grep -iw nan .f'
	done
	truth "$t: the edges of a picture say their p" sh -c '"$MIXMI" graph "$P" -c species,island,sex --test '$t' --format dot | grep -q "tooltip=\"p = [0-9.e-]*, .*rows\""'
done
judge "what a kernel test was asked for is in its JSON" test "$P" $xy -z species --test rcot --features 20 --features-xy 4 --null gamma --one-hot --json '
a["features"] == 20 and a["features_xy"] == 4 and a["null"] == "gamma" and a["one_hot"] is True'
judge "... as in that of miic" test "$P" $xy --test miic --miic-bins 9 --json 'a["miic_bins"] == 9 and "features" not in a'
judge "... and of its estimator" cmi "$P" $xy --estimator miic --miic-bins 9 --json 'a["miic_bins"] == 9'
judge "... but of no other test" test "$P" $xy --test suzuki --json 'not a.keys() & {"miic_bins", "features", "null", "one_hot"}'
truth "one-hot changes rcot" sh -c '[ "$("$MIXMI" test "$P" -x species -y island --test rcot)" != "$("$MIXMI" test "$P" -x species -y island --test rcot --one-hot)" ]'
for t in miic suzuki; do
	judge "$t has no p-value: null" test "$P" $xy -z species --test $t --json 'a["p"] is None and a["df"] is None and a["estimate"] >= 0'
	judge "$t: pairs by estimate" pairs "$P" --exclude year --test $t --json '(lambda k: k == sorted(k))([(q["verdict"] != "detected", -q["corrected"]) for q in a["answers"]])'
	refuse "$t: no p to sort by" 1 "mixmi: --sort p needs p-values, which the test $t does not give*" pairs "$P" --test $t --sort p
done
agrees() { "$MIXMI" cmi "$P" $xy -z species --estimator $1 --json >.a && "$MIXMI" test "$P" $xy -z species --test $1 --json >.b && [ "$(grep '"estimate"' .a)" = "$(grep '"estimate"' .b)" ]; }
for m in miic suzuki; do truth "$m: the test rests on the estimate" agrees $m; done
for t in $tests; do
	judge "$t: constant columns are independent of all" pairs flat.csv -c one,same,num --test $t --json 'all(q["verdict"] == "not_detected" for q in a["answers"] if q["remark"] is None)'
done
quiet() { "$MIXMI" pairs "$P" --test rcot >.o 2>.e && [ ! -s .e ]; }
truth "no remark on atoms where there are none" quiet
stale() { # answers of other features are not taken from a checkpoint
	"$MIXMI" graph "$P" -c 1,2,7 --test rcot --checkpoint k.txt >.o && ! "$MIXMI" graph "$P" -c 1,2,7 --test rcot --features-xy 9 --checkpoint k.txt >.o 2>.e && grep -q "features-xy" .e
}
truth "a checkpoint holds for the same features" stale

# ------------------------------------------------------------------------------------------------------ help
for e in residual histogram $all; do
	truth "help estimators: $e" sh -c '"$MIXMI" help estimators | grep -q "^'$e': "'
	truth "help of cmi lists $e" sh -c '"$MIXMI" cmi --help-all | grep -q "^  '$e'  "'
	truth "manual: $e" sh -c '"$MIXMI" manual cmi | sed -n "/^.SH ESTIMATORS/,/^.SH .EXIT/p" | tr -d "\\\\" | grep -q "^fB'$e'fR"'
done
for t in $tests; do
	truth "help tests: $t" sh -c '"$MIXMI" help tests | grep -q "^'$t': "'
	truth "help of test lists $t" sh -c '"$MIXMI" test --help-all | grep -q "^  '$t'  "'
done
for w in estimators tests; do truth "help $w fits 80 columns" sh -c '"$MIXMI" help '$w' | awk "length > 80 { exit 1 }"'; done
answer "help says what a method assumes and costs" "*ms: *Assumes*Costs*Not suitable for*" help estimators
answer "the page of the program has both" "*.SH ESTIMATORS*.SH TESTS*" manual
answer "cmi takes estimator options" "*Estimator:*--estimator NAME*-k, --neighbours K*--miic-bins N*" cmi --help-all
for c in test pairs graph; do answer "$c takes kernel options" "*--miic-bins N*Kernel:*--features N*--one-hot*" $c --help-all; done
"$MIXMI" completion bash >c.bash
truth "estimators complete" grep -q -- "--estimator) COMPREPLY=(.*mixed-ksg ravk ms miic suzuki" c.bash
truth "tests complete" grep -q -- "--test) COMPREPLY=(.*perm miic rcit rcot suzuki residual" c.bash
truth "topics of help complete" grep -q "help) flags=.*operands='estimators tests " c.bash
