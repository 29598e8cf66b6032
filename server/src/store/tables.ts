import type { Stage } from '../contract/enumerations.ts';
import {
  bigint,
  bytes,
  day,
  flag,
  id,
  instant,
  int,
  json,
  key,
  oneOf,
  text,
  type ValuesOf,
} from './column.ts';
import { entryColumns } from './entry-columns.ts';

export type { Day, Flag, Instant, Json } from './column.ts';

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

/** What a letter to a person is for. `answer`: what closes a complaint, or answers an application. */
const letterUses = [
  'free',
  'answer',
  'visit',
  'visit-moved',
  'visit-cancelled',
  'reminder',
  'receipt',
] as const;
export type LetterUse = (typeof letterUses)[number];
/** As in letters/letters.ts. */
const letterStates = ['pending', 'sent', 'failed', 'cancelled'] as const;
/** The way of a letter. */
const channels = ['email', 'sms'] as const;
export type Channel = (typeof channels)[number];
/** How a person is contacted. */
export const contactWays = ['phone', 'email', 'sms'] as const;
export type ContactWay = (typeof contactWays)[number];

export const visitUses = ['visit', 'visit-moved', 'visit-cancelled'] as const satisfies LetterUse[];
export type VisitUse = (typeof visitUses)[number];

/** The tables of the schema, with their columns in order. */
export const tables = {
  groups: { id: int().primary(), slug: text('none').unique(), name: text('none'), detail: text('none') },

  establishments: {
    id: int().primary(),
    group_id: int().references('groups'),
    name: text('none'),
    /** The other strings of an Establishment (contract 2.2), by wire name; absent when unknown. */
    details: json('none'),
    /** Links to its documents for families; null for none. */
    tariffs_url: text('none').orNull(),
    booklet_url: text('none').orNull(),
  },

  /** Published by the residence. */
  staff: {
    id: key(),
    establishment_id: int().references('establishments'),
    name: text('staff'),
    job: text('staff'),
    /** Doctors are medical staff too. */
    medical: flag(),
    doctor: flag(),
    active: flag(),
  },

  announcements: {
    id: id().primary(),
    establishment_id: int().references('establishments'),
    title: text('none'),
    open: flag(),
  },

  callers: {
    id: key(),
    name: text('none').unique(),
    created_at: instant('none'),
    /** Where the fields of its site go (contract/field-rows.ts); null for none. */
    fields: json('none').orNull(),
    /** The page that a form without script leads to. */
    thanks_url: text('none').orNull(),
  },

  passwords: {
    id: key(),
    caller_id: id().references('callers'),
    hash: text('none').unique(),
    scope: oneOf('full', 'browser'),
    /** A JSON array of allowed origins; empty for any. */
    origins: json('none'),
    created_at: instant('none'),
    revoked_at: instant('none').orNull(),
    /** What it is for, in the words of an administrator. */
    label: text('none').orNull(),
    /** The last day on which it was used, in Europe/Paris. */
    last_used_on: day('none').orNull(),
    /** 1 when people get a receipt of what comes with it. */
    receipts: flag().byDefault(0),
  },

  endpoints: {
    id: key(),
    caller_id: id().references('callers'),
    url: text('none'),
    /** A JSON array of the subscribed events; null for all. */
    events: json('none').orNull(),
    /** The signing secret, encrypted with the secret key. */
    secret: text('none'),
    /** The previous secret, encrypted. Events are signed with both until `previous_until`. */
    previous_secret: text('none').orNull(),
    previous_until: instant('none').orNull(),
    /** `held` after days of failure; `off` after a 410 or when switched off by hand. Its events wait. */
    state: oneOf('on', 'held', 'off').byDefault('on'),
    /** Why it is not on, as a sentence; null when it is on. */
    reason: text('none').orNull(),
    last_failed: flag().byDefault(0),
    /** When the current run of failures began; null when the last attempt succeeded. */
    failing_since: instant('none').orNull(),
    /** When an attempt last failed, to the hour. */
    failed_at: instant('none').orNull(),
    created_at: instant('none'),
    /** A header that the receiver asks for, `name: value`, encrypted. */
    header: text('none').orNull(),
  },

  partners: { id: key(), slug: text('none').unique(), created_at: instant('none') },

  tokens: {
    id: key(),
    partner_id: id().references('partners'),
    hash: text('none').unique(),
    /** The last day on which the token is valid; null for no end. */
    until: day('none').orNull(),
    created_at: instant('none'),
    revoked_at: instant('none').orNull(),
    /** What it is for, in the words of an administrator. */
    label: text('none').orNull(),
    /** The last day on which it was used, in Europe/Paris. */
    last_used_on: day('none').orNull(),
  },

  users: {
    id: key(),
    /** In lower case. */
    email: text('staff').unique(),
    /** Visible to other users and to callers. */
    name: text('staff'),
    /** Argon2id in PHC format; null until the user has chosen a password. */
    password_hash: text('none').orNull(),
    /** The keyed hash of the token of a link to choose a password; null when there is none. */
    invitation_hash: text('none').unique().orNull(),
    invitation_until: instant('none').orNull(),
    /** The secret of the authenticator app, encrypted; null when none has been set up. */
    totp_secret: text('none').orNull(),
    /** Since when signing in requires a code; null while it does not. */
    totp_since: instant('none').orNull(),
    /** The last 30-second TOTP step, counted from 1970, whose code was used. */
    totp_step: int().orNull(),
    /** Preference for e-mail notifications; null until the user has chosen. */
    mail: oneOf('at-once', 'digest', 'none').orNull(),
    disabled_at: instant('none').orNull(),
    created_at: instant('none'),
    last_sign_in_at: instant('staff').orNull(),
    /** The first and the last day of an absence; both null, or neither. */
    away_from: day('staff').orNull(),
    away_until: day('staff').orNull(),
  },

  /** A one-time substitute for a code of the authenticator app. */
  recovery_codes: {
    /** The keyed hash of the code. */
    hash: text('none').primary(),
    user_id: id().references('users', 'cascade'),
  },

  /** A network address from which a user has signed in. */
  known_addresses: {
    /** The keyed hash of the user's e-mail address and the network address. */
    hash: text('none').primary(),
    user_id: id().references('users', 'cascade'),
    /** The last sign-in from it. */
    seen_at: instant('none'),
  },

  /** A user's role at a residence. */
  grants: {
    id: key(),
    user_id: id().references('users', 'cascade'),
    role: oneOf('administrator', 'direction', 'commercial', 'reader', 'privacy', 'call-centre', 'marketing'),
    /** Null for all residences and for entries without one. */
    establishment_id: int().references('establishments').orNull(),
  },

  sessions: {
    /** The keyed hash of the token in the cookie. */
    hash: text('none').primary(),
    user_id: id().references('users', 'cascade'),
    created_at: instant('none'),
    /** Last use, to the minute. */
    seen_at: instant('none'),
  },

  entries: entryColumns,

  entry_phones: { key: text('deleted').primary(), entry_id: id().primary().references('entries') },

  relations: {
    entry_id: id().primary().references('entries'),
    position: int().primary(),
    /** The contract's fields of a relation (contract 2.4), by wire name. */
    fields: json('deleted'),
    extra: json('deleted').orNull(),
  },

  actions: {
    entry_id: id().primary().references('entries'),
    position: int().primary(),
    date: day('none').orNull(),
    time: text('enumerated').orNull(),
    comment: text('blanked').orNull(),
    /** A stage of the yearly statistics. Null counts as « Prise de contact » when `author` is null. */
    stage: oneOf<Stage>().orNull(),
    done: flag(),
    /** Who wrote it (access/authors.ts), `visitor` for a `browser` password, null for other API requests. */
    author: text('blanked').orNull(),
    extra: json('blanked').orNull(),
    /** What became of it. A planned action with an outcome is no longer planned. */
    outcome: oneOf(...outcomes).orNull(),
    /** The user who is to do it. */
    assignee_id: id().references('users').orNull(),
    /** Of one taken over from a united entry: by which letters know it. Null: `entry_id:position` (`uidOf`). */
    uid: text('none').orNull(),
  },

  files: {
    entry_id: id().primary().references('entries'),
    name: text('deleted'),
    /** The media type detected in the content. */
    type: text('deleted'),
    content: bytes('deleted'),
  },

  orientations: {
    id: key(),
    partner_id: id().references('partners'),
    /** `NumeroDemandeOrientationCR`; null when the partner sent none. */
    numero: text('blanked').orNull(),
    entry_id: id().references('entries'),
    /** The newest value of each of the contract's keys that the partner has sent. */
    message: json('blanked'),
    test: flag().unique('partner_id', 'numero'),
    /** Fields that were corrected without trace: what the partner says of them is left out. Paths, as an array. */
    ignored: json('none').orNull(),
  },

  idempotency_keys: {
    /** A letter and an id: `c` caller, `b` caller by a `browser` password, `p` partner, `u` user. */
    sender: text('deleted').primary(),
    key: text('deleted').primary(),
    content_hash: text('deleted'),
    entry_id: id(),
    expires_at: instant('deleted'),
  },

  /** Bytes of CVs and large entries received with `browser` passwords per day (UTC). */
  upload_bytes: {
    day: day('none').primary(),
    /** A keyed hash of the address; empty for the sum of all addresses. */
    address: text('none').primary(),
    bytes: bigint(),
  },

  history: {
    id: key(),
    entry_id: id().references('entries'),
    at: instant('none'),
    /** See access/authors.ts. */
    author: text('staff'),
    /** What happened: see entries/change/history.ts. */
    change: text('enumerated'),
    detail: json('rewritten'),
  },

  outbox: {
    id: key(),
    endpoint_id: id().references('endpoints'),
    /** Null for a test of the endpoint. */
    entry_id: id().references('entries').orNull(),
    /** `msg_…`, the same at each attempt. */
    webhook_id: text('none').unique(),
    event: text('enumerated'),
    sequence: int(),
    /** The bytes that are signed and sent. */
    body: text('rewritten'),
    created_at: instant('none'),
    state: oneOf('pending', 'delivered', 'failed'),
    /** Attempts since it was created or resent. The table `attempts` holds all of them. */
    attempts: int(),
    /** When it is due or, while claimed, when the claim's lease ends; null when finished. */
    next_at: instant('none').orNull(),
    finished_at: instant('none').orNull(),
    /** When its personal data was erased: from then on no response of the receiver is stored either. */
    blanked_at: instant('none').orNull(),
  },

  attempts: {
    id: key(),
    outbox_id: id().references('outbox', 'cascade'),
    at: instant('none'),
    /** The HTTP status; null when there was no response. */
    status: int().orNull(),
    ms: int(),
    /** Null when the attempt succeeded. */
    failure_reason: text('blanked').orNull(),
    /** The first KiB of the response. */
    response_excerpt: text('blanked'),
  },

  contact_counts: {
    year: int().primary(),
    establishment_id: int().primary().references('establishments'),
    total: int(),
    has_action: int(),
  },

  /** A line of the audit trail. The detail holds names of fields and counts, never their values. */
  audit: {
    id: key(),
    at: instant('none'),
    /** Null when no user was signed in: a failed sign-in, or a command. */
    user_id: id().references('users').orNull(),
    /** The user's e-mail address, or the one tried in a failed sign-in. */
    author: text('staff'),
    address: text('staff').orNull(),
    /** See access/audit.ts. */
    action: text('none'),
    subject: text('none').orNull(),
    subject_id: id().orNull(),
    detail: json('none'),
  },

  /** An event that staff are to be notified of by e-mail. */
  notifications: {
    id: key(),
    entry_id: id().references('entries', 'cascade'),
    created_at: instant('none'),
    /** Whether its entry was added to the next mail of those who are notified at once. */
    notified: flag().byDefault(0),
    /** Whether a digest has included it. */
    digested: flag().byDefault(0),
    /** Whether it came with a password that asks for a receipt. */
    receipt: flag().byDefault(0),
  },

  /** An entry that the user's next mail lists. */
  deferred_notifications: {
    user_id: id().primary().references('users', 'cascade'),
    entry_id: id().primary().references('entries', 'cascade'),
    deferred_at: instant('none'),
    /** It is listed because somebody has given it to the user, who was its owner then. */
    given: flag().check('$ in (0, 1)').byDefault(0),
  },

  /** E-mails to staff, which hold nothing of persons. */
  notices: {
    id: key(),
    /** The same at each attempt, without angle brackets. */
    message_id: text('none').unique(),
    user_id: id().references('users'),
    /** Null for a mail about several entries. */
    entry_id: id().references('entries', 'cascade').orNull(),
    subject: text('none'),
    body: text('none'),
    created_at: instant('none'),
    state: oneOf('pending', 'sent', 'failed'),
    attempts: int(),
    /** When it is due or, while claimed, when the claim's lease ends; null when finished. */
    next_at: instant('none').orNull(),
    finished_at: instant('none').orNull(),
    /** Of the last attempt; null when it succeeded. */
    failure_reason: text('none').orNull(),
    /** 1 for a link that opens an account: the body is encrypted, and empty once the mail is finished. */
    secret: flag().byDefault(0),
  },

  /** E-mails and SMS to persons of an entry (letters/letters.ts). */
  letters: {
    id: key(),
    entry_id: id().references('entries', 'cascade'),
    use: oneOf(...letterUses),
    channel: oneOf(...channels),
    /** `entry`, or the position of a related person. */
    person: text('none'),
    /** The e-mail address or the phone number; null once it is erased or cancelled. */
    recipient: text('blanked').orNull(),
    /** Its keyed hash, as in `objections`; it outlives the address for 30 days (letters/letters.ts). */
    recipient_hash: text('none').orNull(),
    /** See access/authors.ts. */
    author: text('staff'),
    subject: text('blanked'),
    body: text('blanked'),
    /** The name of the residence and its e-mail address, to which answers go; null for an SMS. */
    sender: text('none').orNull(),
    reply_to: text('none').orNull(),
    /** 1 when it offers to be written to no more: a receipt, or prospection. */
    unsubscribe: flag(),
    /** What no second letter may have: a keyed hash of the `Idempotency-Key`, or what was found to write about. */
    key: text('none').unique().orNull(),
    /** The visit that it is about, by the `uid` of its action, and its day and time as the letter says them. */
    visit: text('none').orNull(),
    visit_date: day('none').orNull(),
    visit_time: text('none').orNull(),
    /** The calendar file that goes with it (RFC 5545). */
    calendar: text('blanked').orNull(),
    /** The same at each attempt, without angle brackets. */
    message_id: text('none').unique(),
    created_at: instant('none'),
    state: oneOf(...letterStates),
    attempts: int(),
    /** When it is due or, while claimed, when the claim's lease ends; null when finished. */
    next_at: instant('none').orNull(),
    finished_at: instant('none').orNull(),
    /** Of the last attempt; null when it succeeded. */
    failure_reason: text('blanked').orNull(),
    /** When staff noted that it came back: its address is wrong. */
    returned_at: instant('none').orNull(),
  },

  /** Texts of messages to persons of an entry: staff begin with them, or they go by themselves. */
  templates: {
    id: key(),
    use: oneOf('free', 'visit', 'visit-moved', 'visit-cancelled', 'reminder', 'receipt'),
    channel: oneOf(...channels),
    /** The entries that it is for; null for all of them. */
    about: oneOf('family', 'complaint', 'application').orNull(),
    /** Null for all residences. */
    establishment_id: int().references('establishments').orNull(),
    name: text('none'),
    subject: text('none'),
    text: text('none'),
    active: flag().check('$ in (0, 1)'),
    /** See access/authors.ts; null for one that came with accueil and was not changed. */
    author: text('staff').orNull(),
    changed_at: instant('none').orNull(),
  },

  /** The settings of the conversion export: at most one row. Amounts in cents. */
  conversion_settings: {
    id: int().check('$ = 1').primary(),
    enabled: flag(),
    /** The sites send a click identifier only with the visitor's consent. */
    consent_assured: flag(),
    qualified_name: text('none'),
    qualified_cents: int().orNull(),
    admitted_name: text('none'),
    admitted_cents: int().orNull(),
    password_hash: text('none').orNull(),
    password_made_at: instant('none').orNull(),
    /** When a file was last fetched with the password. */
    pulled_at: instant('none').orNull(),
  },

  conversions: {
    id: key(),
    /** Not a foreign key: the entry may have been deleted. */
    entry_id: id(),
    milestone: oneOf('qualified', 'admitted').unique('entry_id'),
    converted_at: instant('none'),
    name: text('none'),
    cents: int().orNull(),
    first_served_at: instant('none'),
  },

  /** The ledger of erasures. It holds no personal data. */
  erasures: {
    id: key(),
    entry_id: id(),
    /** Identifies the entry together with its id, which is used again after a restore. */
    received_at: instant('none'),
    /** `request`, or the name of a retention rule. */
    reason: text('none'),
    request_id: id().orNull(),
    erased_at: instant('none'),
    /** How many rows were erased, by place. */
    counts: json('none'),
    /** The places of the values that a correction without trace took out; null for the whole entry. */
    paths: json('none').orNull(),
  },

  /** The other lines of the ledger (entries/decisions.ts). */
  decisions: {
    id: key(),
    /** What it is about. */
    subject: text('none'),
    at: instant('none'),
    /** JSON. */
    decision: text('none').unique(),
  },

  /** Requests of partners whose data was erased. */
  erased_messages: {
    /** Keyed hash of the partner and its number (entries/erased-numbers.ts). */
    hash: text('none').primary(),
    expires_at: instant('none'),
  },

  holds: {
    id: key(),
    entry_id: id().references('entries', 'cascade'),
    kind: oneOf('hold', 'limitation'),
    reason: text('blanked'),
    until: day('none'),
    request_id: id().orNull(),
    author: text('staff'),
    created_at: instant('none'),
    /** Null while it holds. */
    ended_at: instant('none').orNull(),
    ended_by: text('staff').orNull(),
  },

  /** Requests of persons about their data. */
  privacy_requests: {
    id: key(),
    kind: oneOf('access', 'portability', 'rectification', 'erasure', 'opposition', 'limitation'),
    /** Who asks and how to reply. */
    person: text('request'),
    received_on: day('none'),
    channel: oneOf('mail', 'letter', 'phone', 'desk', 'other'),
    identity_check: text('request').orNull(),
    due_on: day('none'),
    extension_reason: text('request').orNull(),
    /** The ground of the decision. */
    ground: text('request').orNull(),
    created_at: instant('none'),
    closed_at: instant('none').orNull(),
    /** For whom a representative asks. */
    represented: text('request').orNull(),
    /** The person, somebody who acts for them (`representative`: by another right), or the controller of its own accord. */
    asker: oneOf(
      'self',
      'relative',
      'guardian',
      'family-authorization',
      'agent',
      'heir',
      'representative',
      'controller',
    ).byDefault('self'),
    /** The paper by which somebody acts for another person, in words. */
    authority: text('request').orNull(),
    /** Null until the identity was checked. */
    identity_kind: oneOf(
      'called-back',
      'in-person',
      'known-email',
      'paper',
      'mandate',
      'other',
      'failed',
    ).orNull(),
    decision: oneOf('granted', 'partial', 'refused', 'nothing').orNull(),
    answered_on: day('none').orNull(),
    answer_channel: oneOf('mail', 'letter', 'phone', 'desk').orNull(),
  },

  /** The entries that a request concerns. */
  privacy_request_entries: {
    request_id: id().primary().references('privacy_requests', 'cascade'),
    entry_id: id().primary(),
    state: oneOf('found', 'done', 'refused'),
    reason: text('request').orNull(),
    /** Whom of the entry the request concerns, as a JSON array: `entry` for the one of its own fields, or positions of relations. */
    people: json('none').orNull(),
    /** Whether the export withholds the texts, and why: `{ reason }`, null for « given ». Null until chosen. */
    withheld: json('request').orNull(),
    /** The known contact by which the identity was checked: `entry.phoneClient`, `0.email`. */
    contact: text('none').orNull(),
  },

  /** What was done for a request. It holds no personal data. */
  privacy_request_steps: {
    id: key(),
    request_id: id().references('privacy_requests', 'cascade'),
    at: instant('none'),
    author: text('staff'),
    step: text('none'),
    detail: json('none'),
  },

  objections: {
    id: key(),
    /** Keyed hash of a phone key or an e-mail address. */
    hash: text('none'),
    kind: oneOf(...contactWays).unique('hash'),
    objected_on: day('none'),
    request_id: id().orNull(),
    /** The entry at which staff noted it, and whose it is: as in `letters`; `link` for one that only a link has noted. */
    entry_id: id().references('entries', 'set null').orNull(),
    person: text('none').orNull(),
  },

  retention_rules: {
    name: text('none').primary(),
    days: int(),
    /** Null for a rule that does not run yet. */
    confirmed_at: instant('none').orNull(),
    confirmed_by: text('staff').orNull(),
    /** Fewer days than `days`, which apply from `next_from` on. Null without a change to come. */
    next_days: int().orNull(),
    next_from: day('none').orNull(),
  },

  retention_runs: {
    id: key(),
    started_at: instant('none'),
    finished_at: instant('none').orNull(),
    /** How many entries each rule has erased. */
    counts: json('none'),
  },

  /** Erasures that are decided and not done yet. The entries are limited until then. */
  pending_erasures: {
    entry_id: id().primary().references('entries', 'cascade'),
    /** `request`, or the name of a retention rule. */
    reason: text('none'),
    request_id: id().references('privacy_requests', 'set null').orNull(),
    /** Of the plan that was shown; null without one. */
    digest: text('none').orNull(),
    decided_at: instant('none'),
    decided_by: text('staff'),
    /** When it is done. */
    due_at: instant('none'),
  },

  /** What the data protection officer adds to the register of treatments. */
  register_texts: {
    treatment: text('none').primary(),
    text: text('none'),
    author: text('staff'),
    changed_at: instant('none'),
  },

  /** Unnamed fields that are removed everywhere, and dropped when they are sent. */
  refused_fields: {
    id: key(),
    name: text('none'),
    author: text('staff'),
    refused_at: instant('none'),
    /** Entries up to this one have been gone through. */
    purged_to: bigint().byDefault(0),
    /** How many of them had it. */
    purged_count: bigint().byDefault(0),
    purged_at: instant('none').orNull(),
    /** Null while it is refused. */
    ended_at: instant('none').orNull(),
    ended_by: text('staff').orNull(),
  },

  /** Creations that were answered 400, for staff to see what was lost; 30 days (entries/create/refused-creations.ts). */
  refused_creations: {
    id: key(),
    caller_id: id().references('callers'),
    /** Null when the request names no residence that there is. */
    establishment_id: id().references('establishments', 'set null').orNull(),
    kind: oneOf('survey', 'commercial', 'postuler'),
    /** The field as the sender named it, and what is wrong with it, in French. */
    reason: text('deleted'),
    /** 1 when it came with a `browser` password. */
    browser: flag().check('$ in (0, 1)'),
    first_at: instant('none'),
    last_at: instant('none'),
    times: bigint(),
    state: oneOf('open', 'handled', 'set-aside').byDefault('open'),
    /** Keyed, of caller, route, residence and content. */
    content_hash: text('none').unique(),
    /** Phone keys and e-mail addresses in the body, each between spaces: by them an erasure finds it. */
    keys: text('deleted'),
    /** JSON, or what could not be parsed: without a file, cut after 16 KiB. */
    body: text('deleted'),
  },

  /** To whom new entries of a residence are given: to `user_id`, or in turn. */
  assignment_rules: {
    establishment_id: int().primary().references('establishments'),
    mode: oneOf('user', 'turn'),
    user_id: id().references('users').orNull(),
    /** Who was given the last one. */
    last_user_id: id().references('users').orNull(),
  },

  /** Times within which a lead is to be followed up: of a residence, of a group, or without either of all. */
  targets: {
    id: key(),
    group_id: int().references('groups').orNull(),
    establishment_id: int().references('establishments').orNull(),
    /** In working minutes. */
    first_call_minutes: int(),
    after_visit_days: int(),
    /** Days without a contact after which an open lead is stale. */
    stale_days: int(),
  },

  calendar_tokens: {
    id: key(),
    user_id: id().references('users', 'cascade'),
    /** Keyed. */
    hash: text('none').unique(),
    created_at: instant('none'),
    revoked_at: instant('none').orNull(),
  },

  /** What administrators switch on. */
  settings: { name: text('none').primary(), value: json('none') },

  installation: { name: text('none').primary(), value: text('none') },

  revisions: { subject: text('none').primary(), number: int() },

  migrations: { number: int(), name: text('none'), applied_at: text('none') },
};

/** The tables as Kysely reads them. */
export type Tables = { [T in keyof typeof tables]: ValuesOf<(typeof tables)[T]> };
export type EntriesTable = Tables['entries'];
export type ActionsTable = Tables['actions'];
