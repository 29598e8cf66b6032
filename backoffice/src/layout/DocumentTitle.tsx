import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useCounts } from '../api/queries.ts';
import type { Counts } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { translate } from '../i18n/texts.ts';
import { sectionOf } from './sections.tsx';

/**
 * Names the tab after the page: « Colette Meunier – Demandes – Accueil », after the number of families who wait. The name
 * is the heading, wherever the page sets it.
 */
export function DocumentTitle() {
  const { pathname } = useLocation();
  const heading = useHeading();
  const waiting = waitingIn(useCounts());
  const section = sectionOf(pathname);
  const names = [
    heading,
    section === undefined ? '' : translate(`accueil.menu.${section.text}`),
    translate('accueil.name'),
  ].filter((name, i, all) => name !== '' && all.indexOf(name) === i);
  const title = `${waiting === 0 ? '' : `(${format.number(waiting)}) `}${names.join(' – ')}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}

/** Families to call: leads and contact forms. */
function waitingIn(counts: Counts | undefined): number {
  return counts === undefined ? 0 : counts.leads.toCall + counts.surveys.toCall;
}

/** The text of the page's heading, as it is now. */
function useHeading(): string {
  const [heading, setHeading] = useState('');
  useEffect(() => {
    const element = document.getElementById('react-admin-title');
    if (element === null) return undefined;
    const read = () => setHeading(element.textContent.trim());
    read();
    const observer = new MutationObserver(read);
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return heading;
}
