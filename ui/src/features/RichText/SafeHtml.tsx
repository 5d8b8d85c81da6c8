import { useLayoutEffect, useRef } from 'react';
import { cleanTree } from './clean';
import styles from './rich-text.module.css';

interface SafeHtmlProps {
  /** Rich text as it was stored; it is cleaned again here. */
  html: string;
  className?: string;
}

/** Shows rich text. The tree is built from an allow list, never from markup. */
export function SafeHtml({ html, className = '' }: SafeHtmlProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const nodes = Array.from(cleanTree(html).childNodes, (node) => document.importNode(node, true));
    place.current?.replaceChildren(...nodes);
  }, [html]);
  return <div ref={place} className={`${styles.safeHtml} ${className}`} />;
}
