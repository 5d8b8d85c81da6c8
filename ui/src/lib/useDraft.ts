import { type Dispatch, type SetStateAction, useState } from 'react';

/**
 * State that begins again whenever its source does; `source` is compared by identity unless `key` says what counts.
 *
 * It is set while drawing, not by an effect: an effect runs after the first picture, and would take back what somebody
 * has typed or opened in between, which happens on a slow machine.
 */
export function useDraft<Value>(source: Value, key: unknown = source): [Value, Dispatch<SetStateAction<Value>>] {
  const [draft, setDraft] = useState(source);
  const [seen, setSeen] = useState<unknown>(key);
  if (!Object.is(seen, key)) {
    setSeen(key);
    setDraft(source);
  }
  return [draft, setDraft];
}
