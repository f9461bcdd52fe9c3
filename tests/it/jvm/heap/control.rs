//! Starting, stopping, settings and errors.

use super::{each_holds, holds};
use crate::support::jdk::jdks;

#[test]
fn the_api_is_that_of_the_source() {
    each_holds(
        "start=api",
        "HeapApi",
        &[
            "notStartedThereIsNothingAndNoCollection",
            "stoppedThereIsNothingAndNoCollection",
            "negativeValuesAreRefused",
            "defaultsAreThoseOfTheRules",
            "storageOfZeroKeepsNoGarbageButCountsIt",
            "aSecondStartGivesOtherSettingsAndForgetsNothing",
            "aTraceSaysWhatWasAllocatedWhereAndByWhom",
        ],
    );
}

#[test]
fn what_goes_wrong_fails_nothing() {
    each_holds(
        "start=api",
        "HeapApi",
        &[
            "newerCallsAreRefusedAndFailNothing",
            "aStackOverflowIsEndured",
        ],
    );
}

#[test]
fn nothing_is_loaded_before_the_start() {
    for jdk in jdks() {
        let open = ["--add-opens=java.base/java.lang=ALL-UNNAMED"];
        let method = "nothingIsLoadedForSamplesBeforeTheStart";
        holds(&jdk, &open, "start=api", "HeapApi", &[method]);
    }
}

#[test]
fn the_kill_switch_stops_the_sampler() {
    for jdk in jdks() {
        let killed = ["-Dweave.enabled=false"];
        let method = "theKillSwitchStopsTheSampler";
        holds(&jdk, &killed, "start=jvm", "HeapApi", &[method]);
    }
}

#[test]
fn stacks_have_the_depth_of_the_rules() {
    each_holds(
        "start=api,depth=3",
        "HeapApi",
        &["stacksHaveTheDepthOfTheRules"],
    );
}

#[test]
fn clients_of_jmx_control_the_sampler() {
    each_holds("start=api", "HeapApi", &["clientsOfJmxHaveTheSame"]);
}

#[test]
fn a_compiled_loop_notices_each_start_and_stop() {
    each_holds(
        "start=api",
        "HeapLoops",
        &["aCompiledLoopNoticesEachStartAndStop"],
    );
}
