//! What a person may do and which rows he may see, as of the last commit.
//!
//! Computed from users, roles, menus and departments, and cached until one of those tables changes;
//! so a change of rights acts on the very next request of every session. What a role grants in a department is kept once
//! for all its holders: ten thousand people share some dozens of them.
//!
//! Data scope (contract 2.9): the union over the enabled roles that hold the permission being used;
//! no such role sees nothing; user 1 is exempt.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use crate::kernel::dates::Stamp;
use crate::kernel::tree;
use crate::platform::identity::dept::Dept;
use crate::platform::identity::menu::Menu;
use crate::platform::identity::role::{Role, SUPER_ROLE};
use crate::platform::identity::user::{SUPER_USER, User};
use crate::store::{Change, RawRead, Reads, Record, Res, id};

/// The permission that passes every check.
pub const ALL_PERMISSIONS: &str = "*:*:*";

/// One enabled role as it counts for its holder.
#[derive(Debug, Clone, Default)]
pub struct RoleRight {
    pub role_id: u64,
    /// Keys sent to clients (a multi-key role is split on commas).
    pub keys: Vec<String>,
    /// Permissions of its enabled menus.
    pub permissions: HashSet<String>,
    /// Enabled menus granted.
    pub menu_ids: HashSet<u64>,
    /// The rows it reaches.
    pub scope: Scope,
    /// Whether its holders must have a second factor, where the settings go by roles.
    pub second_factor: bool,
}

/// Rows a caller may see.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scope {
    pub all: bool,
    /// Rows of these departments.
    pub dept_ids: HashSet<u64>,
    /// His own row.
    pub own: bool,
}

impl RoleRight {
    /// Whether it is a role of who runs the system: its holder sits nowhere in approvals by it.
    pub fn runs_the_system(&self) -> bool {
        self.permissions.iter().any(|permission| changes_the_system(permission))
    }
}

impl Scope {
    /// Whether rows of a department are visible.
    pub fn has_dept(&self, dept_id: u64) -> bool {
        self.all || self.dept_ids.contains(&dept_id)
    }

    /// Takes the rows of another one in.
    pub fn join(&mut self, other: &Self) {
        self.all |= other.all;
        self.own |= other.own;
        self.dept_ids.extend(&other.dept_ids);
    }
}

/// The rights of one person, or of the console.
#[derive(Debug, Clone, Default)]
pub struct Rights {
    /// Whose; 0 for console and jobs.
    pub user_id: u64,
    pub user_name: String,
    pub real_name: String,
    /// His department; 0 = none.
    pub dept_id: u64,
    pub dept_name: String,
    /// Passes every check and sees every row.
    pub is_super: bool,
    /// The initial password must be changed before anything else.
    pub must_change_password: bool,
    /// Since when he has his password, for its age; `None` where there is none to change.
    pub password_since: Option<Stamp>,
    /// His enabled roles.
    pub roles: Vec<Arc<RoleRight>>,
    /// The answer of getRouters, made at the first call; it follows from the same tables.
    pub routers: OnceLock<Vec<u8>>,
}

/// Whether a permission changes the system: people, roles, departments, settings and the like, but not announcements.
pub fn changes_the_system(permission: &str) -> bool {
    permission.starts_with("system:") && administers(permission)
}

/// Whether a permission is one of administration: to see logs, sessions, jobs and the machine, or to change anything of the
/// system but announcements. To look people and departments up is not.
fn administers(permission: &str) -> bool {
    let mut parts = permission.split(':');
    match (parts.next(), parts.next(), parts.next()) {
        (Some("monitor"), ..) => true,
        (Some("system"), Some(of), Some(deed)) => of != "notice" && !matches!(deed, "list" | "query" | "export"),
        _ => false,
    }
}

impl Rights {
    /// Rights of the command line and of jobs.
    pub fn everything() -> Self {
        Self { is_super: true, ..Self::default() }
    }

    /// Whether a permission is held, by exact text.
    pub fn holds(&self, permission: &str) -> bool {
        self.is_super || self.roles.iter().any(|role| role.permissions.contains(permission))
    }

    /// The rows visible through a permission; without one, through any role.
    pub fn scope(&self, permission: Option<&str>) -> Scope {
        if self.is_super {
            return Scope { all: true, ..Scope::default() };
        }
        let mut scope = Scope::default();
        for role in &self.roles {
            if permission.is_none_or(|permission| role.permissions.contains(permission)) {
                scope.join(&role.scope);
            }
        }
        scope
    }

    /// Role keys for clients: `["admin"]` for user 1.
    pub fn role_keys(&self) -> Vec<String> {
        if self.is_super {
            return vec!["admin".into()];
        }
        let mut keys: Vec<String> = Vec::new();
        for key in self.roles.iter().flat_map(|role| &role.keys) {
            if !keys.contains(key) {
                keys.push(key.clone());
            }
        }
        keys
    }

    /// Permissions for clients, sorted: `["*:*:*"]` for user 1.
    pub fn permissions(&self) -> Vec<String> {
        if self.is_super {
            return vec![ALL_PERMISSIONS.into()];
        }
        let all: HashSet<&String> = self.roles.iter().flat_map(|role| &role.permissions).collect();
        let mut all: Vec<String> = all.into_iter().cloned().collect();
        all.sort_unstable();
        all
    }

    /// Whether he runs the system rather than works with it.
    pub fn is_administrative(&self) -> bool {
        self.is_super || self.roles.iter().flat_map(|role| &role.permissions).any(|held| administers(held))
    }

    /// Whether one of his roles asks for a second factor.
    pub fn needs_factor(&self) -> bool {
        self.roles.iter().any(|role| role.second_factor)
    }

    /// Whether a menu entry is granted.
    pub fn has_menu(&self, menu_id: u64) -> bool {
        self.is_super || self.roles.iter().any(|role| role.menu_ids.contains(&menu_id))
    }

    /// Whether everything a role grants is also held here: nobody grants more than he holds.
    pub fn covers(&self, role: &Role) -> bool {
        self.is_super || (role.role_id != SUPER_ROLE && role.menu_ids.iter().all(|menu| self.has_menu(*menu)))
    }
}

/// The tables of a [`Ground`].
const GROUND: [&str; 3] = [Role::TABLE, Menu::TABLE, Dept::TABLE];

/// Menus, departments and roles, read once, as the rights of all people are computed from them.
#[derive(Debug, Default)]
pub struct Ground {
    menus: HashMap<u64, Menu>,
    roles: BTreeMap<u64, Role>,
    names: HashMap<u64, String>,
    links: Vec<(u64, u64)>,
    /// By role and department of the holder, 0 where it makes no difference; filled as they are asked for.
    granted: Mutex<HashMap<(u64, u64), Arc<RoleRight>>>,
}

impl Ground {
    pub fn load(tx: &dyn RawRead) -> Res<Self> {
        let depts: Vec<Dept> = tx.all()?;
        Ok(Self {
            menus: tx.all::<Menu>()?.into_iter().map(|menu| (menu.menu_id, menu)).collect(),
            roles: tx.all::<Role>()?.into_iter().map(|role| (role.role_id, role)).collect(),
            links: depts.iter().map(|dept| (dept.dept_id, dept.parent_id)).collect(),
            names: depts.into_iter().map(|dept| (dept.dept_id, dept.dept_name)).collect(),
            granted: Mutex::default(),
        })
    }

    /// The rights of a user, enabled or not.
    pub fn rights(&self, user: &User) -> Rights {
        let roles = user.role_ids.iter().filter_map(|role_id| self.roles.get(role_id));
        Rights {
            user_id: user.user_id,
            is_super: user.user_id == SUPER_USER,
            must_change_password: user.must_change_password,
            password_since: Some(user.password_changed.unwrap_or(user.base.create_time)),
            dept_id: user.dept_id,
            dept_name: self.names.get(&user.dept_id).cloned().unwrap_or_default(),
            user_name: user.user_name.clone(),
            real_name: user.real_name.clone(),
            roles: roles.filter(|role| role.enabled).map(|role| self.granted(role, user.dept_id)).collect(),
            routers: OnceLock::new(),
        }
    }

    /// What a role grants to a holder in a department.
    fn granted(&self, role: &Role, dept_id: u64) -> Arc<RoleRight> {
        let dept_id = if matches!(role.data_scope, 3 | 4) { dept_id } else { 0 };
        let mut granted = self.granted.lock();
        let right = granted.entry((role.role_id, dept_id)).or_insert_with(|| {
            let menus: Vec<&Menu> = self.menus_of(role).filter(|menu| menu.enabled).collect();
            Arc::new(RoleRight {
                role_id: role.role_id,
                keys: role.role_key.split(',').map(|key| key.trim().to_owned()).filter(|key| !key.is_empty()).collect(),
                permissions: menus.iter().map(|menu| menu.perms.clone()).filter(|perms| !perms.is_empty()).collect(),
                menu_ids: menus.iter().map(|menu| menu.menu_id).collect(),
                scope: self.reach(role, dept_id),
                second_factor: role.second_factor,
            })
        });
        right.clone()
    }

    /// The enabled roles, by number.
    pub fn roles(&self) -> impl Iterator<Item = &Role> {
        self.roles.values().filter(|role| role.enabled)
    }

    /// (id, parent) of the departments.
    pub fn links(&self) -> &[(u64, u64)] {
        &self.links
    }

    /// Whether a role is one of who runs the system, as [`RoleRight::runs_the_system`].
    pub fn runs_the_system(&self, role: &Role) -> bool {
        self.menus_of(role).any(|menu| menu.enabled && changes_the_system(&menu.perms))
    }

    /// The menus that a role grants, disabled ones included.
    pub fn menus_of<'a>(&'a self, role: &'a Role) -> impl Iterator<Item = &'a Menu> {
        role.menu_ids.iter().filter_map(|menu| self.menus.get(menu))
    }

    /// The rows that a role reaches for a holder in a department.
    pub fn reach(&self, role: &Role, dept_id: u64) -> Scope {
        let mut scope = Scope::default();
        match role.data_scope {
            1 => scope.all = true,
            2 => scope.dept_ids.extend(&role.dept_ids),
            3 => {
                scope.dept_ids.insert(dept_id);
            }
            // Below no department lies nothing, though the tree hangs all of them below 0.
            4 if dept_id != 0 => {
                scope.dept_ids.insert(dept_id);
                scope.dept_ids.extend(tree::descendants(&self.links, dept_id));
            }
            5 => scope.own = true,
            _ => {}
        }
        // «No department» is not a department that a scope could reach.
        scope.dept_ids.remove(&0);
        scope
    }
}

/// Rights by user, valid for one generation of the tables they are computed from.
#[derive(Debug, Default)]
pub struct RightsCache {
    /// Goes up with users and with all that [`Ground`] is made of.
    generation: AtomicU64,
    /// Goes up with roles, menus and departments alone: users change all day.
    ground_generation: AtomicU64,
    known: Mutex<HashMap<u64, (u64, Option<Arc<Rights>>)>>,
    ground: Mutex<Option<Kept>>,
}

/// A ground, the generation that it is of, and the first commit that is known to show it.
#[derive(Debug, Clone)]
struct Kept {
    generation: u64,
    since: Option<u64>,
    ground: Arc<Ground>,
}

/// Cached entries beyond this are dropped at once (10,000 users signed in together).
const CACHE_LIMIT: usize = 20_000;

impl RightsCache {
    /// Rights of a user; `None` when he may not sign in. `open` gives a snapshot when one is needed.
    pub fn get<T: RawRead>(&self, user_id: u64, open: impl Fn() -> Res<T>) -> Res<Option<Arc<Rights>>> {
        // The generation is read before the snapshots are opened: a commit in between only means that
        // the entry is thrown away too early.
        let generation = self.generation.load(Ordering::Acquire);
        if let Some((at, rights)) = self.known.lock().get(&user_id)
            && *at == generation
        {
            return Ok(rights.clone());
        }
        let ground = self.ground(&open)?;
        let user = open()?.get::<User>(&id(user_id))?.filter(|user| user.enabled && !user.deleted);
        let rights = user.map(|user| Arc::new(ground.rights(&user)));
        let mut known = self.known.lock();
        if known.len() >= CACHE_LIMIT {
            known.clear();
        }
        known.insert(user_id, (generation, rights.clone()));
        Ok(rights)
    }

    /// Store observer: forgets what is computed from a table that changes.
    pub fn observe(&self, changes: &[Change]) {
        if changes.iter().any(|change| GROUND.contains(&change.table)) {
            self.forget();
        } else if changes.iter().any(|change| change.table == User::TABLE) {
            self.generation.fetch_add(1, Ordering::Release);
        }
    }

    /// Menus, departments and roles as they are committed, read once for everybody since they last changed.
    pub fn ground<T: RawRead>(&self, open: impl Fn() -> Res<T>) -> Res<Arc<Ground>> {
        Ok(self.kept(open)?.ground)
    }

    /// The same as a transaction shows them, which may be older than the last commit or have changed them itself.
    pub fn ground_in<T: RawRead>(&self, tx: &dyn RawRead, open: impl Fn() -> Res<T>) -> Res<Arc<Ground>> {
        if let Some(shown) = tx.shows(&GROUND) {
            let kept = self.kept(open)?;
            // From that commit on until now nothing of it has changed.
            if kept.since.is_some_and(|since| since <= shown) {
                return Ok(kept.ground);
            }
        }
        Ok(Arc::new(Ground::load(tx)?))
    }

    fn kept<T: RawRead>(&self, open: impl Fn() -> Res<T>) -> Res<Kept> {
        // As above: the generation first, then the snapshot.
        let generation = self.ground_generation.load(Ordering::Acquire);
        if let Some(kept) = &*self.ground.lock()
            && kept.generation == generation
        {
            return Ok(kept.clone());
        }
        let tx = open()?;
        let kept = Kept { generation, since: tx.commit(), ground: Arc::new(Ground::load(&tx)?) };
        *self.ground.lock() = Some(kept.clone());
        Ok(kept)
    }

    /// Computes everybody's rights again.
    pub fn forget(&self) {
        // First what rights are made of, so that nobody makes new ones of the old.
        self.ground_generation.fetch_add(1, Ordering::Release);
        self.generation.fetch_add(1, Ordering::Release);
    }
}
