/** Texts of an entry as the data protection officer sees it. */
export const entryTexts = {
  entry: {
    entry: 'Fiche n° %{id}',
    number: 'Numéro',
    kind: 'Nature',
    residence: 'Résidence',
    receivedAt: 'Reçue le',
    caller: 'Envoyée par',
    customId: 'Référence du site',
    partner: 'Partenaire',
    partnerid: 'Numéro du partenaire',
    comment: 'Commentaire transmis au site',
    gclid: 'Identifiant de clic publicitaire',
    person: 'Personne et champs de la fiche',
    relation: 'Proche : %{name}',
    actions: 'Actions et notes',
    orientation: 'Message du partenaire',
    file: 'CV : %{name}',
    rectify: 'Corriger',
    remove: 'Retirer cette personne',
    removeNamed: 'Retirer cette personne : %{name}',
    hold: 'Geler',
  },
  rectify: {
    title: 'Corriger la fiche n° %{id}',
    explained: 'Videz un champ pour le supprimer.',
    trace: 'Ancienne valeur',
    traces: {
      keep: 'Garder l’ancienne valeur dans l’historique',
      without:
        'Sans trace : effacer aussi tous les textes d’avant de la fiche (historique, messages écrits, ce que les sites ont reçu)',
    },
    keptUnlessAsked:
      'L’ancienne valeur reste dans l’historique. Pour corriger sans trace, ouvrez la fiche depuis une demande de rectification ou d’effacement.',
    texts:
      'Les textes présents de la fiche (commentaire, notes, champs libres) peuvent nommer la personne : relisez-les.',
    goes: 'Ce qui disparaît :',
    earlier:
      'Disparaissent aussi tous les textes d’avant de la fiche : valeurs de l’historique, messages écrits, ce que les sites ont reçu et répondu. Les données présentes des autres personnes restent.',
    remove: 'Retirer',
    others: 'Corriger aussi d’autres champs',
    done: 'Fiche corrigée.',
    told: 'À prévenir : ils avaient reçu l’ancienne valeur',
    noneTold: 'L’ancienne valeur n’avait été envoyée à aucun site.',
    action: 'Action n° %{number}',
    refused: {
      version: 'Quelqu’un a modifié la fiche entre-temps. Fermez, relisez-la et recommencez.',
      people:
        'La demande ne concerne pas cette personne : choisissez d’abord, sur la demande, qui est concerné.',
      fields:
        'La personne de la fiche n’aurait plus ni nom, ni téléphone, ni e-mail : cela se fait par un effacement de la fiche.',
      path: 'Des messages du partenaire attendent : reprenez-les ou écartez-les d’abord.',
    },
    held: 'La fiche est gelée : elle n’est pas corrigée sans trace.',
  },
};
