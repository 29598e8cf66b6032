/** What each rule of retention is about. */
export const ruleNames: Readonly<Record<string, string>> = {
  health: 'Données de santé des demandes',
  ip: 'Adresses IP',
  gclid: 'Identifiants publicitaires',
  prospect: 'Demandes sans admission',
  admission: 'Demandes avec admission',
  spam: 'Spam confirmé',
  'presumed-spam': 'Spam probable',
  application: 'Candidatures et CV',
  complaint: 'Réclamations',
  satisfaction: 'Enquêtes de satisfaction',
  deliveries: 'Envois aux sites et aux partenaires',
  audit: 'Journal',
  user: 'Utilisateurs désactivés',
  request: 'Demandes d’exercice de droits closes',
  objection: 'Oppositions',
};
