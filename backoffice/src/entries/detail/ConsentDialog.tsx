import { Alert, Typography } from '@mui/material';
import { BooleanInput, DateInput, SelectInput, TextInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { EntryDetail } from '../../api/responses.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { ActDialog, type EntryDialogProps, pick, required } from './ActDialog.tsx';
import { channels, consentsOf, consentTexts } from './consents.ts';
import { contactsOf } from './contacts.ts';
import { parisNow } from './timeline.ts';
import { nameOf } from './value-text.ts';

const t = textsOf('entry.consents');

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
  return needsConsent && <Alert severity="warning">{t('needed')}</Alert>;
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
        {t('explained')}
      </Typography>
      <PersonInput entry={entry} />
      {channels.map((channel) => (
        <SelectInput
          key={channel}
          source={channel}
          label={`accueil.entry.field.${channel}`}
          choices={answers}
        />
      ))}
      <TextInput
        source="consentementSource"
        label={translate('accueil.entry.field.consentementSource')}
        helperText={t('sourceExample')}
        validate={required}
        slotProps={{ htmlInput: { maxLength: 255 } }}
      />
      <BooleanInput source="objects" label={t('objects')} helperText={t('objectsExplained')} />
      <DateInput source="consentementLe" label="accueil.entry.field.consentementLe" validate={hasBeen} />
      <TextInput
        source="consentementMention"
        label="accueil.entry.field.consentementMention"
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
      name: nameOf(fields) || String(extra.lien ?? t('someRelative')),
    })),
    { id: 'entry' as const, name: name ?? translate('accueil.leads.unnamed') },
  ];
  return (
    <SelectInput
      source="person"
      label={t('person')}
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
  return required(value) ?? (isLater ? 'accueil.entry.consents.later' : undefined);
}
