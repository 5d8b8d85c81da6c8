//! The order of rooms inside each feature: a room knows those before it. An import that runs the other way is counted, and the
//! count may only shrink; a new room gets its place here.

use std::collections::BTreeMap;

use super::circles::graph;

/// Features with the imports that run upwards, and their rooms from below.
const ORDERS: &[(&str, usize, &[&str])] = &[
    (
        "approvals",
        34,
        &[
            "condition",
            "binding",
            "calendar",
            "constants",
            "engine",
            "rights",
            "people",
            "groups",
            "message",
            "cc",
            "deputy",
            "context",
            "instance",
            "overdue_job",
            "notice",
            "form",
            "definition",
            "masking",
            "impact",
            "offers",
            "detail",
            "path",
            "rows",
            "signature",
            "print",
            "archive",
            "related",
            "check",
            "console",
            "file_access",
            "preview",
            "manage",
            "pace",
            "entries",
            "list_filter",
            "list",
            "past_limit",
            "today",
            "routes",
        ],
    ),
    (
        "assets",
        12,
        &["plate", "occupancy", "occupancy_columns", "building", "party_a", "cert", "asset", "room", "history_labels"],
    ),
    (
        "exposure",
        1,
        &[
            "rules",
            "naming",
            "record",
            "subject",
            "candidates",
            "rectify",
            "columns",
            "ops",
            "list",
            "board",
            "history_labels",
            "approval",
        ],
    ),
    (
        "finance",
        42,
        &[
            "ledger",
            "apply",
            "period",
            "sums",
            "sums_memory",
            "bill",
            "timeline",
            "hooks",
            "credit",
            "decision",
            "tenancy",
            "files",
            "reconcile",
            "between",
            "allocation",
            "payout",
            "settlement",
            "waiver",
            "deposit",
            "account",
            "receipt",
            "slip",
            "figures",
            "close",
            "late_fee",
            "dunning",
            "opening",
            "statement",
            "invariants",
            "handover",
            "impact",
            "related",
            "upgrade",
            "today",
        ],
    ),
    ("lease", 4, &["hooks", "tenant", "contract", "history_labels", "reminder", "touched", "vacancy", "today"]),
    (
        "monitor",
        0,
        &[
            "archive",
            "syslog",
            "log_columns",
            "scan",
            "job",
            "protect",
            "attention",
            "watching",
            "server",
            "chores",
            "metrics",
            "health",
            "bundle",
            "operlog",
            "logininfor",
        ],
    ),
    (
        "portal",
        3,
        &["captcha", "sign_in", "idaas", "own_sessions", "layout", "info", "otp", "picture", "profile", "today"],
    ),
    (
        "registers",
        28,
        &[
            "links",
            "cell",
            "infer",
            "kind",
            "formula",
            "definition",
            "record",
            "published",
            "value",
            "convert",
            "openapi",
            "settings",
            "known",
            "columns",
            "memory",
            "rows",
            "remind",
            "pointing",
            "approval",
            "undo",
            "exchange",
            "workbooks",
            "invariants",
            "works",
            "design",
            "file",
            "console",
            "hooks",
            "package",
            "today",
        ],
    ),
    (
        "report",
        0,
        &[
            "planned",
            "period",
            "remittance",
            "received",
            "arrears",
            "cash",
            "rate",
            "overview",
            "receivable",
            "area_book",
            "area",
            "export",
            "todo",
            "centre",
            "todo_list",
            "today",
        ],
    ),
    (
        "system",
        4,
        &[
            "seed_later",
            "grants",
            "dept",
            "post",
            "module",
            "seed",
            "menu",
            "notice",
            "user",
            "role",
            "config",
            "dict",
            "ruoyi",
            "today",
        ],
    ),
    (
        "papers",
        0,
        &[
            "fields", "kind", "record", "form", "source", "table", "template", "starter", "make", "columns", "show",
            "returned",
        ],
    ),
    (
        "takeover",
        1,
        &[
            "names",
            "words",
            "field",
            "record",
            "wire",
            "opening",
            "reading",
            "contract",
            "places",
            "tenants",
            "check",
            "receive",
            "withdraw",
            "list",
            "approval",
            "ops",
            "sheet",
            "scans",
            "faults",
            "first_hours",
        ],
    ),
];

/// The room of a module: feature, and its file or folder in it.
fn room(module: &str) -> Option<(&str, &str)> {
    let mut parts = module.strip_prefix("features::")?.split("::");
    Some((parts.next()?, parts.next()?))
}

#[test]
fn rooms_of_a_feature_know_those_before_them() {
    let mut up: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut wrong = Vec::new();
    let graph = graph();
    for (from, targets) in &graph {
        let Some((feature, own)) = room(from) else { continue };
        for to in targets {
            let Some((_, other)) = room(to).filter(|(there, other)| *there == feature && *other != own) else {
                continue;
            };
            let order = ORDERS.iter().find(|(name, ..)| *name == feature).map_or(&[][..], |(.., rooms)| *rooms);
            let place = |room: &str| order.iter().position(|known| *known == room);
            match (place(own), place(other)) {
                (Some(own), Some(other)) if other > own => {
                    up.entry(feature).or_default().push(format!("{from} -> {to}"))
                }
                (Some(_), Some(_)) => {}
                _ => wrong.push(format!("{feature}: {own} or {other} has no place")),
            }
        }
    }
    for (feature, known, _) in ORDERS {
        let now = up.get(feature).map_or(0, Vec::len);
        if now != *known {
            wrong.push(format!("{feature}: {now} imports run upwards, {known} are known: {:?}", up.get(feature)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
