import { CheckForApplicationUpdate, Layout, type LayoutProps } from 'react-admin';
import { DeskAppBar } from './DeskAppBar.tsx';
import { DeskMenu } from './DeskMenu.tsx';
import { NewsNotice } from './NewsNotice.tsx';

/** The frame of every page after sign-in. */
export function DeskLayout({ children, ...props }: LayoutProps) {
  return (
    <Layout {...props} appBar={DeskAppBar} menu={DeskMenu}>
      {children}
      <CheckForApplicationUpdate />
      <NewsNotice />
    </Layout>
  );
}
