/** Leaving a page ends its requests; what they then answer says nothing about the server or the session. */
const LASTS_MS = 5_000;
let leftAt = Number.NEGATIVE_INFINITY;

// A wish to leave may be taken back (unsaved changes), so it holds for a moment only.
window.addEventListener('beforeunload', () => {
  leftAt = Date.now();
});

/** The window is just being left or loaded again. */
export const isLeaving = (): boolean => Date.now() - leftAt < LASTS_MS;
