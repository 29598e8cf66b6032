/** What is kept under one name; moments in milliseconds since 1970. */
interface Kept {
  readonly value: string;
  readonly capturedAt: number;
  readonly expiresAt: number;
}
type Held = Record<string, Kept | undefined>;

/** 90 days: a conversion is worth nothing when its click is older. */
const lifeMs = 90 * 24 * 60 * 60_000;
const storageKey = 'accueil';
const clickIds = ['gclid', 'gbraid', 'wbraid'];
const firstPage = 'landing_page';
const campaign = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', firstPage];
const names = clickIds.concat(campaign);

/** What this page was opened with. Without consent it goes with the page. */
const landed: Held = {};
let landedAt = 0;
let held: Held = {};

/** Reads what the visitor has come with from the address of the page, into memory alone. */
export function land(withCampaign: boolean): void {
  const said = new URLSearchParams(location.search);
  if (withCampaign) said.set(firstPage, location.origin + location.pathname);
  landedAt = Date.now();
  for (const name of withCampaign ? names : clickIds) {
    const value = said.get(name);
    if (value) landed[name] = { value, capturedAt: landedAt, expiresAt: landedAt + lifeMs };
  }
}

/** With consent holds what earlier pages have kept and what this one has brought, and keeps it; without holds nothing. */
export function keep(isAllowed: boolean): void {
  held = {};
  if (!isAllowed) return;
  ifAllowed(() => {
    const kept: Record<string, Kept> = JSON.parse(localStorage[storageKey] ?? '{}');
    for (const [name, one] of Object.entries(kept)) if (one.expiresAt > Date.now()) held[name] = one;
  });
  for (const group of [clickIds, campaign]) {
    // A newer click replaces all of the older one. The first page alone is no click: it stays that of the first visit.
    const isClick = group.some((name) => name !== firstPage && landed[name]);
    if (group.every((name) => !held[name] || (isClick && held[name].capturedAt <= landedAt)))
      for (const name of group) held[name] = landed[name];
  }
  ifAllowed(() => {
    localStorage[storageKey] = JSON.stringify(held);
  });
}

/** There is no longer consent: nothing is kept. */
export function forget(): void {
  ifAllowed(() => {
    delete localStorage[storageKey];
  });
}

/** A browser may refuse its storage, or have no room left: then what is held is held by this page alone. */
function ifAllowed(work: () => void): void {
  try {
    work();
  } catch {
    // As if nothing were kept.
  }
}

/** What is held, by name, and when the click came (milliseconds since 1970); `''` for a name of which there is nothing. */
export function heldValues(): Record<string, string | number> {
  const values: Record<string, string | number> = { gclidCapturedAt: held.gclid?.capturedAt ?? '' };
  for (const name of names) values[name] = held[name]?.value ?? '';
  return values;
}
