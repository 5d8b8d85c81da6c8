// @vitest-environment node
/**
 * Whatever is read from the server shows its failure through a component that test/faults.test.tsx puts through all ten: so
 * it is enough to try those. Every call of a hook that reads is found in the syntax of the sources, those of hooks around
 * hooks included.
 */
import type * as typescript from 'typescript';
import { expect, it } from 'vitest';
import { nodesOf, parsed, ts } from './syntax';

const files = parsed((text) => /\buse\w+\(/.test(text));

/** Readings whose failure is told elsewhere or otherwise; a toast tells of every one of them (app/queryClient.ts). */
const OTHERWISE: Readonly<Record<string, string>> = {
  'api/useDict.ts useDict': 'ui/DictsFailed.tsx says it for all',
  'features/business/parts.tsx usePartiesA': 'names beside numbers',
  'features/choices/FoundSelect.tsx useFound': 'names of what is chosen; the list of the same field says why',
  'features/choices/registers.tsx useTenantNames': 'names beside numbers',
  'features/assets/EstateTree.tsx useEstateTree': 'of many levels; the tree says it of the first',
  'features/finance/payouts/SettlementDialog.tsx SettlementDialog': 'the sheet asks the same and says why',
  'features/views/ListViews.tsx ListViews': 'lists begin without their view; the menu of views says why',
  'features/PersonPicker/PersonField.tsx PersonField': 'names of who is chosen',
  'features/PersonPicker/PersonPicker.tsx PersonPicker': 'names of who is chosen; the list of people says why',
  'pages/appr/parts/SignItem.tsx SignItem':
    'without it one signs by name; the profile says why the picture does not load',
  'features/PasswordForm.tsx PasswordForm': 'hints; the server checks',
  'layout/NoticeBell.tsx NoticeBell': 'a number on a button',
  'layout/TodoButton.tsx TodoButton': 'a number on a button',
  'pages/appr/todo.tsx ApprovalsPage': 'numbers on tabs',
  'pages/lease/lease/detail.tsx useNothingYet': 'a tab of the page reads the same and says why',
  'pages/lease/lease/detail.tsx useMoneyTabs': 'a tab of the page reads the same and says why',
  'pages/lease/lease/detail.tsx ApprovalTab': 'a tab of the page reads the same and says why',
  'pages/lease/lease/detail.tsx Content': 'a tab of the page reads the same and says why',
  'pages/lease/lease/parts/BillsTab.tsx BillsTab': 'a tab of the page reads the same and says why',
  'pages/lease/lease/parts/LeaseHead.tsx useMoney': 'a tab of the page reads the same and says why',
  'pages/monitor/job/parts/CronField.tsx CronField': 'says itself what is wrong with what is typed',
  'pages/monitor/operlog/parts/ChainBadge.tsx ChainBadge': 'says itself that it failed; it is the button to try again',
  'pages/reg/parts/RowDrawer.tsx Personal': 'the button that asks stays',
  'pages/system/user/parts/ResetDialog.tsx ResetDialog': 'hints; the server checks',
  'pages/system/user/parts/UserDialog.tsx UserDialog': 'hints; the server checks',
};

/** What shows only a toast and no other try, which it should. This only shrinks. */
const NOT_YET: readonly string[] = [
  'features/PersonPicker/PersonPicker.tsx Departments',
  'features/registers/designer/ConvertDialog.tsx ConvertDialog',
  'features/registers/designer/DesignEditor.tsx Problems',
  'features/registers/designer/MakingTab.tsx Folder',
  'features/registers/designer/ReminderItems.tsx EndValues',
];

/** The name of the function around a node: a component or a hook; '' where it has none. */
function functionOf(node: typescript.Node): string {
  for (let at = node.parent; at; at = at.parent) {
    if (ts.isFunctionDeclaration(at)) return at.name?.text ?? '';
    const named = ts.isArrowFunction(at) && ts.isVariableDeclaration(at.parent) && at.parent.name;
    if (named && ts.isIdentifier(named)) return named.text;
    if (ts.isFunctionLike(at)) return '';
  }
  return '';
}

/** Names of hooks that read, each with the files that declare one of that name; those of a library with none. */
type Hooks = Map<string, Set<string>>;

interface Call {
  file: string;
  /** The component or hook that calls. */
  by: string;
  node: typescript.CallExpression;
}

/** Whether a file that calls a hook by its name means one that reads, and not another of its own. */
function means(hooks: Hooks, name: string, { file, source }: (typeof files)[number]): boolean {
  const declaring = hooks.get(name);
  if (!declaring) return false;
  return declaring.has(file) || !new RegExp(`(function|const) ${name}\\b`).test(source.text);
}

function callsOf(hooks: Hooks): Call[] {
  return files.flatMap((known) =>
    [...nodesOf(known.source)]
      .filter(ts.isCallExpression)
      .filter(({ expression }) => ts.isIdentifier(expression) && means(hooks, expression.text, known))
      .map((node) => ({ file: known.file, by: functionOf(node), node })),
  );
}

/** Whether an identifier names something of an object, and is no variable. */
const isName = (node: typescript.Identifier): boolean =>
  (ts.isJsxAttribute(node.parent) ||
    ts.isPropertyAssignment(node.parent) ||
    ts.isPropertyAccessExpression(node.parent)) &&
  node.parent.name === node;

/** All uses of a variable below the function that it is declared in. */
function usesOf(name: string, declared: typescript.Node): typescript.Identifier[] {
  let around: typescript.Node = declared;
  while (around.parent && !ts.isFunctionLike(around)) around = around.parent;
  return [...nodesOf(around)]
    .filter(ts.isIdentifier)
    .filter((node) => node.text === name && node.parent !== declared && !isName(node));
}

/** Whether a failure is handed to `error=` of something, or in an object under that name. */
function isShown(failure: typescript.Node): boolean {
  for (let at = failure.parent; at && !ts.isStatement(at); at = at.parent) {
    if (ts.isJsxAttribute(at)) return at.name.getText() === 'error';
    if (ts.isShorthandPropertyAssignment(at)) return at.name.text === 'error';
    if (ts.isPropertyAssignment(at)) return at.name.getText() === 'error';
  }
  return false;
}

/** Whether the whole result is handed on: to a component, to a function, or to who called the hook. */
const isHandedOn = ({ parent }: typescript.Identifier): boolean =>
  (ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent)) ||
  ts.isJsxSpreadAttribute(parent) ||
  ts.isCallExpression(parent) ||
  ts.isReturnStatement(parent) ||
  ts.isConditionalExpression(parent) ||
  ts.isPropertyAssignment(parent) ||
  ts.isShorthandPropertyAssignment(parent) ||
  ts.isArrayLiteralExpression(parent);

const isFailureOf = ({ parent }: typescript.Identifier): boolean =>
  ts.isPropertyAccessExpression(parent) && parent.name.text === 'error';

/** Whether the result of a call shows its failure, or goes to who does. */
function isHeard({ node }: Call): boolean {
  const { parent } = node;
  if (!ts.isVariableDeclaration(parent)) return false;
  if (ts.isIdentifier(parent.name)) {
    const uses = usesOf(parent.name.text, parent);
    return uses.some((use) => isHandedOn(use) || (isFailureOf(use) && isShown(use.parent)));
  }
  const failure = parent.name.elements.find(
    (element) => ts.isBindingElement(element) && (element.propertyName ?? element.name).getText() === 'error',
  );
  if (!failure || !ts.isBindingElement(failure) || !ts.isIdentifier(failure.name)) return false;
  return usesOf(failure.name.text, failure).some(isShown);
}

/** The hook that a call is the answer of: who calls that one hears of the failure. */
function answered({ node, by }: Call): string {
  const { parent } = node;
  const answers = ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === node);
  return answers && /^use[A-Z]/.test(by) ? by : '';
}

/** All hooks that read: those of the library, and whatever answers with the result of one. */
function readingHooks(): Hooks {
  const hooks: Hooks = new Map(
    ['useQuery', 'useFormSource', 'useInfiniteQuery', 'useQueries'].map((name) => [name, new Set(['lib/useQuery.ts'])]),
  );
  for (let before = 0; before !== hooks.size; ) {
    before = hooks.size;
    for (const call of callsOf(hooks)) {
      const name = answered(call);
      if (name) hooks.set(name, (hooks.get(name) ?? new Set()).add(call.file));
    }
  }
  return hooks;
}

it('every reading shows its failure through a component that is tried with all failures', () => {
  const calls = callsOf(readingHooks()).filter(({ file }) => file !== 'lib/useQuery.ts');
  expect(calls.length).toBeGreaterThan(200);
  const unheard = calls.filter((call) => !isHeard(call) && !answered(call)).map(({ file, by }) => `${file} ${by}`);
  expect([...new Set(unheard)].sort()).toEqual([...Object.keys(OTHERWISE), ...NOT_YET].sort());
});
