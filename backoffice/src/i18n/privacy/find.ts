/** Texts of the search for a person. */
export const findTexts = {
  find: {
    title: 'Rechercher une personne',
    explained:
      'Un seul renseignement suffit. Toutes les résidences sont cherchées, avec les essais, le spam, les doublons, les notes, les historiques et les envois : d’abord ce que les index connaissent, puis chaque texte.',
    search: 'Rechercher',
    noCriterion: 'Donnez au moins un renseignement.',
    wrong: {
      phone: 'Le téléphone compte au moins quatre chiffres.',
      email: 'Cette adresse e-mail n’en est pas une.',
      lastName: 'Donnez un nom ou un prénom avec la date de naissance.',
      firstName: 'Le prénom doit contenir des lettres.',
      birthDate: 'Cette date n’existe pas.',
      text: 'Le texte compte de 3 à 100 caractères.',
    },
    found: 'Ce qui a été trouvé',
    count: '%{smart_count} trace trouvée |||| %{smart_count} traces trouvées',
    none: 'Rien n’a été trouvé, ni dans les fiches, ni dans les notes, les historiques et les envois.',
    truncated: 'Il y en a davantage : précisez la recherche.',
    filesNotRead:
      'Les CV ne sont pas lus par la recherche. Ceux des fiches trouvées sont nommés ci-dessous ; ils font partie de l’export d’une demande.',
    named: '%{name}, n° %{id}',
    choose: 'Choisir %{title}',
    strong: 'Concordance forte',
    weak: 'Concordance faible',
    received: 'reçue le %{at}',
    relative: 'Un proche',
    referrer: 'L’adresseur',
    because: '%{name} : %{reasons}',
    where: 'dans : %{places}',
    files: 'CV : %{files}',
    same: {
      phone: 'même téléphone',
      email: 'même e-mail',
      name: 'même nom',
      lastName: 'même nom de famille',
      birthDate: 'même date de naissance',
      customId: 'même référence du site',
      partnerNumber: 'même numéro du partenaire',
      text: 'même texte',
    },
    places: {
      entry: 'Fiche',
      user: 'Utilisateur',
      staff: 'Personnel d’une résidence',
      request: 'Demande d’exercice de droits',
    },
    elsewhere: {
      user: 'Se traite par une demande.',
      staff: 'Se traite à la page de la résidence.',
      request: 'S’efface d’elle-même cinq ans après sa clôture.',
    },
    progress: {
      label: 'Avancement de la recherche',
      running: '%{scanned} lignes sur %{total} lues',
      stopped:
        'Recherche interrompue après %{scanned} lignes sur %{total} : elle n’est pas complète, relancez-la.',
      over: 'Recherche terminée : %{scanned} lignes lues.',
    },
  },
  selection: {
    title: 'Sélection',
    none: 'Aucune fiche choisie. Cochez celles de la personne.',
    count: '%{smart_count} fiche choisie |||| %{smart_count} fiches choisies',
    request: 'Ouvrir une demande',
    requestFirst:
      'Tout effacement et tout export se font depuis une demande, une fois l’identité vérifiée : ce qui est fait y est noté, jusqu’à la preuve.',
    add: 'Ajouter à la demande n° %{id}',
    noteSearch: 'Noter la recherche dans la demande n° %{id}',
    added: 'Fiches ajoutées à la demande.',
    hold: 'Geler',
  },
};
