/**
 * Dialogs and drawers of a page. They are shut while their tab is hidden, so that Escape and the keeping of the focus
 * mean the page that is seen, and open again as they were; when they go, the focus returns to what opened them.
 * Pages take these, never antd's own (biome.json).
 */
import { Drawer as AntDrawer, Modal as AntModal, type DrawerProps, type ModalProps } from 'antd';
import { useEffect, useState } from 'react';
import { useTabActive } from '@/lib/tabContext';

/** Gives the focus back where it was before, unless something else took it. */
function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}

export function Modal(props: ModalProps) {
  const active = useTabActive();
  useFocusReturn();
  return <AntModal transitionName="" maskTransitionName="" {...props} open={props.open === true && active} />;
}

export function Drawer(props: DrawerProps) {
  const active = useTabActive();
  useFocusReturn();
  return <AntDrawer {...props} open={props.open === true && active} />;
}
