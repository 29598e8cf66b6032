import frenchMessages from 'ra-language-french';
import { administrationFrench } from './administration.ts';
import { auditFrench } from './audit.ts';
import { conversionsFrench } from './conversions.ts';
import { entryFrench } from './entry.ts';
import { enumerationsFrench } from './enumerations.ts';
import { integrationsFrench } from './integrations.ts';
import { leadsFrench } from './leads.ts';
import { mailFrench } from './mail.ts';
import { privacyFrench } from './privacy.ts';
import { queuesFrench } from './queues.ts';
import { residencesFrench } from './residences.ts';
import { statisticsFrench } from './statistics.ts';
import { todayFrench } from './today.ts';
import { totpFrench } from './totp.ts';
import { usersFrench } from './users.ts';

/** The French texts of the screens, with narrow no-break spaces before ; ! ? and inside « ». */
export const french = {
  ...frenchMessages,
  accueil: {
    today: todayFrench,
    name: 'Accueil',
    retry: 'Réessayer',
    help: 'Aide',
    values: enumerationsFrench,
    administration: administrationFrench,
    audit: auditFrench,
    conversions: conversionsFrench,
    integrations: integrationsFrench,
    residences: residencesFrench,
    totp: totpFrench,
    users: usersFrench,
    entry: entryFrench,
    leads: leadsFrench,
    mail: mailFrench,
    privacy: privacyFrench,
    queues: queuesFrench,
    statistics: statisticsFrench,
    session: {
      title: 'Connexion',
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
      weak: 'Trop facile à deviner ou trop court : choisissez au moins 12 caractères, une phrase par exemple.',
      save: 'Enregistrer',
      saved: 'Mot de passe enregistré. Vos autres sessions sont fermées.',
      chosen: 'Mot de passe enregistré. Vous pouvez vous connecter.',
      invitationEnded:
        'Ce lien a déjà servi ou n’est plus valable. Demandez-en un autre à votre administrateur.',
    },
    theme: { light: 'Affichage clair', dark: 'Affichage sombre' },
    menu: {
      today: 'Ma journée',
      leads: 'Demandes',
      board: 'Tableau par étape',
      surveys: 'Contacts et avis',
      orientations: 'Orientations',
      applications: 'Candidatures',
      residences: 'Résidences',
      statistics: 'Statistiques',
      integrations: 'Intégrations',
      conversions: 'Conversions',
      users: 'Utilisateurs',
      audit: 'Journal',
      privacy: 'Vie privée',
    },
  },
};

/** The texts that every language must have. */
export type Messages = typeof french;
