import { SearchOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { hasPermission } from '@/lib/permissions';
import { useSession } from '@/stores/session';
import { EmptyState } from '@/ui/EmptyState';
import styles from './help.module.css';
import { type Block, type Chapter, MANUAL, type Topic } from './parts/manual';
import { RichLine } from './parts/RichLine';
import { searchManual } from './parts/search';

interface BlockProps {
  block: Block;
  words: readonly string[];
}

function BlockView({ block, words }: BlockProps) {
  if (typeof block === 'string') {
    return (
      <p>
        <RichLine text={block} words={words} />
      </p>
    );
  }
  if ('tip' in block) {
    return (
      <p className={styles.helpTip}>
        <RichLine text={block.tip} words={words} />
      </p>
    );
  }
  if ('table' in block) {
    return (
      <dl className={styles.helpTable}>
        {block.table.map(([name, text]) => (
          <div key={name}>
            <dt>
              <RichLine text={name} words={words} />
            </dt>
            <dd>
              <RichLine text={text} words={words} />
            </dd>
          </div>
        ))}
      </dl>
    );
  }
  const List = 'steps' in block ? 'ol' : 'ul';
  return (
    <List>
      {('steps' in block ? block.steps : block.list).map((line) => (
        <li key={line}>
          <RichLine text={line} words={words} />
        </li>
      ))}
    </List>
  );
}

/** The chapters that concern the person. */
function useManual(): Chapter[] {
  const permissions = useSession((state) => state.permissions);
  const roles = useSession((state) => state.roles);
  return useMemo(() => {
    const concerns = ({ permission }: Topic) => !permission || hasPermission({ permissions, roles }, [permission]);
    return MANUAL.map((chapter) => ({ ...chapter, topics: chapter.topics.filter(concerns) })).filter(
      ({ topics }) => topics.length > 0,
    );
  }, [permissions, roles]);
}

const headingId = ({ id }: Topic): string => `help-${id}`;

/** 使用帮助: contents at the left, the manual beside it, a search over both. */
export default function HelpPage() {
  const manual = useManual();
  const [query, setQuery] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const words = useMemo(() => query.trim().split(/\s+/).filter(Boolean), [query]);
  const found = useMemo(() => searchManual(manual, query), [manual, query]);
  const jump = (topic: Topic) => {
    const heading = box.current?.querySelector<HTMLElement>(`#${headingId(topic)}`);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  };
  return (
    <div className={styles.help} ref={box}>
      <nav className={`card ${styles.helpContents}`} aria-label="帮助目录">
        <Input
          aria-label="搜索帮助"
          placeholder="搜索帮助，如：重置密码"
          allowClear
          suffix={<SearchOutlined aria-hidden />}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        {found.map((chapter) => (
          <section key={chapter.title} aria-label={chapter.title}>
            <h2>{chapter.title}</h2>
            {chapter.topics.map((topic) => (
              <button type="button" key={topic.id} onClick={() => jump(topic)}>
                {topic.title}
              </button>
            ))}
          </section>
        ))}
      </nav>
      <article className={`card ${styles.helpText}`} aria-label="使用帮助">
        {found.length === 0 && (
          <EmptyState
            kind="empty"
            title={`没有找到“${query.trim()}”`}
            text="换个词再试，或清空搜索查看全部内容。"
            action={<Button onClick={() => setQuery('')}>清空搜索</Button>}
          />
        )}
        {found
          .flatMap(({ topics }) => topics)
          .map((topic) => (
            <section key={topic.id} aria-labelledby={headingId(topic)}>
              <h2 id={headingId(topic)} tabIndex={-1}>
                <RichLine text={topic.title} words={words} />
              </h2>
              {topic.blocks.map((block) => (
                <BlockView key={JSON.stringify(block)} block={block} words={words} />
              ))}
            </section>
          ))}
      </article>
    </div>
  );
}
