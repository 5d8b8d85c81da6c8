import { create } from 'zustand';
import { type Account, type AccountInfo, fetchAccount, fetchMenus, type PortalInfo, signOut } from '@/api/auth';
import { resetSessionLost } from '@/api/client';
import { ALL_USERS_KEY } from '@/lib/allUsers';
import { buildMenu, EMPTY_MENU, type MenuModel } from '@/lib/menu';
import { type PortalModule, readModules } from '@/lib/modules';
import { type Grants, ROLE_DEFAULT } from '@/lib/permissions';
import { setServerClock } from '@/lib/serverClock';
import { dropStored, writeStored } from '@/lib/storage';
import { dropToken, readToken, writeToken } from '@/lib/token';
import { adoptSettings, forgetSettings } from './settings';
import { useTabs } from './tabs';

/** What stands between a page with unsaved input and its session; `name` is of who has signed in here instead. */
export type Interruption = { kind: 'lost' } | { kind: 'other'; name: string };

interface SessionState {
  token: string;
  /** Null until getInfo has answered. */
  account: Account | null;
  roles: string[];
  permissions: string[];
  modules: PortalModule[];
  menu: MenuModel;
  /** The server refuses everything until the initial password is changed. */
  mustChangePassword: boolean;
  /** The code of the second factor is next, or its being set up. */
  secondFactor: boolean;
  /** Until when setting one up may be put off, until it was read; empty when nothing is asked. */
  factorDue: string;
  /** The password is older than the settings allow; a reminder, not a barrier. */
  passwordExpired: boolean;
  /** The session began in this window and its person has not yet read of the sign-in before. */
  justSignedIn: boolean;
  /** The sign-in before, until it was read. */
  lastSignIn: AccountInfo['lastSignIn'] | null;
  /** A sentence about the lost session while the sign-in page is on its way. */
  lostMessage: string;
  /** The person left on purpose: the next one at this browser is not led to their page. */
  leftOnPurpose: boolean;
  portal: PortalInfo | null;
  /** The portal is closed, and this person was refused (605). */
  shutOut: boolean;
  interruption: Interruption | null;
}

const SIGNED_OUT = {
  token: '',
  account: null,
  roles: [],
  permissions: [],
  modules: [],
  menu: EMPTY_MENU,
  mustChangePassword: false,
  secondFactor: false,
  factorDue: '',
  passwordExpired: false,
  justSignedIn: false,
  lastSignIn: null,
  shutOut: false,
  interruption: null,
};

const MODULES_KEY = 'modules';

export const useSession = create<SessionState>(() => ({
  ...SIGNED_OUT,
  token: readToken(),
  lostMessage: '',
  leftOnPurpose: false,
  portal: null,
  shutOut: false,
}));

/** Starts a session with the token of a sign-in. */
export function startSession(token: string): void {
  writeToken(token);
  resetSessionLost();
  useSession.setState({ ...SIGNED_OUT, token, lostMessage: '', leftOnPurpose: false, justSignedIn: true });
}

/** Goes on with the token of the next step of a sign-in. */
export function continueSession(token: string): void {
  writeToken(token);
  useSession.setState({ token });
}

/** Forgets the session in this browser. */
export function endSession(): void {
  const { portal } = useSession.getState();
  dropToken(portal?.relatedTokenCookies);
  dropStored(MODULES_KEY, ALL_USERS_KEY);
  forgetSettings();
  useSession.setState(SIGNED_OUT);
}

function grantsOf({ roles, permissions }: AccountInfo) {
  const withRoles = (roles ?? []).length > 0;
  return {
    roles: withRoles ? roles : [ROLE_DEFAULT],
    permissions: withRoles ? (permissions ?? []) : [],
  };
}

/**
 * Asks again what the person may do; tells whether that has changed. The menu stays as it is: a page that went would take
 * along what is being typed on it.
 */
export async function renewGrants(): Promise<boolean> {
  const { roles, permissions } = useSession.getState();
  const grants = grantsOf(await fetchAccount());
  const changed = JSON.stringify(grants) !== JSON.stringify({ roles, permissions });
  if (changed) useSession.setState(grants);
  return changed;
}

/**
 * The person has signed in again over the page: what is shown and typed stays as it is. A step that comes first is told by its
 * listener.
 */
export async function comeBack(): Promise<void> {
  const info = await fetchAccount();
  setServerClock(info.serverTime);
  useSession.setState({ ...grantsOf(info), mustChangePassword: info.isDefaultModifyPwd === true });
}

/** The menu changed on the server: it and the rights are asked for again, tabs that are open stay open. */
export async function renewMenu(): Promise<void> {
  if (!useSession.getState().account) return;
  await renewGrants();
  useSession.setState({ menu: buildMenu(await fetchMenus()) });
}

/**
 * Loads the person, their permissions and their menu. Throws when the server refuses. `ahead` may ask for what this person
 * will see: what is asked here is on its way while the frame is drawn.
 */
export async function loadSession(ahead?: (grants: Grants) => void): Promise<void> {
  // asked for together; the menu is nobody's yet when the password has to be changed first
  const menus = fetchMenus();
  menus.catch(() => {});
  const info = await fetchAccount();
  setServerClock(info.serverTime);
  const mustChangePassword = info.isDefaultModifyPwd === true;
  const menu = mustChangePassword ? SIGNED_OUT.menu : buildMenu(await menus);
  const modules = readModules(info.modules);
  writeStored(MODULES_KEY, info.modules ?? []);
  adoptSettings(info.layoutSetting);
  // before the frame is drawn and visits its first page
  useTabs.getState().reset(menu.pages.filter(({ affix }) => affix));
  const grants = grantsOf(info);
  const { justSignedIn } = useSession.getState();
  if (!mustChangePassword) ahead?.(grants);
  useSession.setState({
    account: info.user,
    ...grants,
    modules,
    menu,
    mustChangePassword,
    passwordExpired: info.isPasswordExpired === true,
    factorDue: (justSignedIn && info.factorDue) || '',
    lastSignIn: justSignedIn ? info.lastSignIn : null,
    justSignedIn: mustChangePassword && justSignedIn,
  });
}

/** Ends the session on the server, as well as that can be reached; gives where the identity provider goes on. */
export async function endOnServer(): Promise<string> {
  try {
    return await signOut();
  } catch {
    // The session in this browser ends anyway; the server's copy runs out by itself.
    return '';
  }
}

/** Signs out on the server, here, and at the identity provider. */
export async function leave(): Promise<void> {
  const further = await endOnServer();
  useSession.setState({ leftOnPurpose: true });
  endSession();
  if (/^https?:\/\//.test(further)) window.location.assign(further);
}
