/** Texts of « Ma journée ». */
export const todayFrench = {
  title: 'Ma journée',
  allResidences: 'Toutes mes résidences',
  failed: 'La journée n’a pas pu être chargée. Réessayez dans un instant.',
  nothing: 'Rien à faire ici.',
  all: 'Tout voir',
  atLeast: '%{count} ou plus',
  lateMark: 'plus de 24 h ouvrées',
  waitingMinutes: 'attend depuis moins d’une heure ouvrée',
  waitingHours: 'attend depuis %{count} h ouvrée |||| attend depuis %{count} h ouvrées',
  openSince: 'ouverte depuis %{count} jour |||| ouverte depuis %{count} jours',
  openToday: 'ouverte aujourd’hui',
  receivedAt: 'reçue le %{moment}',
  plannedAt: 'prévu à %{time}',
  plannedOn: 'prévu le %{day}',
  block: {
    toCall: 'À rappeler',
    newSinceYesterday: 'Nouvelles demandes depuis hier',
    visitsToday: 'Visites du jour',
    callsToday: 'Rappels du jour',
    overdue: 'Relances en retard',
    complaints: 'Réclamations ouvertes',
    orientations: 'Orientations partenaire à traiter',
    applications: 'Candidatures non lues',
    webhooks: 'Webhooks en échec',
  },
  webhooks: {
    failed:
      '%{count} envoi abandonné ces 30 derniers jours |||| %{count} envois abandonnés ces 30 derniers jours',
    waiting: '%{count} en attente',
    held: 'suspendu',
    off: 'arrêté',
    on: 'en échec',
  },
  retention: {
    title: 'Bientôt effacées',
    explained:
      'Les données personnelles de ces fiches seront effacées à la date indiquée : leur durée de conservation prend fin. Un échange avec la famille, noté sur la fiche, la prolonge. En cas de litige, prévenez votre délégué à la protection des données. La liste est refaite chaque nuit.',
    coming:
      '%{count} fiche sera effacée sous 30 jours, le %{day}. |||| %{count} fiches seront effacées sous 30 jours, la première le %{day}.',
    all: 'Voir la liste',
    on: 'sera effacée le %{day}',
    none: 'Rien ne sera effacé dans les 30 jours.',
    shown: 'Les %{shown} premières sur %{total}.',
  },
};

export const todayEnglish: typeof todayFrench = {
  title: 'My day',
  allResidences: 'All my residences',
  failed: 'Your day could not be loaded. Try again in a moment.',
  nothing: 'Nothing to do here.',
  all: 'See all',
  atLeast: '%{count} or more',
  lateMark: 'over 24 working hours',
  waitingMinutes: 'waiting for less than a working hour',
  waitingHours: 'waiting for %{count} working hour |||| waiting for %{count} working hours',
  openSince: 'open for %{count} day |||| open for %{count} days',
  openToday: 'open since today',
  receivedAt: 'received %{moment}',
  plannedAt: 'planned at %{time}',
  plannedOn: 'planned on %{day}',
  block: {
    toCall: 'To call back',
    newSinceYesterday: 'New leads since yesterday',
    visitsToday: 'Visits today',
    callsToday: 'Calls today',
    overdue: 'Overdue',
    complaints: 'Open complaints',
    orientations: 'Orientations to deal with',
    applications: 'Unread applications',
    webhooks: 'Failing webhooks',
  },
  webhooks: {
    failed:
      '%{count} delivery given up in the last 30 days |||| %{count} deliveries given up in the last 30 days',
    waiting: '%{count} waiting',
    held: 'held',
    off: 'off',
    on: 'failing',
  },
  retention: {
    title: 'Erased soon',
    explained:
      'The personal data of these entries will be erased on the day shown: they have been kept for as long as the rules say. A contact with the family, noted on the entry, keeps it longer. In a dispute, tell your data protection officer. The list is made anew every night.',
    coming:
      '%{count} entry will be erased within 30 days, on %{day}. |||| %{count} entries will be erased within 30 days, the first on %{day}.',
    all: 'See the list',
    on: 'erased on %{day}',
    none: 'Nothing will be erased within 30 days.',
    shown: 'The first %{shown} of %{total}.',
  },
};
