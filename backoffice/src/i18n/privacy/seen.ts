/** Texts of the card that says whose data a user has seen. */
export const seenTexts = {
  seen: {
    title: 'Données vues par un utilisateur',
    explained:
      'D’après le journal d’audit : fiches ouvertes, créées, modifiées ou trouvées par téléphone, recherches de personnes, fichiers téléchargés, pages de listes affichées, exports.',
    user: 'Utilisateur',
    from: 'Du',
    to: 'Au',
    show: 'Afficher',
    none: 'Aucune fiche dans le journal d’audit.',
    incomplete: 'Trop d’actes : seuls les 10 000 derniers sont lus. Choisissez moins de jours.',
    list: 'Liste exportée le %{at} : %{kind}, %{count} fiches. Le journal ne dit pas lesquelles.',
    csv: 'Télécharger les données vues (CSV)',
    actsCsv: 'Télécharger tous ses actes (CSV)',
    persons: 'Personnes',
    acts: 'Actes',
    last: 'Dernière fois',
    found: 'Recherche d’une personne',
    listed: 'Vue dans une liste',
    entry: 'Fiche n° %{id} : %{persons}',
    gone: 'Fiche n° %{id}, qui n’existe plus',
  },
};
