import Type, { type Static } from 'typebox';
import { orNull } from '../../../http/desk-answers.ts';

const text = (description: string) => orNull(Type.String({ description }));
const fields = (description: string) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true, description });

/** An entry as the person receives it. */
export const ExportedEntry = Type.Object({
  number: Type.Integer({ description: 'Numéro de la fiche.' }),
  erased: Type.Boolean({ description: 'Vrai : ses données ont été effacées.' }),
  kind: text(
    'commercial : demande ; survey : contact, réclamation ou satisfaction ; postuler : candidature.',
  ),
  type: text('Canal ou nature.'),
  receivedAt: text('Reçue le (UTC).'),
  contactDate: text('Jour du premier contact.'),
  residence: text('Résidence.'),
  stayType: text('Type de séjour.'),
  status: text('État.'),
  stage: text('Étape.'),
  result: text('Résultat.'),
  reason: text('Motif du résultat.'),
  sentBy: text('Qui a transmis la fiche : un site, un appelant ou un partenaire.'),
  customId: text('Identifiant donné par l’appelant.'),
  partnerId: text('Identifiant donné par le partenaire.'),
  clickId: text('Identifiant de clic publicitaire.'),
  spam: Type.Boolean({ description: 'Vrai : classée comme indésirable.' }),
  suspicion: orNull(
    Type.Enum(['trap', 'haste'], {
      type: 'string',
      description: 'Pourquoi elle est présumée indésirable, sans que le personnel en ait décidé.',
    }),
  ),
  duplicateOf: orNull(Type.Integer({ description: 'La fiche dont elle est un doublon.' })),
  test: Type.Boolean({ description: 'Vrai : envoyée pour essai.' }),
  announcementId: orNull(Type.Integer({ description: 'Numéro de l’offre d’emploi.' })),
  applicationStep: text('Où en est la candidature.'),
  comment: text('Commentaire.'),
  originalComment: text('Ce que la famille avait écrit, sous le commentaire du personnel.'),
  asleepUntil: text('Jour jusqu’auquel la demande est en sommeil.'),
  asleepReason: text('Pourquoi la demande est en sommeil.'),
  fields: fields('Champs, par leurs noms d’interface.'),
  otherFields: fields('Champs reçus que l’interface ne définit pas.'),
  relations: Type.Array(
    Type.Object({
      position: Type.Integer(),
      fields: fields('Ses champs.'),
      otherFields: fields('Autres champs.'),
    }),
    { description: 'Personnes liées. Les autres personnes sont masquées.' },
  ),
  actions: Type.Array(
    Type.Object({
      date: text('Jour.'),
      time: text('Heure.'),
      stage: text('Étape.'),
      done: Type.Boolean({ description: 'Faux : prévue.' }),
      outcome: text('Ce qu’elle a donné.'),
      by: Type.String({ description: 'La fonction de l’auteur.' }),
      comment: text('Note.'),
      otherFields: fields('Autres champs.'),
    }),
    { description: 'Actions.' },
  ),
  message: orNull(fields('Ce que le partenaire a transmis.')),
  letters: Type.Array(
    Type.Object({
      at: Type.String(),
      to: text('À quelle adresse.'),
      subject: Type.String(),
      text: Type.String(),
    }),
    { description: 'Messages écrits par le personnel, du plus récent au plus ancien.' },
  ),
  history: Type.Array(
    Type.Object({
      at: Type.String(),
      by: Type.String({ description: 'La fonction de l’auteur.' }),
      change: Type.String(),
      detail: fields('Ce qui a changé.'),
    }),
    { description: 'Historique, du plus ancien au plus récent.' },
  ),
  objections: fields('Oppositions à la prospection : depuis quel jour, par moyen (phone, email, sms).'),
  recipients: Type.Array(
    Type.Object({ recipient: Type.String(), event: text('Événement.'), at: Type.String() }),
    { description: 'Destinataires à qui la fiche a été transmise.' },
  ),
  consultations: Type.Array(
    Type.Object({
      on: Type.String({ description: 'Jour.' }),
      by: Type.String({ description: 'La fonction de qui l’a fait.' }),
      act: Type.String({
        description:
          'read : fiche lue ; looked-up : aperçu de la fiche ; found : trouvée par une recherche des données d’une personne ; downloaded : fichier téléchargé ; listed : liste exportée, qui contenait sans doute la fiche ; exported : données remises à une personne.',
      }),
      times: Type.Integer({ description: 'Combien de fois ce jour-là.' }),
    }),
    {
      description:
        'Qui a consulté la fiche, aussi loin que remonte le journal d’audit ; le plus récent d’abord.',
    },
  ),
  olderConsultations: Type.Boolean({ description: 'Vrai : il peut y en avoir d’autres, plus anciennes.' }),
  file: text('Nom du fichier joint dans cette archive.'),
});
export type ExportedEntry = Static<typeof ExportedEntry>;

/** The content of `personne.json`. */
export const PersonExport = Type.Object(
  {
    format: Type.Literal('accueil-personne'),
    version: Type.Literal(1),
    writtenAt: Type.String({ description: 'Instant de l’export (UTC).' }),
    request: Type.Object({
      number: Type.Integer(),
      kind: Type.String(),
      receivedOn: Type.String({ description: 'Jour de réception.' }),
    }),
    entries: Type.Array(ExportedEntry),
  },
  {
    title: 'personne.json',
    description:
      'Les données d’une personne. Les valeurs d’autres personnes sont remplacées par « [autre personne] », les textes retenus par « [non communiqué : motif] ». Le personnel figure par sa fonction.',
  },
);
export type PersonExport = Static<typeof PersonExport>;
