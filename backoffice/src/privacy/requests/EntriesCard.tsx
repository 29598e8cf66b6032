import Search from '@mui/icons-material/Search';
import { Box, Button, Link as MuiLink, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useNotify, useRefresh, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { labelOf } from '../../api/enumerations.ts';
import type { PrivacyRequest, RequestEntry } from '../../api/privacy-responses.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { useResidenceName } from '../acts/names.ts';
import { OutcomeChip } from './OutcomeChip.tsx';
import { OutcomeDialog } from './OutcomeDialog.tsx';
import { PersonsDialog } from './PersonsDialog.tsx';
import { RequestActs } from './RequestActs.tsx';

/** The entries that a request concerns, and what is done with them. */
export function EntriesCard({ request }: { readonly request: PrivacyRequest }) {
  const t = useTexts('privacy.request.entries');
  const { id, entries, closedAt } = request;
  const isOpen = closedAt === null;
  return (
    <SectionCard title={t('title')}>
      {entries.length === 0 ? (
        <Typography color="textSecondary">{t('none')}</Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {entries.map((entry) => (
            <EntryRow key={entry.entryId} request={request} entry={entry} />
          ))}
        </Box>
      )}
      {isOpen && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
          <RequestActs request={request} />
          <Button component={Link} to={`/privacy?request=${id}`} startIcon={<Search />}>
            {t('search')}
          </Button>
        </Stack>
      )}
    </SectionCard>
  );
}

interface RowProps {
  readonly request: PrivacyRequest;
  readonly entry: RequestEntry;
}

function EntryRow({ request, entry }: RowProps) {
  const translate = useTranslate();
  const t = useTexts('privacy.request.entries');
  const format = useFormat();
  const residence = useResidenceName();
  const notify = useNotify();
  const refresh = useRefresh();
  const [dialog, setDialog] = useState<'outcome' | 'persons'>();
  const {
    entryId,
    exists,
    kind,
    establishmentId,
    receivedAt,
    restriction,
    state,
    reason,
    persons,
    people,
    withheld,
  } = entry;
  const isReadable = exists && restriction !== 'erased';
  const isOpen = request.closedAt === null;
  const isCopied = (request.kind === 'access' || request.kind === 'portability') && state !== 'refused';
  const nameOf = (key: RequestEntry['persons'][number]['person']) =>
    persons.find(({ person }) => person === key)?.name ?? translate('accueil.leads.unnamed');
  const close = () => setDialog(undefined);
  const done = () => {
    close();
    notify('accueil.privacy.request.saved', { type: 'success' });
    refresh();
  };
  return (
    <Box component="li" sx={{ py: 1, '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' } }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        {isReadable ? (
          <MuiLink
            component={Link}
            to={`/privacy/entries/${entryId}?request=${request.id}`}
            sx={{ fontWeight: 600 }}
          >
            {t('entry', { id: entryId })}
          </MuiLink>
        ) : (
          <Typography sx={{ fontWeight: 600 }}>{t('entry', { id: entryId })}</Typography>
        )}
        <OutcomeChip entry={entry} />
      </Stack>
      <Typography variant="body2" color="textSecondary">
        {[
          kind !== null && translate(labelOf(`kind.${kind}`)),
          exists ? residence(establishmentId) : t('deleted'),
          receivedAt !== null && format.moment(receivedAt),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Typography>
      {reason !== null && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {t('refusedBecause', { reason })}
        </Typography>
      )}
      {isReadable && isCopied && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {people === null ? t('whoAsks') : t('asks', { names: people.map(nameOf).join(', ') })}
          {withheld.length > 0 && ` · ${t('withheld', { smart_count: withheld.length })}`}
        </Typography>
      )}
      {isOpen && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, ml: -0.75 }}>
          {isReadable && isCopied && (
            <Button
              size="small"
              aria-label={t('personsOf', { id: entryId })}
              onClick={() => setDialog('persons')}
            >
              {t('persons')}
            </Button>
          )}
          <Button
            size="small"
            aria-label={t('outcomeOf', { id: entryId })}
            onClick={() => setDialog('outcome')}
          >
            {t('outcome')}
          </Button>
        </Stack>
      )}
      {dialog === 'outcome' && (
        <OutcomeDialog requestId={request.id} entry={entry} onClose={close} onDone={done} />
      )}
      {dialog === 'persons' && (
        <PersonsDialog requestId={request.id} entryId={entryId} onClose={close} onDone={done} />
      )}
    </Box>
  );
}
