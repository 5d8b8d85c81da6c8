/**
 * Takes everything out of a rich text that is not on the list, by building a new tree from an inert parse. The same
 * rules as the server's `records/html.rs`; used for display and for what is pasted.
 */
import { API_BASE } from '@/lib/base';

/** Where our own pictures lie. */
export const PICTURES = `${API_BASE}/common/download/`;

const TAGS = new Set(
  (
    'a b blockquote br caption code col colgroup del div em h1 h2 h3 h4 h5 h6 hr i img li ol p pre s span strike ' +
    'strong sub sup table tbody td tfoot th thead tr u ul'
  ).split(' '),
);
/** Elements that go with everything in them; of others that are not listed only the content stays. */
const GONE = new Set(
  (
    'script style title iframe frame frameset object embed applet noscript template svg math xml textarea select noembed ' +
    'noframes plaintext xmp head audio video form meta link base'
  ).split(' '),
);
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title', 'target'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  table: ['width'],
  td: ['colspan', 'rowspan', 'width'],
  th: ['colspan', 'rowspan', 'width'],
  col: ['span', 'width'],
  ol: ['start'],
};
const STYLES = new Set(
  (
    'background-color color font-family font-size font-style font-weight height line-height margin-left padding-left ' +
    'text-align text-decoration text-indent vertical-align width'
  ).split(' '),
);
const BAD_VALUE = /expression|javascript|url|import|var\(|attr\(|behavior|-moz|\/\*/i;
const PLAIN_VALUE = /^[\p{L}\p{N} #.,%()"'-]{1,100}$/u;
const NUMBER = /^[\d.]{1,5}(px|%)?$/;
const EMBEDDED = /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/=]+$/;
/** Deepest nesting; beyond it the rest is left out. */
const DEPTH = 100;

export function isOwnPicture(src: string): boolean {
  return (src.startsWith(PICTURES) && /^\d{1,19}$/.test(src.slice(PICTURES.length))) || EMBEDDED.test(src);
}

export function isSafeLink(href: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\s\u0000-\u001f\u007f-\u009f]/.test(href)) return false;
  return /^(https?:\/\/|mailto:|tel:|#)/i.test(href) || /^\/(?![/\\])[^\\]*$/.test(href);
}

function styles(text: string): string {
  const kept: string[] = [];
  for (const one of text.split(';')) {
    const colon = one.indexOf(':');
    const name = one.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = one.slice(colon + 1).trim();
    if (STYLES.has(name) && PLAIN_VALUE.test(value) && !BAD_VALUE.test(value)) kept.push(`${name}: ${value}`);
  }
  return kept.join('; ');
}

/** The value an attribute keeps; null takes it out. */
function allowedValue(tag: string, name: string, given: string): string | null {
  const value = given.trim();
  if (name === 'style') return styles(given) || null;
  if (!ATTRIBUTES[tag]?.includes(name)) return null;
  if (name === 'src') return isOwnPicture(value) ? value : null;
  if (name === 'href') return isSafeLink(value) ? value : null;
  if (name === 'target') return value === '_blank' ? value : null;
  if (name === 'alt' || name === 'title') return given;
  return NUMBER.test(value) ? value : null;
}

function copyElement(from: Element, tag: string, inert: Document): HTMLElement | null {
  const made = inert.createElement(tag);
  for (const { name, value } of Array.from(from.attributes)) {
    const kept = allowedValue(tag, name, value);
    if (kept !== null) made.setAttribute(name, kept);
  }
  if (tag === 'a') made.setAttribute('rel', 'noopener noreferrer');
  return tag === 'img' && !made.getAttribute('src') ? null : made;
}

function copyChildren(from: Node, to: Node, inert: Document, depth: number): void {
  if (depth > DEPTH) return;
  for (const child of Array.from(from.childNodes)) {
    if (child.nodeType === Node.TEXT_NODE) to.appendChild(inert.createTextNode(child.textContent ?? ''));
    if (!(child.nodeType === Node.ELEMENT_NODE)) continue;
    const element = child as Element;
    const tag = element.localName.toLowerCase();
    if (GONE.has(tag)) continue;
    const made = TAGS.has(tag) ? copyElement(element, tag, inert) : to;
    if (!made) continue;
    if (made !== to) to.appendChild(made);
    copyChildren(element, made, inert, depth + 1);
  }
}

/** The allowed part of a rich text, as children of an inert element. Nothing runs or loads while it is made. */
export function cleanTree(html: string): HTMLElement {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const inert = document.implementation.createHTMLDocument('');
  const root = inert.createElement('div');
  copyChildren(parsed.body, root, inert, 0);
  return root;
}

/** The same as text. */
export const cleanHtml = (html: string): string => cleanTree(html).innerHTML;
