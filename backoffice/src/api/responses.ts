// The responses of the desk API: types of the server's own schemas, by which it serialises them.
import type { Static } from 'typebox';
import type * as versions from '../../../server/src/desk/acts/versions.ts';
import type * as known from '../../../server/src/desk/entries/known-family.ts';
import type * as listed from '../../../server/src/desk/entries/listed.ts';
import type * as orientations from '../../../server/src/desk/entries/listed-orientations.ts';
import type { AnswerOf } from './routes.ts';

export type Session = AnswerOf<'GET /desk/session'>;
export type Grant = User['grants'][number];
export type Role = Grant['role'];
export type Right = Session['user']['rights'][number];
export type TotpSecret = AnswerOf<'POST /desk/session/totp'>;
type OwnMailPreference = AnswerOf<'GET /desk/session/mail'>;
export type MailPreference = OwnMailPreference['mail'];

export type EntryDetail = AnswerOf<'GET /desk/entries/:id'>;
export type Relation = EntryDetail['relations'][number];
export type Action = EntryDetail['actions'][number];
export type HistoryLine = Static<typeof versions.HistoryLine>;
export type FamilyEntry = EntryDetail['family']['data'][number];
export type KnownEntry = Static<typeof known.KnownEntry>;
export type ListedEntry = Static<typeof listed.ListedEntry>;
export type FollowedEntry = Static<typeof listed.FollowedEntry>;
export type SearchResults = AnswerOf<'GET /desk/search'>;
export type ListedAction = Static<typeof listed.ListedAction>;
export type ListedOrientation = Static<typeof orientations.ListedOrientation>;
export type Counts = AnswerOf<'GET /desk/counts'>;
export type Appointment = AnswerOf<'GET /desk/agenda'>['data'][number];
export type Today = AnswerOf<'GET /desk/today'>;
export type Statistics = AnswerOf<'GET /desk/statistics'>;
export type FollowUpStatistics = AnswerOf<'GET /desk/statistics/follow-up'>;

export type Residence = AnswerOf<'GET /desk/establishments/:id'>;
export type Assignment = AnswerOf<'GET /desk/establishments/:id/assignment'>;
export type Targets = AnswerOf<'GET /desk/targets'>;
export type Group = AnswerOf<'GET /desk/groups'>['data'][number];
export type StaffMember = AnswerOf<'GET /desk/establishments/:id/staff'>['data'][number];
export type OfferOfResidence = AnswerOf<'GET /desk/establishments/:id/announcements'>['data'][number];
export type JobOffer = AnswerOf<'GET /desk/announcements'>['data'][number];
export type ImportResult = AnswerOf<'POST /desk/imports/:kind'>;

export type Caller = AnswerOf<'GET /desk/callers'>['data'][number];
export type Endpoint = AnswerOf<'GET /desk/endpoints'>['data'][number];
export type Partner = AnswerOf<'GET /desk/partners'>['data'][number];
export type DeliveryDetail = AnswerOf<'GET /desk/deliveries/:id'>;
export type Delivery = Omit<DeliveryDetail, 'body' | 'log'>;
export type Mail = AnswerOf<'GET /desk/mails'>['data'][number];
export type Conversions = AnswerOf<'GET /desk/conversions'>;

export type User = AnswerOf<'GET /desk/users'>['data'][number];
export type Invitation = AnswerOf<'POST /desk/users/:id/invitation'>;
export type AuditLine = AnswerOf<'GET /desk/audit'>['data'][number];

/** A list on one page. */
interface Whole<Row> {
  readonly data: Row[];
}

/** A page of a long list, which is read by cursors. */
export interface Page<Row> extends Whole<Row> {
  /** Not exact when there are more than 1,000. */
  readonly total: { readonly count: number; readonly exact: boolean };
  readonly next: string | null;
  readonly previous: string | null;
}

/** Responses of `GET`, by path. */
export interface GetResponses {
  '/desk/entries': Page<FollowedEntry>;
  '/desk/establishments': Whole<Residence>;
  '/desk/groups': Whole<Group>;
  '/desk/announcements': Whole<JobOffer>;
  '/desk/callers': Whole<Caller>;
  '/desk/endpoints': Whole<Endpoint>;
  '/desk/partners': Whole<Partner>;
  '/desk/deliveries': Page<Delivery>;
  '/desk/mails': Page<Mail>;
  '/desk/users': Whole<User>;
  '/desk/audit': Page<AuditLine>;
  [residence: `/desk/establishments/${number}`]: Residence;
  [staff: `/desk/establishments/${number}/staff`]: Whole<StaffMember>;
  [jobOffers: `/desk/establishments/${number}/announcements`]: Whole<OfferOfResidence>;
  [public_: `/desk/establishments/${number}/public`]: AnswerOf<'GET /desk/establishments/:id/public'>;
  [columns: `/desk/imports/${string}`]: { readonly columns: readonly string[] };
}

/** Responses of changes that the pages use. */
export interface ChangeResponses {
  'POST /desk/establishments': Residence;
  [imported: `POST /desk/imports/${string}`]: ImportResult;
}
