// @vitest-environment node
/** What the sources name on the wire exists: routes with their methods, rights, dictionaries. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type * as typescript from 'typescript';
import { expect, it } from 'vitest';
import { nodesOf, parsed, textIn, ts } from './syntax';

const above = path.resolve(__dirname, '../../..');
const seed = (name: string, key: string): string[] =>
  [...readFileSync(path.join(above, `data/${name}.toml`), 'utf8').matchAll(new RegExp(`^${key} = "(.+)"$`, 'gm'))].map(
    ([, value = '']) => value,
  );
const { paths } = JSON.parse(readFileSync(path.join(above, 'ui/src/api/generated/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, unknown>>;
};

const files = parsed((text) => /api\.\w+|request\(|use(Can|Dict)\(|ermission|dicts=/.test(text));

const METHODS: Readonly<Record<string, string>> = {
  get: 'get',
  ask: 'post',
  post: 'post',
  put: 'put',
  delete: 'delete',
};

interface Sent {
  file: string;
  method: string;
  path: string;
  /** The route whose type the answer is given: `Answer<'GET /fin/bill/list'>`. */
  typed: string;
}

/** The method and the path of a call of the client; nothing for other calls. */
function sentBy(call: typescript.CallExpression, text: (expression: typescript.Expression) => string) {
  const { expression: called } = call;
  const [first, second] = call.arguments;
  if (ts.isIdentifier(called) && called.text === 'request' && first && second)
    return { method: text(first).toLowerCase(), path: text(second) };
  if (!ts.isPropertyAccessExpression(called) || called.expression.getText() !== 'api' || !first) return undefined;
  return { method: METHODS[called.name.text] ?? called.name.text, path: text(first) };
}

function sent(): Sent[] {
  return files.flatMap(({ file, source }) => {
    const text = textIn(source);
    return [...nodesOf(source)].filter(ts.isCallExpression).flatMap((call) => {
      const found = sentBy(call, text);
      const typed = /^Answer<'(.+)'>$/.exec(call.typeArguments?.[0]?.getText() ?? '')?.[1] ?? '';
      return found ? [{ file, typed, ...found }] : [];
    });
  });
}

/** Whether a path with `*` for what is unknown may be one of the document, with `{name}` for what is given. */
function fits(called: string, route: string): boolean {
  const [asked = '', query = ''] = called.split('?');
  if (query && !query.includes('=')) return false;
  // what is unknown may be a part of a name, several parts, or a question at the end
  const known = route.replace(/\{\w+\}/g, '-');
  const pattern = asked.split('/').map((part) => (part === '*' ? '[^/]+' : part.replaceAll('*', '.*')));
  if (new RegExp(`^${pattern.join('/')}$`).test(known)) return true;
  const [parts, names] = [asked.split('/'), route.split('/')];
  const given = (part: string, at: number) => part === names[at] || (part.includes('*') && names[at]?.startsWith('{'));
  return parts.length === names.length && parts.every(given);
}

it('every call goes to a route of the document, by a method that it has', () => {
  // a path that begins with what only the running page knows is that of a kind of record (api/resource.ts)
  const calls = sent().filter(({ path: called }) => called.startsWith('/'));
  expect(calls.length).toBeGreaterThan(250);
  const wrong = calls.filter(
    ({ method, path: called }) => !Object.keys(paths).some((route) => paths[route]?.[method] && fits(called, route)),
  );
  expect(wrong).toEqual([]);
});

it('an answer has the type of the route that is called', () => {
  const typed = sent().filter((call) => call.typed !== '' && call.path.startsWith('/'));
  expect(typed.length).toBeGreaterThan(100);
  const wrong = typed.filter(({ method, path: called, typed: type }) => {
    const [verb = '', route = ''] = type.split(' ');
    return verb.toLowerCase() !== method || !fits(called, route);
  });
  expect(wrong).toEqual([]);
});

it('kinds of records have the routes that all of them have', () => {
  const bases = parsed((text) => text.includes('defineResource')).flatMap(({ source }) =>
    [...nodesOf(source)]
      .filter(ts.isPropertyAssignment)
      .filter(({ name }) => name.getText() === 'base')
      .map(({ initializer }) => textIn(source)(initializer)),
  );
  expect(bases.length).toBeGreaterThan(10);
  const listed = (base: string) => Object.keys(paths).some((route) => paths[route]?.get && fits(`${base}/list`, route));
  expect(bases.filter((base) => !listed(base))).toEqual([]);
});

it('rights that are asked for can be given to a role', () => {
  const given = new Set(seed('menus', 'perms'));
  const named = files.flatMap(({ file, source }) => {
    const text = textIn(source);
    const texts = [...nodesOf(source)].filter(
      (node): node is typescript.Expression => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node),
    );
    return texts.map((node) => [file, text(node)] as const).filter(([, one]) => /^[a-zA-Z]+:[a-zA-Z]+:\w+$/.test(one));
  });
  expect(named.length).toBeGreaterThan(200);
  const wrong = named.filter(([, right]) => !given.has(right));
  expect(wrong).toEqual([]);
});

it('dictionaries that are read by name are there from the start', () => {
  const seeds = seed('dictionaries', 'type');
  const named = files.flatMap(({ file, source }) => {
    const text = textIn(source);
    const calls = [...nodesOf(source)].filter(ts.isCallExpression);
    const own = calls
      .filter(({ expression }) => expression.getText() === 'useDict')
      .flatMap((one) => one.arguments[0] ?? []);
    return own.map((name) => [file, text(name)] as const).filter(([, name]) => name !== '*');
  });
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(([, name]) => !seeds.includes(name))).toEqual([]);
});
