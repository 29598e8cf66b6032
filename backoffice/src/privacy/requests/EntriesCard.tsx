import Search from '@mui/icons-material/Search';
import { Box, Button, Link as MuiLink, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { Link } from 'react-router';
import type { PrivacyRequest, RequestEntry } from '../../api/privacy-responses.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { EntryLine, StateChip, usePersonNames } from '../acts/EntryLines.tsx';
import { ConcernedPersons } from './ConcernedPersons.tsx';
import { EraseRelationDialog, type RelatedPerson } from './EraseRelationDialog.tsx';
import { OutcomeChip } from './OutcomeChip.tsx';
import { OutcomeDialog } from './OutcomeDialog.tsx';
import { RequestActs } from './RequestActs.tsx';
import { TextsDialog } from './TextsDialog.tsx';

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

function EntryRow({ request, entry: linked }: RowProps) {
  const t = useTexts('privacy.request.entries');
  const { entryName, personName } = usePersonNames();
  const notify = useNotify();
  const refresh = useRefresh();
  const [dialog, setDialog] = useState<'outcome' | 'texts' | RelatedPerson>();
  const { entryId, entry, state, reason, withheld } = linked;
  const readable = entry?.restriction === 'erased' ? null : entry;
  const isOpen = request.closedAt === null;
  const isPending = isOpen && state !== 'refused';
  const isCopied = (request.kind === 'access' || request.kind === 'portability') && state !== 'refused';
  const close = () => setDialog(undefined);
  const done = (message: string) => () => {
    close();
    notify(message, { type: 'success' });
    refresh();
  };
  return (
    <Box component="li" sx={{ py: 1, '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' } }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        {readable !== null ? (
          <MuiLink
            component={Link}
            to={`/privacy/entries/${entryId}?request=${request.id}`}
            sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
          >
            {entryName(readable, entryId)}
          </MuiLink>
        ) : (
          <Typography sx={{ fontWeight: 600 }}>{t('entry', { id: entryId })}</Typography>
        )}
        <OutcomeChip entry={linked} />
        {readable !== null && <StateChip entry={readable} />}
      </Stack>
      {entry === null ? (
        <Typography variant="body2" color="textSecondary">
          {t('deleted')}
        </Typography>
      ) : (
        <EntryLine entry={entry} />
      )}
      {reason !== null && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {t('refusedBecause', { reason })}
        </Typography>
      )}
      {readable !== null && isAboutPersons.has(request.kind) && (
        <ConcernedPersons requestId={request.id} linked={linked} entry={readable} isOpen={isPending} />
      )}
      {readable !== null && isCopied && withheld.length > 0 && (
        <Typography variant="body2">{t('withheld', { smart_count: withheld.length })}</Typography>
      )}
      {isOpen && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, ml: -0.75 }}>
          {request.kind === 'erasure' &&
            isPending &&
            relatedOf(linked).map((related) => (
              <Button
                key={related.person}
                size="small"
                color="error"
                disabled={request.identityCheck === null}
                onClick={() => setDialog(related)}
              >
                {t('eraseRelated', { name: personName(related) })}
              </Button>
            ))}
          {readable !== null && isCopied && (
            <Button
              size="small"
              aria-label={t('textsOf', { id: entryId })}
              onClick={() => setDialog('texts')}
            >
              {t('texts')}
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
        <OutcomeDialog
          requestId={request.id}
          entry={linked}
          onClose={close}
          onDone={done('accueil.privacy.request.saved')}
        />
      )}
      {dialog === 'texts' && (
        <TextsDialog
          requestId={request.id}
          entryId={entryId}
          onClose={close}
          onDone={done('accueil.privacy.request.saved')}
        />
      )}
      {typeof dialog === 'object' && readable !== null && (
        <EraseRelationDialog
          requestId={request.id}
          entryId={entryId}
          entry={readable}
          related={dialog}
          onClose={close}
          onDone={done('accueil.privacy.relation.done')}
        />
      )}
    </Box>
  );
}

/** The kinds for which it matters whom of an entry they concern. */
const isAboutPersons: ReadonlySet<string> = new Set(['access', 'portability', 'erasure']);

/** The related persons who are to be erased alone. With the person of the entry, the whole entry goes. */
function relatedOf({ entry, people }: RequestEntry): RelatedPerson[] {
  if (entry === null || people === null || people.includes('entry')) return [];
  return entry.persons.flatMap(({ person, ...one }) =>
    typeof person === 'number' && people.includes(person) ? [{ ...one, person }] : [],
  );
}
