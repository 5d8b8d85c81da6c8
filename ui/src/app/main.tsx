import './polyfills';
import './tokens.css';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { listen } from '@/api/client';
import { BASENAME } from '@/lib/base';
import { watchCrashes } from '@/lib/crashes';
import { letTabLeaveLists } from '@/lib/tabLeavesLists';
import { watchToken } from '@/lib/token';
import { watchTyping } from '@/lib/unsaved';
import { onLost, onTokenChanged, rebind } from '@/stores/binding';
import { learnMode } from '@/stores/mode';
import { continueSession, useSession } from '@/stores/session';
import { App } from './App';

watchCrashes();
letTabLeaveLists();

watchTyping();
watchToken(onTokenChanged);

listen({
  sessionLost: onLost,
  rebind,
  continued: continueSession,
  secondFactor: () => useSession.setState({ secondFactor: true }),
  mustChangePassword: () => useSession.setState({ mustChangePassword: true }),
  outOfService: () => void learnMode(),
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <BrowserRouter basename={BASENAME}>
      <App />
    </BrowserRouter>,
  );
}
