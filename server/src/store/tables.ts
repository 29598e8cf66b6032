import type { Generated } from 'kysely';
import type { Stage } from '../contract/enumerations.ts';
import type { EntryColumns } from './entry-columns.ts';

/** What became of an action. Absent, a done action counts as `reached`. */
export const outcomes = [
  'reached',
  'no-answer',
  'voicemail',
  'wrong-number',
  'no-show',
  'cancelled',
] as const;
export type Outcome = (typeof outcomes)[number];

/** 0 or 1: SQLite has no boolean, and one type on both engines is simpler than two. */
export type Flag = 0 | 1;
/** An instant in ISO 8601 with milliseconds in UTC, `2026-03-04T09:15:00.000Z`. */
export type Instant = string;
/** A calendar day, `2026-03-04`. */
export type Day = string;
/** JSON text. */
export type Json = string;

/** The tables of the schema, with their columns in order. */
export interface Tables {
  groups: {
    id: number;
    slug: string;
    name: string;
    detail: string;
  };

  establishments: {
    id: number;
    group_id: number;
    name: string;
    /** The other strings of an Establishment (contract 2.2), by wire name; absent when unknown. */
    details: Json;
  };

  staff: {
    id: Generated<number>;
    establishment_id: number;
    name: string;
    job: string;
    /** Doctors are medical staff too. */
    medical: Flag;
    doctor: Flag;
    active: Flag;
  };

  announcements: {
    id: number;
    establishment_id: number;
    title: string;
    open: Flag;
  };

  callers: {
    id: Generated<number>;
    name: string;
    created_at: Instant;
  };

  passwords: {
    id: Generated<number>;
    caller_id: number;
    hash: string;
    scope: 'full' | 'browser';
    /** A JSON array of allowed origins; empty for any. */
    origins: Json;
    created_at: Instant;
    revoked_at: Instant | null;
    /** What it is for, in the words of an administrator. */
    label: Generated<string | null>;
    /** The last day on which it was used, in Europe/Paris. */
    last_used_on: Generated<Day | null>;
  };

  endpoints: {
    id: Generated<number>;
    caller_id: number;
    url: string;
    /** A JSON array of the subscribed events; null for all. */
    events: Generated<Json | null>;
    /** The signing secret, encrypted with the secret key. */
    secret: string;
    /** The previous secret, encrypted. Events are signed with both until `previous_until`. */
    previous_secret: Generated<string | null>;
    previous_until: Generated<Instant | null>;
    /** `held` after days of failure; `off` after a 410 or when switched off by hand. Its events wait. */
    state: Generated<'on' | 'held' | 'off'>;
    /** Why it is not on, as a sentence; null when it is on. */
    reason: Generated<string | null>;
    last_failed: Generated<Flag>;
    /** When the current run of failures began; null when the last attempt succeeded. */
    failing_since: Generated<Instant | null>;
    /** When an attempt last failed, to the hour. */
    failed_at: Generated<Instant | null>;
    created_at: Instant;
  };

  partners: {
    id: Generated<number>;
    slug: string;
    created_at: Instant;
  };

  tokens: {
    id: Generated<number>;
    partner_id: number;
    hash: string;
    /** The last day on which the token is valid; null for no end. */
    until: Day | null;
    created_at: Instant;
    revoked_at: Instant | null;
    /** What it is for, in the words of an administrator. */
    label: Generated<string | null>;
    /** The last day on which it was used, in Europe/Paris. */
    last_used_on: Generated<Day | null>;
  };

  /** Defined in entry-columns.ts. */
  entries: EntryColumns;

  entry_phones: {
    key: string;
    entry_id: number;
  };

  relations: {
    entry_id: number;
    position: number;
    /** The contract's fields of a relation (contract 2.4), by wire name. */
    fields: Json;
    extra: Json | null;
  };

  actions: {
    entry_id: number;
    position: number;
    date: Day | null;
    time: string | null;
    comment: string | null;
    /** A stage of the yearly statistics. Null counts as « Prise de contact » when `author` is null. */
    stage: Stage | null;
    done: Flag;
    /** The staff member who wrote it, `visitor` for a `browser` password, null for other API requests. */
    author: string | null;
    extra: Json | null;
    /** What became of it. A planned action with an outcome is no longer planned. */
    outcome: Outcome | null;
    /** The user who is to do it. */
    assignee_id: number | null;
  };

  files: {
    entry_id: number;
    name: string;
    /** The media type detected in the content. */
    type: string;
    content: Uint8Array;
  };

  orientations: {
    id: Generated<number>;
    partner_id: number;
    /** `NumeroDemandeOrientationCR`; null when the partner sent none. */
    numero: string | null;
    entry_id: number;
    /** The newest value of each of the contract's keys that the partner has sent. */
    message: Json;
    test: Flag;
  };

  idempotency_keys: {
    /** A letter and an id: `c` caller, `b` caller by a `browser` password, `p` partner, `u` user. */
    sender: string;
    key: string;
    content_hash: string;
    entry_id: number;
    expires_at: Instant;
  };

  /** Bytes of CVs and large entries received with `browser` passwords per day (UTC). */
  upload_bytes: {
    day: Day;
    /** A keyed hash of the address; empty for the sum of all addresses. */
    address: string;
    bytes: number;
  };

  history: {
    id: Generated<number>;
    entry_id: number;
    at: Instant;
    /** A staff member's name, or `partner:<slug>`. */
    author: string;
    /** What happened: see entries/history.ts. */
    change: string;
    detail: Json;
  };

  /** An event for an endpoint. */
  outbox: {
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
    /** Attempts since it was created or resent. The table `attempts` holds all of them. */
    attempts: number;
    /** When it is due or, while claimed, when the claim's lease ends; null when finished. */
    next_at: Instant | null;
    finished_at: Instant | null;
    /** When its personal data was erased: from then on no response of the receiver is stored either. */
    blanked_at: Generated<Instant | null>;
  };

  attempts: {
    id: Generated<number>;
    outbox_id: number;
    at: Instant;
    /** The HTTP status; null when there was no response. */
    status: number | null;
    ms: number;
    /** Null when the attempt succeeded. */
    failure_reason: string | null;
    /** The first KiB of the response. */
    response_excerpt: string;
  };

  contact_counts: {
    year: number;
    establishment_id: number;
    total: number;
    has_action: number;
  };

  /** The number of leads with the same funnel position. */
  lead_counts: {
    year: number;
    establishment_id: number;
    /** Of the contact date, 1 to 12. */
    month: number;
    /** Commercial contact type; empty when unknown. */
    type: string;
    advertised: Flag;
    /** `caller:3`, `partner:1`, or `staff`. */
    sender: string;
    /** The result and its reason; empty without one. */
    resultat: string;
    motif: string;
    /** The furthest step reached: an index into `steps` in entries/funnel/funnel-position.ts. */
    reached: number;
    count: number;
  };

  /** A histogram of durations: the number of leads with the same value. */
  delay_counts: {
    year: number;
    establishment_id: number;
    /** Time to the first `contact` in working minutes, or to `admission` in days. */
    measure: 'contact' | 'admission';
    /** Of the contact date, 1 to 12. */
    month: number;
    value: number;
    count: number;
  };

  /** A user of the desk. */
  users: {
    id: Generated<number>;
    /** In lower case. */
    email: string;
    /** Visible to other users and to callers. */
    name: string;
    /** Argon2id in PHC format; null until the user has chosen a password. */
    password_hash: string | null;
    /** The keyed hash of the token of a link to choose a password; null when there is none. */
    invitation_hash: string | null;
    invitation_until: Instant | null;
    /** The secret of the authenticator app, encrypted; null when none has been set up. */
    totp_secret: Generated<string | null>;
    /** Since when signing in requires a code; null while it does not. */
    totp_since: Generated<Instant | null>;
    /** The last 30-second TOTP step, counted from 1970, whose code was used. */
    totp_step: Generated<number | null>;
    /** Preference for e-mail notifications; null until the user has chosen. */
    mail: Generated<'at-once' | 'digest' | 'none' | null>;
    disabled_at: Instant | null;
    created_at: Instant;
    last_sign_in_at: Generated<Instant | null>;
    /** The first and the last day of an absence; both null, or neither. */
    away_from: Generated<Day | null>;
    away_until: Generated<Day | null>;
  };

  /** A one-time substitute for a code of the authenticator app. */
  recovery_codes: {
    /** The keyed hash of the code. */
    hash: string;
    user_id: number;
  };

  /** A network address from which a user has signed in. */
  known_addresses: {
    /** The keyed hash of the user's e-mail address and the network address. */
    hash: string;
    user_id: number;
    /** The last sign-in from it. */
    seen_at: Instant;
  };

  /** A user's role at a residence. */
  grants: {
    id: Generated<number>;
    user_id: number;
    role: 'administrator' | 'direction' | 'commercial' | 'call-centre' | 'marketing' | 'reader' | 'privacy';
    /** Null for all residences and for entries without one. */
    establishment_id: number | null;
  };

  sessions: {
    /** The keyed hash of the token in the cookie. */
    hash: string;
    user_id: number;
    created_at: Instant;
    /** Last use, to the minute. */
    seen_at: Instant;
  };

  /** A line of the audit trail. */
  audit: {
    id: Generated<number>;
    at: Instant;
    /** Null when no user was signed in: a failed sign-in, or a command. */
    user_id: number | null;
    /** The user's e-mail address, or the one tried in a failed sign-in. */
    author: string;
    address: string | null;
    /** See access/audit.ts. */
    action: string;
    subject: string | null;
    subject_id: number | null;
    detail: Json;
  };

  /** An event that staff are to be notified of by e-mail. */
  notifications: {
    id: Generated<number>;
    entry_id: number;
    created_at: Instant;
    /** Whether immediate mails have been written. */
    notified: Generated<Flag>;
    /** Whether a digest has included it. */
    digested: Generated<Flag>;
  };

  /** An entry that the user's next mail lists. */
  deferred_notifications: {
    user_id: number;
    entry_id: number;
    deferred_at: Instant;
  };

  /** A mail to a user. */
  mails: {
    id: Generated<number>;
    /** The same at each attempt, without angle brackets. */
    message_id: string;
    user_id: number;
    /** Null for a mail about several entries. */
    entry_id: number | null;
    subject: string;
    body: string;
    created_at: Instant;
    state: 'pending' | 'sent' | 'failed';
    attempts: number;
    /** When it is due or, while claimed, when the claim's lease ends; null when finished. */
    next_at: Instant | null;
    finished_at: Instant | null;
    /** Of the last attempt; null when it succeeded. */
    failure_reason: string | null;
    /** 1 for a link that opens an account: the body is encrypted, and empty once the mail is finished. */
    secret: Generated<Flag>;
  };

  /** The settings of the conversion export: at most one row. Amounts in cents. */
  conversion_settings: {
    id: number;
    enabled: Flag;
    /** The sites send a click identifier only with the visitor's consent. */
    consent_assured: Flag;
    qualified_name: string;
    qualified_cents: number | null;
    admitted_name: string;
    admitted_cents: number | null;
    password_hash: string | null;
    password_made_at: Instant | null;
    /** When a file was last fetched with the password. */
    pulled_at: Instant | null;
  };

  /** A conversion as it was served. */
  conversions: {
    id: Generated<number>;
    /** Not a foreign key: the entry may have been deleted. */
    entry_id: number;
    milestone: 'qualified' | 'admitted';
    converted_at: Instant;
    name: string;
    cents: number | null;
    first_served_at: Instant;
    /** When it was found not to be a conversion any more. */
    retracted_at: Instant | null;
  };

  /** The ledger of erasures. It holds no personal data. */
  erasures: {
    id: Generated<number>;
    entry_id: number;
    /** Identifies the entry together with its id, which is used again after a restore. */
    received_at: Instant;
    /** The position of one related person; null for the whole entry. */
    relation: number | null;
    /** `request`, or the name of a retention rule. */
    reason: string;
    request_id: number | null;
    erased_at: Instant;
    /** How many rows were erased, by place. */
    counts: Json;
    /** Of the plan that was shown; null without one. */
    digest: string | null;
  };

  /** Messages of partners whose data was erased. */
  erased_messages: {
    /** Keyed hash of the message. */
    hash: string;
    expires_at: Instant;
  };

  holds: {
    id: Generated<number>;
    entry_id: number;
    kind: 'hold' | 'limitation';
    reason: string;
    /** The last day. */
    until: Day;
    request_id: number | null;
    author: string;
    created_at: Instant;
    /** Null while it holds. */
    ended_at: Generated<Instant | null>;
    ended_by: Generated<string | null>;
  };

  /** Requests of persons about their data. */
  privacy_requests: {
    id: Generated<number>;
    kind: 'access' | 'portability' | 'rectification' | 'erasure' | 'opposition' | 'limitation';
    /** Who asks and how to reply. */
    person: string;
    received_on: Day;
    channel: 'mail' | 'letter' | 'phone' | 'desk' | 'other';
    /** How the identity was checked, in words; null until it was. */
    identity_check: string | null;
    due_on: Day;
    extension_reason: string | null;
    decision: 'granted' | 'partial' | 'refused' | null;
    /** The ground of the decision. */
    ground: string | null;
    created_at: Instant;
    closed_at: Instant | null;
    /** The person, somebody who acts for them, or the controller of its own accord. */
    asker: 'self' | 'representative' | 'controller';
    /** For whom a representative asks, and by what right. */
    represented: string | null;
  };

  /** The entries that a request concerns. */
  privacy_request_entries: {
    request_id: number;
    entry_id: number;
    state: 'found' | 'done' | 'refused';
    /** Why it was refused. */
    reason: string | null;
    /** Whom of the entry the request concerns, as a JSON array: `entry` for the one of its own fields, or positions of relations. */
    people: Json | null;
    /** The texts that the export withholds, as a JSON array of `{ key, reason }`. */
    withheld: Json | null;
  };

  /** What was done for a request. It holds no personal data. */
  privacy_request_steps: {
    id: Generated<number>;
    request_id: number;
    at: Instant;
    author: string;
    step: string;
    detail: Json;
  };

  objections: {
    id: Generated<number>;
    /** Keyed hash of a phone key or an e-mail address. */
    hash: string;
    kind: 'phone' | 'email';
    objected_on: Day;
    expires_on: Day;
    request_id: number | null;
  };

  retention_rules: {
    name: string;
    days: number;
    /** Null for a rule that does not run yet. */
    confirmed_at: Instant | null;
    confirmed_by: string | null;
    /** Fewer days than `days`, which apply from `next_from` on. Null without a change to come. */
    next_days: number | null;
    next_from: Day | null;
  };

  retention_runs: {
    id: Generated<number>;
    started_at: Instant;
    finished_at: Instant | null;
    /** How many entries each rule has erased. */
    counts: Json;
  };

  /** What retention will erase within 30 days, as the last run found it. */
  coming_erasures: {
    entry_id: number;
    /** The name of the retention rule. */
    rule: string;
    /** The day of the run that will erase it. */
    day: Day;
  };

  /** Messages of partners as received, by which they are recognized after an erasure. */
  message_hashes: {
    entry_id: number;
    /** Keyed hash of the message. */
    hash: string;
  };

  /** What the data protection officer adds to the register of treatments. */
  register_texts: {
    treatment: string;
    text: string;
    author: string;
    changed_at: Instant;
  };

  /** To whom new entries of a residence are given: to `user_id`, or in turn. */
  assignment_rules: {
    establishment_id: number;
    mode: 'user' | 'turn';
    user_id: number | null;
    /** Who was given the last one. */
    last_user_id: number | null;
  };

  /** Times within which a lead is to be followed up: of a residence, of a group, or without either of all. */
  targets: {
    id: Generated<number>;
    group_id: number | null;
    establishment_id: number | null;
    /** In working minutes. */
    first_call_minutes: number;
    after_visit_days: number;
    /** Days without a contact after which an open lead is stale. */
    stale_days: number;
  };

  /** Tokens of calendar feeds. */
  calendar_tokens: {
    id: Generated<number>;
    user_id: number;
    /** Keyed. */
    hash: string;
    created_at: Instant;
    revoked_at: Instant | null;
  };

  /** What administrators switch on. */
  settings: {
    name: string;
    value: Json;
  };

  installation: {
    name: string;
    value: string;
  };

  revisions: {
    subject: string;
    number: number;
  };

  migrations: {
    number: number;
    name: string;
    applied_at: Instant;
  };
}

export type EntriesTable = Tables['entries'];
export type ActionsTable = Tables['actions'];
