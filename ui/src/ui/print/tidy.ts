/** What the screen shows as it stands on paper: plain text, and what nobody reads in two pieces on one line. */
import styles from './paper.module.css';

/** Dates with or without time, months, document numbers, amounts. */
const WHOLE =
  /\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?|\d{4}年\d{1,2}月(?:\d{1,2}日)?|[A-Z]{2,}(?:-[A-Z]+)?-\d{4,6}-\d{3,}|[-−+]?\d[\d,]*\.\d{2,4}%?/g;
/** A cell that holds nothing but such: no long code. */
const WHOLE_CELL = /^[\d\s.,:%~+/#￥¥—−A-Za-z()（）·-]{1,28}$/;

/** So many signs are read at a glance: states, kinds, names of persons. */
const SHORT = 6;

/** Sets dates, numbers and amounts within a text on one line each. */
function wrapWholes(text: Text): void {
  const parts: (string | Node)[] = [];
  let from = 0;
  for (const { 0: found, index } of text.data.matchAll(WHOLE)) {
    const whole = document.createElement('span');
    whole.className = `${styles.whole}`;
    whole.textContent = found;
    parts.push(text.data.slice(from, index), whole);
    from = index + found.length;
  }
  if (parts.length > 0) text.replaceWith(...parts, text.data.slice(from));
}

function textsIn(root: Element): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) found.push(node as Text);
  return found;
}

/** What a control says; null = it says nothing, and isn't printed. */
function saidBy(control: Element): string | null {
  if (control.getAttribute('role') === 'switch') return control.getAttribute('aria-checked') === 'true' ? '是' : '否';
  if (control instanceof HTMLInputElement) {
    if (control.type === 'checkbox' || control.type === 'radio') return control.checked ? '☑' : '☐';
    return control.value;
  }
  return control.textContent?.trim() || null;
}

const PICTURES = '[data-picture]';

/** Changes a copy of what is printed; nothing of it is React's. */
export function tidy(root: Element): void {
  for (const gone of root.querySelectorAll('svg, .anticon, .no-print')) {
    if (!gone.closest(PICTURES)) gone.remove();
  }
  for (const control of root.querySelectorAll('button, input, textarea')) {
    const said = saidBy(control);
    if (said === null) control.remove();
    else control.replaceWith(said);
  }
  for (const link of root.querySelectorAll('a')) link.replaceWith(...link.childNodes);
  for (const named of root.querySelectorAll('[id]')) named.removeAttribute('id');
  for (const cell of root.querySelectorAll('td, th')) {
    const words = cell.textContent?.trim() ?? '';
    if (words.length <= SHORT || WHOLE_CELL.test(words)) cell.classList.add(`${styles.whole}`);
    else cell.classList.add(`${styles.words}`);
  }
  for (const text of textsIn(root)) {
    if (!text.parentElement?.closest(`.${styles.whole}`)) wrapWholes(text);
  }
}
