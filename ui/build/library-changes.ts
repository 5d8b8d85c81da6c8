import path from 'node:path';
import type { Plugin } from 'vite';

/** What a file says, and what it says with us. */
type Change = readonly [from: string, to: string];

const PREPARES = ['onAppearPrepare', 'onEnterPrepare'] as const;
const WATCHES_WIDTHS = 'useLayoutEffect(() => {';
const UPDATES_SHEET = 'export function updateCSS(css, key, originOption = {}) {';
const REMOVES_SHEET = 'export function removeCSS(key, option = {}) {';
const NEXT_FRAME = 'rafId = raf(step);';
const END_FRAMES = 'raf.cancel(rafId);';

/** A picker is asked about its element after it has gone. */
const PICKER: readonly Change[] = [
  ['[selectorRef.current.nativeElement, popupRef.current]', '[selectorRef.current?.nativeElement, popupRef.current]'],
  ['!selectorRef.current.nativeElement.contains(', '!selectorRef.current?.nativeElement?.contains('],
];

/** The files of libraries that we change, by their path without its end. Each text must stand in its file exactly once. */
const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  // Every icon looks for the icons' own style sheet among all sheets of the page when it is mounted: of a list of twenty rows a
  // tenth of what its opening costs. Once is enough, as nobody takes that sheet away.
  '@ant-design/icons/es/renderUtils': [
    ['export const useInsertStyles =', 'const written = new Set();\nexport const useInsertStyles ='],
    [
      'if (zeroRuntime) {\n      return;\n    }\n',
      'if (zeroRuntime || written.has(mergedStyleStr)) {\n      return;\n    }\n    written.add(mergedStyleStr);\n',
    ],
  ],
  // A field that breaks two rules says the first of them: antd says both, one below the other, unless each field forbids it.
  '@rc-component/form/es/Field': [['validateFirst = false', 'validateFirst = true']],
  // `Form.useWatch` says at first that a field has no value, and has all that depends on it drawn again a moment later: every
  // field of a step, for a dialog that knows from the start what it begins with. Here a field that is named has at first what the
  // form begins with. What it says once the fields are there is as before.
  '@rc-component/form/es/hooks/useWatch': [
    ['const fieldContext = useContext(FieldContext);', ''],
    [
      "const [value, setValue] = useState(() => typeof dependencies === 'function' ? dependencies({}) : undefined)",
      `const fieldContext = useContext(FieldContext);
  const [value, setValue] = useState(() => {
    if (typeof dependencies === 'function') return dependencies({});
    const form = options.form || fieldContext;
    return form._init ? form.getFieldValue(dependencies) : undefined;
  })`,
    ],
  ],
  // A field of a form asks where it is on the screen whenever it is drawn again, and how high the note below it is, which has the
  // page laid out between one field and the next. It needs to know both only where it says what is wrong.
  'antd/es/form/FormItem/ItemHolder': [
    ['= !!itemRef.current && isVisible(', '= hasError && !!itemRef.current && isVisible('],
  ],
  'antd/es/form/FormItemInput': [
    ['if (hasExtra && extraRef.current) {', 'if (marginBottom && hasExtra && extraRef.current) {'],
    ['}, [extra, hasExtra]);', '}, [extra, hasExtra, marginBottom]);'],
  ],
  // A row, of which each field of a form has one, asks the browser for seven widths of the window when it is mounted, is drawn
  // again with the answer, and takes seven listeners away when it goes, though its alignment and its gaps are the same at every
  // width. Only a row that has something else for another width does so.
  'antd/es/grid/row': [
    ['useBreakpoint(true, null)', 'useBreakpoint([align, justify, gutter].flat().some(isPlainObject), null, true)'],
  ],
  'antd/es/grid/hooks/useBreakpoint': [
    ['defaultScreens = {})', 'defaultScreens = {}, onlyToRefresh = false)'],
    [WATCHES_WIDTHS, `const never = onlyToRefresh && !refreshOnChange;\n  ${WATCHES_WIDTHS}\n    if (never) return;`],
  ],
  // A dialog measures from where it would grow, and is drawn four times more for the steps of that motion, though ours have none
  // (`ui/overlays`).
  '@rc-component/dialog/es/Dialog/Content/index': PREPARES.map(
    (step): Change => [`${step}: onPrepare`, `${step}: motionName ? onPrepare : undefined`],
  ),
  // antd's pickers read their own element when the focus leaves them, also when it leaves because the dialog around them was shut
  // and they are gone: a TypeError at each Escape.
  '@rc-component/picker/es/PickerInput/SinglePicker': PICKER,
  '@rc-component/picker/es/PickerInput/RangePicker': PICKER,
  // A select of several values measures the width of what is typed when it is mounted: it changes its field, has the page laid out
  // and changes it back, and so does the next one, though nothing is typed in any of them and antd's sheet says 0 by itself.
  '@rc-component/select/es/SelectInput/Input': [
    ['if (syncWidth && input) {', 'if (syncWidth && input && (value || widthCssVar !== undefined)) {'],
  ],
  // antd counts down how long a toast stays by drawing it in every frame, for the bar of a progress that ours don't show: three
  // seconds of work after everything that is saved. Without a bar it waits once. The last step keeps to frames, so that a toast
  // doesn't go while nobody sees the window.
  '@rc-component/notification/es/Notification': [
    [
      'useNoticeTimer(duration, onInternalClose, setPercent)',
      'useNoticeTimer(duration, onInternalClose, showProgress ? setPercent : undefined)',
    ],
  ],
  '@rc-component/notification/es/hooks/useNoticeTimer': [
    ['let rafId = null;', 'let rafId = null;\n    let timer;'],
    [
      NEXT_FRAME,
      `if (onUpdate) ${NEXT_FRAME} else timer = setTimeout(() => { ${NEXT_FRAME} }, durationMs - passTimeRef.current);`,
    ],
    [END_FRAMES, `${END_FRAMES} clearTimeout(timer);`],
  ],
  // A component that is mounted has each of its sheets looked for among all of the page's, and the text of the one that was found
  // written out to be compared: 6 ms for a list with ten filters. What was written and stands there is known until it is taken
  // away: each measurement of a scroll bar writes a sheet under a name of its own for a moment. A sheet is rewritten in its place,
  // too: the variables of another theme.
  '@rc-component/util/es/Dom/dynamicCSS': [
    [
      UPDATES_SHEET,
      `const written = new Map();
${UPDATES_SHEET}
  const before = written.get(key);
  if (before && before.css === css && before.node.isConnected) return before.node;`,
    ],
    ['return existNode;', '{ written.set(key, { css, node: existNode }); return existNode; }'],
    ['return newNode;', '{ written.set(key, { css, node: newNode }); return newNode; }'],
    [REMOVES_SHEET, `${REMOVES_SHEET}\n  written.delete(key);`],
  ],
  // What opens listens for Escape once it has been painted, and a key in between does nothing: some tens of milliseconds, more on
  // a busy machine.
  '@rc-component/portal/es/useEscKeyDown': [
    ["import { useEffect, useMemo } from 'react';", "import { useLayoutEffect as useEffect, useMemo } from 'react';"],
  ],
  // A dialog notes which of its elements has the keyboard, also when it gets it after the dialog was shut, and then forgets it
  // never: with the element all pages that it was shown in.
  '@rc-component/util/es/Dom/focus': [
    ['if (ele) {\n      // Set the ignored', 'if (ele && idToElementMap.has(id)) {\n      // Set the ignored'],
  ],
};

/**
 * Changes the files above as they are bundled. One that no longer says what is changed ends the build, and in the front end's own
 * (`ui`, its folder) one that is no longer there.
 */
export function libraryChanges(ui: string): Plugin {
  const known = /.*\/node_modules\/(.+)\.js$/;
  const missing = new Set(Object.keys(CHANGES));
  let whole = false;
  return {
    name: 'library-changes',
    configResolved: ({ root }) => {
      whole = path.relative(ui, root) === '';
    },
    transform(code, id) {
      const file = known.exec(id.split('?')[0] ?? '')?.[1] ?? '';
      const changes = CHANGES[file];
      if (!changes) return null;
      missing.delete(file);
      const changed = changes.reduce((text, [from, to]) => {
        if (text.split(from).length !== 2) throw new Error(`${id}: not once: ${from}`);
        return text.replace(from, () => to);
      }, code);
      return { code: changed, map: null };
    },
    generateBundle() {
      if (whole && missing.size > 0)
        throw new Error(`these files are changed and not bundled: ${[...missing].join(', ')}`);
    },
  };
}
