import { Alert, Box, Button, LinearProgress, Link, Stack, Typography } from '@mui/material';
import { useRef, useState } from 'react';
import { CheckboxGroupInput, RadioButtonGroupInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Link as RouterLink, useNavigate } from 'react-router';
import { counted } from '../../../../server/src/french/dates.ts';
import { fieldName } from '../../../../server/src/french/field-names.ts';
import { contractName, kindNames } from '../../../../server/src/french/labels.ts';
import { useResidences } from '../../api/queries.ts';
import type { EntryDetail, FamilyEntry } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { Fold } from '../../ui/Fold.tsx';
import { readPhone } from '../../ui/phone.ts';
import { entryPath, followUpNames, knownState } from '../entry.ts';
import { objectionText } from '../PhoneNumber.tsx';
import { ActDialog } from './ActDialog.tsx';
import { useEntry } from './EntryActsProvider.tsx';
import {
  dayText,
  namesOf,
  personFields,
  type ResidenceName,
  requestFields,
  valueText,
  wordFields,
  wordsOf,
} from './entry-fields.ts';
import { actionText } from './history-sentences.ts';
import { inOrder, isPlanned } from './timeline.ts';

const buttonTexts = { uniteAnyway: 'Réunir quand même', unite: 'Réunir' };

/** Other entries with the same phone number or e-mail address, to be united with this one. */
export function FamilyLine({ entry }: { readonly entry: EntryDetail }) {
  const [united, setUnited] = useState<FamilyEntry>();
  const { data, more, elsewhere } = entry.family;
  const others = data.filter((other) => other.duplicateOf !== entry.id);
  if (others.length === 0 && elsewhere === 0) return null;
  const title = 'Même famille';
  const lines = others.map((other) => (
    <OtherEntry key={other.id} entry={entry} other={other} onUnite={() => setUnited(other)} />
  ));
  return (
    <Alert severity="warning" role="region" aria-label={title} sx={{ py: 0.25, alignItems: 'center' }}>
      {lines.length > 1 ? (
        <Fold title={`Même famille : ${lines.length + more} autres fiches`}>
          {lines}
          {more > 0 && `et ${counted(more, 'autre')}`}
        </Fold>
      ) : (
        lines
      )}
      {elsewhere > 0 &&
        `Connue ailleurs : ${counted(elsewhere, 'autre fiche dans une résidence', 'autres fiches dans des résidences')} que vous ne voyez pas.`}
      {united !== undefined && (
        <UniteDialog entry={entry} other={united} onClose={() => setUnited(undefined)} />
      )}
    </Alert>
  );
}

interface OtherEntryProps {
  readonly entry: EntryDetail;
  readonly other: FamilyEntry;
  readonly onUnite: () => void;
}

function OtherEntry({ entry, other, onUnite }: OtherEntryProps) {
  const { nameOf: residence } = useResidences();
  const { id, kind, name, establishmentId, contactDate, objection } = other;
  // Leads of two residences are rather two requests.
  const isElsewhere = establishmentId !== entry.establishmentId;
  const key = isElsewhere ? 'uniteAnyway' : 'unite';
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        Même famille :{' '}
        <Link component={RouterLink} to={entryPath(other)} color="inherit">
          {`Fiche n° ${id} – ${name ?? 'Sans nom'}`}
        </Link>{' '}
        {format.dotted(
          kindNames[kind],
          establishmentId === null ? 'À confier à une résidence' : residence(establishmentId),
          dayText(contactDate),
          knownState({ ...other, next: other.nextAction }),
          objectionText(objection),
        )}
      </Typography>
      {entry.mayChange && canUnite(entry, other) && (
        <>
          {isElsewhere && <Typography variant="body2">Deux demandes ?</Typography>}
          <Button
            size="small"
            color="inherit"
            variant={isElsewhere ? 'text' : 'outlined'}
            aria-label={
              {
                uniteAnyway: `Réunir quand même avec la fiche n° ${id}`,
                unite: `Réunir avec la fiche n° ${id}`,
              }[key]
            }
            onClick={onUnite}
          >
            {buttonTexts[key]}
          </Button>
        </>
      )}
    </Box>
  );
}

/** A form can be united with a lead, anything else with its like; what is united is so already. */
function canUnite(entry: EntryDetail, other: FamilyEntry): boolean {
  if (entry.duplicateOf !== null || other.duplicateOf !== null) return false;
  if (entry.kind === other.kind) return entry.kind !== 'survey' || entry.type === other.type;
  const isForm = ({ kind, type }: Pick<FamilyEntry, 'kind' | 'type'>) =>
    kind === 'survey' && type !== 'survey.type.complaint';
  return entry.kind === 'commercial' ? isForm(other) : other.kind === 'commercial' && isForm(entry);
}

interface UniteDialogProps {
  readonly entry: EntryDetail;
  readonly other: FamilyEntry;
  readonly onClose: () => void;
}

/** Unites two entries of one request: shows both and asks which is kept, the older by default. */
function UniteDialog({ entry, other, onClose }: UniteDialogProps) {
  const { data } = useEntry(other.id);
  if (data === undefined) return <LinearProgress />;
  return <Form sides={[entry, data]} onClose={onClose} />;
}

type Sides = readonly [EntryDetail, EntryDetail];

function Form({ sides, onClose }: { readonly sides: Sides; readonly onClose: () => void }) {
  const [entry, other] = sides;
  const navigate = useNavigate();
  const keptId = useRef(entry.id);
  const choices = keepable(sides).map((side) => ({ id: side.id, side }));
  return (
    <ActDialog
      title="Réunir deux fiches"
      submit="Réunir"
      values={{ kept: choices[0]?.id, take: [] }}
      toAct={({ kept, take }) => {
        keptId.current = Number(kept);
        const body = { of: keptId.current, take };
        return keptId.current === entry.id
          ? { name: 'duplicate', entryId: other.id, version: other.version, body }
          : { name: 'duplicate', body };
      }}
      onClose={(sent) => {
        onClose();
        if (sent?.state === 'done' && keptId.current === other.id) void navigate(entryPath(other));
      }}
    >
      <RadioButtonGroupInput
        source="kept"
        label="Quelle fiche conserver ?"
        row={false}
        choices={choices}
        optionText={({ side }: { side: EntryDetail }) => <Side side={side} />}
        helperText={false}
      />
      <Typography variant="body2" color="text.secondary">
        Elle reprend de l’autre les rendez-vous, le suivi, les personnes, les numéros et ce qui lui manque.
        L’autre quitte les listes et les statistiques. Rien n’est effacé, et les fiches peuvent être séparées
        à tout moment, la dernière réunie d’abord.
      </Typography>
      <Warnings sides={sides} />
      <Preferred sides={sides} />
    </ActDialog>
  );
}

/** Which of the two may be kept, the older first: a lead rather than a form, and the one that has duplicates of its own. */
function keepable(sides: Sides): EntryDetail[] {
  const leads = sides.filter(({ kind }) => kind === 'commercial');
  const isOlder = (a: EntryDetail, b: EntryDetail) =>
    a.contactDate === b.contactDate ? a.id < b.id : a.contactDate < b.contactDate;
  const united = sides.filter(({ duplicates }) => duplicates.length > 0);
  const [one = sides] = [leads, united].filter(({ length }) => length === 1);
  return one.toSorted((a, b) => (isOlder(a, b) ? -1 : 1));
}

const fewLines = {
  display: '-webkit-box',
  WebkitLineClamp: 4,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
} as const;

/** What tells one entry from the other: since when, what is planned, what was written. */
function Side({ side }: { readonly side: EntryDetail }) {
  const { nameOf: residence } = useResidences();
  const { id, name, contactDate, establishmentId, resultat, followUp, actions, owner } = side;
  const about = format.dotted(
    `Premier contact le ${dayText(contactDate)}`,
    establishmentId === null ? 'À confier à une résidence' : residence(establishmentId),
    resultat === null ? followUp && followUpNames[followUp] : contractName(resultat),
    owner?.name,
  );
  const [words] = wordsOf(side);
  return (
    <Stack sx={{ my: 0.5, overflowWrap: 'anywhere' }}>
      <Typography>{`Fiche n° ${id} – ${name ?? 'Sans nom'}`}</Typography>
      <Typography variant="body2" color="text.secondary">
        {about}
      </Typography>
      {inOrder(actions)
        .filter(isPlanned)
        .map((action) => (
          <Typography key={action.position} variant="body2">
            {`Action prévue : ${actionText(action)}`}
          </Typography>
        ))}
      {words !== undefined && (
        <Typography variant="body2" sx={{ ...fewLines, fontStyle: 'italic' }}>
          {words}
        </Typography>
      )}
    </Stack>
  );
}

/** What speaks against uniting the two. */
function Warnings({ sides: [entry, other] }: { readonly sides: Sides }) {
  const isPlannedSomewhere = [entry, other].some(({ actions }) => actions.some(isPlanned));
  const hasResult = entry.resultat !== null || other.resultat !== null;
  return (
    <>
      {entry.establishmentId !== other.establishmentId && (
        <Alert severity="warning">
          Deux résidences : est-ce bien une seule demande ? Seule la résidence de la fiche conservée la
          suivra.
        </Alert>
      )}
      {hasResult && isPlannedSomewhere && (
        <Alert severity="warning">
          L’une des fiches a un résultat : ce qui est prévu sera annulé, et la famille n’en sera pas prévenue.
          Est-ce bien une seule demande ?
        </Alert>
      )}
    </>
  );
}

function shown(name: string, value: unknown, residence: ResidenceName): string {
  return /phone/i.test(name) ? readPhone(String(value)).text : valueText(name, value, residence);
}

/** Values of the entry that is not kept, to be preferred to those of the kept one. */
function Preferred({ sides }: { readonly sides: Sides }) {
  const { nameOf: residence } = useResidences();
  const kept: unknown = useWatch({ name: 'kept' });
  const to = sides.find(({ id }) => id === Number(kept));
  const from = sides.find(({ id }) => id !== Number(kept));
  if (to === undefined || from === undefined || to.kind !== from.kind) return null;
  const names = namesOf([...personFields[to.kind], ...requestFields[to.kind]]);
  const differing = [
    ...names
      .filter((name) => !wordFields.includes(name))
      .map((name) => ({ name, own: to.fields[name], offered: from.fields[name] })),
    ...(['sejourType', 'resultat', 'motif'] as const).map((name) => ({
      name,
      own: to[name] ?? undefined,
      offered: from[name] ?? undefined,
    })),
  ]
    .flatMap(({ name, own, offered }) =>
      own === undefined || offered === undefined
        ? []
        : [{ name, own: shown(name, own, residence), offered: shown(name, offered, residence) }],
    )
    .filter(({ own, offered }) => own !== offered);
  if (differing.length === 0) return null;
  return (
    <CheckboxGroupInput
      // Other choices for another kept entry.
      key={to.id}
      source="take"
      row={false}
      label={`À reprendre de la fiche n° ${from.id}`}
      choices={differing.map(({ name, own, offered }) => ({
        id: name,
        name: `${fieldName(name)} : ${offered} (avant : ${own})`,
      }))}
      translateChoice={false}
      helperText={false}
    />
  );
}
