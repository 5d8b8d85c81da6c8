import { Fragment, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Antd } from './Antd';

/**
 * Draws one of each kind outside of the document, one more with each call, before the person needs it: antd computes a
 * component's styles when it is first drawn, and the browser translates functions when they are first called. False when there
 * is nothing left to draw.
 */
export function rehearsal(kinds: Readonly<Record<string, ReactNode>>): () => boolean {
  const all = Object.entries(kinds);
  let root: Root | null = null;
  let shown = 0;
  return () => {
    if (shown === all.length) return false;
    shown += 1;
    root ??= createRoot(document.createElement('div'));
    root.render(
      <Antd>
        {all.slice(0, shown).map(([name, kind]) => (
          <Fragment key={name}>{kind}</Fragment>
        ))}
      </Antd>,
    );
    return shown < all.length;
  };
}
