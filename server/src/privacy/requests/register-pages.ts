import { deskRoute } from '../../http/desk-route.ts';
import { type Html, html } from '../../http/docs/html.ts';
import { Page, pageFor } from '../../http/printed-page.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { describeInstallation } from '../register/register.ts';
import type { Register } from '../register/schema.ts';
import type { TreatmentName } from '../register/treatments.ts';
import { listTable, valueTable } from './document.ts';

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

/** What may happen to the persons, and what is done against it. */
const risks = [
  [
    'Accès par quelqu’un qui ne devrait pas',
    'Santé et coordonnées de personnes âgées connues de tiers, démarchage, fraude',
  ],
  ['Modification non voulue', 'Famille non rappelée, orientation inadaptée'],
  ['Disparition des données', 'Demande sans réponse, perte de chance d’une place'],
] as const;

function dpiaPage({
  treatments,
  processors,
  transfers,
  measures,
  unfulfilled,
  ...register
}: Installation): Html[] {
  const lines = (texts: readonly string[]) => html`<ul>${texts.map((text) => html`<li>${text}</li>\n`)}</ul>`;
  const withHealth = treatments.filter(({ article9 }) => article9 !== null);
  return [
    html`<p>Trame écrite d’après l’installation ${register.url}. Obligatoire ici : personnes vulnérables, données de santé, grande échelle. Ce qui porte ${mark} est à écrire par le groupe.</p>
<h2>1. Description</h2>
${valueTable([
  ['Responsable', register.controller?.text ?? mark],
  ['Sous-traitants', [...processors.known, processors.text?.text ?? mark].join('\n')],
  ['Transferts hors UE', [...transfers.known, transfers.text?.text ?? mark].join('\n')],
  ['Nombre de personnes par an', mark],
])}
${listTable(
  ['Traitement', 'Finalité', 'Personnes', 'Données', 'Conservation'],
  treatments.map((one) => [
    one.name,
    one.purpose,
    one.people.join(', '),
    one.data.map(({ text }) => text).join('\n'),
    durationsOf(one),
  ]),
)}
<h2>2. Nécessité et proportionnalité</h2>
${listTable(
  ['Traitement', 'Base légale', 'Pourquoi ces données sont nécessaires'],
  treatments.map(({ name, legalBasis }) => [name, legalBasis, mark]),
)}
${lines(withHealth.map(({ name, article9 }) => `${name}. ${article9}`))}
<p>Condition de l’article 9(2) retenue par le groupe : ${register.article9.text?.text ?? mark}</p>
<p>Information des personnes : ${mark} (où les textes sont publiés). Consultation des personnes ou de leurs représentants : ${mark}.</p>
<h2>3. Risques</h2>
${listTable(
  ['Événement', 'Conséquences possibles', 'Gravité', 'Vraisemblance'],
  risks.map(([event, effects]) => [event, effects, mark, mark]),
)}
<h2>4. Mesures</h2>
${lines(measures)}
<p>Non remplies aujourd’hui :</p>
${unfulfilled.length === 0 ? html`<p>Aucune.</p>` : lines(unfulfilled)}
<p>Mesures du groupe (locaux, postes, formation, contrats) : ${mark}.</p>
<h2>5. Avis et décision</h2>
${valueTable([
  ['Avis du délégué', mark],
  ['Décision du responsable', mark],
  ['Revue prévue le', mark],
])}`,
  ];
}

export const showNoticesPage = deskRoute('showNoticesPage', 'GET /desk/privacy/register/notices.html', {
  ...privacyRoute,
  summary: 'Texts that inform persons, with the durations in force, as a printable French page',
  answer: Page,
  run: async (deps: PrivacyDeps, _, { reply }) =>
    pageFor(
      reply,
      'Textes d’information à coller',
      noticePage(await describeInstallation(deps, deps.clock())),
    ),
});

export const showDpiaPage = deskRoute('showDpiaPage', 'GET /desk/privacy/register/dpia.html', {
  ...privacyRoute,
  summary: 'The skeleton of an impact assessment, as a printable French page',
  answer: Page,
  run: async (deps: PrivacyDeps, _, { reply }) =>
    pageFor(reply, 'Analyse d’impact (AIPD)', dpiaPage(await describeInstallation(deps, deps.clock()))),
});
