import { createElement, lazy, type ReactElement, useState } from 'react';
import type { PageFile } from '../pages.ts';

/**
 * A page by its file. One that is there already is shown at once: whatever React has once waited for it shows 0.3 s
 * later at the earliest.
 */
export function pageOf<Props extends object>(file: PageFile<Props>): (props: Props) => ReactElement {
  const Awaited = lazy(async () => ({ default: await file.load() }));
  return function Page(props: Props) {
    const [Page = Awaited] = useState(() => file.loaded());
    return createElement(Page, props);
  };
}
