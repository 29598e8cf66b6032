import type { EntryDetail } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import type { Fields } from '../entry.ts';

const t = textsOf('entry.consents');

export const channels = ['consentementTelephone', 'consentementEmail', 'consentementSms'] as const;

/** What the person has agreed to: « Accord pour le téléphone : oui, le 03/11/2026, formulaire du site, mention v2 ». */
export function consentTexts({ extra, receivedAt }: Pick<EntryDetail, 'extra' | 'receivedAt'>): string[] {
  const { consentementLe: day, consentementSource: source, consentementMention: wording } = extra;
  return knownChannels(extra).map((channel) =>
    [
      t('line', { channel: t(`for.${channel}`), answer: extra[channel] }),
      t('on', { day: format.day(typeof day === 'string' ? day : receivedAt) }),
      typeof source === 'string' ? source : t('form'),
      ...(typeof wording === 'string' ? [t('wording', { version: wording })] : []),
    ].join(', '),
  );
}

function knownChannels(extra: Fields) {
  return channels.filter((channel) => extra[channel] === 'oui' || extra[channel] === 'non');
}

/** The names of the fields that {@link consentTexts} shows. */
export function shownConsents(extra: Fields): readonly string[] {
  const known = knownChannels(extra);
  const beside = ['consentementMention', 'consentementSource', 'consentementLe'];
  return known.length === 0 ? [] : [...known, ...beside];
}
