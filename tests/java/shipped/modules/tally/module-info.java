/** A module, or, without this file, an automatic one. */
module tally {
    exports tally;
}
