import { CheckForApplicationUpdate, Layout, type LayoutProps } from 'react-admin';
import { SessionOverDialog } from '../session/SessionOverDialog.tsx';
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
      <SessionOverDialog />
    </>
  );
}
