// The page of the demo's receiver: lists webhooks as they arrive, newest first.
const list = document.body.querySelector('ol');
const state = document.body.querySelector('p');
if (list === null || state === null) throw new Error('The page is not the one that this is for');
let count = 0;

new EventSource('/events').addEventListener('message', ({ data }) => {
  const { at, webhookId, isSigned, body } = JSON.parse(data);
  const { event = '?', customId = null, sequence = '' } = parsed(body);
  count++;
  state.textContent = `${count} ${count === 1 ? 'webhook reçu' : 'webhooks reçus'}, le plus récent en premier.`;
  const head = element('div', 'head', [
    element('span', 'event', [event]),
    element('span', '', [customId === null ? '' : `customId ${customId}`]),
    element('span', 'quiet', [`n° ${sequence}`]),
    element('span', 'quiet', [new Date(at).toLocaleTimeString('fr-FR')]),
    element('span', 'quiet', [isSigned ? 'signature vérifiée' : 'SIGNATURE FAUSSE']),
  ]);
  list.prepend(
    element('li', '', [
      head,
      element('pre', '', [JSON.stringify(parsed(body), null, 2)]),
      element('div', 'quiet', [webhookId]),
    ]),
  );
});

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
