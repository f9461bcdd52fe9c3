//! Recordings in pieces, put together, broken, or none at all.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{answer, busy, copy, printed, recordings, report, weave};
use crate::support::folders::{empty, files};
use crate::support::jdk::{jdk, jdks, run};

/// Payloads of the probe `jdbc` that a report has.
fn payloads(report: &weave::recording::model::Report) -> u64 {
    report
        .probes
        .iter()
        .filter(|probe| probe.key == "jdbc")
        .map(|probe| probe.count)
        .sum()
}

#[test]
fn recordings_that_were_put_together_are_each_read_right() {
    let folder = empty("recording-together");
    let [older, newer] = jdks();
    let [of_17, of_25] = &recordings().mixed;
    let [a, b] = [of_17, of_25].map(|file| fs::read(file).unwrap());
    let single = [of_17, of_25].map(|file| report(&newer, &[file], &[]));
    let all: u64 = single.iter().map(payloads).sum();
    let events: u64 = single.iter().map(|one| one.recording.events).sum();
    let ab = copy(&folder, "ab.jfr", &[a.clone(), b.clone()].concat());
    let ba = copy(&folder, "ba.jfr", &[b, a].concat());
    let cases: [&[&Path]; 3] = [&[&ab], &[&ba], &[of_17, of_25]];
    for jdk in [&older, &newer] {
        for files in cases {
            let together = report(jdk, files, &[]);
            assert_eq!(payloads(&together), all, "{files:?}");
            assert_eq!(together.recording.events, events, "{files:?}");
            assert!(together.lost.broken.is_empty());
            assert_eq!(together.jvms.len(), 2, "{files:?}");
            let objects = |report: &weave::recording::model::Report| {
                let jdbc = report.probes.iter().find(|probe| probe.key == "jdbc");
                jdbc.and_then(|probe| probe.objects.as_ref())
                    .map_or(0, |objects| objects.of)
            };
            let apart = single.iter().map(objects).sum::<u64>();
            assert_eq!(objects(&together), apart, "numbers are those of a JVM");
        }
    }
}

#[test]
fn the_same_recording_gives_the_same_report() {
    let [older, newer] = jdks();
    let file = &recordings().mixed[1];
    let once = report(&newer, &[file], &["--events", "200"]);
    let again = report(&newer, &[file], &["--events", "200"]);
    assert_eq!(once, again);
    let with_17 = report(&older, &[file], &["--events", "200"]);
    assert_eq!(once.probes.len(), with_17.probes.len());
    for (one, other) in once.probes.iter().zip(&with_17.probes) {
        assert_eq!(one.count, other.count);
        assert_eq!(one.texts.duration, other.texts.duration);
    }
}

#[test]
fn a_chunk_that_is_cut_off_costs_itself_only() {
    let folder = empty("recording-cut");
    let [_, newer] = jdks();
    let [of_17, of_25] = recordings()
        .mixed
        .clone()
        .map(|file| fs::read(file).unwrap());
    let whole = report(&newer, &[&recordings().mixed[0]], &[]);
    let half = &of_25[..of_25.len() / 2];
    let cut = copy(&folder, "cut.jfr", &[&of_17[..], half].concat());
    let read = report(&newer, &[&cut], &[]);
    assert_eq!(payloads(&read), payloads(&whole));
    let [broken] = read.lost.broken.as_slice() else {
        panic!("{:?}", read.lost);
    };
    assert_eq!((broken.chunk, broken.offset), (2, of_17.len() as u64));
    assert_eq!(
        broken.message,
        format!("it ends after {} bytes of {}", half.len(), of_25.len())
    );
    let (code, text, _) = answer(weave(&newer).arg(&cut));
    assert_eq!(code, Some(0));
    assert!(text.contains("warning: chunk 2 of "), "{text}");
}

#[test]
fn what_is_no_recording_is_one_clear_error() {
    let folder = empty("recording-none");
    let [_, newer] = jdks();
    let real = fs::read(&recordings().mixed[1]).unwrap();
    let mut future = real.clone();
    future[5] = 9;
    let mut endless = real.clone();
    endless[8..16].fill(0x7f);
    let empty_folder = folder.join("none");
    fs::create_dir(&empty_folder).unwrap();
    let cases = [
        (copy(&folder, "empty.jfr", b""), "it is empty"),
        (
            copy(&folder, "text.jfr", b"FLIP, no FLR"),
            "it is no recording",
        ),
        (
            copy(&folder, "head.jfr", &real[..40]),
            "its header is cut off",
        ),
        (
            copy(&folder, "half.jfr", &real[..real.len() / 2]),
            "it ends after",
        ),
        (
            copy(&folder, "future.jfr", &future),
            "it is of version 9 of the format",
        ),
        (copy(&folder, "endless.jfr", &endless), "it ends after"),
        (folder.join("missing.jfr"), "cannot be read"),
        (empty_folder, "contains no recordings"),
    ];
    for (file, message) in cases {
        let (code, stdout, stderr) = answer(weave(&newer).arg(&file));
        assert_eq!((code, stdout.as_str()), (Some(1), ""), "{}", file.display());
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert!(
            stderr.starts_with("error: ") && stderr.contains(message),
            "{stderr}"
        );
        assert!(stderr.contains(file.file_name().unwrap().to_str().unwrap()));
    }
}

/// Bytes that are changed at places all over the file: whatever the parser makes of it, there is a report or one error.
#[test]
fn hostile_recordings_do_no_harm() {
    let folder = empty("recording-hostile");
    let [older, newer] = jdks();
    let mut answers = [0; 2];
    for (number, (file, jdk)) in recordings().mixed.iter().zip([&older, &newer]).enumerate() {
        let real = fs::read(file).unwrap();
        for change in 0..6 {
            let mut bytes = real.clone();
            let length = bytes.len();
            match change {
                0 => bytes[16..24].fill(0xff),
                1 => bytes[24..32].copy_from_slice(&[0, 0, 0, 0, 0, 0, 0, 68]),
                2 => bytes[64] = 255,
                3 => bytes[68..4096].fill(0x80),
                4 => bytes[32..48].fill(0x7f),
                _ => (0..200).for_each(|at| bytes[68 + at * (length - 68) / 200] ^= 0x55),
            }
            let path = copy(&folder, &format!("{number}-{change}.jfr"), &bytes);
            let (code, stdout, stderr) = answer(weave(jdk).arg(&path));
            assert!(
                !stderr.contains("Exception in thread"),
                "{change}: {stderr}"
            );
            if code == Some(0) {
                assert!(stdout.contains(" events"), "{change}: {stdout}");
                answers[0] += 1;
            } else {
                let lines = stderr.lines().count();
                assert_eq!((code, lines), (Some(1), 1), "{change}: {stderr}");
                answers[1] += 1;
            }
        }
    }
    assert!(answers[0] >= 2 && answers[1] >= 2, "{answers:?}");
}

#[test]
fn a_folder_of_chunks_of_a_killed_jvm_is_one_report() {
    for jdk in jdks() {
        let folder = empty(&format!("recording-killed-{}", jdk.release));
        let mut command = busy(&jdk, "name=killed", &["halt"]);
        // Options of the JVM stand before its class.
        let repository = format!("-XX:FlightRecorderOptions=repository={}", folder.display());
        let mut with_repository = jdk.java();
        with_repository.arg(repository).args(command.get_args());
        std::mem::swap(&mut command, &mut with_repository);
        run(&mut command);
        assert!(files(&folder, "jfr").len() >= 2, "one for each chunk");
        let read = report(&jdk, &[&folder], &["--probe", "jdbc"]);
        let texts: Vec<&str> = read.probes[0]
            .texts
            .text
            .iter()
            .map(|&text| super::string(&read, text))
            .collect();
        for text in ["select first", "select second", "select third"] {
            assert!(
                texts.contains(&text),
                "{text} of {texts:?} on {}",
                jdk.release
            );
        }
        assert_eq!(read.lost.unfinished, 1, "{:?}", read.lost);
    }
}

/// The recorder drops events when its buffers are too small: a report says how much, and nothing else does.
#[test]
fn lost_events_are_said() {
    let folder = empty("recording-lost");
    let file = folder.join("lost.jfr");
    let jdk = jdk(17);
    let mut options = jdk.java();
    options.arg("-XX:FlightRecorderOptions=memorysize=1M,globalbuffersize=64k,threadbuffersize=4k,numglobalbuffers=16");
    let settings = format!("settings=profile,filename={}", file.display());
    options.args(busy(&jdk, &settings, &["many", "2000000", "1000"]).get_args());
    run(&mut options);
    let read = report(&jdk, &[&file], &["--events", "0"]);
    let losses = printed(&jdk, &file, "jdk.DataLoss");
    let bytes: u64 = losses
        .iter()
        .map(|event| event["values"]["amount"].as_u64().unwrap())
        .sum();
    assert!(!losses.is_empty(), "the buffers were large enough");
    assert_eq!(read.lost.events, losses.len() as u64);
    assert_eq!(read.lost.bytes, bytes);
    let by_bucket = read.lost.by_bucket.chunks(2).map(|one| one[1]).sum::<i64>();
    assert_eq!(u64::try_from(by_bucket), Ok(bytes));
    let (_, text, _) = answer(weave(&jdk).arg(&file));
    assert!(text.contains(&format!("lost {bytes} bytes")), "{text}");
}

#[test]
fn a_jvm_that_cannot_read_is_said() {
    let folder = empty("recording-jvm");
    let file = &recordings().mixed[1];
    let old = folder.join("jdk-11");
    fs::create_dir_all(old.join("bin")).unwrap();
    fs::write(old.join("release"), "JAVA_VERSION=\"11.0.2\"\n").unwrap();
    fs::write(
        old.join("bin")
            .join(format!("java{}", std::env::consts::EXE_SUFFIX)),
        "",
    )
    .unwrap();
    let without = folder.join("without");
    run(jdk(17)
        .tool("jlink")
        .args(["--add-modules", "java.base", "--output"])
        .arg(&without));
    let cases = [
        (old, "is Java 11"),
        (without, "the JVM has no module jdk.jfr"),
        (folder.join("nothing"), "has no bin/java"),
    ];
    for (home, message) in cases {
        let mut command = Command::new(env!("CARGO_BIN_EXE_weave"));
        command.arg("report").arg(file).arg("--jdk").arg(&home);
        let (code, stdout, stderr) = answer(&mut command);
        assert_eq!((code, stdout.as_str()), (Some(1), ""));
        let [error, help] = stderr.lines().collect::<Vec<_>>()[..] else {
            panic!("{stderr}");
        };
        assert!(
            error.starts_with("error: ") && error.contains(message),
            "{error}"
        );
        assert!(
            help.starts_with("help: ") && help.contains("17 or newer"),
            "{help}"
        );
    }
}
