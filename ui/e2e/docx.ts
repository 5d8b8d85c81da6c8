import { packed, partOf } from './xlsx';

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const LINKS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

const MIME = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const file = (name: string, buffer: Buffer) => ({ name, mimeType: MIME, buffer });

const whole = (document: string): Buffer =>
  packed([
    [
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${TYPE}"/></Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${LINKS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ],
    ['word/document.xml', document],
  ]);

/** A Word file of these paragraphs, each in one run. */
export const documentOf = (name: string, ...lines: string[]) => {
  const body = lines.map((line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`).join('');
  return file(name, whole(`<w:document xmlns:w="${WORD}"><w:body>${body}<w:sectPr/></w:body></w:document>`));
};

/** What a Word file says, its paragraphs without breaks between them. */
export const saidBy = (bytes: Buffer): string =>
  [...partOf(bytes, 'word/document.xml').matchAll(/<w:t[ >][^<]*<|<w:t>[^<]*</g)]
    .map(([text]) => text.slice(text.indexOf('>') + 1, -1))
    .join('');

/** The same file with other words in it. */
export const changed = (name: string, bytes: Buffer, from: string, to: string) =>
  file(
    name,
    whole(
      partOf(bytes, 'word/document.xml')
        .replace(/^<\?xml[^>]*>\s*/, '')
        .replaceAll(from, to),
    ),
  );
