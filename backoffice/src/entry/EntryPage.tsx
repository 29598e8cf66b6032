import { useEffect } from 'react';
import { Loading, Title, useLogoutIfAccessDenied, useTranslate } from 'react-admin';
import { Navigate, useParams } from 'react-router';
import { DeskError } from '../desk/client.ts';
import type { EntryKind } from '../desk/enumerations.ts';
import { EntryActsProvider } from './EntryActsProvider.tsx';
import { EntryBlocks } from './EntryBlocks.tsx';
import { EntryFailure } from './EntryFailure.tsx';
import { entryPath } from './entry-path.ts';
import { useEntry } from './use-entry.ts';

/** One entry on one page, with everything known about it. `kind`: of the list that it was opened from. */
export function EntryPage({ kind }: { readonly kind: EntryKind }) {
  const translate = useTranslate();
  const { id = '' } = useParams();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const { data: entry, error, refetch } = useEntry(id);
  useEffect(() => {
    if (error !== null) void logoutIfAccessDenied(error);
  }, [error, logoutIfAccessDenied]);

  const isGone = error instanceof DeskError && [400, 403, 404].includes(error.status);
  if (isGone || (error !== null && entry === undefined))
    return <EntryFailure isGone={isGone} onAgain={() => void refetch()} />;
  if (entry === undefined) return <Loading loadingSecondary="accueil.entry.loading" />;
  // A survey that was converted is a lead, whatever address somebody kept.
  if (entry.kind !== kind) return <Navigate to={entryPath(entry)} replace />;
  return (
    <EntryActsProvider entry={entry}>
      <Title title={<span>{entry.name ?? translate('accueil.entry.unnamed')}</span>} />
      <EntryBlocks entry={entry} />
    </EntryActsProvider>
  );
}
