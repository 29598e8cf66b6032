import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useCounts } from '../api/queries.ts';
import { titleOf } from './menu.ts';

/** Names the tab after the heading, wherever the page sets it. */
export function DocumentTitle() {
  const { pathname } = useLocation();
  const heading = useHeading();
  const title = titleOf(pathname, heading, useCounts());
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
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
