# What is typed wrong is a usage error: exit code 1, one line that says where and points to the help.
. "$WORDS"
printf 'a,b,c\n1,2,x\n2,1,y\n3,5,x\n4,4,y\n' >t.csv

answer "no command: the questions, in at most 15 lines" "mixmi: how much does X tell about Y*mixmi report FILE*mixmi help*"
answer "help: all commands" "Usage: mixmi COMMAND*Commands:*" help
refuse "unknown command suggests the nearest" 1 "mixmi: no command 'histgram'; did you mean 'histogram'?; see 'mixmi --help'" histgram t.csv
refuse "unknown command far from all" 1 "mixmi: no command 'frobnicate'; see 'mixmi --help'" frobnicate
refuse "flag before the command" 1 "mixmi: no option '--json' before the command;*" --json cmi t.csv
refuse "unknown long flag suggests the nearest" 1 "mixmi: no option '--jsn'; did you mean '--json'?; see 'mixmi cmi --help'" cmi t.csv --jsn
refuse "an abbreviated flag names the whole one" 1 "mixmi: no option '--conf'; did you mean '--confidence'?; see 'mixmi cmi --help'" cmi t.csv --conf 0.9
refuse "unknown library option suggests the nearest" 1 "*'--alhpa'*" cmi t.csv --alhpa 0.1
refuse "unknown short flag" 1 "mixmi: no option '-q'*" cmi t.csv -q
refuse "flag with control characters stays on one line" 1 "mixmi: no option '--a\\\\nb'*" cmi "--a
b"
refuse "missing value of a flag" 1 "mixmi: -x needs a value; see 'mixmi cmi --help'" cmi t.csv -x
refuse "missing value of an option" 1 "mixmi: --alpha needs a value*" cmi t.csv --alpha
refuse "switch with a value" 1 "mixmi: --json takes no value*" cmi t.csv --json=1
refuse "negated switch with a value" 1 "mixmi: --no-header takes no value*" cmi t.csv --no-header=1
refuse "only switches can be negated" 1 "mixmi: no option '--no-alpha'*" cmi t.csv --no-alpha
refuse "two files" 1 "mixmi: unexpected argument 'u.csv'*" histogram t.csv u.csv -c a
refuse "empty file name" 1 "mixmi: the file name is empty*" cmi "" -x a -y b
refuse "empty output name" 1 "mixmi: --output: the file name is empty*" cmi t.csv -x a -y b --output ""
refuse "cmi without -x" 1 "mixmi: -x is needed; see 'mixmi cmi --help'" cmi t.csv -y b
refuse "cmi without -y" 1 "mixmi: -y is needed*" cmi t.csv -x a
refuse "cmi with an empty -z" 1 "mixmi: -z names no column*" cmi t.csv -x a -y b -z ""
noted "entropy under its old name" "*entropy *" "mixmi: note: 'mixmi entropy' is now 'mixmi histogram'*" entropy t.csv -c a
refuse "histogram without -c" 1 "mixmi: --columns is needed*" histogram t.csv
refuse "histogram without -c" 1 "mixmi: --columns is needed*" histogram t.csv
refuse "assign without --model" 1 "mixmi: --model is needed*" assign t.csv
refuse "an option of another command" 1 "mixmi: --alpha is not an option of 'mixmi histogram'*" histogram t.csv -c a --alpha 0.1
refuse "alpha out of range names the flag" 1 "mixmi: --alpha: '2' is not a number between 0 and 1; see 'mixmi cmi --help'" cmi t.csv -x a -y b --alpha 2
refuse "alpha not a number" 1 "mixmi: --alpha: 'x' is not a number*" cmi t.csv -x a -y b --alpha=x
refuse "k-init out of range" 1 "mixmi: --k-init: '-1' is not*" cmi t.csv -x a -y b --k-init -1
refuse "atom-threshold zero" 1 "mixmi: --atom-threshold: '0' is not*" cmi t.csv -x a -y b --atom-threshold 0
refuse "atom-threshold beyond 64 bits" 1 "mixmi: --atom-threshold: *" cmi t.csv -x a -y b --atom-threshold 99999999999999999999
refuse "unknown preset" 1 "mixmi: --preset: 'nice' is not one of:*" cmi t.csv -x a -y b --preset nice
refuse "unknown units" 1 "mixmi: --units: 'bans' is not one of: nats,bits*" cmi t.csv -x a -y b --units bans
refuse "delimiter of two characters" 1 "mixmi: --delimiter: *" cmi t.csv -x a -y b --delimiter ab
refuse "bad value of a switch" 1 "mixmi: --header: 'maybe'*" cmi t.csv -x a -y b --header=maybe
refuse "unknown column suggests the nearest" 1 "mixmi: *'bill_lenght_mm'*'bill_length_mm'*; see 'mixmi cmi --help'" cmi "$DATA/penguins.csv" -x bill_lenght_mm -y species
refuse "the beginning of a column's name" 1 "mixmi: *'bill'; did you mean 'bill_length_mm'?*" cmi "$DATA/penguins.csv" -x bill -y species
refuse "column number beyond the last" 1 "mixmi: *'9'*" cmi t.csv -x a -y 9
refuse "column number zero" 1 "mixmi: *'0'*" cmi t.csv -x a -y 0
refuse "same column in X and Y" 1 "mixmi: *a*; see 'mixmi cmi --help'" cmi t.csv -x a -y a
refuse "same column in X and Z" 1 "mixmi: *a*" cmi t.csv -x a -y b -z a
refuse "same column in Y and Z, by number" 1 "mixmi: *b*" cmi t.csv -x a -y b -z 2
refuse "same column twice in -c" 1 "mixmi: *a*" histogram t.csv -c a,a
refuse "unknown column in --discrete" 1 "mixmi: *'q'*" cmi t.csv -x a -y b --discrete q
refuse "help of an unknown command" 1 "mixmi: no command 'cim'; did you mean 'cmi'?*" help cim
refuse "completion without a shell" 1 "mixmi: name a shell: bash, zsh or fish*" completion
refuse "completion of an unknown shell" 1 "mixmi: no completion for 'csh'*" completion csh
refuse "plot with an unknown ending" 1 "mixmi: --plot: 'p.gif' does not end in .svg, .png or .pdf*" histogram nosuch.csv -c a --plot p.gif
refuse "plot with an ending in capitals is one" 3 "mixmi: nosuch.csv: *" histogram nosuch.csv -c a --plot p.SVG
refuse "plot of an ending alone" 1 "mixmi: --plot: '.svg'*" histogram nosuch.csv -c a --plot .svg
refuse "plot of three columns" 1 "mixmi: --plot draws one or two columns, not 3*" histogram nosuch.csv -c a,b,c --plot p.svg
refuse "plot of three columns over two flags" 1 "mixmi: --plot draws one or two columns, not 3*" histogram nosuch.csv -c a,b -c c --plot p.svg
refuse "two outputs into one file" 1 "mixmi: --output, --plot and --save must name different files*" histogram t.csv -c a --save m -o m
refuse "save to standard output" 1 "mixmi: --save needs a file name*" histogram t.csv -c a --save -
refuse "model and rows from standard input" 1 "mixmi: the model and the rows cannot both*" assign - --model -
if has script; then
	script -qec "'$MIXMI' cmi -x a -y b" /dev/null </dev/null >.tty 2>&1
	truth "no file and a terminal as input" grep -q "no FILE given and nothing is piped in" .tty
else
	skip "no file and a terminal as input" "no script(1)"
fi
truth "no output file was made" test ! -e m -a ! -e p.svg -a ! -e p.gif
