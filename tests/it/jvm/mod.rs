//! What HotSpot says: on JDK 17 and on JDK 25.

mod calls;
mod compile;
mod demo;
mod events;
mod fixtures;
mod heap;
mod loaders;
mod probe_classes;
mod references;
mod shim;
mod stress;
mod woven;
