import type { Tables } from '../store/tables.ts';

/**
 * What a column holds, and what an erasure does to it:
 *
 * - `none`: no personal data. `enumerated`: values of a fixed set, which statistics and conversions need. `staff`: about
 *   users of the desk. None of them is touched by the erasure of an entry.
 * - `deleted`: the person's data; its row is deleted. `blanked`: replaced by {@link blank}. `rewritten`: only enumerated
 *   values stay. `later`: stays until the last `erased` event has been delivered.
 * - `request`: of the person who asks; deleted with the request.
 */
export type Holding =
  | 'none'
  | 'enumerated'
  | 'staff'
  | 'deleted'
  | 'blanked'
  | 'rewritten'
  | 'later'
  | 'request';

/** All columns of a table that may hold text, by what they hold. */
type Columns = Readonly<Partial<Record<Holding, readonly string[]>>>;

/**
 * The inventory of personal data: every text, JSON and binary column of every table. Searches for a person, exports,
 * erasures and the register follow it. A test compares it with the schema, so that a new column needs a decision here.
 */
export const places = {
  groups: { none: ['slug', 'name', 'detail'] },
  establishments: { none: ['name', 'details'] },
  // Published by the residence.
  staff: { staff: ['name', 'job'] },
  announcements: { none: ['title'] },

  callers: { none: ['name', 'created_at'] },
  passwords: { none: ['hash', 'scope', 'origins', 'created_at', 'revoked_at', 'label', 'last_used_on'] },
  endpoints: {
    none: [
      'url',
      'events',
      'secret',
      'previous_secret',
      'previous_until',
      'state',
      'reason',
      'failing_since',
      'failed_at',
      'created_at',
    ],
  },
  partners: { none: ['slug', 'created_at'] },
  tokens: { none: ['hash', 'until', 'created_at', 'revoked_at', 'label', 'last_used_on'] },
  users: {
    staff: ['email', 'name', 'last_sign_in_at', 'away_from', 'away_until'],
    none: [
      'password_hash',
      'invitation_hash',
      'invitation_until',
      'totp_secret',
      'totp_since',
      'mail',
      'disabled_at',
      'created_at',
    ],
  },
  grants: { none: ['role'] },
  sessions: { none: ['hash', 'created_at', 'seen_at'] },
  recovery_codes: { none: ['hash'] },
  known_addresses: { none: ['hash', 'seen_at'] },
  // The detail holds names of fields and counts, never their values.
  audit: { none: ['at', 'action', 'subject', 'detail'], staff: ['author', 'address'] },

  entries: {
    enumerated: [
      'kind',
      'type',
      'sejour_type',
      'resultat',
      'motif',
      'stage',
      'status',
      'suspicion',
      'contact_date',
      'received_at',
      'next_date',
      'next_time',
      'last_contact',
      'asleep_until',
      'application_step',
      'renewed_on',
    ],
    later: ['custom_id'],
    blanked: [
      'comment',
      'comment_by',
      'gclid',
      'partnerid',
      'fields',
      'extra',
      'asleep_reason',
      'original_comment',
    ],
    none: ['restriction', 'overdue_notified_at'],
  },
  entry_phones: { deleted: ['key'] },
  entry_words: { deleted: ['words'] },
  relations: { deleted: ['fields', 'extra'] },
  actions: { enumerated: ['date', 'time', 'stage', 'outcome'], blanked: ['comment', 'author', 'extra'] },
  files: { deleted: ['name', 'type', 'content'] },
  orientations: { blanked: ['numero', 'message'] },
  idempotency_keys: { deleted: ['sender', 'key', 'content_hash', 'expires_at'] },
  // The address is a keyed hash.
  upload_bytes: { none: ['day', 'address'] },
  history: { none: ['at'], staff: ['author'], enumerated: ['change'], rewritten: ['detail'] },
  outbox: {
    none: ['webhook_id', 'created_at', 'state', 'next_at', 'finished_at', 'blanked_at'],
    enumerated: ['event'],
    rewritten: ['body'],
  },
  attempts: { none: ['at'], blanked: ['failure_reason', 'response_excerpt'] },

  contact_counts: {},
  lead_counts: { enumerated: ['type', 'resultat', 'motif'], none: ['sender'] },
  delay_counts: { enumerated: ['measure'] },

  notifications: { none: ['created_at'] },
  deferred_notifications: { none: ['deferred_at'] },
  // A mail says that an entry has arrived and where to read it, and nothing of its content.
  mails: {
    none: [
      'message_id',
      'subject',
      'body',
      'created_at',
      'state',
      'next_at',
      'finished_at',
      'failure_reason',
    ],
  },

  conversion_settings: {
    none: ['qualified_name', 'admitted_name', 'password_hash', 'password_made_at', 'pulled_at'],
  },
  conversions: {
    enumerated: ['milestone', 'converted_at'],
    none: ['name', 'first_served_at', 'retracted_at'],
  },

  erasures: { none: ['received_at', 'reason', 'erased_at', 'counts', 'digest'] },
  erased_messages: { none: ['hash', 'expires_at'] },
  // A keyed hash.
  message_hashes: { none: ['hash'] },
  holds: {
    none: ['kind', 'until', 'created_at', 'ended_at'],
    blanked: ['reason'],
    staff: ['author', 'ended_by'],
  },
  privacy_requests: {
    none: ['kind', 'received_on', 'channel', 'due_on', 'decision', 'created_at', 'closed_at', 'asker'],
    request: ['person', 'identity_check', 'extension_reason', 'ground', 'represented'],
  },
  privacy_request_entries: { none: ['state', 'people'], request: ['reason', 'withheld'] },
  privacy_request_steps: { none: ['at', 'step', 'detail'], staff: ['author'] },
  objections: { none: ['hash', 'kind', 'objected_on', 'expires_on'] },
  retention_rules: { none: ['name', 'confirmed_at', 'next_from'], staff: ['confirmed_by'] },
  retention_runs: { none: ['started_at', 'finished_at', 'counts'] },
  coming_erasures: { none: ['rule', 'day'] },
  register_texts: { none: ['treatment', 'text', 'changed_at'], staff: ['author'] },

  assignment_rules: { none: ['mode'] },
  targets: {},
  calendar_tokens: { none: ['hash', 'created_at', 'revoked_at'] },
  settings: { none: ['name', 'value'] },
  installation: { none: ['name', 'value'] },
  revisions: { none: ['subject'] },
  migrations: { none: ['name', 'applied_at'] },
} as const satisfies Readonly<Record<keyof Tables | 'entry_words', Columns>>;

export type Place = keyof typeof places;

/** The values that replace what is blanked; null for all other columns. */
export const blank: Readonly<Record<string, string>> = {
  'entries.fields': '{}',
  'orientations.message': '{}',
  // An action without stage and author counts as one that a caller sent: an author stays an author.
  'actions.author': '',
  'attempts.response_excerpt': '',
  'holds.reason': '',
};

/** Returns the columns of a place that hold one of these. */
export function columnsOf(place: Place, ...holdings: readonly Holding[]): string[] {
  const columns: Columns = places[place];
  return holdings.flatMap((holding) => columns[holding] ?? []);
}

/** Returns the columns of a place that hold data of persons, staff included. */
export function personalColumns(place: Place): string[] {
  return columnsOf(place, 'deleted', 'blanked', 'rewritten', 'later', 'staff', 'request');
}

export const allPlaces = Object.keys(places) as Place[];
