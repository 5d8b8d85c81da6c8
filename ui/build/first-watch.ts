import type { Plugin } from 'vite';

const FIRST = "useState(() => typeof dependencies === 'function' ? dependencies({}) : undefined)";
const CONTEXT = 'const fieldContext = useContext(FieldContext);';

/**
 * `Form.useWatch` says at first that a field has no value, and has all that depends on it drawn again a moment later: every field of
 * a step, for a dialog that knows from the start what it begins with. Here a field that is named has at first what the form
 * begins with. What it says once the fields are there is as before.
 */
export function firstWatch(): Plugin {
  return {
    name: 'first-watch',
    transform(code, id) {
      if (!/@rc-component\/form\/es\/hooks\/useWatch\.js$/.test(id.split('?')[0] ?? '')) return null;
      if (code.split(FIRST).length !== 2 || code.split(CONTEXT).length !== 2)
        throw new Error(`${id} watches in another way`);
      const first = `useState(() => {
    if (typeof dependencies === 'function') return dependencies({});
    const form = options.form || fieldContext;
    return form._init ? form.getFieldValue(dependencies) : undefined;
  })`;
      return {
        code: code
          .replace(CONTEXT, '')
          .replace(`const [value, setValue] = ${FIRST}`, `${CONTEXT}\n  const [value, setValue] = ${first}`),
        map: null,
      };
    },
  };
}
