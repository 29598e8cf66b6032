import { parisDay } from '../clock.ts';
import { ApplicationBody } from '../contract/application.ts';
import { CommercialBody } from '../contract/commercial.ts';
import { OrientationBody } from '../contract/orientation.ts';
import { SurveyBody } from '../contract/survey.ts';
import { wireDefaults } from '../contract/wire-names.ts';
import type { NewEntry } from '../entries/entry.ts';
import { readCommercial } from '../intake/commercial.ts';
import { distinctPhoneKeys } from '../phones/phone-keys.ts';
import { type Cleaned, extraKey } from '../reading/clean.ts';
import { validator } from '../reading/validator.ts';
import type { Arrival } from './demo-year.ts';

type Readers = {
  readonly [Kind in Arrival['kind']]: (body: unknown) => Cleaned<Extract<Arrival, { kind: Kind }>['body']>;
};

// Each answers what its schema has checked. A demo body that breaks the contract is refused like any other.
const read = {
  commercial: validator(CommercialBody, wireDefaults),
  orientation: validator(OrientationBody, wireDefaults),
  survey: validator(SurveyBody, wireDefaults),
  application: validator(ApplicationBody, wireDefaults),
} as Readers;

/** A partner's message as the exchange would read it. */
export function readOrientation(body: OrientationBody): Cleaned<OrientationBody> {
  return read.orientation(body);
}

/** What is stored of an arrival of the site (`callerId`) or of one that staff wrote down, with their work on it. */
export function entryOf(arrival: Exclude<Arrival, { kind: 'orientation' }>, callerId: number): NewEntry {
  const { work, receivedAt, establishmentId } = arrival;
  const received = asReceived(arrival);
  return {
    ...received,
    establishmentId,
    callerId: arrival.kind === 'commercial' && !arrival.online ? null : callerId,
    partnerId: null,
    test: false,
    receivedAt: receivedAt.toISOString(),
    ...work,
    comment: work.comment ?? received.comment,
  };
}

type Received = Omit<
  NewEntry,
  'establishmentId' | 'callerId' | 'partnerId' | 'test' | 'receivedAt' | 'status' | 'resultat' | 'motif'
>;

const blank = {
  type: null,
  sejourType: null,
  comment: null,
  commentBy: null,
  partnerid: null,
  announcementId: null,
  relations: [],
  actions: [],
  file: null,
} as const;

function asReceived(arrival: Exclude<Arrival, { kind: 'orientation' }>): Received {
  switch (arrival.kind) {
    case 'commercial':
      return readCommercial(read.commercial(arrival.body), arrival.receivedAt);
    case 'survey': {
      const { type, gclid, customId, [extraKey]: extra, ...fields } = read.survey(arrival.body);
      return {
        ...blank,
        kind: 'survey',
        type: type ?? null,
        customId: customId ?? null,
        gclid: gclid ?? null,
        contactDate: parisDay(arrival.receivedAt),
        fields: JSON.stringify(fields),
        extra: extra === undefined ? null : JSON.stringify(extra),
        phoneKeys: distinctPhoneKeys([fields.phone]),
      };
    }
    case 'application': {
      const body = read.application(arrival.body);
      const { announcementId, etablissementId: _, gclid, customId, cv, [extraKey]: extra, ...fields } = body;
      const { content, ...cvFields } = cv ?? {};
      return {
        ...blank,
        kind: 'postuler',
        announcementId: announcementId ?? null,
        customId: customId ?? null,
        gclid: gclid ?? null,
        contactDate: parisDay(arrival.receivedAt),
        fields: JSON.stringify(cv === undefined ? fields : { ...fields, cv: cvFields }),
        extra: extra === undefined ? null : JSON.stringify(extra),
        phoneKeys: distinctPhoneKeys([fields.phone]),
        file:
          content === undefined
            ? null
            : {
                name: cvFields.name ?? 'cv',
                type: 'application/pdf',
                content: Buffer.from(content, 'base64'),
              },
      };
    }
    default:
      return arrival satisfies never;
  }
}
