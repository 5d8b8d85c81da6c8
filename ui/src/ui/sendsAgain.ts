import { createContext } from 'react';

/** Sends a document that came back once its form is saved; none around any other form. */
export const SendsAgain = createContext<(() => void) | null>(null);

/** What the button of such a form says. */
export const SEND_AGAIN = '保存并重新提交';
