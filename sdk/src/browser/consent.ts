/** The purposes of Google's consent mode that concern a click: to store it, to use it, to personalise advertisements. */
const purposes = ['ad_storage', 'ad_user_data', 'ad_personalization'] as const;
type Purpose = (typeof purposes)[number];

/** Whether the visitor has agreed; absent while unknown. */
const answers: Partial<Record<Purpose, boolean>> = {};
let changed: ((isWithdrawn: boolean) => void) | undefined;

/** `GRANTED`, or `DENIED` until the page says otherwise. */
export const answerTo = (purpose: Purpose): string => (answers[purpose] ? 'GRANTED' : 'DENIED');

/** Sets whether the visitor has agreed to advertising. */
export function consent(granted: boolean): void {
  for (const purpose of purposes) answers[purpose] = granted;
  changed?.(!granted);
}

/**
 * Reads the past and future commands of Google's consent mode, and calls `onChange` after each. A default that denies
 * is no withdrawal: the visitor's answer on an earlier page may follow it.
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
 * Reads the arguments of a `gtag` call: `consent`, `default` or `update`, the answers. A default for some regions may
 * not apply to ours: it can deny but not grant, and no later default overrules it.
 */
function read(item: unknown): void {
  const [command, mode, last] = Object.values(Object(item));
  if (command !== 'consent') return;
  const said: Partial<Record<Purpose | 'region', unknown>> = Object(last);
  const isUpdate = mode === 'update';
  for (const purpose of purposes) {
    const answer = said[purpose];
    const isGranted = answer === 'granted';
    // Any value other than `granted` denies.
    if (isGranted ? isUpdate || !(said.region || purpose in answers) : answer) answers[purpose] = isGranted;
  }
  changed?.(isUpdate && answers.ad_storage === false);
}
