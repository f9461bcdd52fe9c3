//! What JFR records of the sampler, and how recordings start it.

use super::each_holds;

#[test]
fn recordings_start_the_sampler() {
    each_holds(
        "start=recording,rate=0",
        "HeapRecorded",
        &[
            "everyAllocationIsRecordedOnceAndStartsInItsMethod",
            "theSampleEventCanBeSwitchedOff",
            "settingsOfARunningRecordingAreFollowed",
            "liveAndGarbageBySiteComeFromTheEvents",
            "withoutCollectedEventsNothingIsTracked",
        ],
    );
}

#[test]
fn the_last_statistics_are_recorded() {
    each_holds(
        "start=api",
        "HeapRecorded",
        &[
            "aLastEventHasTheStatisticsBeforeTheyAreReset",
            "theApiAloneStartsIt",
        ],
    );
}

#[test]
fn the_sampler_starts_with_the_jvm() {
    each_holds(
        "start=jvm,rate=0",
        "HeapRecorded",
        &["theSamplerStartsWithTheFirstAllocation"],
    );
}
