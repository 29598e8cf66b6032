export const breachTexts = {
  breaches: {
    title: 'Violations de données (articles 33 et 34)',
    explained:
      'Toute violation s’inscrit ici. S’il y a un risque pour les personnes, la CNIL est informée dans les 72 heures ; si le risque est élevé, les personnes aussi. Ne nommez personne.',
    none: 'Aucune violation inscrite.',
    add: 'Inscrire une violation',
    added: 'Violation inscrite. Les 72 heures courent.',
    number: 'Violation n° %{id}',
    edit: 'Modifier la violation n° %{id}',
    saved: 'Violation enregistrée.',
    noticedAt: 'Constatée le',
    facts: 'Ce qui s’est passé',
    people: 'Personnes et données concernées',
    consequences: 'Conséquences probables',
    measures: 'Mesures prises et prévues',
    cnilToldOn: 'CNIL informée le',
    personsToldOn: 'Personnes informées le',
    reason: 'Motif (CNIL ou personnes non informées, ou retard)',
    tellBefore: 'Informer la CNIL avant le %{at}, ou écrire pourquoi non',
    notYet: 'non',
    close: 'Clore',
    wrong:
      'Aucun jour à venir. Pour clore, dites quand la CNIL a été informée, ou pourquoi elle ne l’a pas été.',
    closedAt: 'Close le',
    open: 'en cours',
  },
};
