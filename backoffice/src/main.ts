import { beginReadingFor } from './api/queries.ts';
import { session } from './api/session.ts';
import { loadPageAt } from './pages.ts';

const { hash } = window.location;
// Begun while the rest is being read: who is signed in, and the page that was asked for. Without either the desk says so
// itself.
const begun = Promise.allSettled([session().then(() => beginReadingFor(hash)), loadPageAt(hash)]);
const { showDesk } = await import('./show-desk.tsx');
await begun;
showDesk();
