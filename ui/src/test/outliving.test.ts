// @vitest-environment node
/** Nothing that outlives a component closes over what it has drawn: a page lasts a working day (e2e/page-life.spec.ts). */
import { expect, it } from 'vitest';
import { keptByCaches, neverEnded } from './outliving';
import { type ParsedFile, parsed, ts } from './syntax';

const files = parsed(() => true);

/** What is started and ended elsewhere, or runs once and is gone. */
const RUNS_OUT: Readonly<Record<string, string>> = {
  'features/FileUploader/useUploads.ts useGathered': 'an effect beside it ends the pause',
  'features/PersonPicker/PersonPicker.tsx useFocusBack': 'once, as the dialog goes',
  'features/RichText/Editor.tsx Editor': 'once, for the moment in which the editor inserts a picture',
  'features/RichText/Editor.tsx useEmitter': 'the editor emits as it goes, which ends the pause',
  'layout/SettingsPanel.tsx Footer': 'reloads the window',
  'pages/appr/design/parts/Designer.tsx Designer': 'once, at the next picture',
  'pages/appr/design/parts/Designer.tsx useDrawing': 'once, at the next picture',
  'pages/appr/form/parts/FormDesigner.tsx FieldList': 'once, at the next picture',
  'ui/print/PaperPress.tsx PaperPress': 'once, at the next picture, to hand the paper to the printer',
};

it('the cache of readings keeps no function and no element of a component', () => {
  expect(keptByCaches(files)).toEqual([]);
});

it('what a component or a hook starts ends with it', () => {
  const found = neverEnded(files).map(({ at }) => at);
  expect([...new Set(found)].sort()).toEqual(Object.keys(RUNS_OUT));
});

const planted = (text: string): ParsedFile[] => [
  { file: 'a.tsx', source: ts.createSourceFile('a.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX) },
];

const LIST = `const query = (load, id) => ({ queryKey: [id], queryFn: () => load(id) });
  function useRows(props) { return useQuery({ ...query(props.load, props.id), retry: false }); }
  function List(props) { const rows = useRows(props); return <p>{rows}</p>; }
  const loadAll = () => api.get('/all');
  const loadOf = (id) => () => api.get(id);`;

it.each([
  ['a function in a reading', 'function Page() { useQuery({ queryFn: () => read() }); }', 1],
  ['a method in a reading', 'function Page() { useQuery({ queryFn() { return read(); } }); }', 1],
  ['a function that is named first', 'function usePage(id) { const ask = () => read(id); useQuery(query(ask)); }', 1],
  ['a function that is kept for the next drawing', 'function Page() { useQuery(query(useCallback(() => 1, []))); }', 1],
  ['a function beside the reading', 'function Page() { useQuery({ ...one(7), select: (row) => row.id }); }', 1],
  ['one of two', 'function Page() { useQuery({ ...one(7), ...(is && { refetchInterval: () => 7 }) }); }', 1],
  ['a reading for an event', 'function Page() { client.fetchQuery({ queryFn: () => read() }); }', 1],
  ['an element', 'function Page() { useQuery(query(<b />)); }', 1],
  ['what a page hands to a list', `${LIST} function Page({ id }) { return <List load={() => read(id)} />; }`, 1],
  ['the same, spread', `${LIST} function Page({ id }) { return <List {...(id && { load: () => 1 })} />; }`, 1],
  [
    'the same, through a page around it',
    `${LIST} function Any({ load }) { return <List load={load} />; }
    function Page() { return <Any load={() => 1} />; }`,
    1,
  ],
  ['a declared reading', 'function Page({ id }) { useQuery({ ...one(id), enabled: id > 0 }); }', 0],
  ['what another component is given', `${LIST} function Page() { return <List load={loadAll} draw={() => 1} />; }`, 0],
  ['what a module makes', `${LIST} function Page({ id }) { return <List load={loadOf(id)} />; }`, 0],
  ['a function behind a ref', 'function usePage(load) { useQuery(query(useLatestRef(() => load()))); }', 0],
  ['what runs at once', 'function Page({ ids }) { useQuery(one(ids.filter((id) => id > 0))); }', 0],
])('finds %s', (_what, text, found) => {
  expect(keptByCaches(planted(text))).toHaveLength(found);
});

it.each([
  ['a timer', 'setInterval(look, 1000);', 1],
  ['a listener', "window.addEventListener('resize', look);", 1],
  ['an observer', 'new ResizeObserver(look).observe(box);', 1],
  ['a subscription', 'store.subscribe(look);', 1],
  ['a timer in an effect without an end', 'useEffect(() => { setInterval(look, 1000); }, []);', 1],
  ['an end of another kind', 'useEffect(() => { setInterval(look, 1); return () => clearTimeout(timer); }, []);', 1],
  [
    'a timer with its end',
    'useEffect(() => { const t = setInterval(look, 1); return () => clearInterval(t); }, []);',
    0,
  ],
  ['a subscription that is given back', 'useEffect(() => store.subscribe(look), []);', 0],
])('finds %s', (_what, text, found) => {
  expect(neverEnded(planted(`function Page() { ${text} }`))).toHaveLength(found);
  expect(neverEnded(planted(`function start() { ${text} }`))).toEqual([]);
});
