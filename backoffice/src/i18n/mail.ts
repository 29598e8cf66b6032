/** Texts of « Mes e-mails ». */
export const mailFrench = {
  title: 'Mes e-mails',
  intro:
    'Ce qui arrive pour vos résidences (demandes, orientations et, pour la direction, réclamations et candidatures) peut vous être annoncé par e-mail. Chacun contient un lien, et aucune donnée personnelle. Sauf «\u202FJamais\u202F», la direction est aussi avertie quand une famille attend son premier appel depuis plus de deux fois le délai prévu.',
  question: 'Quand être averti',
  choices: {
    'at-once': 'À chaque arrivée',
    digest: 'Une fois par jour, le matin',
    none: 'Jamais',
  },
  help: {
    'at-once': 'Un e-mail tout de suite, pour chaque nouveauté.',
    digest:
      'Un e-mail à 7\u00A0h\u00A030 les jours ouvrés\u00A0: ce qui est à faire et ce qui est arrivé, en chiffres.',
    none: 'Tout reste visible dans «\u202FMa journée\u202F».',
  },
  saved: 'Choix enregistré.',
  off: 'L’envoi d’e-mails n’est pas activé sur ce service. Votre choix comptera dès qu’il le sera.',
  notTold: 'Votre rôle ne reçoit pas ces e-mails\u00A0: ils sont pour la direction et le service commercial.',
};

export const mailEnglish: typeof mailFrench = {
  title: 'My e-mails',
  intro:
    'What arrives for your residences (leads, orientations and, for directors, complaints and applications) can be announced to you by e-mail. Each holds a link, and no personal data. Unless they choose “Never”, directors are also told when a family has waited for its first call for more than twice the target.',
  question: 'When to be told',
  choices: {
    'at-once': 'Each time something arrives',
    digest: 'Once a day, in the morning',
    none: 'Never',
  },
  help: {
    'at-once': 'An e-mail at once, for each piece of news.',
    digest: 'An e-mail at 7:30 on working days: what is to be done and what has arrived, in figures.',
    none: 'Everything is still to be seen in “My day”.',
  },
  saved: 'Choice saved.',
  off: 'This service does not send e-mails. Your choice will count once it does.',
  notTold: 'Your role does not get these e-mails: they are for directors and commercial staff.',
};
