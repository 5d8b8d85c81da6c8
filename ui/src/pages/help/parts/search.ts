import type { Block, Chapter, Topic } from './manual';

/** Text without the marks of the manual. */
const plain = (text: string): string => text.replace(/\*\*/g, '').replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');

function textsOf(block: Block): readonly string[] {
  if (typeof block === 'string') return [block];
  if ('list' in block) return block.list;
  if ('steps' in block) return block.steps;
  return 'table' in block ? block.table.flat() : [block.tip];
}

/** Everything a topic says, as one text. */
export const topicText = ({ title, blocks }: Topic): string => plain([title, ...blocks.flatMap(textsOf)].join('\n'));

/** The chapters with the topics that contain every word; titles first within a chapter. */
export function searchManual(manual: readonly Chapter[], words: string): Chapter[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [...manual];
  const fits = (topic: Topic) => {
    const text = topicText(topic).toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  const inTitle = (topic: Topic) => Number(wanted.some((word) => topic.title.toLowerCase().includes(word)));
  return manual
    .map((chapter) => ({
      ...chapter,
      topics: chapter.topics.filter(fits).sort((a, b) => inTitle(b) - inTitle(a)),
    }))
    .filter(({ topics }) => topics.length > 0);
}
