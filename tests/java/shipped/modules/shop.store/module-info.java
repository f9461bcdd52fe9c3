/** Exports to one module, opens to one module, and provides a service. */
module shop.store {
    requires transitive shop.api;
    requires tally;
    exports shop.store to shop.app;
    opens shop.store.internal to shop.app;
    provides shop.api.Store with shop.store.internal.MemoryStore;
}
