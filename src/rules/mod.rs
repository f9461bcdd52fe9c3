//! stub
#![allow(missing_docs)]
use std::sync::Arc;
#[derive(Debug, Clone)] pub struct RuleSource { pub name: String, pub path: String, pub text: Arc<str>, pub sha256: String }
#[derive(Debug, Clone)] pub struct RuleSet { pub event_prefix: String, pub probes: Vec<Probe>, pub blocks: Vec<Selection>, pub allows: Vec<Allow>, pub sources: Vec<RuleSource> }
#[derive(Debug, Clone)] pub struct Origin { pub file: String, pub line: u32, pub key: String }
#[derive(Debug, Clone)] pub struct Probe { pub key: String, pub name: String, pub description: Option<String>, pub control_objects: bool, pub events: bool, pub settings: EventSettings, pub register: Register, pub interceptions: Vec<Interception>, pub origin: Origin }
#[derive(Debug, Clone)] pub struct EventSettings { pub enabled: Option<bool>, pub threshold: Option<String>, pub stack_trace: Option<bool>, pub throttle: Option<String> }
#[derive(Debug, Clone, Copy, PartialEq, Eq)] pub enum Register { Lazy, Eager }
#[derive(Debug, Clone, Copy, PartialEq, Eq)] pub enum Point { Enter, Exit, Return, Exception }
#[derive(Debug, Clone)] pub struct Interception { pub id: u32, pub on: Point, pub reentrant: bool, pub method: MethodSpec, pub action: Action, pub origin: Origin }
#[derive(Debug, Clone)] pub enum Action { Payload(Payload), Plain(Plain) }
#[derive(Debug, Clone)] pub struct Payload { pub text: Template, pub type_name: Option<String>, pub control_object: Option<Value>, pub exception_payloads: bool, pub own_event: bool }
#[derive(Debug, Clone)] pub struct Plain { pub open: Option<(Value, Template)>, pub close: Option<Value>, pub thread_state: Option<ThreadState>, pub restart_timing: bool, pub restart_timing_and_location: bool }
#[derive(Debug, Clone, Copy, PartialEq, Eq)] pub enum ThreadState { Runnable, Waiting, Blocked, NetIo }
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)] pub enum Value { Argument(u8), This, Return, Exception, Class, Method }
#[derive(Debug, Clone)] pub struct Template { pub parts: Vec<Part>, pub max_length: u32, pub redact: Option<String> }
#[derive(Debug, Clone)] pub enum Part { Literal(String), Value(Value) }
#[derive(Debug, Clone)] pub struct MethodSpec { pub class: ClassCondition, pub method: MethodCondition }
#[derive(Debug, Clone)] pub struct Selection { pub class: Option<ClassCondition>, pub method: Option<MethodCondition>, pub origin: Origin }
#[derive(Debug, Clone)] pub struct Allow { pub selection: Selection, pub probe: usize, pub interception: Interception }
#[derive(Debug, Clone)] pub struct ClassCondition;
#[derive(Debug, Clone)] pub struct MethodCondition;
pub struct ClassFacts<'a> { pub name: &'a str, pub access_flags: u16 }
pub struct MethodFacts<'a> { pub name: &'a str, pub descriptor: &'a str, pub access_flags: u16, pub code_length: Option<u32> }
impl ClassCondition { pub fn matches(&self, _: &ClassFacts<'_>) -> bool { true } pub fn may_match_name(&self, _: &str) -> bool { true } }
impl MethodCondition { pub fn matches(&self, _: &MethodFacts<'_>) -> bool { true } pub fn names_exactly(&self) -> bool { false } pub fn takes_synthetic(&self) -> bool { true } }
impl RuleSet {
 pub fn interceptions(&self) -> impl Iterator<Item=(&Probe,&Interception)> { self.probes.iter().flat_map(|p| p.interceptions.iter().map(move |i| (p,i))).chain(self.allows.iter().map(|a| (&self.probes[a.probe], &a.interception))) }
 pub fn event_name(&self, probe: &Probe, kind: &str) -> String { format!("{}.{}.{kind}", self.event_prefix, probe.key) }
}
