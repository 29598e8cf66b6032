// The page of the demo's receiver: lists webhooks and mails as they arrive, newest first.
const list = document.body.querySelector('ol');
const state = document.body.querySelector('p');
if (list === null || state === null) throw new Error('The page is not the one that this is for');
let count = 0;

new EventSource('/events').addEventListener('message', ({ data }) => {
  const one = JSON.parse(data);
  count++;
  state.textContent =
    count === 1 ? 'Un seul pour l’instant.' : `${count} messages, le plus récent en premier.`;
  list.prepend(element('li', '', one.kind === 'mail' ? mail(one) : webhook(one)));
});

/** @param {{ at: string, webhookId: string, isSigned: boolean, body: string }} webhook */
function webhook({ at, webhookId, isSigned, body }) {
  const { event, customId, sequence } = JSON.parse(body);
  const signature = isSigned ? 'signature vérifiée' : 'SIGNATURE FAUSSE';
  const notes = [`customId ${customId ?? '–'}`, `n° ${sequence}`, timeOf(at), signature, webhookId];
  return [head(`Webhook ${event}`, notes), element('pre', '', [JSON.stringify(JSON.parse(body), null, 2)])];
}

/** @param {{ at: string, from: string, to: string, subject: string, text: string, calendar: string | null }} mail */
function mail({ at, from, to, subject, text, calendar }) {
  const file = [element('summary', '', ['Agenda joint']), element('pre', '', [calendar ?? ''])];
  return [
    head(`E-mail : ${subject}`, [`de ${from} à ${to}`, timeOf(at)]),
    element('div', 'text', [text]),
    ...(calendar === null ? [] : [element('details', '', file)]),
  ];
}

/** @param {string} at */
const timeOf = (at) => new Date(at).toLocaleTimeString('fr-FR');

/**
 * @param {string} title
 * @param {readonly string[]} notes
 */
function head(title, notes) {
  const quiet = notes.map((note) => element('span', 'quiet', [note]));
  return element('div', 'head', [element('span', 'event', [title]), ...quiet]);
}

/**
 * @param {string} name
 * @param {string} className
 * @param {(string | Node)[]} children
 */
function element(name, className, children) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}
