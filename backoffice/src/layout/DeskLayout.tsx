import { useEffect } from 'react';
import { CheckForApplicationUpdate, Layout, type LayoutProps } from 'react-admin';
import { useLocation, useNavigationType } from 'react-router';
import { SessionOverDialog } from '../session/SessionOverDialog.tsx';
import { Questions } from '../ui/Questions.tsx';
import { BottomBar } from './BottomBar.tsx';
import { DeskAppBar } from './DeskAppBar.tsx';
import { DeskMenu } from './DeskMenu.tsx';
import { DocumentTitle } from './DocumentTitle.tsx';
import { NetworkNotice } from './NetworkNotice.tsx';
import { NewsNotice } from './NewsNotice.tsx';
import { usePrefetchPages } from './page.tsx';

/** The frame of every page after sign-in. */
export function DeskLayout({ children, ...props }: LayoutProps) {
  usePrefetchPages();
  useTopOfPage();
  return (
    <>
      <Layout {...props} appBar={DeskAppBar} menu={DeskMenu}>
        <NetworkNotice />
        {children}
        <CheckForApplicationUpdate />
        <NewsNotice />
        <DocumentTitle />
      </Layout>
      <BottomBar />
      <Questions />
      <SessionOverDialog />
    </>
  );
}

/** Begins a new page at its top, for the tab key too; the browser's « Back » returns to where one was. */
function useTopOfPage() {
  const { pathname } = useLocation();
  const isBack = useNavigationType() === 'POP';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page scrolls, not another value.
  useEffect(() => {
    if (isBack) return;
    window.scrollTo(0, 0);
    const content = document.getElementById('main-content');
    if (content === null || document.activeElement !== document.body) return;
    // As react-admin's link « Aller au contenu » does.
    content.tabIndex = -1;
    content.focus();
    content.blur();
    content.removeAttribute('tabIndex');
  }, [pathname]);
}
