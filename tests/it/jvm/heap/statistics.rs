//! Estimates and gaps.

use super::{each_holds, holds};
use crate::support::jdk::jdk;

#[test]
fn estimates_are_near_the_truth() {
    each_holds(
        "start=recording,rate=4096",
        "HeapStatistics",
        &[
            "estimatesBySiteAreNearTheTruth",
            "estimatesOfEightThreadsAreNearTheTruth",
        ],
    );
}

#[test]
fn estimates_of_virtual_threads_are_near_the_truth() {
    let method = "estimatesOfVirtualThreadsAreNearTheTruth";
    let options = "start=recording,rate=4096";
    holds(&jdk(25), &[], options, "HeapStatistics", &[method]);
}

#[test]
fn gaps_are_exponential_and_counted() {
    each_holds(
        "start=api",
        "HeapStatistics",
        &[
            "gapsAreExponential",
            "theStatisticsAreOfTheGapsThatWereDrawn",
            "drawsHaveTheirMean",
        ],
    );
}

#[test]
fn shared_cells_do_not_bias_the_estimate() {
    each_holds(
        "start=api",
        "HeapStatistics",
        &["threadsThatShareCellsLoseNothing"],
    );
}

#[test]
fn threads_agree_about_sizes() {
    each_holds(
        "start=api",
        "HeapStatistics",
        &["sizesAreTheSameInManyThreads"],
    );
}
