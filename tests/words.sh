#!/usr/bin/env bash
# Words that documents and sources avoid, because statisticians or programmers use another one (the table
# below). A word with an ordinary use is matched in its other sense only. Lines are joined, so that a phrase is found
# across them.
# words.sh [ROOT]; without ROOT it also shows that it catches each of them.
set -u

# "PATTERN<tab>INSTEAD<tab>EXAMPLE": a Perl expression, in which ~ stands for the start or end of a word, also in names_like_this.
patterns() {
    grep -v '^#' <<'TABLE'
~told~	distinguished, reported, known	columns that are told apart
\bfor people\b	human-readable	text for people
\bcannot[ _]tell\b	undecided	where the test cannot tell
\bfreed\b|\bfree(d|s|ing)? (the |a |its )?(X|Y|sides?|columns?|features?)\b|\bfreed\.[ch]\b|[>.]freed\b|_freed\b|\bfreed_|\bfreeing_	residualised on, residual; of memory: released	X is freed from Z
~pa(y|ys|id)~	shortens the code by more than its cost; is faster	a cut that pays
\bmend(s|ed|ing)?\b	fix	mend the file
~hear(s|d)?~	uses	a test that hears ranks alone
\bkin\b	Debian-based systems	Debian and its kin
~surround(s|ings)~	Markov blanket; the other columns; neighbourhood	the surroundings of a column
~entrants?~	input, column	the entrants are sorted
~witness(es)?~	separating set, helper	the witness of a separation
_looking\b|\blooking_|\blooking\.[ch]\b	search	estimate_looking
~doubts?~	bias allowance; doubtful edge	the doubt of the estimate
~dress(ed|es)?~	formatted, notation	numbers in dress
\bhidden (from|by|effects?|dependence)\b|[`"]hidden[`"]:?(?= [|:,(])|[>.]hidden_	detectable	"hidden": 0.1
(?<!far )(?<!farther )(?<!little )(?<!-)(?<!` )~apart~(?! from)	separately, distinguished, not adjacent	a and c apart
\b(bias|error|loss) (of|from|by) (counting|cutting)\b|\b(counting|cutting) (takes|adds|loses)\b|[>.]cutting\b|\blost_by_c|\bc(oun|ut)ting\.[ch]\b	small-sample bias, discretisation bias	what counting adds
\bno finding\b	inconclusive	a value that is no finding
\bthat (are|is) no columns?(?! of)\b	unmeasured	common causes that are no columns
\b(everything|all|what) that is drawn\b	random numbers	the seed of everything that is drawn
\bword is worth\b|\bevidence makes\b	the rule itself	what its word is worth
~teach(es)?~	n is too small to estimate E[X given Z]	the rows cannot teach a regression
\bhouses?\b|\b[Tt]he walk of\b|\b[Tt]he way (in|the data)\b	architecture, module, path	the walk of a command
\bdoes not gather\b	are mutually exclusive	a shard does not gather
\bleaves? nothing to compare\b	undecided: no rows can be compared	where Z leaves nothing to compare
\bgo(es)? on where (it|they) w	resume	a run goes on where it was
\bto the letter\b	exactly	the method to the letter
; without it:	default:	the nodes; without it: all columns
\bwhatever the dependence between\b	for any dependence between	valid whatever the dependence between the tests
\b[Gg]raph of causes\b	causal graph	which graph of causes fits
\bwrites but\b	except	any format that it writes but text
\bwhat is left of both\b	residuals	compares what is left of both
\bwill do\b	is valid	no set will do
\bstands? (there )?twice\b	occurs twice	a column that stands twice
\bshould stand here\b	expected ...	a value should stand here
\bknown beforehand\b	background knowledge	what is known beforehand
\brunning number\b	row number	a running number?
\bsays? as much as\b	as informative as	the rows say as much as 20 others
\bhalvings\b	random splits	in half of the halvings
\bcan tell nothing\b	carries no information	a column that can tell nothing
\bgoes on from there\b	resumes	the same command goes on from there
\bone and all\b	all	columns that are atoms one and all
\bin vain\b	without effect	statements in vain
\blook(s|ed|ing)? in on\b	poll, check	looks in on the callback
\bmakes? room\b	allocates; is replaced	the oldest makes room
\bas (they|it) lies?\b	as in memory	numbers as they lie in memory
\bgives? back\b	returns, frees	gives back the objects
\b(is|are|was) no whole number\b	is not a whole number	the weight is no whole number
\bstands? in (double )?quotes\b	needs quotes, is quoted	texts stand in quotes
\bbefore its end\b	early	stopped before its end
\bcut off before\b	censored	times cut off before their event
\bby the clock\b	elapsed time	34.9 s by the clock
\bas of [a-z_]+\(\)	as in	the flag as of base_products()
\bin the place of\b	instead of	a graph in the place of another
TABLE
}

# "one code a row": a quantity, then "a" for "per".
quantity='rows?|bins?|codes?|bytes|numbers?|intervals|nats|ms|memory|MB|steps|places|profile|shards|copy|sets|symbol|indicator|[Oo]nce|[Oo]ne|twice|O\([^()]*(?:\([^()]*\)[^()]*)*\)|bits|pieces|edges|hundreds|draws|tables?|item|digits|weights|remark|functions|regressions|scores|permutations|searches|string|array|candidates|cells|iterations|counts'
unit='column|row|pair|edge|cell|bin|point|node|feature|test|question|side|line|rank|thread|process|value|label|step|search|table|stage|tuple|symbol|group|method|message|piece|set|key|file|record|field|round|call|level|repetition|draw|pass|subsample|component|stratum|class|interval|cut|segment|entry|sheet|data set|network|size|core|block|permutation|observation|option|grid|triple|byte|graph|sum|fit'
verb='has|have|had|must|may|takes|uses|is|are|was|get|gets|belongs|needs|makes|can|could|gives|says?|went|times|falls|whose|that|which|later|with|of|drawn|and Z|come|comes|tell|tells|want|wants'

sources() {
    find README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md Makefile CODE_OF_CONDUCT.md docs include cli src bindings report/src examples experiments \
        -type f \( -name '*.[chR]' -o -name '*.md' -o -name '*.py' -o -name '*.Rd' -o -name '*.Rmd' -o -name '*.js' -o -name '*.css' \
        -o -name '*.html' -o -name '*.mjs' -o -name '*.ipynb' -o -name '*.def' -o -name '*.rst' -o -name Makefile \) \
        -not -path '*/node_modules/*' -not -path '*/build/*' -not -path '*/build-*' -not -name migration.md 2>/dev/null | sort
}

check_words() {
    local found
    found=$(patterns | sources=$(sources) quantity=$quantity unit=$unit verb=$verb perl -e '
        my @rules = map { chomp; my ($p, $i) = split /\t/; $p =~ s/~(?=\w)/(?<![A-Za-z])/g; $p =~ s/~/(?![A-Za-z])/g; [qr/$p/, $i] } <STDIN>;
        my ($q, $u, $v) = @ENV{qw(quantity unit verb)};
        my ($per, $before) = (qr/ an? (?:$u)\b(?![\w-]| (?:$v)\b)/, qr/(?<![\w(])(?:$q)$/);
        sub report {
            my ($file, $text, $from, $to, $instead) = @_;
            my $start = $from < 30 ? 0 : $from - 30;
            print "$file: \"", substr($text, $start, $to + 30 - $start), "\", not \"", substr($text, $from, $to - $from), "\" but: $instead\n";
        }
        for my $file (split /\n/, $ENV{sources}) {
            open(my $in, "<", $file) or next;
            local $/;
            my $text = <$in>;
            $text =~ s/[ \t]*\n[ \t]*(?:\*(?!\/)|\/\/|#+|")?[ \t]*/ /g;
            for my $rule (@rules) {
                while ($text =~ /$rule->[0]/g) { report($file, $text, $-[0], $+[0], $rule->[1]) }
            }
            while ($text =~ /$per/g) {
                my $start = $-[0] < 80 ? 0 : $-[0] - 80;
                my ($from, $to) = ($-[0], $+[0]);
                report($file, $text, $from, $to, "per") if substr($text, $start, $from - $start) =~ $before;
            }
        }')
    [ -z "$found" ] && return
    printf '%s\n' "$found" | sed 's/^/words: /'
    offences=$((offences + $(printf '%s\n' "$found" | wc -l)))
}

# A tree that has each example of the table and one "a" for "per", and sentences that must pass.
check_itself() {
    local tree found expected
    tree=$(mktemp -d)
    mkdir -p "$tree/docs" "$tree/src"
    patterns | cut -f3 | while IFS= read -r example; do printf '%s\n\n' "$example"; done >"$tree/docs/A.md"
    printf 'There is one bin\na column.\n' >>"$tree/docs/A.md"
    printf '/* The caller frees it.\n * They lie far apart. A column has a value in a row; doubtful edges; hidden nodes. */\n' >"$tree/src/a.c"
    found=$("$0" "$tree" | grep -c '^words:')
    "$0" "$tree" | grep '^words: src' && offend "ordinary words are taken for others"
    expected=$(($(patterns | wc -l) + 1))
    rm -rf "$tree"
    [ "$found" -eq "$expected" ] || offend "the check itself finds $found of $expected planted words"
}

offend() {
    echo "words: $1"
    offences=$((offences + 1))
}

offences=0
if [ $# -eq 0 ]; then
    check_itself
fi
cd "${1:-$(dirname "$0")/..}" || exit 1
check_words
[ "$offences" -eq 0 ]
