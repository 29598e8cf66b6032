// The responses of the desk API: types of the server's own schemas, by which it serialises them.
import type { Static } from 'typebox';
import type * as conversions from '../../../server/src/conversions/desk.ts';
import type { WithheldPage } from '../../../server/src/conversions/withheld-list.ts';
import type * as bulk from '../../../server/src/desk/acts/bulk.ts';
import type * as versions from '../../../server/src/desk/acts/versions.ts';
import type * as counts from '../../../server/src/desk/entries/counts.ts';
import type * as detail from '../../../server/src/desk/entries/detail-route.ts';
import type * as known from '../../../server/src/desk/entries/known-family.ts';
import type * as listed from '../../../server/src/desk/entries/listed.ts';
import type * as orientations from '../../../server/src/desk/entries/listed-orientations.ts';
import type * as search from '../../../server/src/desk/entries/search-route.ts';
import type * as session from '../../../server/src/desk/session/session.ts';
import type * as totp from '../../../server/src/desk/session/totp.ts';
import type * as today from '../../../server/src/desk/today/today.ts';
import type * as jobOffers from '../../../server/src/residences/desk/all-announcements.ts';
import type * as offers from '../../../server/src/residences/desk/announcements.ts';
import type * as residences from '../../../server/src/residences/desk/establishments.ts';
import type * as groups from '../../../server/src/residences/desk/groups.ts';
import type * as imports from '../../../server/src/residences/desk/import.ts';
import type * as publicAnswers from '../../../server/src/residences/desk/public.ts';
import type * as staff from '../../../server/src/residences/desk/staff.ts';
import type * as statistics from '../../../server/src/statistics/desk-answer.ts';
import type * as followUpStatistics from '../../../server/src/statistics/follow-up.ts';
import type { PrivacyChangeResponses, PrivacyGetResponses } from './privacy-responses.ts';
import type { AnswerOf } from './routes.ts';

export type Session = Static<typeof session.SessionResponse>;
export type Grant = User['grants'][number];
export type Role = Grant['role'];
export type Right = Session['user']['rights'][number];
type TotpState = Static<typeof totp.TotpResponse>;
export type TotpSecret = Static<typeof totp.TotpSecretResponse>;
type OwnMailPreference = AnswerOf<'GET /desk/session/mail'>;
export type MailPreference = OwnMailPreference['mail'];

export type EntryDetail = Static<typeof detail.EntryResponse>;
export type Relation = EntryDetail['relations'][number];
export type Action = EntryDetail['actions'][number];
export type HistoryLine = Static<typeof versions.HistoryLine>;
export type FamilyEntry = EntryDetail['family']['data'][number];
export type KnownEntry = Static<typeof known.KnownEntry>;
export type ListedEntry = Static<typeof listed.ListedEntry>;
export type FollowedEntry = Static<typeof listed.FollowedEntry>;
export type SearchResults = Static<typeof search.SearchResponse>;
export type ListedAction = Static<typeof listed.ListedAction>;
export type ListedOrientation = Static<typeof orientations.ListedOrientation>;
export type Counts = Static<typeof counts.CountsResponse>;
export type Appointment = AnswerOf<'GET /desk/agenda'>['data'][number];
export type Today = Static<typeof today.Today>;
export type Statistics = Static<typeof statistics.DeskStatistics>;
export type FollowUpStatistics = Static<typeof followUpStatistics.FollowUpStatistics>;

export type Residence = Static<typeof residences.Shown>;
export type Assignment = AnswerOf<'GET /desk/establishments/:id/assignment'>;
export type Targets = AnswerOf<'GET /desk/targets'>;
export type Group = Static<typeof groups.Group>;
export type StaffMember = Static<typeof staff.Member>;
export type OfferOfResidence = Static<typeof offers.ListedAnnouncement>;
export type JobOffer = Static<typeof jobOffers.Announcement>;
export type ImportResult = Static<typeof imports.Imported>;

export type Caller = AnswerOf<'GET /desk/callers'>['data'][number];
export type Endpoint = AnswerOf<'GET /desk/endpoints'>['data'][number];
export type Partner = AnswerOf<'GET /desk/partners'>['data'][number];
export type DeliveryDetail = AnswerOf<'GET /desk/deliveries/:id'>;
export type Delivery = Omit<DeliveryDetail, 'body' | 'log'>;
export type Mail = AnswerOf<'GET /desk/mails'>['data'][number];
export type Conversions = Static<typeof conversions.Conversions>;

export type User = AnswerOf<'GET /desk/users'>['data'][number];
export type Invitation = AnswerOf<'POST /desk/users/:id/invitation'>;
export type AuditLine = AnswerOf<'GET /desk/audit'>['data'][number];

/** A list on one page. */
interface Whole<Row> {
  readonly data: Row[];
}

/** A page of a long list, which is read by cursors. */
export interface Page<Row> extends Whole<Row> {
  /** Not exact when there are more than 10,000. */
  readonly total: { readonly count: number; readonly exact: boolean };
  readonly next: string | null;
  readonly previous: string | null;
}

/** Responses of `GET`, by path. */
export interface GetResponses extends PrivacyGetResponses {
  '/desk/session': Session;
  '/desk/forgotten-password': { readonly mail: boolean };
  '/desk/session/totp': TotpState;
  '/desk/counts': Counts;
  '/desk/today': Today;
  '/desk/statistics': Statistics;
  '/desk/statistics/follow-up': FollowUpStatistics;
  '/desk/entries': Page<FollowedEntry>;
  '/desk/search': SearchResults;
  '/desk/families': Static<typeof known.KnownFamily>;
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
  '/desk/conversions': Conversions;
  '/desk/conversions/withheld': Static<typeof WithheldPage>;
  [entry: `/desk/entries/${number}`]: EntryDetail;
  [privacyEntry: `/desk/privacy/entries/${number}`]: EntryDetail;
  [version: `/desk/entries/${number}/version`]: { readonly version: number };
  [history: `/desk/entries/${number}/history`]: {
    readonly data: HistoryLine[];
    readonly next: number | null;
  };
  [owners: `/desk/entries/${number}/owners`]: Whole<{ readonly id: number; readonly name: string }>;
  [receivers: `/desk/entries/${number}/residences`]: Whole<{ readonly id: number; readonly name: string }>;
  [residence: `/desk/establishments/${number}`]: Residence;
  [staff: `/desk/establishments/${number}/staff`]: Whole<StaffMember>;
  [jobOffers: `/desk/establishments/${number}/announcements`]: Whole<OfferOfResidence>;
  [public_: `/desk/establishments/${number}/public`]: Static<typeof publicAnswers.Public>;
  [columns: `/desk/imports/${string}`]: { readonly columns: readonly string[] };
}

/** Responses of changes that the pages use. */
export interface ChangeResponses extends PrivacyChangeResponses {
  'POST /desk/session': Session;
  'POST /desk/invitation/check': { readonly email: string; readonly name: string; readonly isFirst: boolean };
  'POST /desk/session/totp': TotpSecret;
  'PUT /desk/session/totp': Static<typeof totp.RecoveryCodesResponse>;
  'POST /desk/session/totp/recovery-codes': Static<typeof totp.RecoveryCodesResponse>;
  'POST /desk/entries': { readonly id: number };
  'POST /desk/entries/bulk': Static<typeof bulk.BulkAnswer>;
  'POST /desk/surveys': { readonly id: number };
  'POST /desk/applications': { readonly id: number };
  'POST /desk/establishments': Residence;
  [imported: `POST /desk/imports/${string}`]: ImportResult;
  'POST /desk/conversions/password': { readonly userName: string; readonly password: string };
}
