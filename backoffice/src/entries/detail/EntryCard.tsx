import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Alert, Box, Button, Card, Link, Stack, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { DateInput, SelectInput } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { counted } from '../../../../server/src/french/dates.ts';
import { fieldName } from '../../../../server/src/french/field-names.ts';
import {
  commercialTypeNames,
  contractName,
  cvLossText,
  sejourTypeNames,
} from '../../../../server/src/french/labels.ts';
import { useResidences } from '../../api/queries.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { momentOf } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { type Fact, Facts } from '../../ui/Facts.tsx';
import { Fold } from '../../ui/Fold.tsx';
import { Missing } from '../EntryParts.tsx';
import { entryPath, type Fields, isMasculine, problemForStaff } from '../entry.ts';
import { EditDialog, pick, required } from './ActDialog.tsx';
import { Block } from './Block.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { RelationsBlock, TechnicalBlock } from './EntryBlocks.tsx';
import {
  dayText,
  type FieldOf,
  namesOf,
  otherFields,
  personFields,
  type ResidenceName,
  referrerFields,
  requestFields,
  valueText,
  wordFields,
} from './entry-fields.ts';
import { ExtraFacts, FieldFacts, FieldInputs } from './FieldFacts.tsx';
import { HistoryLines } from './History.tsx';
import { nothingKnown } from './history-sentences.ts';

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

interface FieldsBlockProps {
  readonly title: string;
  readonly fields: readonly FieldOf[];
  readonly values: Fields;
  /** What the form edits besides, under its names in the body, with its inputs. */
  readonly own?: Fields;
  readonly inputs?: ReactNode;
  /** Whether nothing of it can be edited. */
  readonly isFixed?: boolean;
  readonly children: ReactNode;
}

/** Fields that are shown and edited together. Where nothing is known only those see it who may write it. */
function FieldsBlock({
  title,
  fields,
  values,
  own = {},
  inputs,
  isFixed = false,
  children,
}: FieldsBlockProps) {
  const canEdit = useActs().entry.mayChange && !isFixed;
  const [isEdited, setEdited] = useState(false);
  const isKnown = [...fields.map(({ name }) => values[name]), ...Object.values(own)].some(
    (value) => (value ?? null) !== null,
  );
  if (!isKnown && !canEdit) return null;
  return (
    <Block title={title} onEdit={canEdit ? () => setEdited(true) : undefined}>
      {children}
      {isEdited && (
        <EditDialog
          title={`Modifier : ${title}`}
          before={{ ...own, ...pick(values, namesOf(fields)) }}
          toBody={(changed) => {
            const [ofEntry, ofFields] = [true, false].map((isOwn) =>
              Object.fromEntries(Object.entries(changed).filter(([name]) => name in own === isOwn)),
            );
            return { ...ofEntry, ...(Object.keys(ofFields ?? {}).length > 0 && { fields: ofFields }) };
          }}
          onClose={() => setEdited(false)}
        >
          {inputs}
          <FieldInputs fields={fields} />
        </EditDialog>
      )}
    </Block>
  );
}

/** The CV, only as a download. */
function FileBlock({ entry: { id, file, fields } }: { readonly entry: EntryDetail }) {
  const sentAs = sentName(fields.cv);
  const lost = cvLossText(fields.cv);
  return (
    <Block title="CV">
      {file === null ? (
        <Typography color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          {lost === null ? 'Aucun CV joint.' : <Missing text={lost} />}
        </Typography>
      ) : (
        <>
          <Typography sx={{ mb: 1, overflowWrap: 'anywhere' }}>
            {`${file.name} (${format.number(Math.ceil(file.size / 1024))} Ko)`}
          </Typography>
          {sentAs !== undefined && sentAs !== file.name && (
            <Typography variant="body2" color="text.secondary" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
              {`Nom envoyé : ${sentAs}`}
            </Typography>
          )}
          <Button
            variant="outlined"
            startIcon={<DownloadOutlined />}
            href={`/desk/entries/${id}/file`}
            download
          >
            Télécharger le CV
          </Button>
        </>
      )}
    </Block>
  );
}

/** The file's original name. Control and direction characters, which could disguise it, are escaped; at most 300 characters. */
function sentName(cv: unknown): string | undefined {
  if (typeof cv !== 'object' || cv === null || !('name' in cv) || typeof cv.name !== 'string')
    return undefined;
  const visible = cv.name.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16).toUpperCase()}}`,
  );
  return visible.length > 300 ? `${visible.slice(0, 300)}…` : visible;
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
  const isLead = kind === 'commercial';
  const receivedOn = momentOf(receivedAt).slice(0, 10);
  const isByHand = caller === null && partner === null;
  return [
    ['Type de contact', type === null ? undefined : contractName(type)],
    ['Offre d’emploi', kind === 'postuler' ? offerText(entry) : undefined],
    [`Envoyé${e} par`, isByHand ? (enteredBy ?? 'Saisie par la résidence') : undefined],
    ['Partenaire', partner?.name],
    ['Numéro chez le partenaire', partnerid ?? undefined],
    ['Premier contact le', isLead && contactDate !== receivedOn ? dayText(contactDate) : undefined],
    [`Reçu${e} le`, format.moment(receivedAt)],
  ];
}

function offerText({ announcement }: EntryDetail): string {
  if (announcement === null) return 'Candidature spontanée';
  const { id, title, open } = announcement;
  if (title === null) return `Offre n° ${id}, inconnue`;
  return open ? title : `${title} (close)`;
}

interface OrientationBlockProps {
  readonly orientation: NonNullable<EntryDetail['orientation']>;
}

/** The partner's request, and what the partner was told. */
function OrientationBlock({
  orientation: { partner, numero, res, message, problems },
}: OrientationBlockProps) {
  const { nameOf: residence } = useResidences();
  return (
    <Block title="Orientation partenaire">
      <Facts
        inLines
        facts={[
          ['Partenaire', partner],
          ['Numéro du partenaire', numero ?? undefined],
          ['Notre numéro', res],
        ]}
      />
      {problems.map((problem) => (
        <Alert key={problem} severity="warning" sx={{ mt: 1 }}>
          {problemForStaff(problem)}
        </Alert>
      ))}
      <Fold title="Dernier message du partenaire">
        <Facts
          inLines
          facts={Object.entries(message)
            .filter(([name]) => name !== 'NumeroDemandeOrientationCR')
            .map(([name, value]) => [fieldName(name), messageText(name, value, residence)])}
        />
      </Fold>
    </Block>
  );
}

function messageText(name: string, value: unknown, residence: ResidenceName): string {
  if (name === 'etablissementId' && typeof value === 'number') return residence(value);
  if (name === 'DateContact') return valueText('date', value, residence);
  return typeof value === 'string' ? contractName(value) : valueText(name, value, residence);
}

/** Entries that were united with this one, with their own custom ids, and what partners have sent about them. */
function DuplicatesBlock({ entry }: { readonly entry: EntryDetail }) {
  const { run } = useActs();
  if (entry.duplicates.length === 0) return null;
  return (
    <Block title="Fiches réunies ici">
      <Stack component="ul" spacing={1.5} sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {entry.duplicates.map(({ id, kind, customId, messages }) => (
          <Box component="li" key={id}>
            <Link component={RouterLink} to={entryPath({ kind, id })}>
              {`Fiche n° ${id}`}
            </Link>
            {customId !== null && (
              <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
                {`Référence du site : ${customId}`}
              </Typography>
            )}
            {messages.length > 0 && <HistoryLines lines={messages} known={nothingKnown} />}
            {entry.mayChange && (
              <Button
                size="small"
                variant="outlined"
                sx={{ mt: 0.5 }}
                aria-label={`Séparer : fiche n° ${id}`}
                onClick={() => void run({ name: 'duplicate', entryId: id, body: { of: null } })}
              >
                Séparer
              </Button>
            )}
          </Box>
        ))}
      </Stack>
      {entry.moreDuplicates > 0 && (
        <Typography sx={{ mt: 1.5 }}>{`et ${counted(entry.moreDuplicates, 'autre')}`}</Typography>
      )}
    </Block>
  );
}
