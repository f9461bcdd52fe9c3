
use builtin;
use str;

set edit:completion:arg-completer[weave] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'weave'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'weave'= {
            cand -r 'Rules: a TOML file, or the name of a built-in pack; may be repeated'
            cand --rules 'Rules: a TOML file, or the name of a built-in pack; may be repeated'
            cand --probes 'A jar, or a folder of classes, with probe classes; may be repeated'
            cand --classpath 'Where to find the types that the inputs extend and implement, in the syntax of `java`; may be repeated'
            cand --class-path 'Where to find the types that the inputs extend and implement, in the syntax of `java`; may be repeated'
            cand --jdk 'The JDK whose types they extend and implement [default: `JAVA_HOME`, else of `java` on the path]'
            cand -o 'The woven jar, or a folder for it; for several inputs or a folder: a folder'
            cand --output 'The woven jar, or a folder for it; for several inputs or a folder: a folder'
            cand --runtime 'Where the runtime classes go [default: embed for one jar, beside for several]'
            cand --manifest 'How much of the manifest goes into the jar as well; the file beside it is always full'
            cand --manifest-dir 'Write the manifests into this folder, not beside the outputs'
            cand -j 'Number of threads [default: one per processor]'
            cand --threads 'Number of threads [default: one per processor]'
            cand --color 'When to use colours'
            cand --message-format 'How to report'
            cand --dry-run 'Do everything but write'
            cand --strip-signatures 'Weave a signed jar, and leave its signature out'
            cand --allow-huge 'Weave methods that grow beyond 8,000 bytes too, which HotSpot then never compiles'
            cand --strict 'Fail when a method is skipped, a class cannot be read or a rule weaves nothing'
            cand -v 'Name every woven and every skipped method, every input, and print all warnings'
            cand --verbose 'Name every woven and every skipped method, every input, and print all warnings'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand completions 'Print the completion script of a shell'
            cand check 'Check rules without weaving anything'
            cand explain 'Say why a method is, or is not, woven'
            cand runtime 'Write the jar with the runtime, or the one that probe classes are compiled against'
            cand verify 'Let a JVM link every class of a woven jar, and compare with the original'
            cand report 'Show where the time went: the payloads of each probe in recordings'
            cand rules 'List the built-in packs of rules, or print one'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'weave;completions'= {
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'weave;check'= {
            cand --probes 'A jar, or a folder of classes, with probe classes; may be repeated'
            cand --color 'When to use colours'
            cand --message-format 'How to report'
            cand --strict 'Fail when there are warnings'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'weave;explain'= {
            cand --code 'Show the code of the method too, before and after weaving'
            cand --rule 'A rule by its place: `FILE:LINE`'
            cand -r 'Rules: a TOML file, or the name of a built-in pack; may be repeated'
            cand --rules 'Rules: a TOML file, or the name of a built-in pack; may be repeated'
            cand --probes 'A jar, or a folder of classes, with probe classes; may be repeated'
            cand --classpath 'Where to find the types that the inputs extend and implement, in the syntax of `java`; may be repeated'
            cand --class-path 'Where to find the types that the inputs extend and implement, in the syntax of `java`; may be repeated'
            cand --jdk 'The JDK whose types they extend and implement [default: `JAVA_HOME`, else of `java` on the path]'
            cand --color 'When to use colours'
            cand --message-format 'How to report'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'weave;runtime'= {
            cand -o 'The jar that is written'
            cand --output 'The jar that is written'
            cand --color 'When to use colours'
            cand --message-format 'How to report'
            cand --api 'Only what probe classes are compiled against: the package `weave.probe` and those below'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'weave;verify'= {
            cand --classpath 'Where to find the classes that the inputs need, in the syntax of `java`; may be repeated'
            cand --class-path 'Where to find the classes that the inputs need, in the syntax of `java`; may be repeated'
            cand --jdk 'The JVM that links, a JDK or a JRE, 11 or newer [default: `JAVA_HOME`, else of `java` on the path]'
            cand --color 'When to use colours'
            cand --message-format 'How to report'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'weave;report'= {
            cand -o 'The file to write the report to [default: it is printed]'
            cand --output 'The file to write the report to [default: it is printed]'
            cand --format 'How to show it [default: as the output''s extension says, else text]'
            cand --compare 'An older recording, or a folder, to compare with; may be repeated'
            cand --from 'Leave out what began before: `14:00:00`, `2026-12-01T14:00:00Z`, or `90s` after the start'
            cand --to 'Leave out what began then or later'
            cand --probe 'The probe to show, by key or name; may be repeated'
            cand --thread 'The thread to show, by name; may be repeated'
            cand --events 'How many payloads to keep as they are: the longest of each text, those with exceptions, and an even sample'
            cand --rows 'How many payloads to show of each probe [default: about ten lines in all]'
            cand --jdk 'The JVM that reads, a JDK or a JRE with the module jdk.jfr, 17 or newer [default: `JAVA_HOME`, else of `java` on the path]'
            cand --color 'When to use colours'
            cand --message-format 'How to report'
            cand --all 'Print every payload as a JSON object, one a line, in place of a report'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'weave;rules'= {
            cand --schema 'Print the JSON Schema of rules files, for editors'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'weave;help'= {
            cand completions 'Print the completion script of a shell'
            cand check 'Check rules without weaving anything'
            cand explain 'Say why a method is, or is not, woven'
            cand runtime 'Write the jar with the runtime, or the one that probe classes are compiled against'
            cand verify 'Let a JVM link every class of a woven jar, and compare with the original'
            cand report 'Show where the time went: the payloads of each probe in recordings'
            cand rules 'List the built-in packs of rules, or print one'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'weave;help;completions'= {
        }
        &'weave;help;check'= {
        }
        &'weave;help;explain'= {
        }
        &'weave;help;runtime'= {
        }
        &'weave;help;verify'= {
        }
        &'weave;help;report'= {
        }
        &'weave;help;rules'= {
        }
        &'weave;help;help'= {
        }
    ]
    $completions[$command]
}
