/** Texts of « Mes e-mails ». */
export const mailTexts = {
  title: 'Mes e-mails',
  intro:
    'Ce qui arrive pour vos résidences (demandes, orientations et, pour la direction, réclamations et candidatures) peut vous être annoncé par e-mail. Ils contiennent des liens, et aucune donnée personnelle. Sauf «\u202FJamais\u202F», la direction est aussi avertie quand une famille attend son premier appel depuis plus de deux fois le délai prévu.',
  question: 'Quand être averti',
  choices: {
    'at-once': 'Au fil des arrivées',
    digest: 'Une fois par jour, le matin',
    none: 'Jamais',
  },
  help: {
    'at-once':
      'Un e-mail tout de suite\u00A0; ce qui arrive dans le quart d’heure qui suit est réuni dans le prochain.',
    digest:
      'Un e-mail à 7\u00A0h\u00A030 les jours ouvrés\u00A0: ce qui est à faire et ce qui est arrivé, en chiffres.',
    none: 'Tout reste visible dans «\u202FMa journée\u202F».',
  },
  saved: 'Choix enregistré.',
  off: 'L’envoi d’e-mails n’est pas activé sur ce service. Votre choix comptera dès qu’il le sera.',
  reminded:
    'Les demandes d’exercice de droits figurent dans le point du matin pendant les dix jours avant leur échéance, sauf si vous choisissez « Jamais ».',
  tokens:
    'La fin d’un jeton de partenaire figure dans le point du matin pendant les sept derniers jours, sauf si vous choisissez « Jamais ».',
  notTold: 'Votre rôle ne reçoit pas ces e-mails\u00A0: ils sont pour la direction et le service commercial.',
};
