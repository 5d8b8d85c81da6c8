import {
  createEditor,
  createToolbar,
  type IDomEditor,
  type IEditorConfig,
  SlateEditor,
  SlateTransforms,
} from '@wangeditor-next/editor';
import '@wangeditor-next/editor/dist/css/style.css';
import { App } from 'antd';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { usePending } from '@/ui/pending';
import { cleanHtml } from './clean';
import type { RichTextProps } from './RichText';
import styles from './rich-text.module.css';
import { type InsertPicture, usePictures } from './usePictures';

/** A change is emitted this long after the last key. */
export const DEBOUNCE_MS = 250;

const TOOLS = [
  'headerSelect',
  'blockquote',
  '|',
  'bold',
  'italic',
  'underline',
  'through',
  'sub',
  'sup',
  'clearStyle',
  '|',
  'color',
  'bgColor',
  'fontSize',
  'fontFamily',
  'lineHeight',
  '|',
  'bulletedList',
  'numberedList',
  'justifyLeft',
  'justifyCenter',
  'justifyRight',
  'justifyJustify',
  'indent',
  'delIndent',
  '|',
  'insertLink',
  'uploadImage',
  'insertTable',
  'divider',
  '|',
  'undo',
  'redo',
];

/** What is emitted is clean already, so it is the very text that the server will store; '' for an empty editor. */
export const htmlOf = (editor: Pick<IDomEditor, 'isEmpty' | 'getHtml'>): string =>
  editor.isEmpty() ? '' : cleanHtml(editor.getHtml());

/** Puts cleaned markup in place of what Word and web pages bring; plain text and pictures go the editor's way. */
function pasteCleaned(editor: IDomEditor, event: ClipboardEvent): boolean {
  const html = event.clipboardData?.getData('text/html') ?? '';
  if (!html.trim()) return true;
  event.preventDefault();
  const clean = cleanHtml(html);
  if (clean.trim()) editor.dangerouslyInsertHtml(clean);
  return false;
}

interface Told {
  placeholder: string;
  disabled: boolean;
  onTrouble: (text: string) => void;
  onPicture: (file: File, insert: InsertPicture) => void;
}

function configOf({ placeholder, disabled, onTrouble, onPicture }: Told): Partial<IEditorConfig> {
  return {
    placeholder,
    readOnly: disabled,
    autoFocus: false,
    customPaste: pasteCleaned,
    customAlert: (text) => onTrouble(text),
    MENU_CONF: {
      uploadImage: {
        allowedFileTypes: ['image/jpeg', 'image/png'],
        maxNumberOfFiles: 10,
        customUpload: onPicture,
      },
    },
  };
}

interface Places {
  bar: HTMLElement;
  text: HTMLElement;
}

/** The editor shows what its tools are in balloons only, and gives its text a role that does not exist. */
function giveNames(bar: HTMLElement, text: HTMLElement): void {
  const tools = () => nameTools(bar);
  tools();
  // the tools are drawn later than the text, and menus while they are open
  new MutationObserver(tools).observe(bar, { childList: true, characterData: true, subtree: true });
  const written = text.querySelector('[contenteditable]');
  written?.setAttribute('role', 'textbox');
  written?.setAttribute('aria-multiline', 'true');
  written?.setAttribute('aria-label', '正文');
}

function nameTools(bar: HTMLElement): void {
  for (const tool of bar.querySelectorAll<HTMLElement>('button[data-tooltip]')) {
    const name = (tool.dataset.tooltip ?? '').split('\n')[0] ?? '';
    const shown = tool.textContent?.trim() ?? '';
    // a choice shows its value, which its name has to contain: «字号 16px»
    const label = shown === '' || shown === name ? name : `${name} ${shown}`;
    if (tool.getAttribute('aria-label') !== label) tool.setAttribute('aria-label', label);
  }
}

/** Each editor puts a function of its own around this one of all editors, and never takes it away. */
const { setNodes } = SlateTransforms;
let editors = 0;

/** Ends an editor; with the last one go the functions of all, which would hold them and their pages. */
function end(editor: IDomEditor, setBefore: typeof setNodes, setOwn: typeof setNodes): void {
  editor.destroy();
  editors -= 1;
  if (editors === 0) SlateTransforms.setNodes = setNodes;
  else if (SlateTransforms.setNodes === setOwn) SlateTransforms.setNodes = setBefore;
}

function make({ bar, text }: Places, html: string, config: Partial<IEditorConfig>): IDomEditor {
  const editor = createEditor({ selector: text, html, config, mode: 'default' });
  createToolbar({ editor, selector: bar, config: { toolbarKeys: TOOLS }, mode: 'default' });
  giveNames(bar, text);
  // without a place in the text its tools would do nothing, and say nothing
  if (!editor.isDisabled()) editor.select(SlateEditor.end(editor, []));
  return editor;
}

/** Emits after a pause; what is pending is emitted when the editor goes. */
function useEmitter(onChange: RichTextProps['onChange'], initial: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onChange);
  const last = useRef(initial);
  // The editor writes what it was given in its own way: that is no change.
  const shape = useRef<string | null>(null);
  useLayoutEffect(() => {
    latest.current = onChange;
  });
  const emit = (html: string) => {
    clearTimeout(timer.current);
    if (html === last.current || html === shape.current) return;
    last.current = html;
    shape.current = null;
    latest.current?.(html);
  };
  const later = (read: () => string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => emit(read()), DEBOUNCE_MS);
  };
  return { emit, later, last, shape };
}

/** The editor itself; loaded lazily by RichText. */
export default function Editor({
  id,
  value,
  onChange,
  height,
  disabled = false,
  placeholder = '请输入内容',
}: RichTextProps) {
  const { message } = App.useApp();
  const bar = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const editor = useRef<IDomEditor | null>(null);
  const { emit, later, last, shape } = useEmitter(onChange, value ?? '');
  const { take, settle, onTheWay } = usePictures();
  const now = { emit, later, take, trouble: (words: string) => void message.error(words) };
  const calls = useRef(now);
  calls.current = now;

  useEffect(() => {
    if (!bar.current || !text.current) return;
    const config = configOf({
      placeholder,
      disabled,
      onTrouble: (words) => calls.current.trouble(words),
      onPicture: (file, insert) => calls.current.take(file, insert),
    });
    const setBefore = SlateTransforms.setNodes;
    editors += 1;
    const made = make({ bar: bar.current, text: text.current }, cleanHtml(last.current), {
      ...config,
      // The first call tells of the text we gave ourselves.
      onChange: (self) => calls.current.later(() => (self.isDestroyed ? last.current : htmlOf(self))),
      onBlur: (self) => calls.current.emit(htmlOf(self)),
    });
    const setOwn = SlateTransforms.setNodes;
    editor.current = made;
    shape.current = htmlOf(made);
    return () => {
      calls.current.emit(htmlOf(made));
      end(made, setBefore, setOwn);
      editor.current = null;
    };
  }, [placeholder, disabled, last, shape]);

  // a press on «save» may be quicker than the pause, and than a picture
  usePending(async () => {
    const arrived = await settle();
    // the editor inserts a picture a moment after it was told
    await new Promise((resolve) => setTimeout(resolve));
    if (editor.current) emit(htmlOf(editor.current));
    return arrived;
  });

  useEffect(() => {
    const given = value ?? '';
    if (given === last.current || !editor.current) return;
    last.current = given;
    editor.current.setHtml(cleanHtml(given));
    shape.current = htmlOf(editor.current);
  }, [value, last, shape]);

  return (
    <div id={id} className={styles.richText}>
      <div ref={bar} className={styles.richTextBar} />
      <div ref={text} className="rich-text-text" style={{ height }} />
      {onTheWay}
    </div>
  );
}
