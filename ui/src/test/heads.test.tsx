/**
 * What the lists ask the server for, against what it knows: columns to sort by, filters and counts. Every page that has a
 * list is drawn with the list itself left out; what it declares is asked through the real calls, and compared with the
 * server's document. What the document does not tell (which columns sort, which fields are counted) is written to
 * tests/fixtures/asked-lists.json, which a test of the server asks it, one by one.
 */
import { readFileSync } from 'node:fs';
import nodePath from 'node:path';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, waitFor } from '@testing-library/react';
import { App } from 'antd';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import openapi from '@/api/generated/openapi.json';
import { queryClient } from '@/app/queryClient';
import { askedFacets } from '@/ui/list/facets';
import type { ListPageProps } from '@/ui/list/ListPage';
import { toFilters } from '@/ui/list/state';

type Declared = Pick<ListPageProps<object>, 'name' | 'load' | 'fields' | 'columns' | 'actions' | 'extraFilters'> & {
  toolbar: React.ReactNode | ((context: object) => React.ReactNode);
};
const { drawn, rights, held, drawList } = vi.hoisted(() => {
  const lists: Declared[] = [];
  const context = { selected: [], ids: [], whole: false, allSelected: async () => [], filters: {}, order: {} };
  return {
    drawn: lists,
    /** Every right that something drawn has asked for. */
    rights: new Set<string>(),
    /** The rights of who looks at the pages; null = all. */
    held: { rights: null as ReadonlySet<string> | null },
    /** A list of which its buttons alone are drawn. */
    drawList: (list: Declared) => {
      lists.push(list);
      return typeof list.toolbar === 'function' ? list.toolbar(context) : list.toolbar;
    },
  };
});

vi.mock('@/ui/list/ListPage', () => ({ listKey: (name: string) => ['list', name], ListPage: drawList }));
vi.mock('@/ui/list/TreeListPage', () => ({ TreeListPage: drawList }));
vi.mock('@/lib/permissions', () => ({
  hasPermission: (_grants: object, wanted: readonly string[]) => {
    for (const right of wanted) rights.add(right);
    return held.rights === null || wanted.some((right) => held.rights?.has(right));
  },
}));

const PAGES = import.meta.glob<{ default: React.ComponentType }>([
  '/src/pages/**/*.tsx',
  '!/src/pages/**/parts/*',
  '!/src/pages/public/*',
  '!/src/**/*.test.tsx',
  // registers are data: their columns come from the server
  '!/src/pages/reg/index.tsx',
]);
const SOURCES = import.meta.glob<string>('/src/pages/**/*.tsx', { query: '?raw', import: 'default', eager: true });
const hasList = (file: string) => /<(\w*ListPage|CrudPage|ReportPage|PayoutPage|RoomList)\b/.test(SOURCES[file] ?? '');

/** What pages ask before they show a list. */
const ANSWERS: Readonly<Record<string, object>> = {
  '/system/dict/type/optionselect': { data: [{ dictId: 1, dictName: '性别', dictType: 'sex' }] },
  '/system/role/5': { data: { roleId: 5, roleName: '会计', roleKey: 'accountant', status: '0' } },
};
const PLACE = '/1/5?mode=list';

const asked: URL[] = [];
/** All paths that were asked for, whoever asked. */
const read = new Set<string>();
const pathOf = ({ pathname }: URL) => pathname.split('/prod-api')[1] ?? '';
vi.stubGlobal('fetch', (address: string) => {
  const url = new URL(address, 'http://localhost');
  const path = pathOf(url);
  asked.push(url);
  read.add(path);
  return Promise.resolve(new Response(JSON.stringify({ code: 200, rows: [], total: 0, data: [], ...ANSWERS[path] })));
});

afterEach(() => queryClient.clear());

async function draw(file: string): Promise<Declared> {
  const { default: Page } = (await PAGES[file]?.()) ?? { default: () => null };
  drawn.length = 0;
  const element = (
    <App>
      <Suspense>
        <Page />
      </Suspense>
    </App>
  );
  const router = createMemoryRouter([{ path: '/:dictId/:roleId', element }], { initialEntries: [PLACE] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(drawn, `${file} draws a list`).not.toHaveLength(0));
  cleanup();
  return drawn.at(-1) as Declared;
}

/** The request that a list makes for its filters, each of them given, and a sorting. */
async function requestOf({ load, fields, extraFilters = [] }: Declared): Promise<{ path: string; query: string[] }> {
  const values = Object.fromEntries([
    ...fields.map(({ name, kind }) => [name, kind === 'dateRange' ? '2024-01-01,2024-01-31' : '1'] as const),
    ...extraFilters.map((name) => [name, '1'] as const),
  ]);
  asked.length = 0;
  await load(toFilters(fields, values), new AbortController().signal);
  const url = asked[0] as URL;
  return { path: pathOf(url), query: [...url.searchParams.keys()] };
}

interface Asked {
  file: string;
  path: string;
  query: readonly string[];
  sorts: readonly string[];
  counts: readonly string[];
  /** Fields that cells narrow the list by, and those that it has. */
  narrows: readonly string[];
  fields: readonly string[];
}

const lists: Asked[] = [];
beforeAll(async () => {
  for (const file of Object.keys(PAGES).filter(hasList)) {
    const list = await draw(file);
    const narrows = list.columns.flatMap(({ filter }) => filter?.field ?? []);
    const counts = askedFacets(list.fields).split(',').filter(Boolean);
    const sorts = list.columns.flatMap(({ sort }) => sort || []);
    for (const { permission } of list.actions) if (permission) rights.add(permission);
    const fields = [...list.fields.map(({ name }) => name), ...(list.extraFilters ?? [])];
    lists.push({ file, ...(await requestOf(list)), sorts, counts, narrows, fields });
  }
}, 120_000);

/** What a fresh installation begins with. */
const seed = (name: string) => readFileSync(nodePath.resolve(__dirname, `../../../data/${name}.toml`), 'utf8');

interface Shape {
  $ref?: string;
  properties?: Record<string, Shape>;
  allOf?: Shape[];
  oneOf?: Shape[];
  items?: Shape;
}
interface Operation {
  parameters?: { name: string }[];
  responses?: { 200?: { content?: { 'application/json'?: { schema: Shape } } } };
}
const paths = openapi.paths as unknown as Record<string, { get?: Operation }>;
const types = openapi.components.schemas as Record<string, Shape>;

/** The properties of a shape, those of its parts included. */
function propertiesOf(shape: Shape = {}): Record<string, Shape> {
  if (shape.$ref) return propertiesOf(types[shape.$ref.split('/').at(-1) ?? '']);
  return Object.assign({}, shape.properties, ...(shape.allOf ?? []).map(propertiesOf));
}

const parametersOf = (path: string) => paths[path]?.get?.parameters?.map(({ name }) => name) ?? [];

/** Names of what a row of the list has. */
function rowOf(path: string): string[] {
  // the answer, beside its refusal
  const [answer] = paths[path]?.get?.responses?.[200]?.content?.['application/json']?.schema.oneOf ?? [];
  const { rows } = propertiesOf(answer);
  return Object.keys(propertiesOf(rows?.items));
}

/** What lists sort by although no row has it under that name: the server names it for them. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  // who paid, as the slip says it
  '/fin/slip/list': ['tenantName'],
  '/fin/dunning/list': ['promiseDay', 'promiseFen'],
  '/fin/lateFee/list': ['overdueDays'],
  '/lease/tenant/list': ['creditFlag'],
  '/system/role/authUser/allocatedList': ['deptName'],
  '/system/user/list': ['deptName'],
};

const wrongIn = (names: (list: Asked) => readonly string[], known: (list: Asked) => readonly string[]) =>
  lists.flatMap((list) =>
    names(list)
      .filter((name) => !known(list).includes(name))
      .map((name) => `${list.file} ${list.path}: ${name}`),
  );

it('every page with a list is looked at', () => {
  const listers = Object.entries(
    import.meta.glob<string>('/src/features/**/*.tsx', { query: '?raw', import: 'default', eager: true }),
  )
    .filter(([file, text]) => !file.includes('.test.') && /<(Tree)?ListPage\b/.test(text))
    .map(([file]) => file.replace(/^.*\//, ''));
  expect(listers.sort()).toEqual(['CrudPage.tsx', 'PayoutPage.tsx', 'ReportPage.tsx', 'RoomList.tsx']);
  expect(lists.length).toBeGreaterThan(55);
});

it('lists ask routes that the server has', () => {
  expect(lists.filter(({ path }) => !paths[path]?.get)).toEqual([]);
});

it('filters of lists are parameters of their routes', () => {
  expect(
    wrongIn(
      ({ query }) => query,
      ({ path }) => parametersOf(path),
    ),
  ).toEqual([]);
});

it('exports take the filters of their lists', () => {
  const exported = ({ path }: Asked) => path.replace(/\/list$/, '/export');
  const filters = (list: Asked) => (paths[exported(list)]?.get ? list.query : []);
  expect(wrongIn(filters, (list) => parametersOf(exported(list)))).toEqual([]);
});

it('cells narrow their list by fields that it has', () => {
  expect(
    wrongIn(
      ({ narrows }) => narrows,
      ({ fields }) => fields,
    ),
  ).toEqual([]);
});

it('heads sort by what rows of the list have', () => {
  expect(
    wrongIn(
      ({ sorts }) => sorts,
      ({ path }) => [...rowOf(path), ...(ALIASES[path] ?? [])],
    ),
  ).toEqual([]);
});

it('what is counted is a filter of the list', () => {
  expect(
    wrongIn(
      ({ counts }) => counts,
      ({ path }) => parametersOf(path),
    ),
  ).toEqual([]);
});

it('no head sorts by what another one sorts by', () => {
  expect(
    wrongIn(
      ({ sorts }) => sorts.filter((sort, at) => sorts.indexOf(sort) !== at),
      () => [],
    ),
  ).toEqual([]);
});

it('what lists sort by and count is what the server is tried with', async () => {
  // after a change: npx vitest run src/test/heads.test.tsx -u
  const told = lists.filter(({ sorts, counts }) => sorts.length + counts.length > 0);
  const byPath = told.map(({ path, sorts, counts }) => [
    path,
    { sorts: [...sorts].sort(), counts: [...counts].sort() },
  ]);
  const text = JSON.stringify(Object.fromEntries(byPath.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))), null, 1);
  await expect(`${text}\n`).toMatchFileSnapshot('../../../tests/fixtures/asked-lists.json');
});

it('what pages read while they are drawn are routes', () => {
  const known = Object.keys(paths).map((path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`));
  expect([...read].filter((path) => !known.some((one) => one.test(path)))).toEqual([]);
});

it('dictionaries that pages read are there from the start', () => {
  const seeds = [...seed('dictionaries').matchAll(/^type = "(.+)"$/gm)].map(([, type]) => type);
  const wanted = [...read].flatMap((path) => /^\/system\/dict\/data\/type\/(.+)$/.exec(path)?.[1] ?? []);
  expect(wanted.length).toBeGreaterThan(8);
  expect(wanted.filter((type) => !seeds.includes(type))).toEqual([]);
});

it('rights that buttons and rows ask for can be given to a role', () => {
  const given = [...seed('menus').matchAll(/^perms = "(.+)"$/gm)].map(([, right]) => right);
  expect(rights.size).toBeGreaterThan(100);
  expect([...rights].filter((right) => !given.includes(right))).toEqual([]);
});

interface Menu {
  id: number;
  perms: string;
  component: string;
}
const blocks = (name: string, head: string) => seed(name).split(`[[${head}]]`).slice(1);
const textIn = (block: string, key: string) => new RegExp(`^${key} = "(.*)"$`, 'm').exec(block)?.[1] ?? '';
const menus: Menu[] = blocks('menus', 'menu').map((block) => ({
  id: Number(/^id = (\d+)$/m.exec(block)?.[1]),
  perms: textIn(block, 'perms'),
  component: textIn(block, 'component'),
}));
/** Roles of a fresh installation that don't hold everything, with their menus. */
const roles = blocks('roles', 'role').flatMap((block) => {
  const ids = /^menus = \[([^\]]*)\]/m.exec(block)?.[1]?.match(/\d+/g)?.map(Number) ?? [];
  return ids.length > 3 ? [{ key: textIn(block, 'key'), menus: menus.filter(({ id }) => ids.includes(id)) }] : [];
});

/** The right that the document asks of who reads a path; none = being signed in is enough. */
function rightOf(path: string): string | undefined {
  const route = Object.keys(paths).find((one) => new RegExp(`^${one.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)) ?? '';
  const access = (paths[route]?.get as { 'x-access'?: string } | undefined)?.['x-access'];
  return access?.includes(':') ? access : undefined;
}

it('there are roles to look at', () => expect(roles.map(({ key }) => key)).toContain('cashier'));

it.each(roles)('lists in the menu of the role $key ask for nothing that it may not read', async (role) => {
  const grants = new Set(role.menus.map(({ perms }) => perms).filter(Boolean));
  const own = role.menus
    .map(({ component }) => `/src/pages/${component}.tsx`)
    .filter((file) => PAGES[file] && hasList(file));
  expect(own.length).toBeGreaterThan(5);
  held.rights = grants;
  const wrong: string[] = [];
  for (const file of own) {
    read.clear();
    const list = await draw(file);
    await list.load(toFilters(list.fields, {}), new AbortController().signal);
    for (const path of read) {
      const right = rightOf(path);
      if (right && !grants.has(right)) wrong.push(`${file} asks ${path}, for ${right}`);
    }
    queryClient.clear();
  }
  held.rights = null;
  expect(wrong).toEqual([]);
});
