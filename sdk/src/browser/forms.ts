import { heldValues, keep } from './clicks.ts';
import { answerTo } from './consent.ts';
import { bodyOf } from './form-body.ts';
import { type Answer, send } from './send.ts';

/** The submit handlers of the adopted forms. */
const onSubmit = new WeakMap<EventTarget, (event: SubmitEvent) => Promise<void>>();

/** Fills the current and future forms of the page, and submits those with a URL in `data-accueil`. */
export function watchForms(): void {
  new MutationObserver(fill).observe(document, { childList: true, subtree: true });
  // Runs after the page's own listeners, which may prevent the submission.
  addEventListener('submit', (event) => {
    refresh();
    void onSubmit.get(Object(event.target))?.(event);
  });
  refresh();
}

/** Fills the hidden fields with the captured values. */
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
      Object(form.querySelector(`[type=hidden][name=${name}]`)).value = value;
    }
  }
}

/** Sets a form up and returns its submit handler. */
function adopt(form: HTMLFormElement): (event: SubmitEvent) => Promise<void> {
  const seenAtMs = performance.now();
  let isSending: boolean | undefined;
  let filled: string;
  let key: string;
  let body: string;
  // Not `form.dataset`, which a field of this name would shadow.
  const addressOf = () => form.getAttribute('data-accueil');
  if (addressOf()) {
    // Invisible to people, filled by bots, and with a name that browsers do not autofill.
    const name = 'sujetAnnexe';
    // Set by property: a strict Content-Security-Policy blocks the attribute. `hidden` also keeps it out of the tab order.
    const style = 'position:fixed;visibility:hidden';
    form.append(Object.assign(document.createElement('input'), { name, style }));
  }

  return async (event) => {
    const url = addressOf();
    if (event.defaultPrevented || !url) return;
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    show(form, 'sending');
    const fields = { ...known(), ...(await bodyOf(form, event.submitter)) };
    // An unchanged form is sent again with the same key and bytes, so that it is stored once.
    if (filled !== JSON.stringify(fields)) {
      filled = JSON.stringify(fields);
      key = `${Math.random()}${Math.random()}`;
      body = JSON.stringify({ ...fields, formDurationMs: performance.now() - seenAtMs });
    }
    const answer = await send(url, key, body);
    isSending = false;
    const end = answer.status === 200 ? 'sent' : 'failed';
    // Not `form.reset`, which a button of this name would shadow.
    if (end === 'sent') document.createElement('form').reset.call(form);
    show(form, reportInvalidField(form, answer) ? 'invalid' : end);
    form.dispatchEvent(new CustomEvent(`accueil:${end}`, { bubbles: true, detail: answer }));
  };
}

/** Sets the state for style sheets, and shows the elements in or beside the form that are meant for this state. */
function show(form: HTMLFormElement, state: 'sending' | 'sent' | 'invalid' | 'failed'): void {
  form.dataset.accueilState = state;
  form.parentNode?.querySelectorAll<HTMLElement>('[data-accueil-when]').forEach((element) => {
    // Skips elements of sibling forms.
    if ((element.closest('form') ?? form) === form) element.hidden = element.dataset.accueilWhen !== state;
  });
}

/** Reports the refusal at the field that the service names. Returns whether the visitor sees it there. */
function reportInvalidField(form: HTMLFormElement, { message = '' }: Answer): boolean | null {
  const field = form.querySelector<HTMLInputElement>(`[name=${JSON.stringify(message.split(':')[0])}]`);
  field?.setCustomValidity(field.dataset.accueilError ?? message);
  // On the form, because choosing another radio button of the same name also clears the error.
  form.addEventListener('input', () => field?.setCustomValidity(''));
  // A hidden field counts as valid: the browser could show nothing there.
  return field && !field.reportValidity();
}
