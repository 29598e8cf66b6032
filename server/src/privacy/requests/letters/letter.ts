// Letters to a person who asks, ready to be completed, printed or pasted (RGPD, articles 12 to 22).

import Type from 'typebox';
import { recordActivity } from '../../../access/audit.ts';
import { parisDay } from '../../../clock.ts';
import { integer } from '../../../contract/fields.ts';
import { RequestError } from '../../../contract/request-error.ts';
import { counted, frenchDay, frenchDuration } from '../../../french/dates.ts';
import { channelNames, criteriaText } from '../../../french/labels.ts';
import { deskRoute } from '../../../http/desk-route.ts';
import { type Html, html } from '../../../http/pages/html.ts';
import { block, pageFor } from '../../../http/pages/printed-page.ts';
import { type PrivacyDeps, privacyRoute } from '../../deps.ts';
import type { StoredRequest } from '../../records/requests.ts';
import { describeInstallation } from '../../register/register.ts';
import { cnil } from '../document.ts';
import { type Proof, proofOf } from '../proof/proof.ts';
import { fittingLetters, type Letter, letters } from './fitting.ts';

/** What a letter is written from: what was asked, searched for, done and told, and by whom. */
interface LetterFacts extends Proof {
  /** Who is responsible, as the register says it; null when it does not. */
  readonly controller: string | null;
  /** How long an opposition is kept, in days. */
  readonly oppositionDays: number;
  /** The day of the letter, in Europe/Paris. */
  readonly today: string;
}

type Paragraphs = (string | Html | false | null)[];

const objects: Readonly<Record<Letter, string>> = {
  receipt: 'Accusé de réception de votre demande',
  extension: 'Prolongation du délai de réponse à votre demande',
  nothing: 'Réponse à votre demande : aucune donnée vous concernant',
  refusal: 'Réponse à votre demande : refus',
  answer: 'Réponse à votre demande',
};

const rights = {
  access: 'demande d’accès (article 15 du RGPD)',
  portability: 'demande de portabilité (article 20 du RGPD)',
  rectification: 'demande de rectification (article 16 du RGPD)',
  erasure: 'demande d’effacement (article 17 du RGPD)',
  opposition: 'opposition (article 21 du RGPD)',
  limitation: 'demande de limitation du traitement (article 18 du RGPD)',
} as const;

/** Returns a letter as a section of a printable page. What the service cannot know is a block to fill in, which is stored nowhere. */
function letterSection(letter: Letter, facts: LetterFacts): Html {
  const { request, controller, today } = facts;
  const { id, kind, person, represented, receivedOn, channel } = request;
  const written =
    channel === 'other' || channel === 'desk' ? '' : `, par ${channelNames[channel].toLowerCase()}`;
  const paragraphs: Paragraphs = [
    'Madame, Monsieur,',
    `Vous nous avez adressé le ${frenchDay(receivedOn)}${written}, une ${rights[kind]}${represented === null ? '' : `, pour ${represented}`}. Elle porte chez nous le numéro ${id}.`,
    ...bodies[letter](facts),
    'Nous vous prions d’agréer, Madame, Monsieur, l’expression de nos salutations distinguées.',
  ];
  return html`${block(controller ?? 'Nom et adresse du responsable du traitement')}
<div class="to">${block(person)}${block('Adresse postale, si la lettre part par courrier')}</div>
<p class="to">${block('Lieu')}le ${frenchDay(today)}</p>
<p><strong>Objet : ${objects[letter]} (nº ${id})</strong></p>
${paragraphs.flatMap((one) => (one === false || one === null ? [] : [typeof one === 'string' ? html`<p>${one}</p>\n` : one]))}
${block('Nom, fonction et signature')}
${block('Pour nous joindre : délégué à la protection des données, adresse, e-mail, téléphone')}
`;
}

const bodies: Readonly<Record<Letter, (facts: LetterFacts) => Paragraphs>> = {
  receipt: ({ request: { asker, authority, identityKind, dueOn } }) => [
    identityKind === null &&
      'Pour protéger ces données, nous devons d’abord nous assurer de votre identité : nous vous rappellerons au numéro que nous connaissons, ou vous pouvez vous présenter dans l’une de nos résidences. Ne nous envoyez pas de copie de pièce d’identité.',
    asker !== 'self' &&
      authority === null &&
      'Vous agissez pour une autre personne. Merci de nous présenter ce qui vous y autorise : jugement de tutelle, habilitation familiale, mandat écrit ou acte de notoriété.',
    `Nous vous répondrons au plus tard le ${frenchDay(dueOn)}, comme le prévoit l’article 12(3) du RGPD. Cette démarche est gratuite.`,
  ],
  extension: ({ request: { extensionReason, dueOn } }) => [
    'Nous n’avons pas encore pu y répondre. L’article 12(3) du RGPD nous permet, compte tenu de la complexité et du nombre des demandes, de prolonger d’une durée de deux mois le délai d’un mois. Voici pourquoi nous le faisons :',
    extensionReason,
    `Nous vous répondrons au plus tard le ${frenchDay(dueOn)}.`,
    complaint,
  ],
  nothing: ({ steps, request: { kind } }) => [
    ...steps.filter(({ step }) => step === 'searched').map(searchText),
    'Nous ne détenons aucune donnée vous concernant, hormis celles de la présente demande, que nous conservons pour pouvoir justifier de son traitement.',
    'Si vous nous avez écrit sous un autre nom, depuis une autre adresse ou un autre numéro, indiquez-les-nous : nous chercherons de nouveau.',
    kind === 'erasure' && 'Il n’y a donc rien à effacer.',
    complaint,
  ],
  refusal: (facts) => [
    'Nous ne pouvons pas y donner suite, pour le motif suivant :',
    facts.request.ground,
    ...refusedEntries(facts),
    complaint,
  ],
  answer: (facts) => {
    const { kind, decision, ground } = facts.request;
    const isPartial = decision === 'partial';
    return [
      ...done[kind](facts),
      isPartial && 'Nous n’avons pas pu accorder toute votre demande, pour le motif suivant :',
      isPartial && ground,
      ...refusedEntries(facts),
      ...toldTexts(facts),
      complaint,
    ];
  },
};

/** What was done, by the right that was exercised. */
const done: Readonly<Record<StoredRequest['kind'], (facts: LetterFacts) => Paragraphs>> = {
  access: (facts) => [
    ...enclosed(facts),
    'La fin de ce document vous dit aussi, comme le prévoit l’article 15(1) du RGPD, pourquoi nous traitons ces données, à qui elles sont transmises, combien de temps nous les conservons, d’où elles viennent, qui les a consultées, et quels sont vos droits.',
  ],
  portability: (facts) => [
    ...enclosed(facts),
    'Les mêmes données y figurent sous une forme structurée (JSON), que vous pouvez remettre à un autre organisme.',
  ],
  rectification: ({ entries }) => [
    `Nous avons rectifié les données que vous nous avez signalées${inEntries(entries.filter(({ state }) => state === 'done'))}.`,
  ],
  erasure: ({ entries, backups, steps }) => {
    const entriesWith = (isWhole: boolean) =>
      entries.filter(({ erasures }) => erasures.some((erasure) => erasure.isWhole === isWhole));
    const [erased, redacted] = [entriesWith(true), entriesWith(false)];
    const isDone = (one: string) => steps.some(({ step }) => step === one);
    return [
      erased.length > 0 &&
        `Nous avons effacé les données demandées${inEntries(erased)}. Cet effacement est définitif.`,
      redacted.length > 0 &&
        `Nous avons retiré de notre base ce qui vous concernait${inEntries(redacted)}, sans en garder trace.`,
      erased.length + redacted.length === 0 &&
        isDone('erasure-decided') &&
        'Nous avons décidé de l’effacement des données demandées. Elles sont déjà masquées, et seront effacées définitivement sous quelques jours.',
      isDone('user-erased') &&
        'Votre compte d’utilisateur a été remplacé par un numéro : votre nom et votre adresse n’y figurent plus.',
      backups.until !== null &&
        `Nos sauvegardes, que personne ne consulte, en sont purgées au plus tard le ${frenchDay(backups.until)}.`,
      'Nous gardons des nombres sans nom pour nos statistiques, et la trace de votre demande, pour pouvoir justifier de son traitement.',
    ];
  },
  opposition: ({ oppositionDays }) => [
    `Nous avons noté votre opposition : nous ne vous contacterons plus à des fins commerciales. Pour la respecter, nous gardons pendant ${frenchDuration(oppositionDays)} une empreinte de votre numéro ou de votre adresse, qui ne permet pas de les retrouver.`,
    'Si vous nous adressez vous-même une nouvelle demande, nous vous répondrons.',
  ],
  limitation: ({ entries }) => [
    ...entries.map(
      ({ entryId, hold }) =>
        hold !== undefined &&
        `Le traitement de la fiche nº ${entryId} est limité jusqu’au ${frenchDay(hold.until)} : nous la conservons sans l’utiliser, et seul notre délégué à la protection des données peut la lire.`,
    ),
    'Nous vous avertirons avant de lever cette limitation (article 18(3) du RGPD).',
  ],
};

const complaint = html`<p>Si vous estimez que vos droits ne sont pas respectés, vous pouvez adresser une réclamation à la ${cnil}, et former un recours devant le tribunal compétent (articles 77 et 79 du RGPD) : le tribunal judiciaire, ou le tribunal administratif si la résidence est publique.</p>
`;

function enclosed({ entries }: Proof): Paragraphs {
  const given = entries.filter(({ state }) => state !== 'refused').length;
  return [
    `Vous trouverez ci-joint les données que nous détenons${given === 0 ? '' : ` (${counted(given, 'fiche')})`}, sous la forme d’un document à lire, d’un fichier lisible par un logiciel et, le cas échéant, des fichiers que vous nous aviez remis. Les données d’autres personnes y sont masquées ; un texte que nous ne pouvons pas vous remettre est remplacé par le motif.`,
  ];
}

function refusedEntries({ entries }: Proof): Paragraphs {
  return entries.map(
    ({ entryId, state, reason }) =>
      state === 'refused' && reason !== null && `Fiche nº ${entryId} : ${reason}`,
  );
}

/** Who was told of what has changed (RGPD, article 19). */
function toldTexts({ told, toTell }: Proof): Paragraphs {
  const names = (all: readonly { readonly recipient: string }[]) =>
    [...new Set(all.map(({ recipient }) => recipient))].join(', ');
  const informed = told.filter(({ state }) => state !== 'failed');
  return [
    informed.length > 0 &&
      `Nous en avons averti ceux à qui ces données avaient été transmises : ${names(informed)}.`,
    toTell.length > 0 && `Nous en avertissons aussi, par courrier : ${names(toTell)}.`,
  ];
}

function inEntries(entries: Proof['entries']): string {
  if (entries.length === 0) return '';
  const numbers = entries.map(({ entryId }) => entryId).join(', ');
  return `, dans ${entries.length === 1 ? 'la fiche' : 'les fiches'} nº ${numbers}`;
}

function searchText({ at, detail }: Proof['steps'][number]): string {
  const reach = detail.complete === true ? ', puis dans tous les textes que nous conservons' : '';
  return `Nous avons cherché le ${frenchDay(parisDay(new Date(at)))}, d’après ce que vous nous avez donné (${criteriaText(detail.criteria)}), parmi les demandes, les proches et les utilisateurs de toutes nos résidences${reach}.`;
}

export const writeLetter = deskRoute('writeLetter', 'GET /desk/privacy/requests/:id/letters/:letter', {
  ...privacyRoute,
  params: Type.Object({
    id: integer({ minimum: 1 }),
    letter: Type.Enum(letters, { type: 'string' }),
  }),
  async run(deps: PrivacyDeps, { id, letter, by }, { reply }) {
    const { database, clock } = deps;
    const now = clock();
    const today = parisDay(now);
    const proof = await proofOf(database.background, id, { ...deps, now });
    const fitting = fittingLetters(proof.request);
    if (!fitting.includes(letter)) {
      const expected = fitting.join(' or ') || 'none for this request';
      throw new RequestError('CONFLICT', `letter: expected ${expected}`);
    }
    const { controller, treatments } = await describeInstallation(deps, now);
    const durations = treatments.flatMap((treatment) => treatment.durations);
    const oppositionDays = durations.find(({ rule }) => rule === 'objection')?.days ?? 0;
    const facts = { ...proof, controller: controller?.text ?? null, oppositionDays, today };
    const act = {
      action: 'downloaded',
      subject: 'privacy-request',
      subjectId: id,
      detail: { letter },
    } as const;
    await database.write(recordActivity, { by, act }, now);
    return pageFor(reply, objects[letter], [letterSection(letter, facts)], { isLetter: true });
  },
});
