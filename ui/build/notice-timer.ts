import type { Plugin } from 'vite';

const NOTICE = 'useNoticeTimer(duration, onInternalClose, setPercent)';
const NEXT = 'rafId = raf(step);';
const OFF = 'raf.cancel(rafId);';

/**
 * antd counts down how long a toast stays by drawing it in every frame, for the bar of a progress that ours don't show: three
 * seconds of work after everything that is saved. Without a bar it waits once. The last step keeps to frames, so that a toast
 * doesn't go while nobody sees the window.
 */
export function noticeTimer(): Plugin {
  return {
    name: 'notice-timer',
    transform(code, id) {
      const file = /@rc-component\/notification\/es\/(Notification|hooks\/useNoticeTimer)\.js$/.exec(
        id.split('?')[0] ?? '',
      )?.[1];
      if (!file) return null;
      const known = file === 'Notification' ? [NOTICE] : [NEXT, OFF];
      if (!known.every((text) => code.includes(text))) throw new Error(`${id} counts in another way`);
      if (file === 'Notification') {
        return {
          code: code.replace(NOTICE, NOTICE.replace('setPercent', 'showProgress ? setPercent : undefined')),
          map: null,
        };
      }
      const wait = 'else timer = setTimeout(() => { rafId = raf(step); }, durationMs - passTimeRef.current);';
      const waits = code
        .replace('let rafId = null;', 'let rafId = null;\n    let timer;')
        .replace(NEXT, `if (onUpdate) ${NEXT} ${wait}`)
        .replace(OFF, `${OFF} clearTimeout(timer);`);
      return { code: waits, map: null };
    },
  };
}
