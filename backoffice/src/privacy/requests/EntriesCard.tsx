import Search from '@mui/icons-material/Search';
import { Box, Button, Chip, Stack, Typography } from '@mui/material';
import { Link } from 'react-router';
import { criteriaText } from '../../../../server/src/french/labels.ts';
import type { PrivacyRequest, RequestEntry } from '../../api/privacy-responses.ts';
import { Row, Rows } from '../../ui/Rows.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { EntryLine, EntryMarks } from '../acts/EntryLines.tsx';
import { entryName, personName } from '../acts/names.ts';
import {
  CheckedContact,
  ConcernedPersons,
  lacksContact,
  OtherNames,
  OutcomeButton,
  outcomeNames,
  TextsButton,
} from './EntryActs.tsx';
import { RequestActs } from './RequestActs.tsx';

/** The entries that a request concerns, and what is done with them. */
export function EntriesCard({ request }: { readonly request: PrivacyRequest }) {
  const { id, entries, closedAt } = request;
  return (
    <SectionCard title="Fiches concernées">
      {entries.length === 0 && <NoEntry steps={request.steps} />}
      {entries.length > 0 && (
        <Box sx={{ mx: -2 }}>
          <Rows of={entries.map((linked) => ({ id: linked.entryId, linked }))}>
            {({ linked }) => <EntryRow request={request} linked={linked} />}
          </Rows>
        </Box>
      )}
      {closedAt === null && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
          <RequestActs request={request} />
          <Button component={Link} to={`/privacy?request=${id}`} startIcon={<Search />}>
            Rechercher d’autres traces
          </Button>
        </Stack>
      )}
    </SectionCard>
  );
}

/** Says that the request lists no entry: after a search, with its criteria; before one, what to do. */
function NoEntry({ steps }: Pick<PrivacyRequest, 'steps'>) {
  const criteria = criteriaText(steps.flatMap(({ detail }) => detail.criteria ?? []));
  return (
    <Typography color="textSecondary">
      {criteria === ''
        ? 'Aucune fiche pour l’instant : recherchez la personne.'
        : `Recherche faite (${criteria}) : aucune fiche.`}
    </Typography>
  );
}

interface RowProps {
  readonly request: PrivacyRequest;
  readonly linked: RequestEntry;
}

const colors = { found: 'default', done: 'success', refused: 'warning' } as const;

function EntryRow({ request: received, linked }: RowProps) {
  const { id, kind, asker, missing, closedAt } = received;
  const { entryId, entry, state, reason, people, withheld } = linked;
  const readable = entry?.restriction === 'erased' ? null : entry;
  const isDecided = entry?.pendingErasure?.requestId === id;
  const isOpen = closedAt === null;
  const isPending = isOpen && state !== 'refused';
  const isCopied = readable !== null && (kind === 'access' || kind === 'portability') && state !== 'refused';
  const isOfOthers = people?.includes('entry') === false || asker === 'relative' || asker === 'heir';
  const isAboutPersons = ['access', 'portability', 'erasure', 'rectification'].includes(kind);
  const concerned = entry?.persons.filter(({ person }) => people?.includes(person)) ?? [];
  return (
    <Row
      name={readable !== null ? entryName(readable, entryId) : `Fiche n° ${entryId}`}
      to={readable !== null ? `/privacy/entries/${entryId}?request=${id}` : undefined}
      marks={
        <>
          <Chip
            size="small"
            variant="outlined"
            color={colors[state]}
            label={isDecided ? 'Décidé, pas encore fait' : outcomeNames[state]}
          />
          {entry !== null && <EntryMarks entry={entry} />}
        </>
      }
      notes={[
        entry === null ? 'supprimée' : <EntryLine key="entry" entry={entry} />,
        reason !== null && `Refusé : ${reason}`,
        !isPending &&
          isAboutPersons &&
          `La demande concerne : ${concerned.map(personName).join(' ; ') || '—'}`,
        isCopied && typeof withheld?.reason === 'string' && `Textes libres non remis : ${withheld.reason}`,
        isCopied &&
          withheld === null &&
          isOfOthers &&
          'Textes libres non remis : ils concernent une autre personne. Ouvrez « Textes » pour en décider autrement.',
      ]}
    >
      {readable !== null && isPending && isAboutPersons && (
        <ConcernedPersons requestId={id} linked={linked} persons={readable.persons} />
      )}
      {readable !== null && isPending && isAboutPersons && (
        <CheckedContact request={received} linked={linked} />
      )}
      {isPending && isAboutPersons && <OtherNames request={received} concerned={concerned} />}
      {isOpen && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, ml: -0.75 }}>
          {/* With the person of the entry, the whole entry goes. */}
          {isPending &&
            kind === 'erasure' &&
            people?.includes('entry') === false &&
            concerned.map((related) => (
              <Button
                key={related.person}
                size="small"
                color="error"
                component={Link}
                to={`/privacy/entries/${entryId}?request=${id}&without=${related.person}`}
                disabled={missing !== null || lacksContact(received, linked)}
              >
                {`Retirer cette personne : ${personName(related)}`}
              </Button>
            ))}
          {isCopied && <TextsButton requestId={id} linked={linked} />}
          <OutcomeButton requestId={id} linked={linked} />
        </Stack>
      )}
    </Row>
  );
}
