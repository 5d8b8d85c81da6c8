/** Cells on the clipboard, as spreadsheets put them there: lines of cells parted by tabs, quoted where they hold either. */

const quoted = (text: string) => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const toClipboard = (block: readonly (readonly string[])[]): string =>
  block.map((line) => line.map(quoted).join('\t')).join('\n');

/** The cells of a text; a single line break at its end is no line. */
export function fromClipboard(given: string): string[][] {
  const text = given.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replace(/\n$/, '');
  const lines: string[][] = [];
  let line: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === '\t') {
      line.push(cell);
      cell = '';
    } else if (letter === '\n') {
      lines.push([...line, cell]);
      line = [];
      cell = '';
    } else cell += letter;
  }
  lines.push([...line, cell]);
  return lines;
}
