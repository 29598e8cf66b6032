// Asks once for consent to advertising, remembers the answer, and passes it to the capture script on each page.
const banner = document.querySelector('.consentement');
const place = 'consentement';

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
