/** Base path with a trailing slash: «/gx_portal/». */
export const BASE = import.meta.env.BASE_URL;

/** Base path as react-router wants it: «/gx_portal». */
export const BASENAME = BASE.replace(/\/$/, '');

/** Where the API lives. */
export const API_BASE = `${BASE}prod-api`;

/** First page after signing in. */
export const HOME_PATH = '/portal_main';
/** What it is called in menu, tab bar and breadcrumb. */
export const HOME_TITLE = '统计报表';
