import { randomUUID } from 'node:crypto';
import type { Followed, Form } from './store.ts';

/** The fields of the form, as a browser sends them. */
export type Fields = Readonly<Record<string, string>>;

/** Residences of a new accueil; the SDK's `listGroup` returns those of an installation. */
const residences: Readonly<Record<string, string>> = { 5: 'La Roseraie', 6: 'Le Val Fleuri' };

/** The contact form, with the values typed before and the problem, if any. */
export function formPage(fields: Fields, problem?: string): string {
  const input = (name: string, label: string, attributes = '') =>
    `<label>${label} <input name="${name}" value="${escaped(fields[name] ?? '')}" ${attributes}></label>`;
  const hidden = (name: string, value: string) =>
    `<input type="hidden" name="${name}" value="${escaped(value)}">`;
  const options = Object.entries(residences).map(
    ([id, name]) =>
      `<option value="${id}"${id === fields.residence ? ' selected' : ''}>${escaped(name)}</option>`,
  );
  return page(
    'Nous écrire',
    `${problem === undefined ? '' : `<p role="alert">${escaped(problem)}</p>`}
    <form method="post" action="/contact">
      ${hidden('form', fields.form ?? randomUUID())}
      ${hidden('gclid', fields.gclid ?? '')}
      <label>Résidence <select name="residence">${options.join('')}</select></label>
      ${input('lastName', 'Nom', 'autocomplete="family-name" required')}
      ${input('phone', 'Téléphone', 'type="tel" autocomplete="tel"')}
      ${input('email', 'E-mail', 'autocomplete="email"')}
      <label>Votre message <textarea name="message">${escaped(fields.message ?? '')}</textarea></label>
      <button>Envoyer</button>
    </form>`,
  );
}

export const thanksPage = () =>
  page('Merci', '<p>Votre message est bien arrivé : la résidence vous rappelle.</p>');

/** The state of each form. On a real site this page would require a sign-in. */
export function followedPage(followed: readonly Followed[]): string {
  const rows = followed.map((one) => {
    const cells = [one.customId, one.state, one.sequence, one.event, one.resultat, one.comment];
    return `<tr>${cells.map((cell) => `<td>${escaped(String(cell ?? ''))}</td>`).join('')}</tr>`;
  });
  const heads = ['Demande', 'Envoi', 'Numéro', 'Événement', 'Résultat', 'Commentaire'];
  return page(
    'Suivi des demandes',
    `<table><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr>${rows.join('')}</table>`,
  );
}

/** The form in the fields; undefined when they do not come from our page. */
export function formOf(fields: Fields): Form | undefined {
  const { form = '', residence = '', lastName, phone, email, message, gclid } = fields;
  if (!/^[\da-f-]{36}$/.test(form) || !(residence in residences)) return undefined;
  return {
    customId: `site-${form}`,
    establishmentId: Number(residence),
    body: {
      type: 'commercial.type.website',
      ...(lastName && { lastNameClient: lastName }),
      ...(phone && { phoneClient: phone }),
      ...(email && { emailClient: email }),
      ...(message && { comment: message }),
      ...(gclid && { gclid }),
    },
  };
}

/** The message to the visitor for a field that accueil rejects. */
export const problemWith = (field: string | undefined): string =>
  field === 'emailClient'
    ? 'L’adresse e-mail n’est pas complète.'
    : 'Un champ n’est pas rempli comme il faut.';

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui }
label { display: block; margin: .8rem 0 } input, select, textarea { display: block; width: 100%; font: inherit }
td, th { padding: .3rem .6rem; text-align: left }</style></head>
<body><h1>${title}</h1>${content}</body></html>`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
