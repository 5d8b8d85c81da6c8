import { useEffect } from 'react';
import styles from './printed-dialog.module.css';

/** Dialogs that ask for it: one may take the place of another and give it back. */
let open = 0;

/** While a dialog with the class `printable` is open, paper shows it alone. */
export function usePrintedDialog(): void {
  useEffect(() => {
    open += 1;
    document.body.classList.add(`${styles.printsDialog}`);
    return () => {
      open -= 1;
      if (open === 0) document.body.classList.remove(`${styles.printsDialog}`);
    };
  }, []);
}
