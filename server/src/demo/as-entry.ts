import { ApplicationBody } from '../contract/application.ts';
import { CommercialBody } from '../contract/commercial.ts';
import { OrientationBody } from '../contract/orientation.ts';
import { SurveyBody } from '../contract/survey.ts';
import { wireDefaults } from '../contract/wire-names.ts';
import { safeFileName } from '../entries/create/file-name.ts';
import type { NewEntry, NewFile } from '../entries/entry.ts';
import { readApplication } from '../intake/application.ts';
import { readCommercial } from '../intake/commercial.ts';
import { readSurvey } from '../intake/survey.ts';
import type { Normalized } from '../validation/normalize.ts';
import { validator } from '../validation/validator.ts';
import type { DemoEntry } from './demo-entry.ts';

type Readers = {
  readonly [Kind in DemoEntry['kind']]: (
    body: unknown,
  ) => Normalized<Extract<DemoEntry, { kind: Kind }>['body']>;
};

// Each validates by its schema: a demo body that breaks the contract is rejected like any other.
const read = {
  commercial: validator(CommercialBody, wireDefaults),
  orientation: validator(OrientationBody, wireDefaults),
  survey: validator(SurveyBody, wireDefaults),
  application: validator(ApplicationBody, wireDefaults),
} as Readers;

/** A partner's message, normalized as the exchange does. */
export function readOrientation(body: OrientationBody): Normalized<OrientationBody> {
  return read.orientation(body);
}

/** The entry to store, sent by the site (`callerId`) or created by staff, with their work on it. */
export function entryOf(arrival: Exclude<DemoEntry, { kind: 'orientation' }>, callerId: number): NewEntry {
  const { establishmentId } = arrival;
  const { sleep: _, ...work } = arrival.work;
  const received = asReceived(arrival);
  return {
    ...received,
    establishmentId,
    callerId: arrival.kind === 'commercial' && !arrival.online ? null : callerId,
    partnerId: null,
    test: false,
    ...work,
    comment: work.comment ?? received.comment,
  };
}

function asReceived(arrival: Exclude<DemoEntry, { kind: 'orientation' }>) {
  switch (arrival.kind) {
    case 'commercial':
      return readCommercial(read.commercial(arrival.body), arrival.receivedAt);
    case 'survey': {
      const body = read.survey(arrival.body);
      return readSurvey(body, body.type ?? 'survey.type.contact', arrival.receivedAt);
    }
    case 'application': {
      const body = read.application(arrival.body);
      return readApplication(body, fileOf(body.cv), arrival.receivedAt);
    }
    default:
      return arrival satisfies never;
  }
}

function fileOf(cv: ApplicationBody['cv']): NewFile | null {
  if (cv?.content === undefined) return null;
  const type = 'application/pdf';
  return { name: safeFileName(cv.name, type), type, content: Buffer.from(cv.content, 'base64') };
}
