/**
 * A function of a component for something that outlives it, such as a cache or a timer: what is handed on is this box, which
 * holds the function of the last drawing and is emptied when the component goes. A function itself would keep everything
 * alive that was drawn with it.
 */
import { useEffect, useState } from 'react';

export interface Lent<Run> {
  run: Run | null;
}

export function useLent<Run>(run: Run): Lent<Run> {
  const [lent] = useState<Lent<Run>>(() => ({ run }));
  lent.run = run;
  useEffect(
    () => () => {
      lent.run = null;
    },
    [lent],
  );
  return lent;
}
