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

/** All columns of a table that may hold text. */
export type Columns = Readonly<Record<string, Holding>>;

/**
 * The inventory of personal data: every text, JSON and binary column of every table. Searches for a person, exports,
 * erasures and the register follow it. A test compares it with the schema, so that a new column needs a decision here.
 */
export const places = {
  groups: { slug: 'none', name: 'none', detail: 'none' },
  establishments: { name: 'none', details: 'none' },
  // Published by the residence.
  staff: { name: 'staff', job: 'staff' },
  announcements: { title: 'none' },

  callers: { name: 'none', created_at: 'none' },
  passwords: {
    hash: 'none',
    scope: 'none',
    origins: 'none',
    created_at: 'none',
    revoked_at: 'none',
    label: 'none',
    last_used_on: 'none',
  },
  endpoints: {
    url: 'none',
    events: 'none',
    secret: 'none',
    previous_secret: 'none',
    previous_until: 'none',
    state: 'none',
    reason: 'none',
    failing_since: 'none',
    failed_at: 'none',
    created_at: 'none',
  },
  partners: { slug: 'none', created_at: 'none' },
  tokens: {
    hash: 'none',
    until: 'none',
    created_at: 'none',
    revoked_at: 'none',
    label: 'none',
    last_used_on: 'none',
  },
  users: {
    email: 'staff',
    name: 'staff',
    password_hash: 'none',
    invitation_hash: 'none',
    invitation_until: 'none',
    totp_secret: 'none',
    totp_since: 'none',
    mail: 'none',
    disabled_at: 'none',
    created_at: 'none',
    last_sign_in_at: 'staff',
    away_from: 'staff',
    away_until: 'staff',
  },
  grants: { role: 'none' },
  sessions: { hash: 'none', created_at: 'none', seen_at: 'none' },
  recovery_codes: { hash: 'none' },
  known_addresses: { hash: 'none', seen_at: 'none' },
  audit: {
    at: 'none',
    author: 'staff',
    address: 'staff',
    action: 'none',
    subject: 'none',
    // Names of fields and counts, never their values.
    detail: 'none',
  },

  entries: {
    kind: 'enumerated',
    custom_id: 'later',
    type: 'enumerated',
    sejour_type: 'enumerated',
    resultat: 'enumerated',
    motif: 'enumerated',
    stage: 'enumerated',
    status: 'enumerated',
    suspicion: 'enumerated',
    contact_date: 'enumerated',
    received_at: 'enumerated',
    comment: 'blanked',
    comment_by: 'blanked',
    gclid: 'blanked',
    partnerid: 'blanked',
    fields: 'blanked',
    extra: 'blanked',
    restriction: 'none',
    next_date: 'enumerated',
    next_time: 'enumerated',
    last_contact: 'enumerated',
    asleep_until: 'enumerated',
    asleep_reason: 'blanked',
    original_comment: 'blanked',
    application_step: 'enumerated',
    overdue_notified_at: 'none',
  },
  entry_phones: { key: 'deleted' },
  entry_words: { words: 'deleted' },
  relations: { fields: 'deleted', extra: 'deleted' },
  actions: {
    date: 'enumerated',
    time: 'enumerated',
    comment: 'blanked',
    stage: 'enumerated',
    author: 'blanked',
    extra: 'blanked',
    outcome: 'enumerated',
  },
  files: { name: 'deleted', type: 'deleted', content: 'deleted' },
  orientations: { numero: 'blanked', message: 'blanked' },
  idempotency_keys: { sender: 'deleted', key: 'deleted', content_hash: 'deleted', expires_at: 'deleted' },
  // The address is a keyed hash.
  upload_bytes: { day: 'none', address: 'none' },
  history: { at: 'none', author: 'staff', change: 'enumerated', detail: 'rewritten' },
  outbox: {
    webhook_id: 'none',
    event: 'enumerated',
    body: 'rewritten',
    created_at: 'none',
    state: 'none',
    next_at: 'none',
    finished_at: 'none',
    blanked_at: 'none',
  },
  attempts: { at: 'none', failure_reason: 'blanked', response_excerpt: 'blanked' },

  contact_counts: {},
  lead_counts: { type: 'enumerated', sender: 'none', resultat: 'enumerated', motif: 'enumerated' },
  delay_counts: { measure: 'enumerated' },

  notifications: { created_at: 'none' },
  deferred_notifications: { deferred_at: 'none' },
  // A mail says that an entry has arrived and where to read it, and nothing of its content.
  mails: {
    message_id: 'none',
    subject: 'none',
    body: 'none',
    created_at: 'none',
    state: 'none',
    next_at: 'none',
    finished_at: 'none',
    failure_reason: 'none',
  },

  conversion_settings: {
    qualified_name: 'none',
    admitted_name: 'none',
    password_hash: 'none',
    password_made_at: 'none',
    pulled_at: 'none',
  },
  conversions: {
    milestone: 'enumerated',
    converted_at: 'enumerated',
    name: 'none',
    first_served_at: 'none',
    retracted_at: 'none',
  },

  erasures: { received_at: 'none', reason: 'none', erased_at: 'none', counts: 'none', digest: 'none' },
  erased_messages: { hash: 'none', expires_at: 'none' },
  // A keyed hash.
  message_hashes: { hash: 'none' },
  holds: {
    kind: 'none',
    reason: 'blanked',
    until: 'none',
    author: 'staff',
    created_at: 'none',
    ended_at: 'none',
    ended_by: 'staff',
  },
  privacy_requests: {
    kind: 'none',
    person: 'request',
    received_on: 'none',
    channel: 'none',
    identity_check: 'request',
    due_on: 'none',
    extension_reason: 'request',
    decision: 'none',
    ground: 'request',
    created_at: 'none',
    closed_at: 'none',
  },
  privacy_request_entries: { state: 'none', reason: 'request', people: 'none', withheld: 'request' },
  privacy_request_steps: { at: 'none', author: 'staff', step: 'none', detail: 'none' },
  objections: { hash: 'none', kind: 'none', objected_on: 'none', expires_on: 'none' },
  retention_rules: { name: 'none', confirmed_at: 'none', confirmed_by: 'staff' },
  retention_runs: { started_at: 'none', finished_at: 'none', counts: 'none' },
  coming_erasures: { rule: 'none', day: 'none' },
  register_texts: { treatment: 'none', text: 'none', author: 'staff', changed_at: 'none' },

  assignment_rules: { mode: 'none' },
  targets: {},
  calendar_tokens: { hash: 'none', created_at: 'none', revoked_at: 'none' },
  settings: { name: 'none', value: 'none' },
  installation: { name: 'none', value: 'none' },
  revisions: { subject: 'none' },
  migrations: { name: 'none', applied_at: 'none' },
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
  return Object.entries(places[place]).flatMap(([column, held]) => (holdings.includes(held) ? [column] : []));
}

/** Returns the columns of a place that hold data of persons, staff included. */
export function personalColumns(place: Place): string[] {
  return columnsOf(place, 'deleted', 'blanked', 'rewritten', 'later', 'staff', 'request');
}

export const allPlaces = Object.keys(places) as Place[];
