//! Which acts ask for a second proof of who one is, and which administrative ones do not: one table of both, so that each is a
//! decision. Acts of the business ask for none: theirs are decided about by somebody else.

/// Acts for the same reason.
#[derive(Debug)]
pub struct Acts {
    /// Whether the proof is asked for.
    pub asks: bool,
    /// Why, or why not.
    pub why: &'static str,
    /// Names of routes.
    pub routes: &'static [&'static str],
}

const fn ask(why: &'static str, routes: &'static [&'static str]) -> Acts {
    Acts { asks: true, why, routes }
}

const fn pass(why: &'static str, routes: &'static [&'static str]) -> Acts {
    Acts { asks: false, why, routes }
}

pub const ACTS: &[Acts] = &[
    ask(
        "who may do what",
        &[
            "PUT /system/user/authRole",
            "POST /system/user",
            "PUT /system/user",
            "POST /system/user/importData",
            "PUT /system/role/authUser/cancel",
            "PUT /system/role/authUser/cancelAll",
            "PUT /system/role/authUser/selectAll",
            "POST /system/role",
            "PUT /system/role",
            "PUT /system/role/dataScope",
            "PUT /system/role/changeStatus",
            "DELETE /system/role/{roleIds}",
            "POST /system/role/importData",
            "POST /system/menu",
            "PUT /system/menu",
            "DELETE /system/menu/{menuId}",
            "POST /appr/definition/roles",
            "PUT /reg/design/{id}/publish",
        ],
    ),
    ask("what a person signs papers with", &["POST /appr/signature", "DELETE /appr/signature"]),
    ask(
        "who gets in, and who is kept out",
        &[
            "PUT /system/user/resetPwd",
            "PUT /system/user/resetOtp",
            "PUT /system/user/changeStatus",
            "DELETE /system/user/{userIds}",
            "GET /monitor/logininfor/unlock/{userName}",
            "DELETE /monitor/online/batch/{tokenIds}",
            "DELETE /monitor/online/{tokenIds}",
            "PUT /monitor/mode",
        ],
    ),
    ask(
        "one's own way in",
        &[
            "POST /portal/factor/begin",
            "POST /portal/factor/confirm",
            "POST /portal/factor/token",
            "POST /portal/factor/codes",
            "DELETE /portal/factor",
        ],
    ),
    ask(
        "settings, those of safety among them",
        &[
            "POST /system/config",
            "PUT /system/config",
            "DELETE /system/config/{configIds}",
            "POST /system/config/importData",
        ],
    ),
    ask(
        "who decides: processes in force, deputies, leaders of departments, tasks that are given to others",
        &[
            "POST /appr/definition/publish",
            "POST /appr/definition/disable",
            "POST /appr/definition/preset",
            "POST /appr/deputy",
            "POST /appr/manage/assign",
            "POST /appr/manage/handover",
            "POST /system/dept",
            "PUT /system/dept",
            "DELETE /system/dept/{deptId}",
            "POST /system/dept/importData",
        ],
    ),
    ask(
        "personal data in clear or of many at once",
        &[
            "GET /system/user/export",
            "POST /system/user/export",
            "POST /asset/partyA/accounts",
            "POST /lease/tenant/personal",
            "POST /reg/{code}/personal",
        ],
    ),
    ask(
        "what protects the data and what is evidence",
        &[
            "POST /monitor/job",
            "PUT /monitor/job",
            "PUT /monitor/job/changeStatus",
            "DELETE /monitor/job/{jobIds}",
            "DELETE /monitor/operlog/{ids}",
            "DELETE /monitor/operlog/clean",
            "DELETE /monitor/logininfor/{ids}",
            "DELETE /monitor/logininfor/clean",
        ],
    ),
    ask("rows of a whole register go", &["PUT /reg/design/{id}/archive", "DELETE /reg/design/{id}/field/{no}"]),
    pass(
        "reading page by page is what the right is for, a proof each ten minutes would be typed without looking; whoever takes all \
         of it away exports",
        &["GET /system/user/list"],
    ),
    pass(
        "one's own things; what harms oneself alone, or signs nobody but oneself out",
        &[
            "PUT /system/user/profile",
            "POST /system/user/profile/avatar",
            "PUT /system/user/profile/layout",
            "DELETE /system/user/profile/layout",
            "DELETE /system/user/profile/sessions",
            "DELETE /system/user/profile/sessions/{sessionKey}",
            "DELETE /appr/deputy/{ids}",
            "POST /system/notice/markRead",
            "POST /system/notice/markReadAll",
        ],
    ),
    pass("takes the password or the code itself", &["PUT /system/user/profile/updatePwd", "POST /portal/factor/code"]),
    pass(
        "words and order, which grant nobody anything",
        &[
            "PUT /system/dept/updateSort",
            "POST /system/start/organization",
            "POST /system/start/close",
            "PUT /system/menu/updateSort",
            "POST /system/post",
            "PUT /system/post",
            "DELETE /system/post/{postIds}",
            "POST /system/post/importData",
            "POST /system/dict/data",
            "PUT /system/dict/data",
            "DELETE /system/dict/data/{dictCodes}",
            "POST /system/dict/data/importData",
            "POST /system/dict/type",
            "PUT /system/dict/type",
            "DELETE /system/dict/type/{dictIds}",
            "POST /system/dict/type/importData",
            "POST /system/module",
            "PUT /system/module",
            "DELETE /system/module/{moduleIds}",
        ],
    ),
    pass(
        "notices: what they say is decided about where it matters",
        &[
            "POST /system/notice",
            "PUT /system/notice",
            "PUT /system/notice/changeState",
            "DELETE /system/notice/{noticeIds}",
        ],
    ),
    pass(
        "what the program works out again by itself, and jobs that run once more",
        &[
            "DELETE /system/config/clearCache",
            "DELETE /system/config/refreshCache",
            "DELETE /system/dict/type/clearCache",
            "DELETE /system/dict/type/refreshCache",
            "DELETE /monitor/cache/clearCacheAll",
            "DELETE /monitor/cache/clearCacheKey/{cacheKey}",
            "DELETE /monitor/cache/clearCacheName/{cacheName}",
            "POST /monitor/cache/columns/{table}",
            "PUT /monitor/job/run",
            "POST /monitor/protect/base",
            "POST /monitor/protect/verify",
            "POST /monitor/protect/drill",
            "DELETE /monitor/jobLog/clean",
            "DELETE /monitor/jobLog/{jobLogIds}",
            "DELETE /monitor/crash/clean",
        ],
    ),
    pass(
        "drafts of processes, forms and days off, which are in force for nobody until they are published",
        &[
            "POST /appr/definition",
            "PUT /appr/definition",
            "DELETE /appr/definition/{ids}",
            "POST /appr/definition/copy",
            "POST /appr/definition/import",
            "POST /appr/form",
            "PUT /appr/form",
            "DELETE /appr/form/{ids}",
            "PUT /appr/calendar",
            "DELETE /appr/calendar/{days}",
            "POST /appr/calendar/example",
            "POST /appr/calendar/importData",
        ],
    ),
    pass(
        "a process that is ended or sent back by its manager is told to everybody in it, and is begun anew",
        &["POST /appr/manage/terminate", "POST /appr/manage/back"],
    ),
    pass(
        "work on a register's design, of which the rows and their rights learn when it is published",
        &[
            "POST /reg/design",
            "PUT /reg/design",
            "POST /reg/design/book",
            "PUT /reg/design/book/{id}/wizard",
            "DELETE /reg/design/book/{ids}",
            "PUT /reg/design/{id}/load",
            "PUT /reg/design/{id}/stop",
            "PUT /reg/design/{id}/resume",
            "PUT /reg/design/{id}/unarchive",
            "PUT /reg/design/{id}/convert",
            "PUT /reg/design/{id}/field/archive",
            "PUT /reg/design/{id}/field/restore",
            "POST /reg/design/importData",
            "POST /tool/gen/importTable",
            "POST /tool/gen/createTable",
            "PUT /tool/gen",
            "DELETE /tool/gen/{ids}",
            "GET /tool/gen/genCode/{tableName}",
            "GET /tool/gen/synchDb/{tableName}",
        ],
    ),
];

/// Names of the routes that ask.
pub fn asked() -> Vec<&'static str> {
    ACTS.iter().filter(|acts| acts.asks).flat_map(|acts| acts.routes).copied().collect()
}
