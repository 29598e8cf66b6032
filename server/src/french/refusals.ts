/**
 * Why a mail or an SMS did not leave, where accueil itself says so. The key is stored, logged and answered, with what else is
 * known after a colon; staff read the text.
 */
export const refusals = {
  'entry-erased': 'Les données de la fiche ont été effacées : rien n’est parti.',
  'entry-limited': 'Le traitement de la fiche est limité : rien n’est parti.',
  'entry-spam': 'La fiche a été classée comme spam : rien n’est parti.',
  objects: 'La personne s’est opposée à être contactée : rien n’est parti.',
  'no-consent': 'La personne n’est plus d’accord pour qu’on lui écrive à nouveau : rien n’est parti.',
  'no-link':
    'Plus de 90 jours après le dernier contact, un message doit dire comment s’y opposer : l’administrateur doit d’abord renseigner l’adresse publique du service (PUBLIC_URL).',
  'address-changed': 'La personne n’a plus cette adresse ou ce numéro dans la fiche : rien n’est parti.',
  'address-invalid': 'Cette adresse e-mail n’est pas valable : rien n’est parti.',
  'address-accented': 'Le serveur d’e-mail n’accepte pas d’accent avant le @ : rien n’est parti.',
  returned: 'Un message précédent à cette adresse est revenu : rien n’est parti.',
  removed: 'L’adresse ou le texte a été effacé : rien n’est parti.',
  restored:
    'Une sauvegarde a été remise en place : ce message est peut-être déjà parti. Vérifiez avant d’écrire à nouveau.',
  'visit-gone': 'La visite n’est plus dans la fiche : rien n’est parti.',
  'visit-done': 'La visite a déjà eu lieu : rien n’est parti.',
  'visit-takes-place': 'La visite a finalement lieu : rien n’est parti.',
  'visit-cancelled': 'La visite a été annulée : rien n’est parti.',
  'visit-moved': 'La visite a été déplacée : rien n’est parti.',
  'visit-late': 'La visite est passée, ou trop proche : rien n’est parti.',
  'sms-off': 'L’envoi de SMS n’est pas activé : rien n’est parti.',
  'sms-hours': 'Le SMS attend une heure où l’on peut en envoyer.',
  'sms-too-long': 'Avec le lien pour s’y opposer, ce message dépasse 450 caractères : rien n’est parti.',
  'sms-unanswered': 'La passerelle n’a pas répondu : le SMS n’est peut-être pas parti.',
  'sms-refused': 'Le SMS a été refusé par la passerelle : rien n’est parti.',
  'user-disabled': 'Le compte a été désactivé : rien n’est parti.',
  replaced: 'Un lien plus récent l’a remplacé : rien n’est parti.',
  'secret-key': 'Le texte a été chiffré avec une autre SECRET_KEY : rien n’est parti.',
  'see-log':
    'Une erreur d’accueil a empêché l’envoi : votre administrateur en trouve la cause dans le journal.',
} as const;

export type Refusal = keyof typeof refusals;

/** What staff read of a cause; undefined for one in the words of a server. */
export function refusalText(cause: string): string | undefined {
  const key = cause.split(':', 1)[0];
  return Object.entries(refusals).find(([name]) => name === key)?.[1];
}
