# Help, manual pages and completion of every command; every example in the help runs.
. "$WORDS"
commands="cmi histogram test pairs graph check adjust effect compare describe assign report"

answer "version" "mixmi [0-9]*.[0-9]*.[0-9]*" --version
answer "version, short" "mixmi [0-9]*" -V
answer "version of a command" "mixmi [0-9]*" cmi -V
short() { # the options of --help: one line each, at most 30 of them, none cut within a clause
	for c in $commands; do
		"$MIXMI" $c --help | sed -n '/^Question/,/^Exit/p' | grep '^ *-' >.lines
		[ "$(wc -l <.lines)" -le "${1:-30}" ] && ! grep -E '(,| such as| the| of| a| and| to| with| that| are)$' .lines || { echo "$c"; cat .lines; return 1; }
	done
}
truth "--help has a line per option, at most 31" short 31
answer "help lists the commands" "Usage: mixmi COMMAND*cmi *histogram *test *pairs *graph *describe *assign *" --help
answer "help, short" "Usage: mixmi COMMAND*" -h
answer "help, as a command" "Usage: mixmi COMMAND*" help
answer "help names the exit codes" "*0  success*1  bad usage*2  bad data*3  a file*4  a limit*" --help
for c in $commands; do
	answer "help of $c" "Usage: mixmi $c *--output FILE*Exit status:*Examples:*mixmi $c *" $c --help
	answer "help of $c, after bad words it has not read" "Usage: mixmi $c *" $c -h --nonsense
	answer "all of the help of $c" "Usage: mixmi $c *--output FILE*Exit status:*Examples:*mixmi $c *" $c --help-all
	truth "all of the help of $c equals mixmi help --all $c" sh -c '[ "$("$MIXMI" '$c' --help-all)" = "$("$MIXMI" help --all '$c')" ]'
	truth "all of the help of $c fits 80 columns, examples aside" sh -c '"$MIXMI" '$c' --help-all | grep -v "^  .*mixmi" | awk "length > 80 { exit 1 }"'
	truth "the help of $c says no less at length" sh -c '[ "$("$MIXMI" '$c' --help-all | wc -l)" -ge "$("$MIXMI" '$c' --help | wc -l)" ]'
	truth "help of $c equals mixmi help $c" sh -c '[ "$("$MIXMI" '$c' --help)" = "$("$MIXMI" help '$c')" ]'
	truth "help of $c fits 80 columns, examples aside" sh -c '"$MIXMI" '$c' --help | grep -v "^  .*mixmi" | awk "length > 80 { exit 1 }"'
done
answer "options come from the table" "*--atom-threshold N*from 1 to*default 5*--alpha A*default 0.05*" cmi --help-all
answer "choices are listed" "*auto,*comma,*tab,*semicolon*" describe --help-all

cp "$DATA/penguins.csv" .
printf 'from,to\na,b\nb,c\n' >learnt.csv # for the examples of compare
printf 'a -> b\nc -> b\n' >truth.txt
mkdir bin
ln -s "$MIXMI" bin/mixmi
can_draw_graphs() { "$MIXMI" graph penguins.csv -c species,island --plot can.svg >/dev/null 2>&1; }
for c in $commands; do
	"$MIXMI" $c --help | sed -n '/^Examples:/,$p' | sed -n 's/^  \([a-z].*\)/\1/p' >.lines
	truth "$c has examples" test -s .lines
	while read -r line; do
		case $line in
		*graph*--plot*) can_draw_graphs || { skip "example: $line" "built without Graphviz"; continue; } ;;
		esac
		truth "example: $line" env PATH="$PWD/bin:$PATH" sh -c "$line"
	done <.lines
done

for c in "" $commands; do
	"$MIXMI" manual $c >page.1
	truth "manual page of mixmi $c has its parts" sh -c 'for s in NAME SYNOPSIS DESCRIPTION "\"EXIT STATUS\"" EXAMPLES; do grep -q "^.SH $s" page.1 || exit 1; done'
	if has groff; then
		truth "manual page of mixmi $c has no warnings" sh -c 'groff -man -Tutf8 -ww -z page.1 2>&1 | (! grep .)'
	else
		skip "manual page of mixmi $c has no warnings" "no groff"
	fi
done
refuse "manual page of an unknown command" 1 "mixmi: no command 'x'*" manual x

"$MIXMI" completion zsh >_mixmi
truth "zsh completion names every command" sh -c 'for c in cmi histogram test pairs graph describe assign; do grep -q "$c)" _mixmi || exit 1; done'
if has zsh; then truth "zsh completion parses" zsh -n _mixmi; else skip "zsh completion parses" "no zsh"; fi
"$MIXMI" completion fish >mixmi.fish
truth "fish completion names every command" sh -c 'for c in cmi histogram test pairs graph describe assign; do grep -q "__fish_use_subcommand -a $c " mixmi.fish || exit 1; done'
if has fish; then
	truth "fish completion parses" fish --no-execute mixmi.fish
	suggests() { HOME=$PWD fish --no-config -c "source mixmi.fish; complete -C '$2'" | grep -q "^$1"; } # suggests WORD LINE
	truth "fish completes commands" suggests "cmi" "mixmi c"
	truth "... flags" suggests "--by-z" "mixmi cmi --by"
	truth "... choices of flags" suggests "strength" "mixmi pairs --sort "
	truth "... choices of options" suggests "paper" "mixmi cmi --preset "
	truth "... shells" suggests "fish" "mixmi completion f"
else
	skip "fish completion" "no fish"
fi
"$MIXMI" completion bash >completion.bash
if has bash; then
	truth "bash completion parses" bash -n completion.bash
	# complete WORDS...: what bash would offer for the last word
	cat >complete.bash <<'B'
source ./completion.bash
compopt() { :; } # only readline can change options
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_mixmi
echo "${COMPREPLY[*]}"
B
	offers() { # offers NAME WANTED WORDS...
		name=$1 wanted=$2
		shift 2
		bash complete.bash "$@" >.out 2>.err
		[ "$(cat .out)" = "$wanted" ]
		report "$name" $?
	}
	offers "bash completes commands" "cmi" mixmi cm
	offers "bash completes flags" "--atom-threshold --alpha" mixmi cmi t.csv --a
	offers "bash completes flags of the command only" "--atom-threshold" mixmi histogram t.csv --a
	offers "bash completes choices" "nats" mixmi cmi --units n
	offers "bash completes choices after an equals sign" "nats bits" mixmi cmi --units =
	offers "bash completes a choice begun after an equals sign" "bits" mixmi cmi --units = b
	offers "bash completes negated switches" "--no-header --no-recognise" mixmi describe --no
	offers "bash completes choices of a flag" "corrected" mixmi pairs --sort c
	offers "bash completes formats" "graphml" mixmi graph --format g
	offers "bash completes tests" "perm" mixmi graph --test p
	offers "bash leaves the file of an option to itself" "" mixmi graph --checkpoint a
	offers "bash completes shells" "bash" mixmi completion b
	offers "bash leaves files to itself" "" mixmi cmi pen
	truth "bash falls back to file names" grep -q "complete -o default -F _mixmi mixmi" completion.bash
else
	skip "bash completion" "no bash"
fi
