import path from 'node:path';
import type { Rolldown } from 'vite';

type Importing = (id: string) => { importedIds: readonly string[] } | null;

/** Bytes of source below which a shared piece is put beside its most alike neighbour. */
const SMALL = 2048;
/** Parts of the portal (pages and dialogs, of 170) that need a module before it comes with the first list or form. */
const COMMON = 60;

/** All that comes with these modules: what they import statically, and what that imports. */
function closure(roots: string[], importing: Importing): Set<string> {
  const found = new Set<string>();
  const open = [...roots];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(importing(id)?.importedIds ?? []));
  }
  return found;
}

/**
 * How the bundle is cut into files. By itself the bundler makes one for each set of parts that share something: a list
 * asked for 105 scripts, most below 1 KiB, and on a line of 400 ms that is seconds. Here: what is needed before somebody
 * has signed in, the frame around all pages, what most pages need, and small shared pieces together with their like.
 * Measured (brotli, scripts and styles): sign-in 24 files and 52 KiB -> 5 and 47, list of users 116 and 379 -> 26 and 348,
 * bills 134 and 397 -> 40 and 369; processor of a first visit, browser and server together, 1.54 -> 1.31 s.
 */
export function pieces(root: string): Rolldown.OutputOptions['codeSplitting'] {
  const at = (file: string) => path.join(root, 'src', file);
  const starts = [at('app/main.tsx'), at('pages/public/login.tsx')];
  const workspace = [at('app/Workspace.tsx')];
  // what is asked for by name stays a file of its own, by which the sizes are checked (scripts/finish-build.mjs)
  const entries = new Set([...starts, ...workspace]);
  /** A group of all that comes with some modules, without these. */
  const comesWith = (name: string, roots: string[], priority: number): Rolldown.CodeSplittingGroup => {
    let members: Set<string> | undefined;
    return {
      debugName: name,
      name: (id, context) => {
        members ??= closure(roots, (one) => context.getModuleInfo(one));
        return members.has(id) && !entries.has(id) ? name : null;
      },
      priority,
    };
  };
  return {
    groups: [
      comesWith('start', starts, 4),
      comesWith('frame', workspace, 3),
      { name: 'common', minShareCount: COMMON, priority: 2 },
      {
        name: 'shared',
        minShareCount: 2,
        entriesAware: true,
        entriesAwareMergeThreshold: SMALL,
        priority: 1,
      },
    ],
  };
}
