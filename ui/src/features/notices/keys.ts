/** Cache key above everything about notices; invalidate it when a notice or a reading changes. */
export const NOTICE_KEY = ['notice'] as const;
