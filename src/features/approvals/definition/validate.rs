//! What is wrong with a process before it is published, each problem with its node (approvals.md section 5).
//!
//! A process that passes has one begin node, no circle, one way in and one way out of each block, a decision on every path
//! to its end, and conditions that can be computed; so approving always ends it. Deliberately absent: whether the people
//! exist today (`definition/check`), which changes without the definition.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use super::record::{Definition, Node};
use crate::features::approvals::condition::{Condition, Operand, Threshold, Var};
use crate::features::approvals::constants::{Allow, AssignKind, NodeType};

/// Most nodes of a process.
pub const MOST_NODES: usize = 60;
/// Most branches of a choice.
pub const MOST_BRANCHES: usize = 10;

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// At which node, or none.
    pub node: Option<String>,
    /// What is wrong, as a sentence for people.
    pub message: String,
    /// It may be published all the same.
    pub warning: bool,
}

/// A field of a document as a definition may name it.
#[derive(Debug, Clone, Copy)]
pub struct KnownField<'f> {
    pub path: &'f str,
    /// As people read it.
    pub title: &'f str,
    /// Whether a node may let people change it.
    pub may_edit: bool,
    /// Whether the title of a process is made of it: then it can't be hidden.
    pub in_title: bool,
}

/// What a definition may name.
pub struct Known<'k> {
    pub vars: &'k [Var],
    pub thresholds: &'k [Threshold],
    pub fields: &'k [KnownField<'k>],
    /// Permissions by which people may be found.
    pub rights: &'k [&'k str],
    /// Keys of roles that administer the system: they decide nothing.
    pub system_roles: &'k [String],
}

struct Checker<'d> {
    definition: &'d Definition,
    problems: Vec<Problem>,
}

/// Everything wrong with it.
pub fn problems(definition: &Definition, known: &Known<'_>) -> Vec<Problem> {
    let mut checker = Checker { definition, problems: Vec::new() };
    checker.shape();
    if checker.problems.is_empty() {
        checker.reached();
        checker.circles();
    }
    if checker.problems.is_empty() {
        checker.blocks();
        checker.decisions();
    }
    for node in &definition.nodes {
        checker.people(node, known);
        checker.fields(node, known);
    }
    checker.conditions(known);
    checker.never_taken();
    checker.problems
}

impl<'d> Checker<'d> {
    fn say(&mut self, node: Option<&str>, message: impl Into<String>) {
        self.problems.push(Problem { node: node.map(str::to_owned), message: message.into(), warning: false });
    }

    fn name(&self, code: &str) -> String {
        self.definition.node(code).map_or_else(|| code.to_owned(), |node| node.name.clone())
    }

    /// Where a node leads, codes only.
    fn next(&self, code: &str) -> Vec<&'d str> {
        let edges = self.definition.edges.iter().filter(|edge| edge.from == code);
        edges.filter_map(|edge| edge.to.as_deref()).collect()
    }

    fn shape(&mut self) {
        let definition = self.definition;
        if definition.nodes.len() > MOST_NODES {
            self.say(None, format!("环节不能超过{MOST_NODES}个"));
        }
        let mut codes = BTreeSet::new();
        for node in &definition.nodes {
            if node.code.is_empty() || !codes.insert(node.code.as_str()) {
                self.say(Some(&node.code), format!("环节编码“{}”重复或为空", node.code));
            }
            let letters = node.name.chars().count();
            if node.name.trim().is_empty() || letters > 30 {
                self.say(Some(&node.code), "环节名称不能为空，且不能超过30个字符");
            }
        }
        let begins: Vec<&Node> = definition.nodes.iter().filter(|node| node.kind == NodeType::Begin).collect();
        if begins.len() != 1 {
            self.say(None, "流程必须有且只有一个发起节点");
        }
        for edge in &definition.edges {
            let ends = [Some(edge.from.as_str()), edge.to.as_deref()];
            for end in ends.into_iter().flatten().filter(|end| !codes.contains(end)) {
                self.say(None, format!("连线指向不存在的环节“{end}”"));
            }
            if begins.iter().any(|begin| edge.to.as_deref() == Some(&begin.code)) {
                self.say(Some(&edge.from), format!("“{}”处形成循环", self.name(&edge.from)));
            }
        }
        for node in &definition.nodes {
            self.ways_out(node);
        }
    }

    fn ways_out(&mut self, node: &Node) {
        let edges = self.definition.out_of(&node.code);
        let defaults = edges.iter().filter(|edge| edge.is_default).count();
        if node.kind != NodeType::Choice {
            if edges.len() != 1 || edges.iter().any(|edge| edge.condition.is_some()) {
                self.say(Some(&node.code), format!("环节“{}”必须有且只有一个去向", node.name));
            }
            return;
        }
        if defaults != 1 {
            self.say(Some(&node.code), format!("条件“{}”必须有且只有一个默认分支", node.name));
        }
        if edges.len() < 2 {
            self.say(Some(&node.code), format!("条件“{}”至少要有两个分支", node.name));
        }
        if edges.len() > MOST_BRANCHES {
            self.say(Some(&node.code), format!("条件“{}”的分支不能超过{MOST_BRANCHES}个", node.name));
        }
        if edges.iter().any(|edge| edge.is_default == edge.condition.is_some()) {
            self.say(Some(&node.code), format!("条件“{}”的每个分支都要有条件，默认分支除外", node.name));
        }
    }

    fn reached(&mut self) {
        let Some(begin) = self.definition.begin() else { return };
        let (mut reached, mut left) = (BTreeSet::from([begin.code.as_str()]), vec![begin.code.as_str()]);
        while let Some(code) = left.pop() {
            left.extend(self.next(code).into_iter().filter(|next| reached.insert(next)));
        }
        for node in self.definition.nodes.iter().filter(|node| !reached.contains(node.code.as_str())) {
            self.say(Some(&node.code), format!("从发起节点到不了“{}”", node.name));
        }
    }

    fn circles(&mut self) {
        // Kahn: what is left when nodes without a way in are taken out lies on a circle or behind one.
        let mut ways_in: BTreeMap<&str, usize> = BTreeMap::new();
        for edge in &self.definition.edges {
            *ways_in.entry(edge.to.as_deref().unwrap_or_default()).or_default() += 1;
        }
        let mut free: Vec<&str> = self.definition.begin().map(|node| node.code.as_str()).into_iter().collect();
        let mut passed = BTreeSet::new();
        while let Some(code) = free.pop() {
            passed.insert(code);
            for next in self.next(code) {
                let many = ways_in.entry(next).or_default();
                *many = many.saturating_sub(1);
                if *many == 0 {
                    free.push(next);
                }
            }
        }
        let stuck = self.definition.nodes.iter().find(|node| !passed.contains(node.code.as_str()));
        if let Some(node) = stuck {
            self.say(Some(&node.code), format!("“{}”处形成循环", node.name));
        }
    }

    /// Every branch of a choice stays inside its block: what lies before the place where branches join belongs to one of them.
    fn blocks(&mut self) {
        let definition = self.definition;
        for choice in definition.nodes.iter().filter(|node| node.kind == NodeType::Choice) {
            let join = self.join_of(&choice.code);
            let edges = definition.out_of(&choice.code);
            let columns: Vec<BTreeSet<&str>> = edges.iter().map(|edge| self.column(edge.to.as_deref(), join)).collect();
            for (place, column) in columns.iter().enumerate() {
                let foreign = |code: &&&str| {
                    columns.iter().enumerate().any(|(other, codes)| other != place && codes.contains(**code))
                };
                if let Some(code) = column.iter().find(foreign) {
                    let branch = edges.get(place).map_or(String::new(), |edge| branch_name(edge));
                    let said = format!("分支“{branch}”接到了分支以外的“{}”", self.name(code));
                    self.say(Some(&choice.code), said);
                    return;
                }
            }
        }
    }

    /// Where branches of a node meet again; none when they only end. A branch may end before the others meet.
    fn join_of(&self, code: &str) -> Option<&'d str> {
        let mut ways: BTreeMap<&str, usize> = BTreeMap::new();
        for edge in self.definition.out_of(code) {
            for reached in self.column(edge.to.as_deref(), None) {
                *ways.entry(reached).or_default() += 1;
            }
        }
        let shared: Vec<&str> = ways.into_iter().filter(|(_, many)| *many > 1).map(|(code, _)| code).collect();
        // The first of them: the one from which all others are reached.
        shared.iter().copied().find(|first| {
            let behind = self.column(Some(first), None);
            shared.iter().all(|other| behind.contains(other))
        })
    }

    /// Nodes reached from one on, itself included, up to another.
    fn column(&self, from: Option<&'d str>, to: Option<&str>) -> BTreeSet<&'d str> {
        let mut found = BTreeSet::new();
        let mut left: Vec<&str> = from.into_iter().filter(|from| Some(*from) != to).collect();
        while let Some(code) = left.pop() {
            if found.insert(code) {
                left.extend(self.next(code).into_iter().filter(|next| Some(*next) != to));
            }
        }
        found
    }

    /// No path from begin to the end without a task.
    fn decisions(&mut self) {
        let Some(begin) = self.definition.begin() else { return };
        let (mut left, mut seen) = (vec![(begin.code.as_str(), vec![begin.name.clone()])], BTreeSet::new());
        while let Some((code, path)) = left.pop() {
            for edge in self.definition.out_of(code) {
                match edge.to.as_deref() {
                    None => {
                        self.say(Some(code), format!("经“{}”结束的路径没有审批环节", path.join("、")));
                        return;
                    }
                    Some(next) => {
                        let is_task = self.definition.node(next).is_some_and(|node| node.kind == NodeType::Task);
                        if !is_task && seen.insert(next) {
                            let mut path = path.clone();
                            path.push(self.name(next));
                            left.push((next, path));
                        }
                    }
                }
            }
        }
    }

    fn people(&mut self, node: &Node, known: &Known<'_>) {
        if node.kind != NodeType::Task {
            return;
        }
        if node.assign.is_empty() {
            self.say(Some(&node.code), format!("“{}”没有设置办理人", node.name));
        }
        for assign in node.assign.iter().chain(&node.cc) {
            let lacks = match assign.kind {
                AssignKind::User | AssignKind::Pick => assign.users.is_empty(),
                AssignKind::Role | AssignKind::Post | AssignKind::FormUser => assign.name.is_empty(),
                AssignKind::Right => !known.rights.contains(&assign.name.as_str()),
                AssignKind::Leader | AssignKind::InCharge => false,
            };
            if lacks {
                self.say(Some(&node.code), format!("“{}”的办理人“{}”没有填写完整", node.name, assign.kind.label()));
            }
        }
        for assign in node.assign.iter().filter(|assign| assign.kind == AssignKind::Role) {
            if known.system_roles.contains(&assign.name) {
                let said = format!(
                    "“{}”的办理人“{}”是系统管理角色，不占审批席位，请改用业务角色或指定人员",
                    node.name, assign.name
                );
                self.say(Some(&node.code), said);
            }
        }
        if node.minutes && node.actions.contains(&Allow::Batch) {
            self.say(Some(&node.code), format!("“{}”须录入会议纪要，不能批量办理", node.name));
        }
        for apart in &node.apart {
            let before =
                *apart != node.code && self.column(Some(self.code_of(apart)), None).contains(node.code.as_str());
            if !before {
                let (own, other) = (&node.name, self.name(apart));
                self.say(Some(&node.code), format!("“{own}”的回避环节“{other}”不在它之前"));
            }
        }
    }

    fn code_of(&self, code: &str) -> &'d str {
        self.definition.node(code).map_or("", |node| node.code.as_str())
    }

    fn fields(&mut self, node: &Node, known: &Known<'_>) {
        for (path, right) in &node.fields {
            let field = known.fields.iter().find(|field| field.path == path);
            let title = field.map_or(path.as_str(), |field| field.title);
            if !(1..=3).contains(right) || (field.is_none() && path != "*") {
                self.say(Some(&node.code), format!("“{}”的字段权限“{path}”无法识别", node.name));
            } else if *right == 2 && node.kind == NodeType::Task && !field.is_some_and(|field| field.may_edit) {
                self.say(Some(&node.code), format!("“{}”的字段“{title}”不能设为可编辑", node.name));
            } else if *right == 3 && field.is_none_or(|field| field.in_title) {
                self.say(Some(&node.code), format!("“{}”的字段“{title}”已用于标题，不能隐藏", node.name));
            }
        }
    }

    /// Branches that an earlier one of the same choice always takes first, or whose condition can't hold.
    fn never_taken(&mut self) {
        let mut dead = Vec::new();
        for choice in self.definition.nodes.iter().filter(|node| node.kind == NodeType::Choice) {
            let edges = self.definition.out_of(&choice.code);
            for (place, edge) in edges.iter().enumerate() {
                let earlier = || edges.iter().take(place).filter_map(|edge| edge.condition.as_ref());
                let is_dead = match &edge.condition {
                    Some(own) => is_never(own) || earlier().any(|first| is_always(first) || covers(first, own)),
                    None => earlier().any(is_always),
                };
                if is_dead {
                    dead.push((choice.code.clone(), format!("分支“{}”永远不会走到", branch_name(edge))));
                }
            }
        }
        for (node, message) in dead {
            self.problems.push(Problem { node: Some(node), message, warning: true });
        }
    }

    fn conditions(&mut self, known: &Known<'_>) {
        for edge in &self.definition.edges {
            let mut sentences = Vec::new();
            if let Some(condition) = &edge.condition {
                condition.problems(known.vars, known.thresholds, &mut sentences);
            }
            for sentence in sentences {
                self.say(Some(&edge.from), format!("分支“{}”{sentence}", branch_name(edge)));
            }
        }
    }
}

/// Whether a condition holds whatever the document says.
fn is_always(condition: &Condition) -> bool {
    match condition {
        Condition::And(parts) => parts.iter().all(is_always),
        Condition::Or(parts) => parts.iter().any(is_always),
        Condition::Not(part) => is_never(part),
        _ => false,
    }
}

/// Whether a condition holds for no document.
fn is_never(condition: &Condition) -> bool {
    match condition {
        Condition::And(parts) => parts.iter().any(is_never),
        Condition::Or(parts) => parts.iter().all(is_never),
        Condition::Not(part) => is_always(part),
        Condition::In(_, values) => values.is_empty(),
        _ => false,
    }
}

/// A comparison of order: its variable, whether it asks for more, whether equal will do, and with what.
fn bound(condition: &Condition) -> Option<(&str, bool, bool, &Operand)> {
    match condition {
        Condition::Gt(name, right) => Some((name, true, false, right)),
        Condition::Ge(name, right) => Some((name, true, true, right)),
        Condition::Lt(name, right) => Some((name, false, false, right)),
        Condition::Le(name, right) => Some((name, false, true, right)),
        _ => None,
    }
}

/// Whether the first holds wherever the other does, as far as single comparisons of one variable tell.
fn covers(first: &Condition, other: &Condition) -> bool {
    if first == other {
        return true;
    }
    if let Condition::Or(parts) = first {
        return parts.iter().any(|part| covers(part, other));
    }
    let (Some((name, up, equal, wide)), Some((own, own_up, own_equal, narrow))) = (bound(first), bound(other)) else {
        return false;
    };
    let farther = match (wide, narrow) {
        (Operand::Int(wide), Operand::Int(narrow)) if up => narrow > wide,
        (Operand::Int(wide), Operand::Int(narrow)) => narrow < wide,
        _ => false,
    };
    name == own && up == own_up && (farther || (wide == narrow && (equal || !own_equal)))
}

/// What people call a branch.
pub fn branch_name(edge: &super::record::Edge) -> String {
    match (edge.name.is_empty(), edge.is_default) {
        (false, _) => edge.name.clone(),
        (true, true) => "默认".into(),
        (true, false) => format!("分支{}", edge.order),
    }
}
