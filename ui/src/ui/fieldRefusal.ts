/** A refusal that is about one field stands beside it, with the cursor in it, until something is changed. */
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { ApiError, textOf } from '@/api/errors';

type Name = (string | number)[];

/** Fields of a form that nobody sees. */
const UNSEEN = 'version';

/** Where the form keeps the server's field: by its whole name, by its last part, by the list that it lies in. */
function nameIn(names: readonly Name[], field: string): Name | undefined {
  const parts = field.split('.');
  const whole = names.find((name) => name.join('.') === field);
  const alike = names.filter((name) => name.at(-1) === parts.at(-1));
  return whole ?? (alike.length === 1 ? alike[0] : names.find((name) => name.join('.') === parts[0]));
}

/** `show` goes with the failure of what sends the form, `rest` is what no field says, `forget` goes with a change. */
export function useFieldRefusal<Values>(form: FormInstance<Values>) {
  const [said, setSaid] = useState<{ error: unknown; name: Name }>();
  // the names of a form are typed by its values; these come from the form itself
  const setErrors = (name: Name, errors: string[]) => form.setFields([{ name: name as never, errors }]);
  const show = (error: unknown) => {
    if (!(error instanceof ApiError) || !error.field) return;
    const names = form.getFieldsError().map(({ name }) => name);
    const name = nameIn(names, error.field);
    if (!name || name.at(-1) === UNSEEN) return;
    setErrors(name, [textOf(error)]);
    form.scrollToField(name as never, { focus: true });
    setSaid({ error, name });
  };
  const forget = () => {
    if (!said) return;
    setErrors(said.name, []);
    setSaid(undefined);
  };
  return { show, forget, rest: (error: unknown) => (error === said?.error ? null : error) };
}
