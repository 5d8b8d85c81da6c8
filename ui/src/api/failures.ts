import { ApiError, CODE, textOf } from './errors';

/** How a failure is shown, handed over by the component library once it is mounted. */
export interface Notifier {
  /** A short sentence at the top; without `seconds` for the usual time. */
  toast: (text: string, seconds?: number) => void;
  /** A box in the corner, titled with the sentence. */
  notify: (title: string) => void;
}

let notifier: Notifier = { toast: () => {}, notify: () => {} };

export function setNotifier(given: Notifier): void {
  notifier = given;
}

/** A lost session and the steps of signing in have screens of their own; who is asked to prove himself and declines knows it. */
const SILENT_CODES: readonly number[] = [
  CODE.unauthorized,
  CODE.mustChangePassword,
  CODE.secondFactor,
  CODE.proofMissing,
];
/** Refusals for which a toast is enough. */
const TOAST_CODES: readonly number[] = [CODE.failed, CODE.forbidden, CODE.notFound, CODE.outOfService];
/** How long failures of the connection stay (specification, error catalogue). */
const CONNECTION_SECONDS = 5;

/** Shows a failure the way the error catalogue wants it, unless a screen of its own reports it. */
export function reportError(error: unknown): void {
  const text = textOf(error);
  if (!(error instanceof ApiError)) notifier.toast(text);
  else if (error.origin === 'connection') notifier.toast(text, CONNECTION_SECONDS);
  else if (TOAST_CODES.includes(error.code)) notifier.toast(text);
  else if (!SILENT_CODES.includes(error.code)) notifier.notify(text);
}
