/** Texts of the page « À effacer ». */
export const pendingTexts = {
  pending: {
    title: 'À effacer',
    explained:
      'Ces fiches sont hors de vue de tous sauf de vous, et personne n’est prévenu. Chacune peut être reprise jusqu’à son effacement, qui se fait tout seul. Celles des demandes d’abord, puis celles des durées de conservation, qui attendent sept jours.',
    none: 'Rien n’est à effacer.',
    more: 'Les %{shown} premières de %{total}.',
    byUser: 'Décidé par %{name} le %{at}',
    byRule: 'Durée de conservation « %{rule} », le %{at}',
    cancel: 'Annuler l’effacement',
    cancelThis: 'Annuler l’effacement de la fiche n° %{id}',
    cancelDone:
      'Effacement annulé : le personnel voit de nouveau la fiche, sauf si son traitement est limité.',
  },
};
