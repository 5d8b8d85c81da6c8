/**
 * Finds functions of components and hooks that are handed to something that outlives them. In JavaScript such a function keeps
 * everything alive that was drawn with it: rows, elements, and through them the document of that moment.
 */
import type * as typescript from 'typescript';
import { nodesOf, type ParsedFile, ts } from './syntax';

type Node = typescript.Node;
type FunctionLike = typescript.SignatureDeclaration;

/** What keeps the options of a reading, with its functions, after who asked has gone. */
const CACHES = /^(useQuery|useAnyQuery|useInfiniteQuery|useQueries|fetchQuery|prefetchQuery|ensureQueryData)$/;
/** Answers with a text or a number, whatever it is given. */
const PLAIN = /^(askedFacets|stringify|String|Number|Boolean)$/;
/** Runs its functions at once and keeps none. */
const AT_ONCE = /^(map|filter|flatMap|find|findLast|some|every|reduce|toSorted|sort)$/;

export interface Outliving {
  /** File and component. */
  at: string;
  /** What is made there, as it is written. */
  what: string;
}

/** The name of a function that is declared, or kept under one. */
function nameOf(fn: FunctionLike): string {
  if ('name' in fn && fn.name && ts.isIdentifier(fn.name)) return fn.name.text;
  const { parent } = fn;
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name.text : '';
}

/** Components and hooks by their names; a constant in capitals is none. */
const isDrawn = (fn: FunctionLike): boolean => /^(use[A-Z]|[A-Z]\w*[a-z])/.test(nameOf(fn));

/** The innermost component or hook around a node. */
export function drawnBy(node: Node): FunctionLike | undefined {
  for (let at = node.parent; at; at = at.parent) if (ts.isFunctionLike(at) && isDrawn(at)) return at;
  return undefined;
}

const whereOf = (file: string, node: Node): string => {
  const by = drawnBy(node);
  return `${file} ${by ? nameOf(by) : ''}`;
};

const textOf = (node: Node): string => node.getText().replace(/\s+/g, ' ').slice(0, 80);

interface Declared {
  node: typescript.VariableDeclaration | typescript.ParameterDeclaration | typescript.FunctionDeclaration;
  /** Of a pattern: the name that the value has in what is taken apart; undefined for the rest. */
  property: string | undefined;
}

/** The names that a pattern binds, with those of the properties they come from. */
function bound(name: typescript.BindingName): [string, string | undefined][] {
  if (ts.isIdentifier(name)) return [[name.text, undefined]];
  return name.elements.flatMap((element) => {
    if (!ts.isBindingElement(element)) return [];
    const key = element.propertyName ?? element.name;
    const property = !element.dotDotDotToken && ts.isIdentifier(key) ? key.text : undefined;
    return bound(element.name).map(([one]): [string, string | undefined] => [one, property]);
  });
}

const ownDeclarations = new WeakMap<Node, Map<string, Declared>>();

/** What a function declares itself: its parameters, and variables and functions outside of the functions in it. */
function declarationsOf(fn: FunctionLike): Map<string, Declared> {
  const known = ownDeclarations.get(fn);
  if (known) return known;
  const found = new Map<string, Declared>();
  const add = (node: typescript.VariableDeclaration | typescript.ParameterDeclaration) => {
    for (const [name, property] of bound(node.name)) found.set(name, { node, property });
  };
  fn.parameters.forEach(add);
  const look = (node: Node): void => {
    if (ts.isVariableDeclaration(node)) add(node);
    if (ts.isFunctionDeclaration(node) && node.name) found.set(node.name.text, { node, property: undefined });
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, look);
  };
  if ('body' in fn && fn.body) ts.forEachChild(fn.body, look);
  ownDeclarations.set(fn, found);
  return found;
}

/** Where a name comes from, as far as that is inside of a function. */
function resolve(name: string, from: Node): Declared | undefined {
  for (let at = from.parent; at; at = at.parent) {
    const found = ts.isFunctionLike(at) && declarationsOf(at).get(name);
    if (found) return found;
  }
  return undefined;
}

/** A property of what a component or a hook is given: whoever draws or calls it hands on what is kept. */
interface Given {
  by: string;
  place: number;
  property: string | undefined;
}
const keyOf = ({ by, place, property }: Given): string => `${by}/${place}/${property ?? ''}`;

class Search {
  readonly found = new Map<string, Outliving>();
  readonly given = new Map<string, Given>();
  private readonly seen = new Set<Node>();
  private readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  private report(node: Node): void {
    const one = { at: whereOf(this.file, node), what: textOf(node) };
    this.found.set(`${one.at} ${one.what}`, one);
  }

  /** Looks at an expression whose value is kept. */
  keeps(node: Node | undefined): void {
    if (!node || this.seen.has(node)) return;
    this.seen.add(node);
    if (
      ts.isFunctionLike(node) ||
      ts.isJsxElement(node) ||
      ts.isJsxSelfClosingElement(node) ||
      ts.isJsxFragment(node)
    ) {
      if (drawnBy(node)) this.report(node);
    } else if (ts.isIdentifier(node)) this.keepsNamed(node, undefined);
    else if (ts.isPropertyAccessExpression(node)) {
      if (ts.isIdentifier(node.expression)) this.keepsNamed(node.expression, node.name.text);
      else this.keeps(node.expression);
    } else if (ts.isCallExpression(node)) this.keepsAnswer(node);
    else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach((one) => void this.keeps(one));
    else if (ts.isPropertyAssignment(node)) this.keeps(node.initializer);
    else if (ts.isShorthandPropertyAssignment(node)) this.keepsNamed(node.name, undefined);
    else if (!ts.isTemplateExpression(node) && !ts.isTypeNode(node))
      ts.forEachChild(node, (child) => this.keeps(child));
  }

  private keepsNamed(name: typescript.Identifier, property: string | undefined): void {
    const declared = resolve(name.text, name);
    if (!declared) return;
    const { node } = declared;
    if (ts.isFunctionDeclaration(node)) this.report(node);
    if (ts.isVariableDeclaration(node)) this.keepsPart(node.initializer, declared.property ?? property);
    if (!ts.isParameter(node)) return;
    const fn = node.parent;
    if (!isDrawn(fn)) return;
    const one = { by: nameOf(fn), place: fn.parameters.indexOf(node), property: declared.property ?? property };
    this.given.set(keyOf(one), one);
  }

  /** Looks at what is kept of an expression: one property, or all of it. */
  keepsPart(node: Node | undefined, property: string | undefined): void {
    if (property === undefined || !node) this.keeps(node);
    else if (ts.isIdentifier(node)) this.keepsNamed(node, property);
    else if (ts.isParenthesizedExpression(node)) this.keepsPart(node.expression, property);
    // `{...(given && { given })}`
    else if (ts.isBinaryExpression(node)) this.keepsPart(node.right, property);
    else if (ts.isObjectLiteralExpression(node)) {
      for (const one of node.properties) {
        if (ts.isSpreadAssignment(one)) this.keepsPart(one.expression, property);
        else if (one.name.getText() === property) this.keeps(one);
      }
    } else this.keeps(node);
  }

  private keepsAnswer({ expression, arguments: given }: typescript.CallExpression): void {
    const callee = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
    if (callee === 'useLatestRef' || PLAIN.test(callee)) return;
    const [first] = given;
    if (callee === 'useMemo' && first && ts.isArrowFunction(first)) this.keeps(first.body);
    // what a state begins with, and what a reading answers, are values
    if (/^use[A-Z]/.test(callee) && callee !== 'useCallback') return;
    if (ts.isPropertyAccessExpression(expression)) this.keeps(expression.expression);
    for (const one of given) if (!(AT_ONCE.test(callee) && ts.isFunctionLike(one))) this.keeps(one);
  }
}

type Element = typescript.JsxSelfClosingElement | typescript.JsxOpeningElement;
type Use = Element | typescript.CallExpression;

const isElement = (node: Node): node is Element => ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node);

/** All that is drawn and called, by its last name. */
function usesOf({ source }: ParsedFile): Map<string, Use[]> {
  const uses = new Map<string, Use[]>();
  for (const node of nodesOf(source)) {
    if (!isElement(node) && !ts.isCallExpression(node)) continue;
    const name = isElement(node) ? node.tagName : node.expression;
    const last = ts.isPropertyAccessExpression(name) ? name.name.text : name.getText();
    uses.set(last, [...(uses.get(last) ?? []), node]);
  }
  return uses;
}

/** Looks at what is handed to a place of a component or a hook. */
function follow(search: Search, use: Use, { place, property }: Given): void {
  if (!isElement(use)) search.keepsPart(use.arguments[place], property);
  else
    for (const one of use.attributes.properties) {
      if (ts.isJsxSpreadAttribute(one)) search.keepsPart(one.expression, property);
      else if (property === undefined || one.name.getText() === property) search.keeps(one.initializer);
    }
}

/** Functions and elements of components and hooks that the cache of readings keeps, directly or through what is drawn. */
export function keptByCaches(files: readonly ParsedFile[]): Outliving[] {
  const searches = files.map((one) => ({ search: new Search(one.file), uses: usesOf(one) }));
  for (const { search, uses } of searches) {
    for (const [name, found] of uses) {
      if (!CACHES.test(name)) continue;
      for (const use of found) if (!isElement(use)) use.arguments.forEach((one) => void search.keeps(one));
    }
  }
  const done = new Set<string>();
  for (let open = true; open; ) {
    open = false;
    for (const given of searches.flatMap(({ search }) => [...search.given.values()])) {
      if (done.has(keyOf(given))) continue;
      done.add(keyOf(given));
      open = true;
      for (const { search, uses } of searches) for (const use of uses.get(given.by) ?? []) follow(search, use, given);
    }
  }
  return searches.flatMap(({ search }) => [...search.found.values()]);
}

/** What starts something that lasts, and what ends it. */
const ENDS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(window\.)?setTimeout$/, /clearTimeout\(/],
  [/^(window\.)?setInterval$/, /clearInterval\(/],
  [/^(window\.)?requestAnimationFrame$/, /cancelAnimationFrame\(/],
  [/^(window\.)?requestIdleCallback$/, /cancelIdleCallback\(/],
  [/\.addEventListener$/, /\.(removeEventListener|close)\(|\bclose\(\)/],
  [/\.subscribe$/, /unsubscribe|\.subscribe\(/],
  [/^(Resize|Mutation|Intersection|Performance)Observer$/, /\.disconnect\(/],
  [/^(EventSource|WebSocket|BroadcastChannel)$/, /\bclose\(/],
];

/** What a function gives back. */
function givenBack(fn: FunctionLike): string {
  if (ts.isArrowFunction(fn) && !ts.isBlock(fn.body)) return fn.body.getText();
  const returns = [...nodesOf(fn)].filter(ts.isReturnStatement);
  return returns.map((node) => node.getText()).join('\n');
}

/** The effect around a node, or what gives back how it is ended (`useSyncExternalStore`). */
function effectAround(node: Node): FunctionLike | undefined {
  for (let at = node.parent; at; at = at.parent) {
    if (!ts.isFunctionLike(at) || !ts.isCallExpression(at.parent)) continue;
    if (/^use(Layout|Insertion)?Effect$|^useCallback$|^useSyncExternalStore$/.test(at.parent.expression.getText()))
      return at;
  }
  return undefined;
}

/** Timers, listeners, observers and subscriptions of components and hooks that no effect ends. */
export function neverEnded(files: readonly ParsedFile[]): Outliving[] {
  return files.flatMap(({ file, source }) =>
    [...nodesOf(source)].flatMap((node) => {
      if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return [];
      const ends = ENDS.find(([starts]) => starts.test(node.expression.getText()))?.[1];
      if (!ends || !drawnBy(node)) return [];
      const effect = effectAround(node);
      if (effect && ends.test(givenBack(effect))) return [];
      return [{ at: whereOf(file, node), what: textOf(node.expression) }];
    }),
  );
}
