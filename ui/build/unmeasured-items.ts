import type { Plugin } from 'vite';

const CHANGES: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  'FormItem/ItemHolder': [['= !!itemRef.current && isVisible(', '= hasError && !!itemRef.current && isVisible(']],
  FormItemInput: [
    ['if (hasExtra && extraRef.current) {', 'if (marginBottom && hasExtra && extraRef.current) {'],
    ['}, [extra, hasExtra]);', '}, [extra, hasExtra, marginBottom]);'],
  ],
};

/**
 * A field of a form asks where it is on the screen whenever it is drawn again, and how high the note below it is, which has the page
 * laid out between one field and the next. It needs to know both only where it says what is wrong.
 */
export function unmeasuredItems(): Plugin {
  return {
    name: 'unmeasured-items',
    transform(code, id) {
      const file = /antd\/es\/form\/(FormItem\/ItemHolder|FormItemInput)\.js$/.exec(id.split('?')[0] ?? '')?.[1];
      if (!file) return null;
      return {
        code: (CHANGES[file] ?? []).reduce((text, [from, to]) => {
          if (text.split(from).length !== 2) throw new Error(`${id} measures in another way`);
          return text.replace(from, to);
        }, code),
        map: null,
      };
    },
  };
}
