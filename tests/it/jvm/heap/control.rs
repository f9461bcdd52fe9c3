//! Starting, stopping, settings and errors.

use super::each_holds;

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
