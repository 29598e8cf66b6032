import { CheckForApplicationUpdate, Layout, type LayoutProps } from 'react-admin';
import { DeskAppBar } from './DeskAppBar.tsx';
import { DeskMenu } from './DeskMenu.tsx';
import { NewsNotice } from './NewsNotice.tsx';

/** What stands around every page of whoever is signed in. */
export function DeskLayout({ children, ...props }: LayoutProps) {
  return (
    <Layout {...props} appBar={DeskAppBar} menu={DeskMenu}>
      {children}
      <CheckForApplicationUpdate />
      <NewsNotice />
    </Layout>
  );
}
