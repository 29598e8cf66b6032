// What the pages show of personal data: the answers of `/desk/privacy`.
import type { AnswerOf } from './routes.ts';

export type Trace = AnswerOf<'POST /desk/privacy/find'>['traces'][number];
export type MatchedPerson = Trace['persons'][number];
export type EntryFacts = NonNullable<Trace['entry']>;
export type Plan = AnswerOf<'POST /desk/privacy/erasures/plan'>['plans'][number];
export type ListedHold = AnswerOf<'GET /desk/privacy/holds'>['data'][number];
export type HoldKind = ListedHold['kind'];
export type Objection = AnswerOf<'GET /desk/privacy/objections'>['data'][number];
export type PrivacyRequest = AnswerOf<'GET /desk/privacy/requests/:id'>;
export type RequestSummary = AnswerOf<'GET /desk/privacy/requests'>['data'][number];
export type RequestKind = PrivacyRequest['kind'];
export type Asker = PrivacyRequest['asker'];
export type Channel = PrivacyRequest['channel'];
export type IdentityKind = NonNullable<PrivacyRequest['identityKind']>;
export type AnswerChannel = NonNullable<PrivacyRequest['answerChannel']>;
export type RequestEntry = PrivacyRequest['entries'][number];
export type Told = AnswerOf<'PATCH /desk/privacy/entries/:id'>['told'][number];
export type Retention = AnswerOf<'GET /desk/privacy/retention'>;
export type RetentionPreview = AnswerOf<'GET /desk/privacy/retention/preview'>;
export type Register = AnswerOf<'GET /desk/privacy/register'>;
export type Treatment = Register['treatments'][number];
