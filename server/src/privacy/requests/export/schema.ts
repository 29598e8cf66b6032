import Type, { type Static } from 'typebox';
import { orNull } from '../../../http/desk-answers.ts';

const text = orNull(Type.String());
const fields = Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true });

export const ExportedEntry = Type.Object({
  number: Type.Integer(),
  erased: Type.Boolean(),
  kind: text,
  type: text,
  receivedAt: text,
  contactDate: text,
  residence: text,
  stayType: text,
  status: text,
  stage: text,
  result: text,
  reason: text,
  sentBy: text,
  customId: text,
  partnerId: text,
  clickId: text,
  spam: Type.Boolean(),
  suspicion: orNull(Type.Enum(['trap', 'haste'], { type: 'string' })),
  duplicateOf: orNull(Type.Integer()),
  test: Type.Boolean(),
  announcementId: orNull(Type.Integer()),
  applicationStep: text,
  comment: text,
  originalComment: text,
  asleepUntil: text,
  asleepReason: text,
  fields: fields,
  otherFields: fields,
  relations: Type.Array(
    Type.Object({
      position: Type.Integer(),
      fields: fields,
      otherFields: fields,
    }),
  ),
  actions: Type.Array(
    Type.Object({
      date: text,
      time: text,
      stage: text,
      done: Type.Boolean(),
      outcome: text,
      by: Type.String(),
      comment: text,
      otherFields: fields,
    }),
  ),
  message: orNull(fields),
  letters: Type.Array(
    Type.Object({
      at: Type.String(),
      to: text,
      subject: Type.String(),
      text: Type.String(),
    }),
  ),
  history: Type.Array(
    Type.Object({
      at: Type.String(),
      by: Type.String(),
      change: Type.String(),
      detail: fields,
    }),
  ),
  objections: fields,
  recipients: Type.Array(Type.Object({ recipient: Type.String(), event: text, at: Type.String() })),
  consultations: Type.Array(
    Type.Object({
      on: Type.String(),
      by: Type.String(),
      act: Type.String(),
      times: Type.Integer(),
    }),
  ),
  olderConsultations: Type.Boolean(),
  file: text,
});
export type ExportedEntry = Static<typeof ExportedEntry>;

/** The content of `personne.json`. */
export const PersonExport = Type.Object(
  {
    format: Type.Literal('accueil-personne'),
    version: Type.Literal(1),
    writtenAt: Type.String(),
    request: Type.Object({
      number: Type.Integer(),
      kind: Type.String(),
      receivedOn: Type.String(),
    }),
    entries: Type.Array(ExportedEntry),
  },
  {
    title: 'personne.json',
  },
);
export type PersonExport = Static<typeof PersonExport>;
