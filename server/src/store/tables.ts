import type { Generated } from 'kysely';
import type { EntryColumns } from './entry-columns.ts';

/** 0 or 1: SQLite has no boolean, and one type on both engines is simpler than two. */
export type Flag = 0 | 1;
/** An instant as ISO 8601 with milliseconds in UTC, `2026-03-04T09:15:00.000Z`. */
export type Instant = string;
/** A calendar day, `2026-03-04`. */
export type Day = string;
/** JSON text. */
export type Json = string;

export interface Tables {
  groups: GroupsTable;
  establishments: EstablishmentsTable;
  staff: StaffTable;
  announcements: AnnouncementsTable;
  callers: CallersTable;
  passwords: PasswordsTable;
  endpoints: EndpointsTable;
  partners: PartnersTable;
  tokens: TokensTable;
  entries: EntriesTable;
  entry_phones: EntryPhonesTable;
  relations: RelationsTable;
  actions: ActionsTable;
  files: FilesTable;
  orientations: OrientationsTable;
  idempotency_keys: IdempotencyKeysTable;
  upload_bytes: UploadBytesTable;
  history: HistoryTable;
  outbox: OutboxTable;
  attempts: AttemptsTable;
  contact_counts: ContactCountsTable;
  lead_counts: LeadCountsTable;
  delay_counts: DelayCountsTable;
  users: UsersTable;
  grants: GrantsTable;
  sessions: SessionsTable;
  recovery_codes: RecoveryCodesTable;
  known_addresses: KnownAddressesTable;
  audit: AuditTable;
  notifications: NotificationsTable;
  deferred_notifications: DeferredNotificationsTable;
  mails: MailsTable;
  conversion_settings: ConversionSettingsTable;
  conversions: ConversionsTable;
  installation: InstallationTable;
  revisions: RevisionsTable;
  migrations: MigrationsTable;
}

export interface GroupsTable {
  id: number;
  slug: string;
  name: string;
  detail: string;
}

export interface EstablishmentsTable {
  id: number;
  group_id: number;
  name: string;
  /** The other strings of the contract's Establishment (contract 2.2), by their wire names; absent when unknown. */
  details: Json;
}

export interface StaffTable {
  id: Generated<number>;
  establishment_id: number;
  name: string;
  job: string;
  /** Doctors are medical staff too. */
  medical: Flag;
  doctor: Flag;
  active: Flag;
}

export interface AnnouncementsTable {
  id: number;
  establishment_id: number;
  title: string;
  open: Flag;
}

export interface CallersTable {
  id: Generated<number>;
  name: string;
  created_at: Instant;
}

export interface PasswordsTable {
  id: Generated<number>;
  caller_id: number;
  hash: string;
  scope: 'full' | 'browser';
  /** A JSON array of allowed origins; empty for any. */
  origins: Json;
  created_at: Instant;
  revoked_at: Instant | null;
}

export interface EndpointsTable {
  id: Generated<number>;
  caller_id: number;
  url: string;
  /** A JSON array of the events it wants; null for all. */
  events: Generated<Json | null>;
  /** The signing secret, encrypted with the secret key. */
  secret: string;
  /** The secret before the present one, encrypted, which signs too until `previous_until`. */
  previous_secret: Generated<string | null>;
  previous_until: Generated<Instant | null>;
  /** `held` after days of failure, `off` when it wants nothing more or was switched off: its events wait. */
  state: Generated<'on' | 'held' | 'off'>;
  /** Why it is not on, in a sentence; null when it is. */
  reason: Generated<string | null>;
  last_failed: Generated<Flag>;
  /** When the first attempt failed of those since the last one that did not; null when that was the last. */
  failing_since: Generated<Instant | null>;
  /** When an attempt last failed, to the hour. */
  failed_at: Generated<Instant | null>;
  created_at: Instant;
}

export interface PartnersTable {
  id: Generated<number>;
  slug: string;
  created_at: Instant;
}

export interface TokensTable {
  id: Generated<number>;
  partner_id: number;
  hash: string;
  /** The last day on which the token is good; null for no end. */
  until: Day | null;
  created_at: Instant;
  revoked_at: Instant | null;
}

/** Its columns stand in entry-columns.ts. */
export type EntriesTable = EntryColumns;

export interface EntryPhonesTable {
  key: string;
  entry_id: number;
}

export interface RelationsTable {
  entry_id: number;
  position: number;
  /** The contract's fields of a relation (contract 2.4), by their wire names. */
  fields: Json;
  extra: Json | null;
}

export interface ActionsTable {
  entry_id: number;
  position: number;
  date: Day | null;
  time: string | null;
  comment: string | null;
  /** One of the five stages of the yearly statistics; null counts as « Prise de contact » where nobody is its author. */
  stage: string | null;
  done: Flag;
  /** The staff member who wrote it; `visitor` when it came with a `browser` password, null when it came over the interface otherwise. */
  author: string | null;
  extra: Json | null;
}

export interface FilesTable {
  entry_id: number;
  name: string;
  /** Media type found in the content itself. */
  type: string;
  content: Uint8Array;
}

export interface OrientationsTable {
  id: Generated<number>;
  partner_id: number;
  /** `NumeroDemandeOrientationCR`; null when the partner sent none. */
  numero: string | null;
  entry_id: number;
  /** What the partner has said so far, by the contract's keys: the newest value of each. */
  message: Json;
  test: Flag;
}

export interface IdempotencyKeysTable {
  /** `c` and the caller's id, `b` and the caller's id for its `browser` passwords, `p` and the partner's, or `u` and the user's. */
  sender: string;
  key: string;
  content_hash: string;
  entry_id: number;
  expires_at: Instant;
}

/** How many bytes of CVs and large entries came with `browser` passwords on a day, in UTC. */
export interface UploadBytesTable {
  day: Day;
  /** A keyed hash of the address; empty for all addresses together. */
  address: string;
  bytes: number;
}

export interface HistoryTable {
  id: Generated<number>;
  entry_id: number;
  at: Instant;
  /** Who: a staff member's name, or `partner:<slug>`. */
  author: string;
  /** What happened: see entries/history.ts. */
  change: string;
  detail: Json;
}

/** An event for an endpoint. */
export interface OutboxTable {
  id: Generated<number>;
  endpoint_id: number;
  /** Null for a test of the endpoint. */
  entry_id: number | null;
  /** `msg_…`, the same at each attempt. */
  webhook_id: string;
  event: string;
  sequence: number;
  /** The bytes that are signed and sent. */
  body: string;
  created_at: Instant;
  state: 'pending' | 'delivered' | 'failed';
  /** How often it was tried since it was written or sent again; all tries are in `attempts`. */
  attempts: number;
  /** When it is due or, while a process has claimed it, when that process must have been done with it; null when finished. */
  next_at: Instant | null;
  finished_at: Instant | null;
}

export interface AttemptsTable {
  id: Generated<number>;
  outbox_id: number;
  at: Instant;
  /** The HTTP status; null when there was no answer. */
  status: number | null;
  ms: number;
  /** What went wrong; null when nothing did. */
  failure_reason: string | null;
  /** The first KiB of the answer. */
  response_excerpt: string;
}

export interface ContactCountsTable {
  year: number;
  establishment_id: number;
  total: number;
  has_action: number;
}

/** How many leads stand alike. */
export interface LeadCountsTable {
  year: number;
  establishment_id: number;
  /** Of the contact date, 1 to 12. */
  month: number;
  /** Commercial contact type; empty when unknown. */
  type: string;
  advertised: Flag;
  /** How far they have come: an index of `steps` in entries/funnel/funnel-position.ts. */
  reached: number;
  count: number;
}

/** How many leads took equally long. */
export interface DelayCountsTable {
  year: number;
  establishment_id: number;
  /** To the first `contact`, in working minutes; to the `admission`, in days. */
  measure: 'contact' | 'admission';
  /** Of the contact date, 1 to 12. */
  month: number;
  value: number;
  count: number;
}

/** Somebody who signs in to the desk. */
export interface UsersTable {
  id: Generated<number>;
  /** In small letters. */
  email: string;
  /** Shown to others, to callers too. */
  name: string;
  /** Argon2id in PHC form; null until the user has chosen a password. */
  password_hash: string | null;
  /** The keyed hash of an invitation's token; null when there is none. */
  invitation_hash: string | null;
  invitation_until: Instant | null;
  /** The secret of their authenticator app, encrypted; null where none was begun. */
  totp_secret: Generated<string | null>;
  /** Since when signing in takes a code as well; null while it does not. */
  totp_since: Generated<Instant | null>;
  /** The newest half minute, counted from 1970, whose code was used. */
  totp_step: Generated<number | null>;
  /** How often they want to be told by e-mail of what arrives; null until they have chosen. */
  mail: Generated<'at-once' | 'digest' | 'none' | null>;
  disabled_at: Instant | null;
  created_at: Instant;
}

/** What stands in for a code of an authenticator app, once. */
export interface RecoveryCodesTable {
  /** The keyed hash of the code. */
  hash: string;
  user_id: number;
}

/** A network address that a user has signed in from. */
export interface KnownAddressesTable {
  /** The keyed hash of the user's e-mail address and the network address. */
  hash: string;
  user_id: number;
  /** When they last did. */
  seen_at: Instant;
}

/** A role at a residence. */
export interface GrantsTable {
  id: Generated<number>;
  user_id: number;
  role: 'administrator' | 'direction' | 'commercial' | 'reader';
  /** Null for all residences, and for what belongs to none. */
  establishment_id: number | null;
}

export interface SessionsTable {
  /** The keyed hash of the token in the cookie. */
  hash: string;
  user_id: number;
  created_at: Instant;
  /** When it was last used, to the minute. */
  seen_at: Instant;
}

/** A line of the audit trail. */
export interface AuditTable {
  id: Generated<number>;
  at: Instant;
  /** Null for what nobody signed in has done: a failed sign-in. */
  user_id: number | null;
  /** The user's e-mail address, or the one that was tried. */
  author: string;
  address: string | null;
  /** See access/audit.ts. */
  action: string;
  subject: string | null;
  subject_id: number | null;
  detail: Json;
}

/** Something that staff are to be told of by e-mail. */
export interface NotificationsTable {
  id: Generated<number>;
  entry_id: number;
  created_at: Instant;
  /** Whether users who have chosen immediate mails have one about it. */
  notified: Generated<Flag>;
  /** Whether a digest has counted it. */
  digested: Generated<Flag>;
}

/** A notification that a user gets together with others, because too many mails went to them within the hour. */
export interface DeferredNotificationsTable {
  user_id: number;
  entry_id: number;
  deferred_at: Instant;
}

/** A mail to a user. */
export interface MailsTable {
  id: Generated<number>;
  /** The same at each attempt, without its angle brackets. */
  message_id: string;
  user_id: number;
  /** Null for a mail about several entries. */
  entry_id: number | null;
  subject: string;
  body: string;
  created_at: Instant;
  state: 'pending' | 'sent' | 'failed';
  attempts: number;
  /** When it is due or, while a process has claimed it, when that process must have been done with it; null when finished. */
  next_at: Instant | null;
  finished_at: Instant | null;
  /** What went wrong the last time; null when nothing did. */
  failure_reason: string | null;
}

/** How conversions are exported: one row at most. Amounts in cents. */
export interface ConversionSettingsTable {
  id: number;
  enabled: Flag;
  /** The sites send a click identifier with the visitor's consent only. */
  consent_assured: Flag;
  qualified_name: string;
  qualified_cents: number | null;
  admitted_name: string;
  admitted_cents: number | null;
  password_hash: string | null;
  password_made_at: Instant | null;
  /** When a file was last fetched with the password. */
  pulled_at: Instant | null;
}

/** A conversion that has been served, as it was. */
export interface ConversionsTable {
  id: Generated<number>;
  /** The entry may be gone. */
  entry_id: number;
  milestone: 'qualified' | 'admitted';
  converted_at: Instant;
  name: string;
  cents: number | null;
  first_served_at: Instant;
  /** When it was found to be none after all. */
  retracted_at: Instant | null;
}

export interface InstallationTable {
  name: string;
  value: string;
}

export interface RevisionsTable {
  subject: string;
  number: number;
}

export interface MigrationsTable {
  number: number;
  name: string;
  applied_at: Instant;
}
