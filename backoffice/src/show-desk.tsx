import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';

/** Shows the back office on the page. */
export function showDesk(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no place for the back office');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
