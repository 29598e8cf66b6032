/** What of Google's consent mode concerns a click: keeping it, using it, using it for advertisements made to measure. */
const purposes = ['ad_storage', 'ad_user_data', 'ad_personalization'] as const;
type Purpose = (typeof purposes)[number];

/** Whether the visitor has agreed; absent where nobody has said so. */
const answers: Partial<Record<Purpose, boolean>> = {};
let changed: ((isWithdrawn: boolean) => void) | undefined;

/** `GRANTED` or `DENIED`: nobody has agreed until the page says so. */
export const answerTo = (purpose: Purpose): string => (answers[purpose] ? 'GRANTED' : 'DENIED');

/** The page says whether the visitor has agreed to advertising. */
export function consent(granted: boolean): void {
  for (const purpose of purposes) answers[purpose] = granted;
  changed?.(!granted);
}

/**
 * Follows what the page says by Google's consent mode, so far and from now on. Calls `onChange` at each word;
 * a default that denies withdraws nothing: the visitor's answer to an earlier page may come after it.
 */
export function followConsent(onChange: (isWithdrawn: boolean) => void): void {
  changed = onChange;
  window.dataLayer ??= [];
  const layer = window.dataLayer;
  const push = layer.push;
  layer.push = (...items) => {
    items.forEach(read);
    return push.apply(layer, items);
  };
  layer.forEach(read);
}

/**
 * `gtag` pushes its arguments: `consent`, `default` or `update`, the answers. A default for some regions may be for
 * others than ours: it only ever denies, and no later default overrules it.
 */
function read(item: unknown): void {
  const [command, mode, last] = Object.values(Object(item));
  if (command !== 'consent') return;
  const said: Partial<Record<Purpose | 'region', unknown>> = Object(last);
  const isUpdate = mode === 'update';
  for (const purpose of purposes) {
    const answer = said[purpose];
    const isGranted = answer === 'granted';
    // Whatever is said that is not « granted » denies.
    if (isGranted ? isUpdate || !(said.region || purpose in answers) : answer) answers[purpose] = isGranted;
  }
  changed?.(isUpdate && answers.ad_storage === false);
}
