import Search from '@mui/icons-material/Search';
import { Box, Button, Chip, Link as MuiLink, Stack, Typography } from '@mui/material';
import { Link } from 'react-router';
import type { EntryFacts, PrivacyRequest, RequestEntry } from '../../api/privacy-responses.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { EntryLine, StateChip, usePersonNames } from '../acts/EntryLines.tsx';
import { PendingChip } from '../acts/PendingChip.tsx';
import { ConcernedPersons } from './ConcernedPersons.tsx';
import { OutcomeButton } from './OutcomeButton.tsx';
import { RequestActs } from './RequestActs.tsx';
import { TextsButton } from './TextsButton.tsx';
import { UserRow } from './UserRow.tsx';

const t = textsOf('privacy.request.entries');

/** The entries that a request concerns, and what is done with them. */
export function EntriesCard({ request }: { readonly request: PrivacyRequest }) {
  const { id, entries, user, closedAt } = request;
  const isOpen = closedAt === null;
  return (
    <SectionCard title={t('title')}>
      <UserRow request={request} />
      {entries.length === 0 && user === null && <NoEntry steps={request.steps} />}
      {entries.length > 0 && (
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

/** Says that the request lists no entry: after a search, with its criteria; before one, what to do. */
function NoEntry({ steps }: Pick<PrivacyRequest, 'steps'>) {
  const searched = steps.flatMap(({ step, detail }) =>
    step === 'searched' && Array.isArray(detail.criteria) ? detail.criteria.map(String) : [],
  );
  const names = [...new Set(searched)].map((name) => translate(`accueil.privacy.find.criteria.${name}`));
  return (
    <Typography color="textSecondary">
      {names.length === 0 ? t('none') : t('nothingFound', { criteria: names.join(', ') })}
    </Typography>
  );
}

interface RowProps {
  readonly request: PrivacyRequest;
  readonly entry: RequestEntry;
}

function EntryRow({ request, entry: linked }: RowProps) {
  const { entryName, personName } = usePersonNames();
  const { entryId, entry, state, reason, people, withheld } = linked;
  const readable = entry?.restriction === 'erased' ? null : entry;
  const isOpen = request.closedAt === null;
  const isPending = isOpen && state !== 'refused';
  const isOfOthers =
    people?.includes('entry') === false || request.asker === 'relative' || request.asker === 'heir';
  const isCopied = (request.kind === 'access' || request.kind === 'portability') && state !== 'refused';
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
      {readable !== null && isCopied && withheld !== null && withheld.length > 0 && (
        <Typography variant="body2">{t('withheld', { smart_count: withheld.length })}</Typography>
      )}
      {readable !== null && isCopied && withheld === null && isOfOthers && (
        <Typography variant="body2">{t('allWithheld')}</Typography>
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
                component={Link}
                to={`/privacy/entries/${entryId}?request=${request.id}&without=${related.person}`}
                disabled={request.missing !== null}
              >
                {t('removeRelated', { name: personName(related) })}
              </Button>
            ))}
          {readable !== null && isCopied && <TextsButton requestId={request.id} entryId={entryId} />}
          <OutcomeButton requestId={request.id} entry={linked} />
        </Stack>
      )}
    </Box>
  );
}

/** The kinds for which it matters whom of an entry they concern. */
const isAboutPersons: ReadonlySet<string> = new Set(['access', 'portability', 'erasure']);

/** A related person of an entry, by position. */
type RelatedPerson = EntryFacts['persons'][number] & { readonly person: number };

/** The related persons who are to be removed alone. With the person of the entry, the whole entry goes. */
function relatedOf({ entry, people }: RequestEntry): RelatedPerson[] {
  if (entry === null || people === null || people.includes('entry')) return [];
  return entry.persons.flatMap(({ person, ...one }) =>
    typeof person === 'number' && people.includes(person) ? [{ ...one, person }] : [],
  );
}

const colors = { found: 'default', done: 'success', refused: 'warning' } as const;

/** What became of an entry for a request. */
function OutcomeChip({ entry: { state, entry } }: { readonly entry: RequestEntry }) {
  return (
    <>
      <Chip
        size="small"
        variant="outlined"
        color={colors[state]}
        label={translate(`accueil.privacy.request.outcomes.${state}`)}
      />
      {entry?.pendingErasure && <PendingChip erasure={entry.pendingErasure} />}
      {typeof entry?.restriction === 'string' && entry.pendingErasure === null && (
        <Chip
          size="small"
          variant="outlined"
          label={translate(`accueil.privacy.marks.${entry.restriction}`)}
        />
      )}
    </>
  );
}
