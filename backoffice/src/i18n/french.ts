import frenchMessages from 'ra-language-french';
import { administrationTexts } from './administration.ts';
import { agendaTexts } from './agenda.ts';
import { auditTexts } from './audit.ts';
import { conversionsTexts } from './conversions.ts';
import { entryTexts } from './entry.ts';
import { integrationsTexts } from './integrations.ts';
import { leadsTexts } from './leads.ts';
import { mailTexts } from './mail.ts';
import { privacyTexts } from './privacy.ts';
import { queuesTexts } from './queues.ts';
import { residencesTexts } from './residences.ts';
import { searchTexts } from './search.ts';
import { statisticsTexts } from './statistics.ts';
import { todayTexts } from './today.ts';
import { totpTexts } from './totp.ts';
import { usersTexts } from './users.ts';

/** The texts of react-admin, with the apostrophes of ours. */
function typographic<Texts>(texts: Texts): Texts {
  return JSON.parse(JSON.stringify(texts).replaceAll("'", '’'));
}

const reactAdmin = typographic(frenchMessages.ra);

/** The French texts of the screens, with narrow no-break spaces before ; ! ? and inside « ». */
export const french = {
  ra: {
    ...reactAdmin,
    input: {
      ...reactAdmin.input,
      password: { toggle_hidden: 'Afficher la saisie', toggle_visible: 'Masquer la saisie' },
    },
  },
  accueil: {
    agenda: agendaTexts,
    today: todayTexts,
    name: 'Accueil',
    retry: 'Réessayer',
    network: {
      none: 'Pas de réseau, ou le service ne répond pas. Ce qui est affiché peut dater ; ce que vous saisissez est conservé.',
      page: 'Cette page n’a pas pu être chargée.',
      pageTitle: 'Page non chargée',
    },
    noPage: {
      title: 'Page introuvable',
      unknown: 'Cette adresse ne mène à aucune page.',
      others: 'Votre rôle n’ouvre pas cette page.',
      start: 'Revenir à l’accueil',
    },
    help: 'Aide',
    administration: administrationTexts,
    audit: auditTexts,
    conversions: conversionsTexts,
    integrations: integrationsTexts,
    residences: residencesTexts,
    totp: totpTexts,
    users: usersTexts,
    entry: entryTexts,
    leads: leadsTexts,
    mail: mailTexts,
    message: {
      by: 'Par',
      channel: { email: 'E-mail', sms: 'SMS' },
      subject: 'Objet',
      text: 'Message',
      count: '%{smart_count} caractère, %{most} au plus. |||| %{smart_count} caractères, %{most} au plus.',
      tooLong: '%{most} caractères au plus.',
    },
    privacy: privacyTexts,
    queues: queuesTexts,
    search: searchTexts,
    statistics: statisticsTexts,
    session: {
      title: 'Connexion',
      over: 'Votre session est terminée. Reconnectez-vous : la page et ce que vous y avez saisi sont conservés, et ce qui était en cours reprend tout seul.',
      other: 'Changer de compte',
      email: 'Adresse e-mail',
      password: 'Mot de passe',
      signIn: 'Se connecter',
      wrong: 'Adresse e-mail ou mot de passe incorrect.',
      tooMany: 'Trop d’essais. Réessayez dans %{seconds} s.',
      unreachable: 'Le service ne répond pas. Vérifiez votre connexion et réessayez.',
      failed: 'La connexion a échoué. Réessayez dans un instant.',
    },
    password: {
      title: 'Mon mot de passe',
      chooseTitle: 'Choisir un mot de passe',
      current: 'Mot de passe actuel',
      next: 'Nouveau mot de passe',
      again: 'Le même, encore une fois',
      rule: 'Au moins 12 caractères, une phrase par exemple.',
      different: 'Les deux saisies sont différentes.',
      wrongCurrent: 'Ce n’est pas votre mot de passe actuel.',
      weak: 'Trop facile à deviner ou trop court : choisissez au moins 12 caractères, une phrase par exemple.',
      saved:
        'Mot de passe enregistré. Vos autres sessions sont fermées, et les adresses de vos agendas ne servent plus.',
      chosen: 'Mot de passe enregistré.',
      saveAndSignIn: 'Enregistrer et se connecter',
      for: 'Bienvenue, %{name}. Choisissez le mot de passe de votre compte%{account}.',
      newFor: '%{name}, choisissez un nouveau mot de passe pour votre compte%{account}.',
      invitationEnded: 'Ce lien a déjà servi ou n’est plus valable.',
    },
    forgotten: {
      link: 'Mot de passe oublié ?',
      title: 'Mot de passe oublié',
      intro: 'Nous envoyons à votre adresse un lien pour en choisir un autre.',
      email: 'Adresse e-mail',
      send: 'Envoyer le lien',
      sent: 'Si un compte existe à cette adresse, le lien est en route. Il sert une fois, pendant une heure ; regardez aussi parmi les indésirables. Au plus trois liens partent par heure.',
      askAdministrator:
        'Ce service n’envoie pas d’e-mails : demandez un nouveau lien à votre administrateur.',
      another: 'Demander un autre lien',
      back: 'Revenir à la connexion',
    },
    away: {
      title: 'Mon absence',
      intro: 'Pendant ces jours, aucune demande ne vous est confiée à tour de rôle.',
      from: 'Du',
      until: 'Au',
      save: 'Noter l’absence',
      end: 'Je suis là : l’effacer',
      saved: 'Absence notée.',
      ended: 'Absence effacée.',
    },
    theme: { light: 'Affichage clair', dark: 'Affichage sombre' },
    shortcuts: { off: 'Désactiver les raccourcis clavier', on: 'Activer les raccourcis clavier' },
    menu: {
      everyday: 'Tous les jours',
      menu: 'Menu',
      today: 'Ma journée',
      leads: 'Demandes',
      agenda: 'Agenda',
      newLead: 'Nouvelle demande',
      board: 'Tableau par étape',
      surveys: 'Contacts et avis',
      applications: 'Candidatures',
      residences: 'Résidences',
      statistics: 'Statistiques',
      integrations: 'Intégrations',
      users: 'Utilisateurs',
      audit: 'Journal',
      privacy: 'Vie privée',
    },
  },
};
