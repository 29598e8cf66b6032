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
  const { event = '?', customId = null, sequence = '' } = parsed(body);
  return [
    element('div', 'head', [
      element('span', 'event', [`Webhook ${event}`]),
      element('span', '', [customId === null ? '' : `customId ${customId}`]),
      element('span', 'quiet', [`n° ${sequence}`]),
      element('span', 'quiet', [timeOf(at)]),
      element('span', 'quiet', [isSigned ? 'signature vérifiée' : 'SIGNATURE FAUSSE']),
    ]),
    element('pre', '', [JSON.stringify(parsed(body), null, 2)]),
    element('div', 'quiet', [webhookId]),
  ];
}

/** @param {{ at: string, from: string, to: string, subject: string, text: string, calendar: string | null }} mail */
function mail({ at, from, to, subject, text, calendar }) {
  return [
    element('div', 'head', [
      element('span', 'event', [`E-mail : ${subject}`]),
      element('span', 'quiet', [`de ${from} à ${to}`]),
      element('span', 'quiet', [timeOf(at)]),
    ]),
    element('div', 'text', [text]),
    ...(calendar === null
      ? []
      : [element('details', '', [element('summary', '', ['Agenda joint']), element('pre', '', [calendar])])]),
  ];
}

/** @param {string} at */
const timeOf = (at) => new Date(at).toLocaleTimeString('fr-FR');

/** @param {string} body */
function parsed(body) {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return { body };
  }
}

/**
 * @param {string} name
 * @param {string} className
 * @param {(string | Node)[]} children
 */
function element(name, className, children) {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}
