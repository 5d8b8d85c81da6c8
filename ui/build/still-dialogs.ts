import type { Plugin } from 'vite';

const KINDS = ['onAppearPrepare', 'onEnterPrepare'] as const;

/**
 * A dialog measures from where it would grow, and is drawn four times more for the steps of that motion, though ours have none
 * (`ui/overlays`).
 */
export function stillDialogs(): Plugin {
  return {
    name: 'still-dialogs',
    transform(code, id) {
      if (!/@rc-component\/dialog\/es\/Dialog\/Content\/index\.js$/.test(id.split('?')[0] ?? '')) return null;
      const changed = KINDS.reduce((text, kind) => {
        if (text.split(`${kind}: onPrepare`).length !== 2) throw new Error(`${id} prepares its motion in another way`);
        return text.replace(`${kind}: onPrepare`, `${kind}: motionName ? onPrepare : undefined`);
      }, code);
      return { code: changed, map: null };
    },
  };
}
