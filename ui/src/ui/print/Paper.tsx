import { lazy } from '../lazy';

/** Prints its papers (`PaperFrame`) and is closed then. What lays them out comes with the first that is printed. */
export const Paper = lazy(() => import('./PaperPress'));
