//! `weave check` and `weave rules`: rules without an input.

use super::{Folder, Run, jars};

const MISSPELT: &str =
    "[probes.service]\n\n[[allow]]\nprobe = \"servce\"\nclass = { name = \"a.**\" }\n";

/// A good check: what it prints on stdout and on stderr.
#[track_caller]
fn checks(folder: &Folder, arguments: &[&str]) -> (String, String) {
    let Run {
        code,
        stdout,
        stderr,
    } = folder.weave(arguments);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    (stdout, stderr)
}

#[test]
fn good_rules_are_counted() {
    let folder = Folder::new().with("a.toml", jars::RULES).with(
        "b.toml",
        "include = \"default\"\n[[block]]\nclass = { name = \"a.**\" }\n",
    );
    let (stdout, stderr) = checks(&folder, &["check", "a.toml", "b.toml"]);
    insta::assert_snapshot!(stdout, @"3 files: 2 probes, 1 interception, 1 block rule, 1 allow rule");
    assert_eq!(stderr, "");
    assert_eq!(
        checks(&folder, &["check", "-q", "a.toml"]),
        (String::new(), String::new())
    );
}

#[test]
fn without_rules_those_of_a_run_are_checked_and_named() {
    let folder = Folder::new();
    let (stdout, stderr) = checks(&folder, &["check"]);
    insta::assert_snapshot!(format!("{stderr}{stdout}"), @"
    rules   built-in pack `default`, without --rules and `weave.toml`
    1 file: 1 probe, 0 interceptions, 0 block rules, 1 allow rule
    ");
    let folder = folder.with("weave.toml", jars::RULES);
    let (stdout, stderr) = checks(&folder, &["check"]);
    insta::assert_snapshot!(format!("{stderr}{stdout}"), @"
    rules   `weave.toml` of this folder, without --rules
    1 file: 1 probe, 1 interception, 0 block rules, 0 allow rules
    ");
}

#[test]
fn what_is_wrong_is_said_as_when_weaving() {
    let folder = Folder::new()
        .with("in.jar", jars::sum_jar())
        .with("rules.toml", "[probes.demo]\nnmae = \"Demo\"\n");
    let said = folder.fails(&["check", "rules.toml"]);
    assert_eq!(
        said,
        folder.fails(&["in.jar", "-o", "out.jar", "-r", "rules.toml"])
    );
    assert!(said.contains("did you mean `name`?"), "{said}");
    insta::assert_snapshot!(folder.fails(&["check", "jdbcc"]), @"
    error: `jdbcc` is neither a rules file nor a built-in pack
    help: did you mean `jdbc`?
    ");
}

#[test]
fn a_misspelt_probe_of_an_allow_rule_is_a_warning() {
    let folder = Folder::new()
        .with("rules.toml", MISSPELT)
        .with("in.jar", jars::sum_jar());
    let (stdout, stderr) = checks(&folder, &["check", "rules.toml"]);
    insta::assert_snapshot!(format!("{stderr}{stdout}"), @r#"
    warning: no probe `servce` is declared
     --> rules.toml:4:10
      |
    4 | probe = "servce"
      |          ^^^^^^ did you mean `service`?
      |
      = help: if the name is right, declare the probe: [probes.servce]
    1 file: 2 probes, 0 interceptions, 0 block rules, 1 allow rule, 1 warning
    "#);
    let woven = folder.weaves(&["in.jar", "-o", "out.jar", "-r", "rules.toml"]);
    assert!(woven.starts_with(&stderr), "{woven}");
    let (stdout, stderr) = checks(&folder, &["check", "-q", "rules.toml"]);
    assert_eq!((stdout.as_str(), stderr.as_str()), ("", ""));
}

#[test]
fn an_allow_rule_may_name_a_new_probe() {
    let text = MISSPELT.replace("servce", "orders");
    let folder = Folder::new().with("rules.toml", text);
    assert_eq!(checks(&folder, &["check", "--strict", "rules.toml"]).1, "");
}

#[test]
fn strict_fails_for_warnings() {
    let folder = Folder::new().with("rules.toml", MISSPELT);
    let run = folder.weave(&["check", "--strict", "rules.toml"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    insta::assert_snapshot!(run.stderr, @r#"
    warning: no probe `servce` is declared
     --> rules.toml:4:10
      |
    4 | probe = "servce"
      |          ^^^^^^ did you mean `service`?
      |
      = help: if the name is right, declare the probe: [probes.servce]
    error: 1 warning, which --strict does not allow
    "#);
    let run = folder.weave(&["check", "--strict", "-q", "rules.toml"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    insta::assert_snapshot!(run.stderr, @"
    error: 1 warning, which --strict does not allow
    help: run it without --quiet to see them
    ");
}

#[test]
fn json_is_one_object_on_stdout_and_one_a_line_on_stderr() {
    let folder = Folder::new().with("rules.toml", MISSPELT);
    let (stdout, stderr) = checks(
        &folder,
        &["check", "--message-format", "json", "rules.toml"],
    );
    assert_eq!((stdout.lines().count(), stderr.lines().count()), (1, 1));
    let object: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    insta::assert_snapshot!(serde_json::to_string_pretty(&object).unwrap());
    let warning: serde_json::Value = serde_json::from_str(&stderr).unwrap();
    assert_eq!(
        (&warning["schema"], &warning["level"]),
        (&1.into(), &"warning".into())
    );
}

#[test]
fn the_packs_are_listed_with_a_line_each() {
    let folder = Folder::new();
    let (stdout, stderr) = checks(&folder, &["rules"]);
    assert_eq!(stderr, "");
    insta::assert_snapshot!(stdout, @"
    default    What `weave` does when no rules are given: the time of every public method that does more than a little
    executors  Executors: tasks that run, tasks that are handed over, and the wait for their results
    files      Files: opening, reading, writing and moving them as a whole, with their paths
    grpc       gRPC: calls of clients and servers, by the full name of the method
    http       HTTP clients: requests of the JDK's clients, Apache HttpClient 4 and 5, and OkHttp 3 and later
    jdbc       JDBC: SQL that is sent to a database, prepared statements, batches, transactions, the wait for connections
    jms        JMS of javax and jakarta: messages that are sent, received and delivered, by their destination
    jpa        JPA of javax and jakarta, and Hibernate: queries, loading by key, flushes and commits
    kafka      Kafka clients: sending records, polling for them, committing offsets
    logging    Logging: errors that are logged through SLF4J (Logback and others), Log4j 2, and java.util.logging
    mongodb    MongoDB: commands of the Java driver, versions 4 and 5
    rabbitmq   RabbitMQ: messages that the Java client publishes, gets and delivers, by exchange and routing key
    redis      Redis clients: commands of Jedis 4 and later, and of Lettuce 5 and later
    servlet    Servlets of javax and jakarta: the requests that they serve, by method and path
    sockets    Sockets: connecting, accepting and looking up names, with addresses
    spring     Spring: public methods of controllers, services and repositories, scheduled methods, and RestTemplate
    ");
    for line in stdout.lines() {
        assert!(line.len() <= 120, "{line}");
    }
}

#[test]
fn a_pack_is_printed_as_it_is() {
    let folder = Folder::new();
    for pack in weave::rules::PACKS {
        let (stdout, stderr) = checks(&folder, &["rules", pack.name]);
        assert_eq!((stdout.as_str(), stderr.as_str()), (pack.text, ""));
        checks(&folder, &["check", "--strict", pack.name]);
    }
}

#[test]
fn an_unknown_pack_is_an_error_and_a_file_is_none() {
    let folder = Folder::new().with("rules.toml", jars::RULES);
    let run = folder.weave(&["rules", "defalt"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    insta::assert_snapshot!(run.stderr, @"
    error: there is no built-in pack `defalt`
    help: did you mean `default`?
    ");
    let run = folder.weave(&["rules", "rules.toml"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    insta::assert_snapshot!(run.stderr, @"
    error: there is no built-in pack `rules.toml`
    help: the built-in packs are: `default`, `executors`, `files`, `grpc`, `http`, `jdbc`, `jms`, `jpa`, `kafka`, `logging`, `mongodb`, `rabbitmq`, `redis`, `servlet`, `sockets`, `spring`
    ");
}

#[test]
fn the_schema_is_printed() {
    let (stdout, stderr) = checks(&Folder::new(), &["rules", "--schema"]);
    assert_eq!((stdout, stderr), (weave::rules::schema(), String::new()));
}
