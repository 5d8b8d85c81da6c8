import { useEffect } from 'react';

/** While a dialog with the class `printable` is open, paper shows it alone. */
export function usePrintedDialog(): void {
  useEffect(() => {
    document.body.classList.add('prints-dialog');
    return () => document.body.classList.remove('prints-dialog');
  }, []);
}
