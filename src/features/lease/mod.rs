//! Leases 租赁合同: who lets which rooms to whom, when and for what.

pub mod schedule;
