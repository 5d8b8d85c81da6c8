//! Whoever may fill in a form may read what the form asks for: choices, previews and the record itself. The table names
//! every dialog of the front end; one that stands in none of its rows fails the test, so whoever adds one says what it asks.

use crate::e1;
use std::collections::BTreeSet;
use std::path::Path;

use e1::Town;
use gx_portal::platform::identity::menu::Menu;
use gx_portal::platform::identity::role::Role;
use gx_portal::store::Reads;
use serde_json::json;

/// A dialog: the file of the front end, the permission with which it opens, and what it asks beside files, dictionaries
/// and whatever its caller has asked before. `POST` are previews, tried with an empty body.
type Form = (&'static str, &'static str, &'static [&'static str]);

const DEPTS: &str = "/system/dept/treeselect";
const PARTIES: &str = "/asset/partyA/options";
const PLATES: &str = "/asset/plate/options";
const ASSETS: &str = "/asset/asset/options";
const TENANTS: &str = "/lease/tenant/options?keyWord=hc";
const LEASES: &str = "/lease/lease/options?keyWord=hc";

const FORMS: &[Form] = &[
    ("TenantDialog", "lease:tenant:add", &[DEPTS]),
    ("TenantDialog", "lease:tenant:edit", &[DEPTS, "/lease/tenant/1"]),
    ("CreditDialog", "lease:tenant:edit", &[]),
    ("PersonalDialog", "lease:tenant:pii", &[]),
    ("StatementDialog", "fin:bill:query", &[PARTIES, "/fin/statement?tenantId=1&from=2024-01-01&to=2024-09-30"]),
    ("OpeningDrawer", "fin:receipt:reverse", &["/fin/opening/list?tenantId=1"]),
    ("RevokeDialog", "fin:receipt:reverse", &[]),
    ("LeaseWizard", "lease:lease:add", &[PARTIES, TENANTS, "POST /lease/lease/preview"]),
    (
        "LeaseWizard",
        "lease:lease:add",
        &["/asset/room/select?partyAId=1&rentStartDate=2025-01-01&rentEndDate=2025-12-31"],
    ),
    ("LeaseWizard", "lease:lease:edit", &["/lease/lease/1", "/lease/lease/1/plan"]),
    ("ChangeDialog", "lease:lease:edit", &[TENANTS, "/lease/lease/1/plan", "POST /lease/lease/change/preview"]),
    ("HandoverDialog", "lease:lease:edit", &[]),
    ("AssignDialog", "appr:manage:assign", &["/appr/manage/tasks/1"]),
    ("SubmitDialog", "lease:lease:edit", &["POST /appr/preview"]),
    ("SubmitDialog", "asset:handover:edit", &["POST /appr/preview"]),
    ("SubmitDialog", "expo:entry:submit", &["POST /appr/preview"]),
    ("SubmitDialog", "fin:waiver:add", &["POST /appr/preview"]),
    ("SubmitDialog", "fin:settlement:add", &["POST /appr/preview", "POST /appr/new/preview"]),
    (
        "AssetHandoverDialog",
        "asset:handover:add",
        &[PARTIES, ASSETS, "/asset/handover/units", "POST /asset/handover/preview"],
    ),
    ("AssetHandoverDialog", "asset:handover:edit", &[PARTIES, ASSETS, "/asset/handover/units", "/asset/handover/1"]),
    ("ConfirmHandoverDialog", "asset:handover:confirm", &["/asset/handover/1"]),
    ("PlateDialog", "asset:plate:edit", &["/asset/plate/1"]),
    ("PartyADialog", "asset:partyA:add", &[DEPTS]),
    ("PartyADialog", "asset:partyA:edit", &[DEPTS, "/asset/partyA/1"]),
    ("AccountsDialog", "asset:partyA:pii", &[]),
    ("AssetDialog", "asset:asset:add", &[PLATES, PARTIES]),
    ("AssetDialog", "asset:asset:edit", &[PLATES, "/asset/asset/1"]),
    ("CertDialog", "asset:cert:add", &[ASSETS]),
    ("CertDialog", "asset:cert:edit", &[ASSETS, "/asset/cert/1"]),
    ("BuildingDialog", "asset:building:add", &[]),
    ("BuildingDialog", "asset:building:edit", &["/asset/building/1"]),
    ("RoomForm", "asset:room:add", &["/asset/building/list"]),
    ("RoomForm", "asset:room:edit", &["/asset/building/list", "/asset/room/1"]),
    ("RoomPlanDialog", "asset:room:add", &[]),
    ("CloseDialog", "fin:close:add", &["/fin/close/check?partyAId=1&month=2024-08-01"]),
    ("ManyDialog", "lease:lease:edit", &["/lease/lease/list"]),
    ("MoreScansDialog", "lease:lease:edit", &[]),
    ("UploadDialog", "lease:takeover:add", &[PARTIES]),
    ("UploadDialog", "paper:template:add", &[PARTIES]),
    ("EditDialog", "paper:template:edit", &[PARTIES]),
    ("VersionDialog", "paper:template:edit", &[]),
    ("FieldsDialog", "paper:template:list", &["/paper/template/fields/1"]),
    ("TemplateDrawer", "paper:template:list", &[]),
    ("ColumnsDialog", "paper:template:edit", &[]),
    ("ReportDialog", "paper:paper:add", &[PARTIES, "/paper/template/options?subject=7"]),
    ("PapersDialog", "paper:paper:add", &["/paper/template/options?subject=1"]),
    ("PaperDrawer", "paper:paper:query", &[]),
    ("ReturnDialog", "paper:paper:return", &[]),
    ("ScansDialog", "lease:takeover:add", &[]),
    ("MergeDialog", "asset:room:edit", &["/asset/room/list?buildingId=1"]),
    ("SplitDialog", "asset:room:edit", &[]),
    ("GenerateDialog", "fin:bill:generate", &[PARTIES]),
    ("UnbilledDialog", "fin:bill:generate", &["/fin/bill/run"]),
    ("ManualBillDialog", "fin:bill:add", &[LEASES]),
    ("VoidDialog", "fin:bill:void", &[]),
    ("VoidDialog", "fin:slip:void", &[]),
    ("BillDrawer", "fin:bill:query", &["/fin/bill/1", "/fin/bill/1/explain"]),
    ("NoticeDialog", "fin:bill:query", &[]),
    ("DunningDialog", "fin:dunning:add", &[]),
    ("DunningDrawer", "fin:dunning:query", &[]),
    ("ReceiptDialog", "fin:receipt:add", &[PARTIES, TENANTS, "POST /fin/receipt/preview"]),
    (
        "BankDialog",
        "fin:receipt:import",
        &[PARTIES, TENANTS, "/fin/receipt/bank/accounts?partyAId=1", "/fin/receipt/bank/leftOut?partyAId=1"],
    ),
    ("LeaveOutDialog", "fin:receipt:import", &[]),
    ("ClaimDialog", "fin:receipt:claim", &[TENANTS, "POST /fin/receipt/claim/preview"]),
    ("ReverseDialog", "fin:receipt:reverse", &[]),
    ("ReceiptDrawer", "fin:receipt:query", &["/fin/receipt/1"]),
    ("ReallocateDialog", "fin:receipt:claim", &[]),
    ("ApplyDialog", "fin:receipt:add", &["POST /fin/receipt/preview"]),
    ("WaiverDialog", "fin:waiver:add", &[PARTIES, TENANTS, LEASES, "/fin/bill/list?partyAId=1&tenantId=1"]),
    ("ReturnedDialog", "fin:waiver:add", &["/fin/waiver/1"]),
    ("ActDialog", "fin:waiver:approve", &["/system/dict/data/type/appr_phrase"]),
    ("BatchDialog", "fin:waiver:add", &[PARTIES, PLATES, LEASES]),
    ("WaiverDrawer", "fin:waiver:approve", &["/fin/waiver/1"]),
    ("RefundDialog", "fin:refund:add", &[PARTIES, TENANTS, LEASES, "/fin/refund/available?partyAId=1&tenantId=1"]),
    ("ExpenseDialog", "fin:expense:add", &[PARTIES, ASSETS, "/system/dict/data/type/expense_kind"]),
    ("RemittanceDialog", "fin:remittance:add", &[PARTIES, "/fin/figures?partyAId=1&year=2024"]),
    ("PayoutDrawer", "fin:expense:approve", &["/fin/expense/list"]),
    ("OpinionDialog", "fin:expense:approve", &[]),
    ("PayDialog", "fin:expense:pay", &[]),
    ("FeeDialog", "fin:lateFee:list", &[]),
    ("SettlementDialog", "fin:settlement:add", &["/fin/settlement/1"]),
    ("SettlementDrawer", "fin:settlement:approve", &["/fin/settlement/list"]),
    ("EntryDialog", "expo:entry:add", &[PARTIES, TENANTS, ASSETS, "/asset/room/list?assetId=1"]),
    ("EntryDrawer", "expo:entry:query", &[]),
    ("RectifyDialog", "expo:entry:rectify", &[]),
    ("UserDialog", "system:user:add", &["/system/user/deptTree", "/system/user/", "/portal/passwordRules"]),
    ("UserDialog", "system:user:edit", &["/system/user/deptTree", "/system/user/1"]),
    ("RolesDialog", "system:user:edit", &["/system/user/authRole/1"]),
    ("ResetDialog", "system:user:resetPwd", &["/portal/passwordRules"]),
    ("ProofDialog", "system:user:edit", &["/portal/factor"]),
    ("DeptDialog", "system:dept:edit", &["/system/dept/list", "/system/dept/list/exclude/110", "/system/dept/110"]),
    ("ModuleDialog", "system:module:add", &[]),
    ("ModuleDialog", "system:module:edit", &["/system/module/1"]),
    ("PostDialog", "system:post:edit", &["/system/post/1"]),
    (
        "RoleDialog",
        "system:role:edit",
        &["/system/menu/treeselect", "/system/role/2", "/system/menu/roleMenuTreeselect/2"],
    ),
    ("ScopeDialog", "system:role:edit", &["/system/role/2", "/system/role/deptTree/2"]),
    ("AddMembersDialog", "system:role:edit", &["/system/role/authUser/unallocatedList?roleId=2", DEPTS]),
    ("MenuDialog", "system:menu:edit", &["/system/menu/list", "/system/menu/1"]),
    ("ConfigDialog", "system:config:edit", &["/system/config/1"]),
    ("TypeDialog", "system:dict:edit", &["/system/dict/type/1"]),
    ("DataDialog", "system:dict:edit", &["/system/dict/data/1", "/system/dict/type/optionselect"]),
    ("NewDialog", "tool:gen:import", &[]),
    ("FileDialog", "tool:gen:import", &[]),
    ("FieldDialog", "tool:gen:edit", &["/system/dict/type/optionselect"]),
    ("ConvertDialog", "tool:gen:edit", &["/system/dict/type/optionselect"]),
    ("PublishDialog", "tool:gen:publish", &["/system/role/optionselect"]),
    ("PreviewDialog", "tool:gen:preview", &[]),
    ("NoticeDialog", "system:notice:add", &[DEPTS, "/system/role/optionselect", "/system/user/getRealUserList"]),
    ("ReadersDrawer", "system:notice:list", &[]),
    ("ModeDialog", "monitor:mode:edit", &[]),
    ("JobDialog", "monitor:job:edit", &["/monitor/job/targets", "/monitor/job/nextTimes?cronExpression=0 0 1 * * ?"]),
];

/// Parts of other dialogs, and those that everybody signed in may open.
const NOT_FORMS: [&str; 19] = [
    // Figures of nodes, with the right of the list that it stands over.
    "PaceDialog",
    // The list of keys.
    "KeysDialog",
    // Cards of one's own, and the dialogs of other pages that a line opens.
    "AdjustDialog",
    "TodayDialog",
    "AvatarDialog",
    "ColumnDialog",
    "EntityDialog",
    "FormDialog",
    "ImportDialog",
    "NoticeDrawer",
    "RecordDrawer",
    // Those of registers, whose rights are born with them (registers/rows.rs).
    "GroupDialog",
    "ImportRowsDialog",
    "PasteDialog",
    "RecycleDialog",
    "GridDialog",
    "UndoDialog",
    "RowDialog",
    "RowDrawer",
];

/// The shipped roles, each held by one person of the department that keeps the town.
fn colleagues(town: &Town) -> Vec<(String, String)> {
    let tx = town.portal.app.store.read().unwrap();
    let roles: Vec<Role> = tx.all::<Role>().unwrap();
    drop(tx);
    let shipped = roles.into_iter().filter(|role| role.role_id > 1 && role.role_key != "boss");
    let mut colleagues = Vec::new();
    for role in shipped {
        town.portal.person(&role.role_key, 110, &[role.role_id]);
        colleagues.push((role.role_name.clone(), town.portal.token(&role.role_key)));
    }
    assert!(colleagues.len() >= 9, "{colleagues:?}");
    colleagues
}

#[test]
fn whoever_may_fill_in_a_form_may_read_what_it_asks() {
    let (town, _) = Town::e1();
    let cert = json!({"assetId": 1, "kind": 1, "certNo": "云(2024)第1号", "holder": "中心"});
    town.make("/asset/cert", cert);
    let leaves =
        json!({"kind": 2, "fromPartyAId": 1, "outside": "区教育局", "assetIds": [2], "handoverDate": "2024-09-01"});
    town.make("/asset/handover", leaves);
    let module = json!({"moduleName": "租赁", "moduleCode": "lease", "url": "/lease/", "sort": 1});
    town.done(&town.portal.admin(), "/system/module", module);
    let colleagues = colleagues(&town);
    let (mut tried, mut refused, mut holders) = (0, Vec::new(), BTreeSet::new());
    for (role, token) in &colleagues {
        let info = town.portal.get("/getInfo", token);
        let held: BTreeSet<&str> = info["permissions"].as_array().unwrap().iter().filter_map(|p| p.as_str()).collect();
        for (form, permission, reads) in FORMS.iter().filter(|(_, permission, _)| held.contains(permission)) {
            holders.insert(*permission);
            for read in *reads {
                let (answer, preview) = match read.strip_prefix("POST ") {
                    Some(path) => (town.portal.post(path, token, json!({})), true),
                    None => (town.portal.get(&read.replace(' ', "%20"), token), false),
                };
                let fine = if preview { answer["code"] != 403 } else { answer["code"] == 200 };
                tried += 1;
                if !fine {
                    refused.push(format!("{role} may {permission}, and {form} asks {read}: {answer}"));
                }
            }
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    assert!(tried > 150, "{tried} reads were tried");
    let lost: Vec<_> = FORMS.iter().filter(|form| !holders.contains(form.1)).map(|form| (form.0, form.1)).collect();
    assert!(lost.is_empty(), "held by no shipped role: {lost:?}");
}

#[test]
fn the_permissions_of_the_table_exist() {
    let town = Town::new();
    let tx = town.portal.app.store.read().unwrap();
    let known: BTreeSet<String> = tx.all::<Menu>().unwrap().into_iter().map(|menu| menu.perms).collect();
    for (form, permission, _) in FORMS {
        assert!(known.contains(*permission), "{form}: {permission}");
    }
}

fn dialogs(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            dialogs(&path, found);
        }
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let is_dialog = ["Dialog", "Drawer", "Wizard"].iter().any(|end| name.ends_with(end));
        let is_component = name.starts_with(|c: char| c.is_ascii_uppercase());
        if is_dialog && is_component && path.extension().is_some_and(|end| end == "tsx") {
            found.insert(name);
        }
    }
}

#[test]
fn every_dialog_of_the_front_end_stands_in_the_table() {
    let mut found = BTreeSet::new();
    dialogs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/src"), &mut found);
    let known: BTreeSet<&str> = FORMS.iter().map(|form| form.0).chain(NOT_FORMS).collect();
    let unknown: Vec<_> = found.iter().filter(|name| !known.contains(name.as_str())).collect();
    assert!(unknown.is_empty(), "what do they ask, and with which permission do they open? {unknown:?}");
    let gone: Vec<_> = known.iter().filter(|name| **name != "RoomForm" && !found.contains(**name)).collect();
    assert!(gone.is_empty(), "{gone:?}");
}
