# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_weave_global_optspecs
    string join \n r/rules= probes= classpath= jdk= o/output= runtime= manifest= manifest-dir= dry-run strip-signatures allow-huge strict j/threads= v/verbose q/quiet color= message-format= h/help V/version
end

function __fish_weave_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_weave_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_weave_using_subcommand
    set -l cmd (__fish_weave_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c weave -n "__fish_weave_needs_command" -s r -l rules -d 'Rules: a TOML file, or the name of a built-in pack; may be repeated' -r -F
complete -c weave -n "__fish_weave_needs_command" -l probes -d 'A jar, or a folder of classes, with probe classes; may be repeated' -r -F
complete -c weave -n "__fish_weave_needs_command" -l classpath -l class-path -d 'Where to find the types that the inputs extend and implement, in the syntax of `java`; may be repeated' -r -F
complete -c weave -n "__fish_weave_needs_command" -l jdk -d 'The JDK whose types they extend and implement [default: `JAVA_HOME`, else of `java` on the path]' -r -f -a "(__fish_complete_directories)"
complete -c weave -n "__fish_weave_needs_command" -s o -l output -d 'The woven jar, or a folder for it; for several inputs or a folder: a folder' -r -F
complete -c weave -n "__fish_weave_needs_command" -l runtime -d 'Where the runtime classes go [default: embed for one jar, beside for several]' -r -f -a "embed\t'Into the woven jar'
beside\t'Into one `weave-runtime.jar` beside the woven jars'
none\t'Nowhere: they are on the class path of the program already'"
complete -c weave -n "__fish_weave_needs_command" -l manifest -d 'How much of the manifest goes into the jar as well; the file beside it is always full' -r -f -a "short\t'Tool, rules, probes and counts'
full\t'Everything'"
complete -c weave -n "__fish_weave_needs_command" -l manifest-dir -d 'Write the manifests into this folder, not beside the outputs' -r -f -a "(__fish_complete_directories)"
complete -c weave -n "__fish_weave_needs_command" -s j -l threads -d 'Number of threads [default: one per processor]' -r
complete -c weave -n "__fish_weave_needs_command" -l color -d 'When to use colours' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Everywhere'
never\t'Nowhere'"
complete -c weave -n "__fish_weave_needs_command" -l message-format -d 'How to report' -r -f -a "human\t'Text on stderr'
json\t'JSON objects, for tools'"
complete -c weave -n "__fish_weave_needs_command" -l dry-run -d 'Do everything but write'
complete -c weave -n "__fish_weave_needs_command" -l strip-signatures -d 'Weave a signed jar, and leave its signature out'
complete -c weave -n "__fish_weave_needs_command" -l allow-huge -d 'Weave methods that grow beyond 8,000 bytes too, which HotSpot then never compiles'
complete -c weave -n "__fish_weave_needs_command" -l strict -d 'Fail when a method is skipped, a class cannot be read or a rule weaves nothing'
complete -c weave -n "__fish_weave_needs_command" -s v -l verbose -d 'Name every woven and every skipped method, every input, and print all warnings'
complete -c weave -n "__fish_weave_needs_command" -s q -l quiet -d 'Print errors only'
complete -c weave -n "__fish_weave_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c weave -n "__fish_weave_needs_command" -s V -l version -d 'Print version'
complete -c weave -n "__fish_weave_needs_command" -a "completions" -d 'Print the completion script of a shell'
complete -c weave -n "__fish_weave_needs_command" -a "check" -d 'Check rules without weaving anything'
complete -c weave -n "__fish_weave_needs_command" -a "explain" -d 'Say why a method is, or is not, woven'
complete -c weave -n "__fish_weave_needs_command" -a "runtime" -d 'Write the jar with the runtime, or the one that probe classes are compiled against'
complete -c weave -n "__fish_weave_needs_command" -a "verify" -d 'Let a JVM link every class of a woven jar, and compare with the original'
complete -c weave -n "__fish_weave_needs_command" -a "report" -d 'Show where the time went: the payloads of each probe in recordings'
complete -c weave -n "__fish_weave_needs_command" -a "rules" -d 'List the built-in packs of rules, or print one'
complete -c weave -n "__fish_weave_needs_command" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c weave -n "__fish_weave_using_subcommand completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c weave -n "__fish_weave_using_subcommand check" -l probes -d 'A jar, or a folder of classes, with probe classes; may be repeated' -r -F
complete -c weave -n "__fish_weave_using_subcommand check" -l color -d 'When to use colours' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Everywhere'
never\t'Nowhere'"
complete -c weave -n "__fish_weave_using_subcommand check" -l message-format -d 'How to report' -r -f -a "human\t'Text on stderr'
json\t'JSON objects, for tools'"
complete -c weave -n "__fish_weave_using_subcommand check" -l strict -d 'Fail when there are warnings'
complete -c weave -n "__fish_weave_using_subcommand check" -s q -l quiet -d 'Print errors only'
complete -c weave -n "__fish_weave_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c weave -n "__fish_weave_using_subcommand explain" -l code -d 'Show the code of the method too, before and after weaving' -r -f -a "stack\t'The operand stack behind each instruction'
positions\t'The position of each instruction'
lines\t'Where source lines begin'"
complete -c weave -n "__fish_weave_using_subcommand explain" -l rule -d 'A rule by its place: `FILE:LINE`' -r
complete -c weave -n "__fish_weave_using_subcommand explain" -s r -l rules -d 'Rules: a TOML file, or the name of a built-in pack; may be repeated' -r -F
complete -c weave -n "__fish_weave_using_subcommand explain" -l probes -d 'A jar, or a folder of classes, with probe classes; may be repeated' -r -F
complete -c weave -n "__fish_weave_using_subcommand explain" -l classpath -l class-path -d 'Where to find the types that the inputs extend and implement, in the syntax of `java`; may be repeated' -r -F
complete -c weave -n "__fish_weave_using_subcommand explain" -l jdk -d 'The JDK whose types they extend and implement [default: `JAVA_HOME`, else of `java` on the path]' -r -f -a "(__fish_complete_directories)"
complete -c weave -n "__fish_weave_using_subcommand explain" -l color -d 'When to use colours' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Everywhere'
never\t'Nowhere'"
complete -c weave -n "__fish_weave_using_subcommand explain" -l message-format -d 'How to report' -r -f -a "human\t'Text on stderr'
json\t'JSON objects, for tools'"
complete -c weave -n "__fish_weave_using_subcommand explain" -s q -l quiet -d 'Print errors only'
complete -c weave -n "__fish_weave_using_subcommand explain" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c weave -n "__fish_weave_using_subcommand runtime" -s o -l output -d 'The jar that is written' -r -F
complete -c weave -n "__fish_weave_using_subcommand runtime" -l color -d 'When to use colours' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Everywhere'
never\t'Nowhere'"
complete -c weave -n "__fish_weave_using_subcommand runtime" -l message-format -d 'How to report' -r -f -a "human\t'Text on stderr'
json\t'JSON objects, for tools'"
complete -c weave -n "__fish_weave_using_subcommand runtime" -l api -d 'Only what probe classes are compiled against: the package `weave.probe` and those below'
complete -c weave -n "__fish_weave_using_subcommand runtime" -s q -l quiet -d 'Print errors only'
complete -c weave -n "__fish_weave_using_subcommand runtime" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c weave -n "__fish_weave_using_subcommand verify" -l classpath -l class-path -d 'Where to find the classes that the inputs need, in the syntax of `java`; may be repeated' -r -F
complete -c weave -n "__fish_weave_using_subcommand verify" -l jdk -d 'The JVM that links, a JDK or a JRE, 11 or newer [default: `JAVA_HOME`, else of `java` on the path]' -r -f -a "(__fish_complete_directories)"
complete -c weave -n "__fish_weave_using_subcommand verify" -l color -d 'When to use colours' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Everywhere'
never\t'Nowhere'"
complete -c weave -n "__fish_weave_using_subcommand verify" -l message-format -d 'How to report' -r -f -a "human\t'Text on stderr'
json\t'JSON objects, for tools'"
complete -c weave -n "__fish_weave_using_subcommand verify" -s q -l quiet -d 'Print errors only'
complete -c weave -n "__fish_weave_using_subcommand verify" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c weave -n "__fish_weave_using_subcommand report" -s o -l output -d 'The file to write the report to [default: it is printed]' -r -F
complete -c weave -n "__fish_weave_using_subcommand report" -l format -d 'How to show it [default: as the output\'s extension says, else text]' -r -f -a "text\t'The payloads with the most time, for a terminal'
json\t'All, as `rules/report.schema.json` describes it'
csv\t'The payloads of each probe, one a line'
folded\t'Samples of the processor by stack, for flame graph programs'"
complete -c weave -n "__fish_weave_using_subcommand report" -l compare -d 'An older recording, or a folder, to compare with; may be repeated' -r -F
complete -c weave -n "__fish_weave_using_subcommand report" -l from -d 'Leave out what began before: `14:00:00`, `2026-12-01T14:00:00Z`, or `90s` after the start' -r
complete -c weave -n "__fish_weave_using_subcommand report" -l to -d 'Leave out what began then or later' -r
complete -c weave -n "__fish_weave_using_subcommand report" -l probe -d 'The probe to show, by key or name; may be repeated' -r
complete -c weave -n "__fish_weave_using_subcommand report" -l thread -d 'The thread to show, by name; may be repeated' -r
complete -c weave -n "__fish_weave_using_subcommand report" -l events -d 'How many payloads to keep as they are: the longest of each text, those with exceptions, and an even sample' -r
complete -c weave -n "__fish_weave_using_subcommand report" -l rows -d 'How many payloads to show of each probe [default: about ten lines in all]' -r
complete -c weave -n "__fish_weave_using_subcommand report" -l jdk -d 'The JVM that reads, a JDK or a JRE with the module jdk.jfr, 17 or newer [default: `JAVA_HOME`, else of `java` on the path]' -r -f -a "(__fish_complete_directories)"
complete -c weave -n "__fish_weave_using_subcommand report" -l color -d 'When to use colours' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set'
always\t'Everywhere'
never\t'Nowhere'"
complete -c weave -n "__fish_weave_using_subcommand report" -l message-format -d 'How to report' -r -f -a "human\t'Text on stderr'
json\t'JSON objects, for tools'"
complete -c weave -n "__fish_weave_using_subcommand report" -l all -d 'Print every payload as a JSON object, one a line, in place of a report'
complete -c weave -n "__fish_weave_using_subcommand report" -s q -l quiet -d 'Print errors only'
complete -c weave -n "__fish_weave_using_subcommand report" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c weave -n "__fish_weave_using_subcommand rules" -l schema -d 'Print the JSON Schema of rules files, for editors'
complete -c weave -n "__fish_weave_using_subcommand rules" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c weave -n "__fish_weave_using_subcommand help; and not __fish_seen_subcommand_from completions check explain runtime verify report rules help" -f -a "completions" -d 'Print the completion script of a shell'
complete -c weave -n "__fish_weave_using_subcommand help; and not __fish_seen_subcommand_from completions check explain runtime verify report rules help" -f -a "check" -d 'Check rules without weaving anything'
complete -c weave -n "__fish_weave_using_subcommand help; and not __fish_seen_subcommand_from completions check explain runtime verify report rules help" -f -a "explain" -d 'Say why a method is, or is not, woven'
complete -c weave -n "__fish_weave_using_subcommand help; and not __fish_seen_subcommand_from completions check explain runtime verify report rules help" -f -a "runtime" -d 'Write the jar with the runtime, or the one that probe classes are compiled against'
complete -c weave -n "__fish_weave_using_subcommand help; and not __fish_seen_subcommand_from completions check explain runtime verify report rules help" -f -a "verify" -d 'Let a JVM link every class of a woven jar, and compare with the original'
complete -c weave -n "__fish_weave_using_subcommand help; and not __fish_seen_subcommand_from completions check explain runtime verify report rules help" -f -a "report" -d 'Show where the time went: the payloads of each probe in recordings'
complete -c weave -n "__fish_weave_using_subcommand help; and not __fish_seen_subcommand_from completions check explain runtime verify report rules help" -f -a "rules" -d 'List the built-in packs of rules, or print one'
complete -c weave -n "__fish_weave_using_subcommand help; and not __fish_seen_subcommand_from completions check explain runtime verify report rules help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
