import { Fragment } from 'react';
import { Link } from 'react-router';

const MARKS = /(\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/;

/** The words of a search inside a text, marked. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text;
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'gi');
  return text.split(pattern).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    index % 2 === 1 ? <mark key={index}>{part}</mark> : <Fragment key={index}>{part}</Fragment>,
  );
}

/** A line of the manual with its marks. */
export function RichLine({ text, words }: { text: string; words: readonly string[] }) {
  return text.split(MARKS).map((part, index) => {
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of one text never move
    if (link?.[1] && link[2]) {
      return (
        <Link key={index} to={link[2]}>
          <Marked text={link[1]} words={words} />
        </Link>
      );
    }
    if (part.startsWith('**')) {
      return (
        <strong key={index}>
          <Marked text={part.slice(2, -2)} words={words} />
        </strong>
      );
    }
    return <Marked key={index} text={part} words={words} />;
    // biome-ignore-end lint/suspicious/noArrayIndexKey: see above
  });
}
