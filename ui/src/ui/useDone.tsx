import { App } from 'antd';
import { useRef } from 'react';
import { reportError } from '@/api/failures';
import styles from './done.module.css';

/** How long a press can still take back what was done: people.md 2. */
const UNDO_SECONDS = 8;
const SECONDS = 3;

interface Done {
  /** What was done, by name and sum. */
  text: string;
  /** The action that usually follows. */
  next?: { label: string; run: () => void };
  /** Takes it back; answers what to say then. A refusal says itself, and the message goes in either case. */
  undo?: () => Promise<string>;
}

let made = 0;

/**
 * Says what was done, and offers what follows and 撤销. A second press of 撤销 while the first is on its way does nothing.
 * Only for what can be taken back by one request: the server decides whether it still can.
 */
export function useDone(): (done: Done) => void {
  const { message } = App.useApp();
  const undoing = useRef(new Set<string>());
  return ({ text, next, undo }) => {
    made += 1;
    const key = `done-${made}`;
    const take = () => {
      if (!undo || undoing.current.has(key)) return;
      undoing.current.add(key);
      undo()
        .then((told) => void message.success(told), reportError)
        .finally(() => {
          undoing.current.delete(key);
          message.destroy(key);
        });
    };
    void message.open({
      ...{ key, type: 'success', duration: undo ? UNDO_SECONDS : SECONDS },
      content: (
        <span className={styles.done}>
          {text}
          {next && (
            <button
              type="button"
              className="link"
              onClick={() => {
                message.destroy(key);
                next.run();
              }}
            >
              {next.label}
            </button>
          )}
          {undo && (
            <button type="button" className="link" onClick={take}>
              撤销
            </button>
          )}
        </span>
      ),
    });
  };
}
