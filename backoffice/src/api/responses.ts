// The answers of the desk's routes: types of what they return.
import type * as known from '../../../server/src/desk/entries/known-family.ts';
import type * as listed from '../../../server/src/desk/entries/listed.ts';
import type * as versions from '../../../server/src/desk/entries/versions.ts';
import type { AnswerOf } from './routes.ts';

export type Session = AnswerOf<'GET /desk/session'>;
export type Grant = User['grants'][number];
export type Role = Grant['role'];
export type Right = Session['user']['rights'][number];
export type TotpSecret = AnswerOf<'POST /desk/session/totp'>;

export type EntryDetail = AnswerOf<'GET /desk/entries/:id'>;
export type Relation = EntryDetail['relations'][number];
export type Action = EntryDetail['actions'][number];
export type Letter = EntryDetail['letters'][number];
export type Writing = AnswerOf<'GET /desk/entries/:id/writing'>;
export type Template = AnswerOf<'GET /desk/templates'>['data'][number];
export type HistoryLine = versions.HistoryRow;
export type FamilyEntry = EntryDetail['family']['data'][number];
export type KnownEntry = known.KnownEntry;
export type ListedEntry = listed.ListedEntry;
export type FollowedEntry = AnswerOf<'GET /desk/entries'>['data'][number];
export type SearchResults = AnswerOf<'GET /desk/search'>;
export type ListedAction = listed.ListedAction;
export type Counts = AnswerOf<'GET /desk/counts'>;
export type Appointment = AnswerOf<'GET /desk/agenda'>['data'][number];
export type Today = AnswerOf<'GET /desk/today'>;
export type Statistics = AnswerOf<'GET /desk/statistics'>;
export type FollowUpStatistics = AnswerOf<'GET /desk/statistics/follow-up'>;

export type Residence = AnswerOf<'GET /desk/establishments/:id'>;
export type Assignment = AnswerOf<'GET /desk/establishments/:id/assignment'>;
export type Targets = AnswerOf<'GET /desk/targets'>;
export type Group = AnswerOf<'GET /desk/groups'>['data'][number];
export type ImportResult = AnswerOf<'POST /desk/imports/:kind'>;

export type Caller = AnswerOf<'GET /desk/callers'>['data'][number];
export type CallerFields = AnswerOf<'GET /desk/callers/:id/fields'>;
export type Endpoint = AnswerOf<'GET /desk/endpoints'>['data'][number];
export type Partner = AnswerOf<'GET /desk/partners'>['data'][number];
export type DeliveryDetail = AnswerOf<'GET /desk/deliveries/:id'>;
export type Delivery = Omit<DeliveryDetail, 'body' | 'log'>;
export type Mail = AnswerOf<'GET /desk/mails'>['data'][number];
export type Conversions = AnswerOf<'GET /desk/conversions'>;

export type User = AnswerOf<'GET /desk/users'>['data'][number];
export type Invitation = AnswerOf<'POST /desk/users/:id/invitation'>;
export type AuditLine = AnswerOf<'GET /desk/audit'>['data'][number];
