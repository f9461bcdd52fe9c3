/** What the modules of the shop have in common. */
module shop.api {
    exports shop.api;
}
