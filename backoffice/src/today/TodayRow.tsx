import { Chip, Link, ListItem, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { contractName } from '../../../server/src/french/labels.ts';
import { useResidences } from '../api/queries.ts';
import type { FollowedEntry, ListedEntry } from '../api/responses.ts';
import { MissedMark } from '../entries/EntryParts.tsx';
import { entryPath } from '../entries/entry.ts';
import { PhoneNumber } from '../entries/PhoneNumber.tsx';
import { useMayChange, useSession } from '../session/access.ts';

interface Props {
  readonly entry: ListedEntry & Partial<Pick<FollowedEntry, 'targetMissed'>>;
  /** Since when it waits, or what is planned. */
  readonly note: ReactNode;
}

/** Whom to call and why, with a button that calls. */
export function TodayRow({ entry, note }: Props) {
  const translate = useTranslate();
  const { nameAmong } = useResidences();
  const userId = useSession()?.user.id;
  const mayChange = useMayChange();
  const { establishmentId, type, contact, message, owner, followUp, asleepUntil, announcement } = entry;
  const source = [
    establishmentId === null ? translate('accueil.leads.unassigned') : nameAmong(establishmentId),
    type === null ? announcement?.title : contractName(type),
    owner === null
      ? mayChange(entry)
        ? translate('accueil.today.toTake')
        : undefined
      : owner.id === userId
        ? translate('accueil.today.ownedByMe')
        : translate('accueil.today.ownedBy', { name: owner.name }),
  ].filter((part) => part !== undefined);
  return (
    <ListItem divider disablePadding sx={{ px: 2, py: 1, gap: 1, overflowWrap: 'anywhere' }}>
      <Stack sx={{ flexGrow: 1, minWidth: 0 }}>
        <Typography component="div">
          <Link
            component={RouterLink}
            to={entryPath(entry)}
            underline="hover"
            color="textPrimary"
            sx={{ fontWeight: 600 }}
          >
            {contact.name ?? entry.name ?? translate('accueil.leads.unnamed')}
          </Link>
          <About entry={entry} />
        </Typography>
        <Typography variant="body2" component="div">
          {note} <MissedMark entry={entry} />
          {entry.needsConsent && (
            <Chip
              size="small"
              color="warning"
              label={translate('accueil.today.needsConsent')}
              sx={{ ml: 1 }}
            />
          )}
          {asleepUntil !== null && followUp !== 'asleep' && (
            <Chip size="small" variant="outlined" label={translate('accueil.today.woken')} sx={{ ml: 1 }} />
          )}
        </Typography>
        {message !== null && (
          <Typography variant="body2" noWrap sx={{ fontStyle: 'italic' }}>
            {translate('accueil.today.words', { message })}
          </Typography>
        )}
        <Typography variant="body2" color="textSecondary">
          {source.join(' · ')}
        </Typography>
      </Stack>
      <PhoneNumber
        phone={contact.phone}
        objectedOn={entry.objectedOn}
        button={{ name: contact.name, isCompact: true }}
      />
    </ListItem>
  );
}

/** « (fille), pour Colette Meunier » */
function About({ entry: { name, contact } }: { readonly entry: ListedEntry }) {
  const translate = useTranslate();
  const { kinship } = contact;
  const isForOther = name !== null && contact.name !== null && name !== contact.name;
  return (
    <>
      {kinship !== null && ` (${kinship.toLowerCase()})`}
      {isForOther && translate('accueil.today.about', { name })}
    </>
  );
}
