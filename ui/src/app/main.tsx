import './polyfills';
import './tokens.css';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { listen } from '@/api/client';
import { BASE, BASENAME } from '@/lib/base';
import { watchCrashes } from '@/lib/crashes';
import { signInPath } from '@/lib/redirect';
import { letTabLeaveLists } from '@/lib/tabLeavesLists';
import { learnMode } from '@/stores/mode';
import { continueSession, endSession, useSession } from '@/stores/session';
import { App } from './App';

const SECOND = 1000;

watchCrashes();
letTabLeaveLists();

listen({
  sessionLost: (message) => {
    const here = window.location.pathname.slice(BASENAME.length) + window.location.search;
    useSession.setState({ lostMessage: message });
    endSessionLater(() => window.location.assign(BASE + signInPath(here).slice(1)));
  },
  continued: continueSession,
  secondFactor: () => useSession.setState({ secondFactor: true }),
  mustChangePassword: () => useSession.setState({ mustChangePassword: true }),
  outOfService: () => void learnMode(),
});

/** The sentence stays readable for a second before the sign-in page takes over. */
function endSessionLater(then: () => void): void {
  setTimeout(() => {
    endSession();
    then();
  }, SECOND);
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <BrowserRouter basename={BASENAME}>
      <App />
    </BrowserRouter>,
  );
}
