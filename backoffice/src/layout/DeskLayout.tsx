import { type Theme, useMediaQuery } from '@mui/material';
import { useEffect, useLayoutEffect, useRef } from 'react';
import {
  CheckForApplicationUpdate,
  Layout,
  type LayoutProps,
  usePermissions,
  useSidebarState,
} from 'react-admin';
import { useLocation, useNavigationType } from 'react-router';
import type { Right } from '../api/responses.ts';
import { SessionOverDialog } from '../session/SessionOverDialog.tsx';
import { Questions } from '../ui/Questions.tsx';
import { BottomBar } from './BottomBar.tsx';
import { DeskAppBar } from './DeskAppBar.tsx';
import { DeskMenu } from './DeskMenu.tsx';
import { DocumentTitle } from './DocumentTitle.tsx';
import { menuPageOf } from './menu.ts';
import { NetworkNotice } from './NetworkNotice.tsx';
import { NoPage } from './NoPage.tsx';
import { usePrefetchPages } from './page.tsx';

/** The frame of every page after sign-in. */
export function DeskLayout({ children, ...props }: LayoutProps) {
  usePrefetchPages();
  useTopOfPage();
  useIconsWhereNarrow();
  const { permissions } = usePermissions<readonly Right[]>();
  const { pathname } = useLocation();
  const right = pathname === '/' ? undefined : menuPageOf(pathname)?.right;
  const isForOthers = right !== undefined && permissions?.includes(right) === false;
  return (
    <>
      <Layout {...props} appBar={DeskAppBar} menu={DeskMenu}>
        <NetworkNotice />
        {isForOthers ? <NoPage isForOthers /> : children}
        <CheckForApplicationUpdate />
        <DocumentTitle />
      </Layout>
      <BottomBar />
      <Questions />
      <SessionOverDialog />
    </>
  );
}

/** In a narrow or enlarged window the menu is icons alone, or closed on a phone, until it is opened. */
function useIconsWhereNarrow() {
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'), { noSsr: true });
  const [, setOpen] = useSidebarState();
  const wasNarrow = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the window changes its width, not when the user opens it.
  useLayoutEffect(() => {
    if (isNarrow || wasNarrow.current) setOpen(!isNarrow);
    wasNarrow.current = isNarrow;
  }, [isNarrow]);
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
