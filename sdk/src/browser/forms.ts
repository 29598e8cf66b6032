import { heldValues, keep } from './clicks.ts';
import { answerTo } from './consent.ts';
import { bodyOf } from './form-body.ts';
import { type Answer, send } from './send.ts';

/** The forms that are looked after, and what is done when the visitor sends them. */
const onSubmit = new WeakMap<EventTarget, (event: SubmitEvent) => Promise<void>>();

/** Fills the forms of the page, now and those that come later, and sends those that name an address. */
export function watchForms(): void {
  new MutationObserver(fill).observe(document, { childList: true, subtree: true });
  // Heard after the page's own listeners: what one of them has prevented is not sent.
  addEventListener('submit', (event) => {
    refresh();
    void onSubmit.get(Object(event.target))?.(event);
  });
  refresh();
}

/** Puts what is known into the hidden fields that ask for it. */
export function refresh(): void {
  keep(answerTo('ad_storage') === 'GRANTED');
  fill();
}

function known(): Record<string, string | number> {
  return {
    ...heldValues(),
    adUserData: answerTo('ad_user_data'),
    adPersonalization: answerTo('ad_personalization'),
  };
}

function fill(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-accueil]')) {
    if (!onSubmit.has(form)) onSubmit.set(form, adopt(form));
    for (const [name, value] of Object.entries(known())) {
      Object.assign(form.querySelector(`[type=hidden][name=${name}]`) ?? {}, { value });
    }
  }
}

/** Begins to look after a form; answers what is to be done when it is sent. */
function adopt(form: HTMLFormElement): (event: SubmitEvent) => Promise<void> {
  const seenAtMs = performance.now();
  let isSending: boolean | undefined;
  let filled: string;
  let key: string;
  let body: string;
  // Not `form.dataset`: a field of this name would stand in its place.
  const addressOf = () => form.getAttribute('data-accueil');
  if (addressOf()) setTrap(form);

  return async (event) => {
    const url = addressOf();
    if (event.defaultPrevented || !url) return;
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    show(form, 'sending');
    const fields = { ...known(), ...(await bodyOf(form, event.submitter)) };
    // Sent again unchanged it is the same entry: the same key and the same bytes.
    if (filled !== JSON.stringify(fields)) {
      filled = JSON.stringify(fields);
      key = `${Math.random()}${Math.random()}`;
      body = JSON.stringify({ ...fields, formDurationMs: performance.now() - seenAtMs });
    }
    const answer = await send(url, key, body);
    isSending = false;
    const end = answer.status === 200 ? 'sent' : 'failed';
    show(form, end);
    // Nor `form.reset`, where a button may be called so.
    if (end === 'sent') document.createElement('form').reset.call(form);
    else complain(form, answer);
    form.dispatchEvent(new CustomEvent(`accueil:${end}`, { bubbles: true, detail: answer }));
  };
}

/** A field that people don't see and programs fill. No browser fills one of this name by itself. */
function setTrap(form: HTMLFormElement): void {
  const trap = {
    name: 'sujetAnnexe',
    // Not through the attribute, which a strict Content-Security-Policy refuses. Nobody gets into it by a key.
    style: 'position:fixed;visibility:hidden',
  };
  form.append(Object.assign(document.createElement('input'), trap));
}

/** Style sheets read the state from the form; what is to be seen in one state alone stands in the form or beside it. */
function show(form: HTMLFormElement, state: 'sending' | 'sent' | 'failed'): void {
  form.dataset.accueilState = state;
  form.parentNode?.querySelectorAll<HTMLElement>('[data-accueil-when]').forEach((element) => {
    // Beside it may stand other forms.
    if ((element.closest('form') ?? form) === form) element.hidden = element.dataset.accueilWhen !== state;
  });
}

/** Tells the visitor at the field that the service names. What was typed stays. */
function complain(form: HTMLFormElement, { message = '' }: Answer): void {
  const field = form.querySelector<HTMLInputElement>(`[name=${JSON.stringify(message.split(':')[0])}]`);
  if (!field) return;
  field.setCustomValidity(field.dataset.accueilError ?? message);
  field.reportValidity();
  // Another choice of the same name mends it too.
  form.addEventListener('input', () => field.setCustomValidity(''));
}
