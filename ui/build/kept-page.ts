/**
 * The page of the unit tests that share their modules: made once for each worker and kept, where jsdom by itself makes one for
 * every file (half a second each, a third of the run). What a file leaves in the document or the storage is taken out after it.
 */
import { builtinEnvironments, type Environment } from 'vitest/runtime';

let made = false;

const keptPage: Environment = {
  name: 'kept-page',
  viteEnvironment: 'client',
  async setup(global, options) {
    if (!made) await builtinEnvironments.jsdom.setup(global, options);
    made = true;
    return {
      teardown() {
        document.body.replaceChildren();
        localStorage.clear();
        sessionStorage.clear();
      },
    };
  },
};

export default keptPage;
