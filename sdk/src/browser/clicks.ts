/** A stored parameter; times in milliseconds since 1970. */
interface StoredValue {
  readonly value: string;
  readonly capturedAt: number;
  readonly expiresAt: number;
}
type StoredValues = Record<string, StoredValue | undefined>;

/** 90 days: advertisers accept no conversions of older clicks. */
const maxAgeMs = 90 * 24 * 60 * 60_000;
const storageKey = 'accueil';
const clickIds = ['gclid', 'gbraid', 'wbraid'];
const firstPage = 'landing_page';
const campaign = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', firstPage];
const names = clickIds.concat(campaign);

/** Parameters of this page, in memory only: without consent they are lost with the page. */
const landed: StoredValues = {};
let landedAt = 0;
let held: StoredValues = {};

/** Reads the parameters of the page URL into memory. */
export function land(withCampaign: boolean): void {
  const said = new URLSearchParams(location.search);
  if (withCampaign) said.set(firstPage, location.origin + location.pathname);
  landedAt = Date.now();
  for (const name of withCampaign ? names : clickIds) {
    const value = said.get(name);
    if (value) landed[name] = { value, capturedAt: landedAt, expiresAt: landedAt + maxAgeMs };
  }
}

/** With consent, merges the stored parameters with those of this page and stores them. Without it, uses none. */
export function keep(isAllowed: boolean): void {
  held = {};
  if (!isAllowed) return;
  ifAllowed(() => {
    const kept: Record<string, StoredValue> = JSON.parse(localStorage[storageKey] ?? '{}');
    for (const [name, one] of Object.entries(kept)) if (one.expiresAt > Date.now()) held[name] = one;
  });
  for (const group of [clickIds, campaign]) {
    // A new click replaces the old one entirely. A landing page alone is no click: that of the first visit stays.
    const isClick = group.some((name) => name !== firstPage && landed[name]);
    if (group.every((name) => !held[name] || (isClick && held[name].capturedAt <= landedAt)))
      for (const name of group) held[name] = landed[name];
  }
  ifAllowed(() => {
    localStorage[storageKey] = JSON.stringify(held);
  });
}

/** Deletes what is stored, when consent is withdrawn. */
export function forget(): void {
  ifAllowed(() => {
    delete localStorage[storageKey];
  });
}

/** Ignores errors of `localStorage`, which may be blocked or full: values then last only for this page. */
function ifAllowed(work: () => void): void {
  try {
    work();
  } catch {
    // As if nothing were stored.
  }
}

/** Returns the parameters by name and the time of the click (milliseconds since 1970); `''` for missing ones. */
export function heldValues(): Record<string, string | number> {
  const values: Record<string, string | number> = { gclidCapturedAt: held.gclid?.capturedAt ?? '' };
  for (const name of names) values[name] = held[name]?.value ?? '';
  return values;
}
