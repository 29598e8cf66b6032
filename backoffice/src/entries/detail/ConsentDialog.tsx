import { Alert, Typography } from '@mui/material';
import { BooleanInput, DateInput, SelectInput, TextInput } from 'react-admin';
import type { EntryDetail } from '../../api/responses.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { ActDialog, type EntryDialogProps, pick, required } from './ActDialog.tsx';
import { channels, consentTexts } from './consents.ts';
import { parisNow } from './timeline.ts';

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
export function ConsentDialog({ entry: { extra }, ...dialog }: EntryDialogProps) {
  return (
    <ActDialog
      {...dialog}
      values={{
        ...pick(extra, channels),
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

function hasBeen(value: unknown): string | undefined {
  const isLater = typeof value === 'string' && value > parisNow().date;
  return required(value) ?? (isLater ? 'accueil.entry.consents.later' : undefined);
}
