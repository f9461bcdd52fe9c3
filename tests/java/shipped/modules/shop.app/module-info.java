/** The program: uses a service. */
module shop.app {
    requires shop.store;
    requires tally;
    uses shop.api.Store;
    exports shop.app;
}
