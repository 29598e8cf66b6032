import { Alert, Typography } from '@mui/material';
import { BooleanInput, DateInput, SelectInput, TextInput } from 'react-admin';
import type { EntryDetail } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import type { Fields } from '../entry.ts';
import { ActDialog, type EntryDialogProps, pick, required } from './ActDialog.tsx';
import { parisNow } from './timeline.ts';

const t = textsOf('entry.consents');

const channels = ['consentementTelephone', 'consentementEmail', 'consentementSms'] as const;
const answers = ['oui', 'non'].map((id) => ({ id, name: id }));

/** What the person has agreed to: « Accord pour le téléphone : oui, le 03/11/2026, formulaire du site, mention v2 ». */
export function ConsentLines({ entry: { extra, receivedAt } }: { readonly entry: EntryDetail }) {
  const { consentementLe: day, consentementSource: source, consentementMention: wording } = extra;
  return knownChannels(extra).map((channel) => (
    <Typography key={channel} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      {[
        t('line', { channel: t(`for.${channel}`), answer: extra[channel] }),
        t('on', { day: format.day(typeof day === 'string' ? day : receivedAt) }),
        typeof source === 'string' ? source : t('form'),
        ...(typeof wording === 'string' ? [t('wording', { version: wording })] : []),
      ].join(', ')}
    </Typography>
  ));
}

function knownChannels(extra: Fields) {
  return channels.filter((channel) => extra[channel] === 'oui' || extra[channel] === 'non');
}

/** The names of the fields that {@link ConsentLines} shows. */
export function shownConsents(extra: Fields): readonly string[] {
  const known = knownChannels(extra);
  const beside = ['consentementMention', 'consentementSource', 'consentementLe'];
  return known.length === 0 ? [] : [...known, ...beside];
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
