
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'weave' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'weave'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'weave' {
            [CompletionResult]::new('-r', '-r', [CompletionResultType]::ParameterName, 'Rules: a TOML file, or the name of a built-in pack; may be repeated')
            [CompletionResult]::new('--rules', '--rules', [CompletionResultType]::ParameterName, 'Rules: a TOML file, or the name of a built-in pack; may be repeated')
            [CompletionResult]::new('--probes', '--probes', [CompletionResultType]::ParameterName, 'A jar, or a folder of classes, with probe classes; may be repeated')
            [CompletionResult]::new('--classpath', '--classpath', [CompletionResultType]::ParameterName, 'Where to find the types that the inputs extend and implement, in the syntax of `java`; may be repeated')
            [CompletionResult]::new('--class-path', '--class-path', [CompletionResultType]::ParameterName, 'Where to find the types that the inputs extend and implement, in the syntax of `java`; may be repeated')
            [CompletionResult]::new('--jdk', '--jdk', [CompletionResultType]::ParameterName, 'The JDK whose types they extend and implement [default: `JAVA_HOME`, else of `java` on the path]')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The woven jar, or a folder for it; for several inputs or a folder: a folder')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The woven jar, or a folder for it; for several inputs or a folder: a folder')
            [CompletionResult]::new('--runtime', '--runtime', [CompletionResultType]::ParameterName, 'Where the runtime classes go [default: embed for one jar, beside for several]')
            [CompletionResult]::new('--manifest', '--manifest', [CompletionResultType]::ParameterName, 'How much of the manifest goes into the jar as well; the file beside it is always full')
            [CompletionResult]::new('--manifest-dir', '--manifest-dir', [CompletionResultType]::ParameterName, 'Write the manifests into this folder, not beside the outputs')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Number of threads [default: one per processor]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Number of threads [default: one per processor]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--message-format', '--message-format', [CompletionResultType]::ParameterName, 'How to report')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Do everything but write')
            [CompletionResult]::new('--strip-signatures', '--strip-signatures', [CompletionResultType]::ParameterName, 'Weave a signed jar, and leave its signature out')
            [CompletionResult]::new('--allow-huge', '--allow-huge', [CompletionResultType]::ParameterName, 'Weave methods that grow beyond 8,000 bytes too, which HotSpot then never compiles')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Fail when a method is skipped, a class cannot be read or a rule weaves nothing')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Name every woven and every skipped method, every input, and print all warnings')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Name every woven and every skipped method, every input, and print all warnings')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script of a shell')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check rules without weaving anything')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Say why a method is, or is not, woven')
            [CompletionResult]::new('runtime', 'runtime', [CompletionResultType]::ParameterValue, 'Write the jar with the runtime, or the one that probe classes are compiled against')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Let a JVM link every class of a woven jar, and compare with the original')
            [CompletionResult]::new('report', 'report', [CompletionResultType]::ParameterValue, 'Show where the time went: the payloads of each probe in recordings')
            [CompletionResult]::new('rules', 'rules', [CompletionResultType]::ParameterValue, 'List the built-in packs of rules, or print one')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'weave;completions' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'weave;check' {
            [CompletionResult]::new('--probes', '--probes', [CompletionResultType]::ParameterName, 'A jar, or a folder of classes, with probe classes; may be repeated')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--message-format', '--message-format', [CompletionResultType]::ParameterName, 'How to report')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Fail when there are warnings')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'weave;explain' {
            [CompletionResult]::new('--code', '--code', [CompletionResultType]::ParameterName, 'Show the code of the method too, before and after weaving')
            [CompletionResult]::new('--rule', '--rule', [CompletionResultType]::ParameterName, 'A rule by its place: `FILE:LINE`')
            [CompletionResult]::new('-r', '-r', [CompletionResultType]::ParameterName, 'Rules: a TOML file, or the name of a built-in pack; may be repeated')
            [CompletionResult]::new('--rules', '--rules', [CompletionResultType]::ParameterName, 'Rules: a TOML file, or the name of a built-in pack; may be repeated')
            [CompletionResult]::new('--probes', '--probes', [CompletionResultType]::ParameterName, 'A jar, or a folder of classes, with probe classes; may be repeated')
            [CompletionResult]::new('--classpath', '--classpath', [CompletionResultType]::ParameterName, 'Where to find the types that the inputs extend and implement, in the syntax of `java`; may be repeated')
            [CompletionResult]::new('--class-path', '--class-path', [CompletionResultType]::ParameterName, 'Where to find the types that the inputs extend and implement, in the syntax of `java`; may be repeated')
            [CompletionResult]::new('--jdk', '--jdk', [CompletionResultType]::ParameterName, 'The JDK whose types they extend and implement [default: `JAVA_HOME`, else of `java` on the path]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--message-format', '--message-format', [CompletionResultType]::ParameterName, 'How to report')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'weave;runtime' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The jar that is written')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The jar that is written')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--message-format', '--message-format', [CompletionResultType]::ParameterName, 'How to report')
            [CompletionResult]::new('--api', '--api', [CompletionResultType]::ParameterName, 'Only what probe classes are compiled against: the package `weave.probe` and those below')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'weave;verify' {
            [CompletionResult]::new('--classpath', '--classpath', [CompletionResultType]::ParameterName, 'Where to find the classes that the inputs need, in the syntax of `java`; may be repeated')
            [CompletionResult]::new('--class-path', '--class-path', [CompletionResultType]::ParameterName, 'Where to find the classes that the inputs need, in the syntax of `java`; may be repeated')
            [CompletionResult]::new('--jdk', '--jdk', [CompletionResultType]::ParameterName, 'The JVM that links, a JDK or a JRE, 11 or newer [default: `JAVA_HOME`, else of `java` on the path]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--message-format', '--message-format', [CompletionResultType]::ParameterName, 'How to report')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'weave;report' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The file to write the report to [default: it is printed]')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The file to write the report to [default: it is printed]')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to show it [default: as the output''s extension says, else text]')
            [CompletionResult]::new('--compare', '--compare', [CompletionResultType]::ParameterName, 'An older recording, or a folder, to compare with; may be repeated')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Leave out what began before: `14:00:00`, `2026-12-01T14:00:00Z`, or `90s` after the start')
            [CompletionResult]::new('--to', '--to', [CompletionResultType]::ParameterName, 'Leave out what began then or later')
            [CompletionResult]::new('--probe', '--probe', [CompletionResultType]::ParameterName, 'The probe to show, by key or name; may be repeated')
            [CompletionResult]::new('--thread', '--thread', [CompletionResultType]::ParameterName, 'The thread to show, by name; may be repeated')
            [CompletionResult]::new('--events', '--events', [CompletionResultType]::ParameterName, 'How many payloads to keep as they are: the longest of each text, those with exceptions, and an even sample')
            [CompletionResult]::new('--rows', '--rows', [CompletionResultType]::ParameterName, 'How many payloads to show of each probe [default: about ten lines in all]')
            [CompletionResult]::new('--jdk', '--jdk', [CompletionResultType]::ParameterName, 'The JVM that reads, a JDK or a JRE with the module jdk.jfr, 17 or newer [default: `JAVA_HOME`, else of `java` on the path]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--message-format', '--message-format', [CompletionResultType]::ParameterName, 'How to report')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Print every payload as a JSON object, one a line, in place of a report')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'weave;rules' {
            [CompletionResult]::new('--schema', '--schema', [CompletionResultType]::ParameterName, 'Print the JSON Schema of rules files, for editors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'weave;help' {
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script of a shell')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check rules without weaving anything')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Say why a method is, or is not, woven')
            [CompletionResult]::new('runtime', 'runtime', [CompletionResultType]::ParameterValue, 'Write the jar with the runtime, or the one that probe classes are compiled against')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Let a JVM link every class of a woven jar, and compare with the original')
            [CompletionResult]::new('report', 'report', [CompletionResultType]::ParameterValue, 'Show where the time went: the payloads of each probe in recordings')
            [CompletionResult]::new('rules', 'rules', [CompletionResultType]::ParameterValue, 'List the built-in packs of rules, or print one')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'weave;help;completions' {
            break
        }
        'weave;help;check' {
            break
        }
        'weave;help;explain' {
            break
        }
        'weave;help;runtime' {
            break
        }
        'weave;help;verify' {
            break
        }
        'weave;help;report' {
            break
        }
        'weave;help;rules' {
            break
        }
        'weave;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
