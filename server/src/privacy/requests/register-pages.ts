import { deskRoute } from '../../http/desk-route.ts';
import { type Html, html } from '../../http/pages/html.ts';
import { pageFor } from '../../http/pages/printed-page.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { describeInstallation } from '../register/register.ts';
import type { Register } from '../register/schema.ts';
import type { TreatmentName } from '../register/treatments.ts';

type Installation = Awaited<ReturnType<typeof describeInstallation>>;
type RegisteredTreatment = Register['treatments'][number];

const mark = '[À COMPLÉTER]';
const rights =
  'Vous pouvez demander l’accès à vos données, leur rectification, leur effacement, la limitation de leur traitement, leur portabilité, et vous opposer à leur utilisation ; retirer à tout moment un consentement donné.';

/** Each text: for whom, the treatment it is about, where the data comes from. */
const notices: readonly { title: string; treatment: TreatmentName; opening: string; source?: string }[] = [
  {
    title: 'Sous un formulaire de contact (article 13)',
    treatment: 'leads',
    opening: 'Vous nous écrivez pour vous ou pour un proche. Voici ce que deviennent vos données.',
  },
  {
    title: 'À la personne orientée par un partenaire, qui n’a rien rempli elle-même (article 14)',
    treatment: 'orientations',
    opening:
      'Votre demande d’hébergement nous a été transmise. Vous n’avez peut-être pas rempli le formulaire vous-même.',
    source: `Vos données nous viennent de ${mark} (nom du partenaire) : identité, coordonnées, souhaits de séjour, GIR estimé, unité protégée, budget. Ce texte vous est remis au premier contact, au plus tard un mois après.`,
  },
  {
    title: 'Sous un formulaire de réclamation (article 13)',
    treatment: 'complaints',
    opening: 'Vous nous faites part d’une réclamation. Voici ce que deviennent vos données.',
  },
  {
    title: 'Sous une enquête de satisfaction (article 13)',
    treatment: 'satisfaction',
    opening: 'Vous répondez à notre enquête. Voici ce que deviennent vos réponses.',
  },
  {
    title: 'Sous un formulaire de candidature (article 13)',
    treatment: 'applications',
    opening: 'Vous postulez chez nous. Voici ce que devient votre candidature.',
  },
  {
    title: 'Au personnel qui utilise accueil (article 13)',
    treatment: 'users',
    opening: 'Vous utilisez accueil pour votre travail. Ce que vous y lisez et modifiez est noté.',
  },
];

function durationsOf({ durations }: RegisteredTreatment): string {
  return durations.map(({ text, days }) => (days === null ? text : `${text} : ${days} jours`)).join('. ');
}

function noticePage({ treatments, controller }: Installation): Html[] {
  return notices.flatMap(({ title, treatment, opening, source }) => {
    const found = treatments.find((one) => one.treatment === treatment);
    if (found === undefined) return [];
    const recipients = found.recipients.map(({ name }) => name).join(', ');
    const paragraphs = [
      opening,
      `Responsable du traitement : ${controller?.text ?? `${mark} (nom, adresse)`}. Délégué à la protection des données : ${mark} (adresse e-mail).`,
      `Pourquoi : ${found.purpose} Base légale : ${found.legalBasis}.${found.article9 === null ? '' : ` ${found.article9}`}`,
      ...(source === undefined ? [] : [source]),
      ...(treatment === 'users'
        ? []
        : ['Nous pouvons vous répondre par e-mail ou par SMS ; dites-nous si vous ne le voulez pas.']),
      `Qui les reçoit : ${recipients === '' ? 'le personnel habilité' : recipients}.`,
      `Combien de temps : ${durationsOf(found)}.`,
      `${rights} Écrivez à ${mark}. Vous pouvez aussi adresser une réclamation à la CNIL (www.cnil.fr).`,
    ];
    return [
      html`<h2>${title}</h2>
${paragraphs.map((text) => html`<p>${text}</p>\n`)}`,
    ];
  });
}

export const showNoticesPage = deskRoute('showNoticesPage', 'GET /desk/privacy/register/notices.html', {
  ...privacyRoute,
  run: async (deps: PrivacyDeps, _, { reply }) =>
    pageFor(
      reply,
      'Textes d’information à coller',
      noticePage(await describeInstallation(deps, deps.clock())),
    ),
});
