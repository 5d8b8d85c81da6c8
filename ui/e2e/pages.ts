/** Every page behind the frame, and what shows that it is there. */
import type { Api } from './support';

export interface KnownPage {
  name: string;
  path: string;
  /** Makes what the page shows, where the demonstration has none. */
  needs?: (api: Api) => Promise<void>;
  /** Selector of what appears when the page has its data. */
  ready: string;
}

const ROWS = '.card-list_card-list li, .data-row, .empty-state';

/** A form of one's own, the first of an installation. */
async function aForm(api: Api): Promise<void> {
  const { total } = await api.call('GET', '/appr/form/list');
  const field = { name: 'f1', title: '份数', kind: 'int', required: false, most: null, least: null };
  const fields = [{ ...field, options: [], hint: '', columns: [] }];
  if (total === 0) await api.call('POST', '/appr/form', { key: 'tour_form', name: '巡检表单', remark: '', fields });
}

export const PAGES: readonly KnownPage[] = [
  { name: 'home', path: 'portal_main', ready: '.look_report' },
  { name: 'today', path: 'today', ready: '.today_cards, .today_nothing' },
  { name: 'todo', path: 'todo', ready: '.todo_todo-list li, .empty-state' },
  { name: 'approvals', path: 'appr/todo', ready: ROWS },
  { name: 'process-monitor', path: 'appr/manage', ready: ROWS },
  { name: 'deputies', path: 'appr/deputy', ready: 'section[aria-label=代理设置] .ant-table' },
  { name: 'work-calendar', path: 'appr/calendar', ready: 'section[aria-label=工作日历] .ant-table' },
  { name: 'processes', path: 'appr/design', ready: ROWS },
  { name: 'process-design', path: 'appr/design/edit/1', ready: '[role=tree]' },
  { name: 'forms', path: 'appr/form', ready: ROWS },
  { name: 'form-design', path: 'appr/form/edit/1', ready: 'section[aria-label=表单设计]', needs: aForm },
  { name: 'start', path: 'appr/start', ready: '.empty-state, .start_forms li' },
  { name: 'process-presets', path: 'appr/wizard', ready: '.wizard_presets li' },
  { name: 'tenant', path: 'lease/tenant/detail/1', ready: '.tenant_tenant-sums' },
  { name: 'lease', path: 'lease/lease/detail/1', ready: '.lease_lease-money' },
  { name: 'profile', path: 'user/profile', ready: '.profile_sessions li' },
  { name: 'help', path: 'showHelp/view', ready: '.help_help-text section' },
  { name: 'users', path: 'system/user', ready: ROWS },
  { name: 'roles', path: 'system/role', ready: ROWS },
  { name: 'role-members', path: 'system/role-auth/user/2', ready: ROWS },
  { name: 'menus', path: 'system/menu', ready: ROWS },
  { name: 'departments', path: 'system/dept', ready: ROWS },
  { name: 'posts', path: 'system/post', ready: ROWS },
  { name: 'dictionaries', path: 'system/dict', ready: ROWS },
  { name: 'dictionary-data', path: 'dict/type/data/1', ready: ROWS },
  { name: 'config', path: 'system/config', ready: ROWS },
  { name: 'notices', path: 'notice', ready: ROWS },
  { name: 'notice-admin', path: 'system/notice', ready: ROWS },
  { name: 'modules', path: 'system/module', ready: ROWS },
  { name: 'first-hours', path: 'system/start', ready: '.first-hours_steps li' },
  { name: 'registers', path: 'system/gen', ready: ROWS },
  { name: 'register-book', path: 'gen/book', ready: '.ant-steps' },
  { name: 'operation-log', path: 'system/log/operlog', ready: ROWS },
  { name: 'login-log', path: 'system/log/logininfor', ready: ROWS },
  { name: 'online', path: 'monitor/online', ready: ROWS },
  { name: 'jobs', path: 'monitor/job', ready: ROWS },
  { name: 'job-log', path: 'job/log', ready: ROWS },
  { name: 'server', path: 'monitor/server', ready: '.server_monitor table' },
  { name: 'browser-errors', path: 'monitor/crash', ready: ROWS },
  { name: 'protect', path: 'monitor/protect', ready: 'section[aria-label=数据保护]' },
  { name: 'store', path: 'monitor/cache', ready: '.server_monitor table' },
  { name: 'assets', path: 'asset/asset', ready: ROWS },
  { name: 'rooms', path: 'asset/room', ready: '.rooms_room-cell, .rooms_room-grid .empty-state' },
  { name: 'certificates', path: 'asset/cert', ready: ROWS },
  { name: 'handovers', path: 'asset/handover', ready: ROWS },
  { name: 'plates', path: 'asset/plate', ready: ROWS },
  { name: 'parties-a', path: 'asset/partyA', ready: ROWS },
  { name: 'tenants', path: 'lease/tenant', ready: ROWS },
  { name: 'leases', path: 'lease/lease', ready: ROWS },
  { name: 'expiring', path: 'lease/expiring', ready: ROWS },
  { name: 'settlements', path: 'lease/settlement', ready: ROWS },
  { name: 'takeovers', path: 'lease/takeover', ready: ROWS },
  { name: 'takeover', path: 'lease/takeover/detail/1', ready: '.takeover_head, .empty-state' },
  { name: 'papers', path: 'lease/paper', ready: ROWS },
  { name: 'paper-templates', path: 'lease/paperTemplate', ready: ROWS },
  { name: 'bills', path: 'fin/bill', ready: ROWS },
  { name: 'receipts', path: 'fin/receipt', ready: ROWS },
  { name: 'slips', path: 'fin/slip', ready: ROWS },
  { name: 'deposits', path: 'fin/deposit', ready: ROWS },
  { name: 'waivers', path: 'fin/waiver', ready: ROWS },
  { name: 'refunds', path: 'fin/refund', ready: ROWS },
  { name: 'expenses', path: 'fin/expense', ready: ROWS },
  { name: 'remittances', path: 'fin/remittance', ready: ROWS },
  { name: 'month-close', path: 'fin/close', ready: `${ROWS}, .ant-table-row, .close_party-months li` },
  { name: 'late-fees', path: 'fin/lateFee', ready: ROWS },
  { name: 'dunning', path: 'fin/dunning', ready: ROWS },
  { name: 'exposures', path: 'expo/entry', ready: ROWS },
  { name: 'exposure-board', path: 'expo/board', ready: '.board_board tbody tr, .board_board .empty-state' },
  { name: 'report-receivable', path: 'report/receivable', ready: ROWS },
  { name: 'report-received', path: 'report/received', ready: ROWS },
  { name: 'report-arrears', path: 'report/arrears', ready: ROWS },
  { name: 'report-collection', path: 'report/collection', ready: ROWS },
  { name: 'report-ageing', path: 'report/ageing', ready: ROWS },
  { name: 'report-occupancy', path: 'report/occupancy', ready: ROWS },
  { name: 'report-expiry', path: 'report/expiry', ready: ROWS },
  { name: 'report-forecast', path: 'report/forecast', ready: ROWS },
  { name: 'report-cashFlow', path: 'report/cashFlow', ready: ROWS },
  { name: 'report-remittance', path: 'report/remittance', ready: ROWS },
  { name: 'report-waivers', path: 'report/waivers', ready: ROWS },
  { name: 'report-settled', path: 'report/settled', ready: ROWS },
  { name: 'report-adjusted', path: 'report/adjusted', ready: ROWS },
  { name: 'report-plates', path: 'report/plates', ready: ROWS },
  { name: 'not-found', path: '404', ready: '.empty-state' },
  { name: 'not-permitted', path: '401', ready: '.empty-state' },
  { name: 'register-design', path: 'gen/edit/1', ready: '.empty-state, [role=tablist]' },
];

/** Pages of one test: few, so that browsers that run side by side end at the same time. */
const AT_ONCE = 6;

/** Beginnings of the addresses that a change can break (`packaging/test changed`); all unless named. */
const WANTED = (process.env.GX_PAGES ?? '').split(',').filter(Boolean);
const VISITED = PAGES.filter(({ path }) => WANTED.length === 0 || WANTED.some((one) => path.startsWith(one)));

/** All pages in the portions that tests take, each with a name. */
export const PORTIONS = Array.from({ length: Math.ceil(VISITED.length / AT_ONCE) }, (_, place) => {
  const pages = VISITED.slice(place * AT_ONCE, (place + 1) * AT_ONCE);
  return { name: `${pages[0]?.name} to ${pages.at(-1)?.name}`, pages };
});
