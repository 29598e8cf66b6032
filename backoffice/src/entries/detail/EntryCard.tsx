import { Box, Card } from '@mui/material';
import { DateInput, SelectInput } from 'react-admin';
import { commercialTypeNames, contractName, sejourTypeNames } from '../../../../server/src/french/labels.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { format } from '../../i18n/format.ts';
import { type Fact, Facts } from '../../ui/Facts.tsx';
import { type Fields, isMasculine } from '../entry.ts';
import { required } from './ActDialog.tsx';
import { DuplicatesBlock } from './DuplicatesBlock.tsx';
import { personFields, referrerFields, requestFields, wordFields } from './entry-fields.ts';
import { ExtraFacts, FieldFacts } from './FieldFacts.tsx';
import { FieldsBlock } from './FieldsBlock.tsx';
import { FileBlock } from './FileBlock.tsx';
import { OrientationBlock } from './OrientationBlock.tsx';
import { RelationsBlock } from './RelationsBlock.tsx';
import { TechnicalBlock } from './TechnicalBlock.tsx';
import { otherFields } from './technical-fields.ts';
import { dayText } from './value-text.ts';

/** What is known of the person and of what is wanted, in one narrow card. */
export function EntryCard({ entry }: { readonly entry: EntryDetail }) {
  const { kind, relations, orientation } = entry;
  return (
    <Card>
      <Box sx={{ px: 2, py: 0.5, '& > * + *': { borderTop: 1, borderColor: 'divider' } }}>
        <PersonBlock entry={entry} />
        {(kind === 'commercial' || relations.length > 0) && <RelationsBlock entry={entry} />}
        {kind === 'postuler' && <FileBlock entry={entry} />}
        <WishesBlock entry={entry} />
        <SourceBlock entry={entry} />
        {orientation !== null && <OrientationBlock orientation={orientation} />}
        <DuplicatesBlock entry={entry} />
        <TechnicalBlock entry={entry} />
      </Box>
    </Card>
  );
}

interface BlockProps {
  readonly entry: EntryDetail;
}

const personTitles = { commercial: 'Personne concernée', survey: 'Personne qui écrit', postuler: 'Candidat' };

function PersonBlock({ entry: { kind, fields, objection } }: BlockProps) {
  const named = personFields[kind];
  return (
    <FieldsBlock title={personTitles[kind]} fields={named} values={fields}>
      <FieldFacts fields={named} values={fields} objection={objection} />
    </FieldsBlock>
  );
}

/** What is wanted: the stay, how soon, for how much. */
function WishesBlock({ entry: { kind, type, fields, sejourType, objection } }: BlockProps) {
  const named = requestFields[kind].filter(({ name }) => !wordFields.includes(name));
  const own: Fields = kind === 'commercial' ? { sejourType } : {};
  const stay = kind === 'commercial' ? [{ name: 'sejourType', shape: 'text' } as const] : [];
  const isKnown = named.some(({ name }) => (fields[name] ?? null) !== null);
  // Complaints, opinions and applications have none.
  if (!isKnown && kind !== 'commercial' && type !== 'survey.type.contact') return null;
  return (
    <FieldsBlock
      title="Souhaits"
      fields={named}
      values={fields}
      own={own}
      inputs={
        kind === 'commercial' && (
          <SelectInput source="sejourType" label="Séjour" choices={choicesIn(sejourTypeNames)} />
        )
      }
    >
      <FieldFacts fields={[...stay, ...named]} values={{ ...fields, ...own }} objection={objection} />
    </FieldsBlock>
  );
}

/** How and when it came, and what was sent besides. */
function SourceBlock({ entry }: BlockProps) {
  const { kind, type, contactDate, fields } = entry;
  const isLead = kind === 'commercial';
  const named = isLead ? referrerFields : [];
  return (
    <FieldsBlock
      title="Origine"
      fields={named}
      values={fields}
      own={{ type, dateFirstContact: contactDate }}
      isFixed={!isLead}
      inputs={
        <>
          <SelectInput
            source="type"
            label="Type de contact"
            choices={choicesIn(commercialTypeNames)}
            // It can't be removed.
            validate={type === null ? undefined : required}
          />
          <DateInput source="dateFirstContact" label="Premier contact le" />
        </>
      }
    >
      <Facts inLines facts={sourceFacts(entry)} />
      {/* An adviser is no person who objects. */}
      <FieldFacts fields={named} values={fields} objection={null} />
      <ExtraFacts extra={otherFields(entry, 'named')} />
    </FieldsBlock>
  );
}

function sourceFacts(entry: EntryDetail): Fact[] {
  const { kind, type, caller, partner, partnerid, contactDate, receivedAt, enteredBy } = entry;
  const e = isMasculine(entry) ? '' : 'e';
  const isByHand = caller === null && partner === null;
  return [
    ['Type de contact', type === null ? undefined : contractName(type)],
    ['Offre d’emploi', kind === 'postuler' ? offerText(entry) : undefined],
    [`Envoyé${e} par`, isByHand ? (enteredBy ?? 'Saisie par la résidence') : caller?.name],
    ['Partenaire', partner?.name],
    ['Numéro chez le partenaire', partnerid ?? undefined],
    ['Premier contact le', kind === 'commercial' ? dayText(contactDate) : undefined],
    [`Reçu${e} le`, format.moment(receivedAt)],
  ];
}

function offerText({ announcement }: EntryDetail): string {
  if (announcement === null) return 'Candidature spontanée';
  const { id, title, open } = announcement;
  if (title === null) return `Offre n° ${id}, inconnue`;
  return open ? title : `${title} (close)`;
}
