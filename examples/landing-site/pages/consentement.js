// Asks once for consent to advertising, remembers the answer, and passes it to the capture script on each page.
const place = 'consentement';
document.body.insertAdjacentHTML(
  'beforeend',
  `<aside class="consentement" aria-label="Votre consentement" hidden>
    <p>Nous aimerions savoir quelle annonce vous a menés jusqu’ici. Rien n’est gardé sans votre accord, et vous pouvez changer d’avis à tout moment.</p>
    <button type="button" class="button quiet" id="accepter">Accepter</button>
    <button type="button" class="button quiet" id="refuser">Refuser</button>
  </aside>`,
);
const banner = document.querySelector('.consentement');

function remembered() {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

function answer(granted) {
  try {
    localStorage.setItem(place, granted ? 'oui' : 'non');
  } catch {
    // Storage is unavailable: ask again on the next page.
  }
  window.accueil.consent(granted);
  banner.hidden = true;
}

function tell() {
  const before = remembered();
  banner.hidden = before !== null;
  if (before !== null) window.accueil.consent(before === 'oui');
}

tell();
// Restored from the back/forward cache: the answer may have changed on another page.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) tell();
});

document.querySelector('#accepter').addEventListener('click', () => answer(true));
document.querySelector('#refuser').addEventListener('click', () => answer(false));
for (const link of document.querySelectorAll('.mes-choix')) {
  link.addEventListener('click', () => {
    banner.hidden = false;
    document.querySelector('#accepter').focus();
  });
}
