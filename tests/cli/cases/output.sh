# Answers arrive whole or not at all, wherever they go, and a failure to write is an error.
. "$WORDS"

cp "$DATA/penguins.csv" rows.csv
"$MIXMI" histogram rows.csv -c species --save saved.json >/dev/null
ln rows.csv link.csv
lost="is an input file and would be overwritten*"
refuse "the answer does not replace the data" 1 "mixmi: --output: 'rows.csv' $lost" describe rows.csv -o rows.csv
refuse "... not by another name either" 1 "mixmi: --output: 'link.csv' $lost" describe rows.csv -o link.csv
refuse "... nor does the saved histogram" 1 "mixmi: --save: 'rows.csv' $lost" histogram rows.csv -c species --save rows.csv
refuse "the answer does not replace the model" 1 "mixmi: --output: 'saved.json' $lost" assign rows.csv --model saved.json -o saved.json
truth "the data is as it was" cmp rows.csv "$DATA/penguins.csv"
P=$DATA/penguins.csv
q="-x bill_length_mm -y species"
no_leftovers() { [ -z "$(find . -name '*.??????' ! -name '.*' ! -name '*.svg*' -newer mark | grep -v '^./mark')" ]; }
: >mark

"$MIXMI" cmi "$P" $q >plain
answer "output to a file prints nothing" "" cmi "$P" $q --output out
truth "the file holds the answer" cmp plain out
truth "a new file has the usual mode" sh -c 'touch usual && [ "$(ls -l out | cut -c1-10)" = "$(ls -l usual | cut -c1-10)" ]'
answer "output to - is standard output" "I(bill_length_mm; species) = *" cmi "$P" $q -o -
answer "short flag with its value attached" "" cmi "$P" $q -oattached
truth "the attached file holds the answer" cmp plain attached

echo old >kept
chmod 640 kept
"$MIXMI" cmi "$P" $q -o kept
truth "an old file is replaced" cmp plain kept
truth "... with its mode" sh -c '[ "$(ls -l kept | cut -c1-10)" = "-rw-r-----" ]'
echo old >kept
refuse "an error leaves the old file" 1 "mixmi: *" cmi "$P" -x nosuch -y species -o kept
truth "the old file is there" grep -q '^old$' kept
refuse "bad data leaves no file" 2 "mixmi: *" cmi mark -x a -y b -o never
truth "no file was made" test ! -e never

echo old >target
ln -s target link
"$MIXMI" cmi "$P" $q -o link
truth "a link is followed" test -L link
truth "... and its target replaced" cmp plain target
ln -s nowhere dangling
refuse "a link to nowhere" 3 "mixmi: dangling: No such file or directory" cmi "$P" $q -o dangling

limited() { # a file that grows beyond ulimit -f: an error, and nothing is left
	mkdir small && (cd small && ulimit -f 8 && "$MIXMI" report "$P" -c 1,2 -o page.html >/dev/null 2>../.err)
	[ $? -eq 3 ] && grep -q "File too large" .err && [ -z "$(ls -A small)" ]
}
truth "a limit of file size leaves no file" limited

if [ -w /dev/full ]; then
	refuse "a full disk" 3 "mixmi: /dev/full: No space left on device" cmi "$P" $q -o /dev/full
	refuse "a full disk, JSON" 3 "mixmi: /dev/full: No space left on device" histogram "$P" -c bill_length_mm,species --json -o /dev/full
	refuse "a full disk for the model" 3 "mixmi: /dev/full: No space left on device" histogram "$P" -c bill_length_mm --save /dev/full
	for words in "cmi $P $q" "cmi $P $q --json" "describe $P" "histogram $P -c 1" "test $P $q" "test $P $q --json" "pairs $P -c 1,2" "pairs $P -c 1,2 --csv" "graph $P -c 1,2" "graph $P -c 1,2 --json" "graph $P -c 1,2 -f dot" "--help" "cmi --help" "--version" "completion bash" "manual cmi"; do
		"$MIXMI" $words >/dev/full 2>.err
		code=$?
		: >.out
		[ $code -eq 3 ] && [ "$(cat .err)" = "mixmi: standard output: No space left on device" ]
		report "a full disk: $(echo "$words" | sed "s|$DATA/||")" $?
	done
	awk 'BEGIN { print "a,b"; for (i = 0; i < 20000; i++) printf "k%d,%d\n", i < 3 ? 1 : i / 2, i % 2 }' >big.csv
	"$MIXMI" histogram big.csv -c a,b --json >/dev/full 2>.err
	code=$?
	[ $code -eq 3 ] && [ "$(cat .err)" = "mixmi: standard output: No space left on device" ]
	report "a full disk in the middle of a long answer" $?
fi
answer "a device as output" "" cmi "$P" $q -o /dev/null
truth "the device is still one" test -c /dev/null

mkfifo pipe
closed_pipe() { # closed_pipe ARGS...: ends by SIGPIPE and says nothing when the reader is gone
	exec 8<>pipe 9>pipe 8>&-
	"$MIXMI" "$@" >&9 2>.err 9>&-
	code=$?
	exec 9>&-
	[ $code -eq 141 ] && [ ! -s .err ]
}
truth "a closed pipe" closed_pipe cmi "$P" $q
truth "a closed pipe, help" closed_pipe cmi --help
truth "a closed pipe, test" closed_pipe test "$P" $q --json
truth "a closed pipe, pairs" closed_pipe pairs "$P" -c 1,2 --csv
truth "a closed pipe, graph" closed_pipe graph "$P" -c 1,2
truth "a closed pipe, long answer" closed_pipe histogram big.csv -c a,b --json
closed_output() {
	"$MIXMI" cmi "$P" $q >&- 2>.err
	[ $? -eq 3 ] && [ "$(cat .err)" = "mixmi: standard output: Bad file descriptor" ]
}
truth "standard output closed" closed_output
mkfifo fifo
exec 8<>fifo # holds what is written until it is read
"$MIXMI" cmi "$P" $q -o fifo
exec 9<fifo 8>&-
cat <&9 >from_fifo
exec 9<&-
truth "a FIFO as output" cmp plain from_fifo
truth "the FIFO is still one" test -p fifo

if [ "$(id -u)" -ne 0 ]; then
	mkdir locked
	chmod 555 locked
	refuse "a directory that cannot be written" 3 "mixmi: locked/out: Permission denied" cmi "$P" $q -o locked/out
	echo old >readonly
	chmod 444 readonly
	refuse "a file that cannot be written" 3 "mixmi: readonly: Permission denied" cmi "$P" $q -o readonly
fi
truth "no temporary file is left" no_leftovers

# Cancelling: the file comes through a pipe that never ends.
cancel() {
	mkfifo endless
	# a shell starts background jobs with SIGINT ignored; SIGTERM cancels just the same
	"$MIXMI" cmi endless -x a -y b -o cancelled >.o 2>.e &
	job=$!
	exec 9>endless # returns once the command has opened it
	printf 'a,b\n1,2\n' >&9
	kill -TERM $job
	wait $job
	code=$?
	exec 9>&-
	[ $code -eq 4 ] && [ "$(cat .e)" = "mixmi: cancelled" ] && [ ! -e cancelled ]
}
truth "a signal cancels" cancel

# A stop while a picture is drawn: the signal comes when the command says that it draws.
mkdir -p tmp
stop_drawing() { # stop_drawing ENDING COMMAND...
	ending=$1
	shift
	TMPDIR=$PWD/tmp HOOK_STOP=drawing "$HOOKED" "$@" --plot drawn.$ending -o drawn.txt >.o 2>.e
	code=$?
	[ $code -eq 4 ] && grep -q cancelled .e || { echo "status $code"; cat .e; return 1; }
	[ ! -e drawn.$ending ] && [ ! -e drawn.txt ] && [ -z "$(ls -A tmp)" ] && [ -z "$(find . -name '.mixmi-*')" ] && no_leftovers
}
for ending in svg png; do
	hooked "a signal while a histogram is drawn leaves no file, $ending" stop_drawing $ending histogram "$P" -c bill_length_mm
	hooked "... a question given Z" stop_drawing $ending cmi "$P" -x 3 -y 4 -z species
	hooked "... a heat map" stop_drawing $ending pairs "$P" -c species,island,sex
	hooked "... a graph" stop_drawing $ending graph "$P" -c species,island
done

# what a name makes a terminal do
printf '\342\200\256x\302\205\033[31m,y\n1,2\n3,1\n4,4\n' >control.csv
answer "controls and what reorders text are shown, not sent" "*\\\\u202ex\\\\u0085\\\\x1b[[]31m*" describe control.csv

# colour: only human-readable text, only where it is wanted
colours() { grep -q "$(printf '\033\[')" "$1"; }
"$MIXMI" pairs "$P" -c species,sex,island --color always >coloured.txt
truth "colour where it is asked for" colours coloured.txt
"$MIXMI" pairs "$P" -c species,sex,island >plain.txt
truth "... and nowhere else" sh -c 'sed "s/$(printf "\033")\[[0-9]*m//g" coloured.txt | cmp - plain.txt'
truth "... never in JSON or CSV" sh -c '"$MIXMI" pairs "$DATA/penguins.csv" -c species,sex --color always --json >.j && "$MIXMI" pairs "$DATA/penguins.csv" -c species,sex --color always --csv >.c && ! grep "$(printf "\033")" .j .c'
"$MIXMI" cmi "$P" -x nosuch -y sex --color always >.out 2>coloured.err
truth "... in messages too" colours coloured.err
refuse "an unknown time for it" 1 "mixmi: --color: 'sometimes' is not one of: auto,never,always*" pairs "$P" --color sometimes
if has script; then
	terminal() { TERM=xterm script -qec "$1 '$MIXMI' pairs '$P' -c species,sex,island $2" /dev/null </dev/null >.tty 2>&1; }
	terminal "env -u NO_COLOR" ""
	truth "colour on a terminal" colours .tty
	terminal "env NO_COLOR=1" ""
	truth "... not with NO_COLOR" sh -c '! grep -q "$(printf "\033\[")[12]m" .tty'
	terminal "env -u NO_COLOR" "--color never"
	truth "... nor with --color never" sh -c '! grep -q "$(printf "\033\[")[12]m" .tty'
	terminal "env NO_COLOR=1" "--color always"
	truth "... what is typed comes first" colours .tty
else
	skip "colour on a terminal" "no script(1)"
fi

# human-readable numbers have three digits
awk 'BEGIN { print "x,y"; for (i = 0; i < 8000; i++) print i "," i }' >same.csv
noted "a p-value below 1e-300" "*p * <1e-300
*" "*a row number?" test same.csv -x x -y y
judge "... which JSON has as it is" test same.csv -x x -y y --json 'a["p"] < 1e-300'
truth "three digits" sh -c '"$MIXMI" pairs "$DATA/penguins.csv" >.t && "$MIXMI" test "$DATA/penguins.csv" -x 3 -y 4 >>.t && ! grep -E "[1-9][0-9.]*[.][0-9.]{4}" .t | grep -E "(^| )[0-9]*[.]0*[1-9][0-9]{3}"'
truth "no column repeats another" sh -c '"$MIXMI" pairs "$DATA/penguins.csv" | sed -n 4p | grep -qE "^rank +x +y +estimate +lower +upper +strength +sign +p +p Holm +p BH +size +shape$"'
