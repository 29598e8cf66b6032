import type { EntryDetail, Relation } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import type { Fields } from '../entry.ts';
import type { Contact } from './contacts.ts';
import { nameOf } from './value-text.ts';

const channelTexts = {
  consentementTelephone: 'le téléphone',
  consentementEmail: 'l’e-mail',
  consentementSms: 'les SMS',
};

export const channels = ['consentementTelephone', 'consentementEmail', 'consentementSms'] as const;

interface Consenting extends Pick<EntryDetail, 'kind' | 'name' | 'extra' | 'receivedAt'> {
  readonly relations: readonly Pick<Relation, 'position' | 'fields' | 'extra'>[];
}

/** What a person has agreed to: what was noted of them, or what came with the form that they filled in. */
export function consentsOf(
  { kind, extra, relations }: Omit<Consenting, 'name' | 'receivedAt'>,
  person: Contact['person'],
): Fields {
  const noted = relations.find(({ position }) => position === person)?.extra ?? {};
  if (knownChannels(noted).length > 0) return noted;
  const [first] = kind === 'commercial' ? relations : [];
  return String(person) === (extra.consentementDe ?? String(first?.position ?? 'entry')) ? extra : {};
}

/** What the persons have agreed to: « Accord pour le téléphone : oui, le 03/11/2026, formulaire du site, mention v2 ». */
export function consentTexts(entry: Consenting): string[] {
  const people = [
    ...entry.relations.map(({ position, fields }) => ({ person: position, who: nameOf(fields) })),
    { person: 'entry' as const, who: entry.name ?? '' },
  ];
  return people.flatMap(({ person, who }) => {
    const consents = consentsOf(entry, person);
    const { consentementLe: day, consentementSource: source, consentementMention: wording } = consents;
    return knownChannels(consents).map((channel) =>
      [
        people.length > 1 && who !== ''
          ? `${who}, accord pour ${channelTexts[channel]} : ${consents[channel]}`
          : `Accord pour ${channelTexts[channel]} : ${consents[channel]}`,
        `le ${format.day(typeof day === 'string' ? day : entry.receivedAt)}`,
        typeof source === 'string' ? source : 'formulaire du site',
        ...(typeof wording === 'string' ? [`mention ${wording}`] : []),
      ].join(', '),
    );
  });
}

function knownChannels(extra: Fields) {
  return channels.filter((channel) => extra[channel] === 'oui' || extra[channel] === 'non');
}

/** The names of the fields that {@link consentTexts} shows. */
export function shownConsents(extra: Fields): readonly string[] {
  const known = knownChannels(extra);
  const beside = ['consentementMention', 'consentementSource', 'consentementLe', 'consentementDe'];
  return known.length === 0 ? [] : [...known, ...beside];
}
