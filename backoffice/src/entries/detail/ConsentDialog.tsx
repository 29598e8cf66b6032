import { Alert, Typography } from '@mui/material';
import { BooleanInput, DateInput, SelectInput, TextInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { EntryDetail } from '../../api/responses.ts';
import { ActDialog, type EntryDialogProps, pick, required } from './ActDialog.tsx';
import { consentsOf, consentTexts, contactsOf } from './contacts.ts';
import { channels, nameOf } from './entry-fields.ts';
import { parisNow } from './timeline.ts';

const fieldTexts = {
  consentementTelephone: 'Accord : téléphone',
  consentementEmail: 'Accord : e-mail',
  consentementSms: 'Accord : SMS',
};

const answers = ['oui', 'non'].map((id) => ({ id, name: id }));

/** What the person has agreed to, a line for each channel. */
export function ConsentLines({ entry }: { readonly entry: EntryDetail }) {
  return consentTexts(entry).map((text) => (
    <Typography key={text} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      {text}
    </Typography>
  ));
}

/** Says that a call of today would be prospection without a consent. */
export function NeededConsent({ entry: { needsConsent } }: { readonly entry: EntryDetail }) {
  return (
    needsConsent && (
      <Alert severity="warning">
        Relance : accord nécessaire. Le dernier contact date de plus de 90 jours : un appel commercial demande
        l’accord préalable de la personne (code de la consommation, art. L. 223-1).
      </Alert>
    )
  );
}

/** Notes what a person has told staff. */
export function ConsentDialog({ entry, ...dialog }: EntryDialogProps) {
  const [first] = contactsOf(entry);
  return (
    <ActDialog
      {...dialog}
      values={{
        person: first?.person ?? 'entry',
        ...pick(consentsOf(entry, first?.person ?? 'entry'), channels),
        objects: false,
        ...{ consentementSource: null, consentementLe: parisNow().date, consentementMention: null },
      }}
      toAct={({ consentementSource, consentementLe, ...told }) => ({
        name: 'consent',
        body: {
          ...{ consentementSource, consentementLe },
          ...Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null && value !== '')),
        },
      })}
    >
      <Typography variant="body2" color="textSecondary">
        Ce que cette personne a accepté ou refusé ce jour-là. L’historique garde aussi ce qui était noté
        avant, comme preuve.
      </Typography>
      <PersonInput entry={entry} />
      {channels.map((channel) => (
        <SelectInput key={channel} source={channel} label={fieldTexts[channel]} choices={answers} />
      ))}
      <TextInput
        source="consentementSource"
        label="Accord : recueilli par"
        helperText="Par exemple : « Au téléphone, à sa demande »"
        validate={required}
        slotProps={{ htmlInput: { maxLength: 255 } }}
      />
      <BooleanInput
        source="objects"
        label="Ne veut plus être contactée"
        helperText="C’est une opposition, comme un « non » : elle vaut aussitôt pour les numéros et adresses de cette seule personne, dans toutes les résidences. Une demande ouverte reçoit quand même sa réponse."
      />
      <DateInput source="consentementLe" label="Accord : recueilli le" validate={hasBeen} />
      <TextInput
        source="consentementMention"
        label="Accord : version de la mention"
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
    </ActDialog>
  );
}

/** Who has said it: what is known of another person takes the place of what is chosen. */
function PersonInput({ entry }: { readonly entry: EntryDetail }) {
  const { setValue } = useFormContext();
  const { relations, name } = entry;
  const choices = [
    ...relations.map(({ position, fields, extra }) => ({
      id: position,
      name: nameOf(fields) || String(extra.lien ?? 'Proche'),
    })),
    { id: 'entry' as const, name: name ?? 'Sans nom' },
  ];
  return (
    <SelectInput
      source="person"
      label="Qui l’a dit"
      choices={choices}
      validate={required}
      onChange={({ target }) => {
        const whose = choices.find(({ id }) => String(id) === String(target.value));
        const known = whose === undefined ? {} : consentsOf(entry, whose.id);
        for (const channel of channels) setValue(channel, known[channel] ?? null);
      }}
    />
  );
}

function hasBeen(value: unknown): string | undefined {
  const isLater = typeof value === 'string' && value > parisNow().date;
  return required(value) ?? (isLater ? 'Choisissez aujourd’hui ou un jour passé.' : undefined);
}
