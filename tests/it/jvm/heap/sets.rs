//! Live, cached, garbage and frequent traces, with each collector.

use super::{each_holds, holds};
use crate::support::jdk::jdks;

const SETS: [&str; 7] = [
    "liveAndGarbageAreWhatTheProgramKeepsAndDrops",
    "cachedTracesAreThoseOfTheLastFullCollection",
    "fullCollectionsOfOthersAreSeen",
    "revivedObjectsLiveUnlessTheyWereFinalized",
    "theRecentGarbageIsTheLatest",
    "frequentGarbageIsARandomChoiceOfAll",
    "everyDimensionOfAnArrayIsASample",
];

#[track_caller]
fn sets_hold_with(collector: &str) {
    for jdk in jdks() {
        holds(&jdk, &[collector], "start=api", "HeapSets", &SETS);
        let disabled = [collector, "-XX:+DisableExplicitGC"];
        let method = "objectTracesNeedNoExplicitCollection";
        holds(&jdk, &disabled, "start=api", "HeapSets", &[method]);
    }
}

#[test]
fn sets_of_traces_are_right_with_serial() {
    sets_hold_with("-XX:+UseSerialGC");
}

#[test]
fn sets_of_traces_are_right_with_parallel() {
    sets_hold_with("-XX:+UseParallelGC");
}

#[test]
fn sets_of_traces_are_right_with_g1() {
    sets_hold_with("-XX:+UseG1GC");
}

#[test]
fn sets_of_traces_are_right_with_zgc() {
    sets_hold_with("-XX:+UseZGC");
}

/// `System.gc()` then ends with a young collection, whose cause tells what it is part of.
#[test]
fn sets_of_traces_are_right_with_concurrent_explicit_collections() {
    for jdk in jdks() {
        let jvm = ["-XX:+UseG1GC", "-XX:+ExplicitGCInvokesConcurrent"];
        holds(&jdk, &jvm, "start=api", "HeapSets", &SETS[..2]);
    }
}

/// Without the module that notifies, collections are counted.
#[test]
fn full_collections_are_polled_where_nothing_notifies() {
    for jdk in jdks() {
        let jvm = ["--limit-modules=java.base,java.management"];
        holds(&jdk, &jvm, "start=api", "HeapSets", &SETS[1..3]);
    }
}

#[test]
fn the_sampler_works_without_optional_modules() {
    for jdk in jdks() {
        let method = "tracesAndSizesAreHadWithoutModules";
        let jvm = ["--limit-modules=java.base"];
        holds(&jdk, &jvm, "start=api", "HeapBare", &[method]);
    }
}

#[test]
fn memory_has_bounds() {
    each_holds(
        "start=api",
        "HeapBounds",
        &["memoryDoesNotGrowWithAllocation"],
    );
    for jdk in jdks() {
        let jvm = ["-Dweave.heap.live=1000"];
        let method = "liveSamplesBeyondTheBoundAreCounted";
        holds(&jdk, &jvm, "start=api", "HeapBounds", &[method]);
    }
}

#[test]
fn class_loaders_are_collected() {
    each_holds(
        "start=api",
        "HeapBounds",
        &[
            "applicationsAreCollectedWhileTheirTracesAreKept",
            "aRuntimeIsCollectedWithItsApplication",
        ],
    );
}
