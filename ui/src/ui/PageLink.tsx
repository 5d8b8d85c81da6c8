import { useHrefOf, useOpenPage } from './useOpenPage';

/** A link to a page of the portal: a press shows its open tab, with Ctrl or ⌘ the browser opens another window. */
export function PageLink({ to, children }: { to: string; children: React.ReactNode }) {
  const openPage = useOpenPage();
  const hrefOf = useHrefOf();
  return (
    <a
      href={hrefOf(to)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        openPage(to);
      }}
    >
      {children}
    </a>
  );
}
