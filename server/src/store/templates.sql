-- The texts with which a new installation begins; staff switch them on.
insert into templates (use, channel, about, name, subject, text, active) values
('free', 'email', 'family', 'Appel sans réponse', 'Votre demande pour {résidence}', '{salutation},

Vous cherchez une place dans notre résidence, et nous vous remercions de votre confiance. Nous avons essayé de vous appeler, sans parvenir à vous joindre.

Dites-nous quand vous appeler, en répondant simplement à ce message, ou appelez-nous au {téléphone} : nous prendrons le temps d’en parler avec vous.

{signature}', 0),
('free', 'email', 'family', 'Dossier d’admission', 'Votre dossier pour {résidence}', '{salutation},

Comme convenu, voici ce qui nous permettra d’avancer avec vous : le dossier de demande d’admission (formulaire Cerfa n° 14732*03), à télécharger ici :

https://www.service-public.fr/particuliers/vosdroits/R17461

Le médecin traitant en remplit la partie médicale, qui est destinée au médecin de la résidence.

Ne nous envoyez pas de document médical par e-mail : remettez-le à la résidence, sous pli fermé. Si vous le souhaitez, nous pouvons remplir le reste ensemble, sur place ou au {téléphone}.

{signature}', 0),
('free', 'email', 'family', 'Pas de place pour l’instant', 'Votre demande pour {résidence}', '{salutation},

Nous n’avons pas de place à vous proposer en ce moment dans notre résidence. Nous savons combien cette réponse est difficile à recevoir, et nous en sommes désolés.

Votre demande reste ouverte, et nous vous appellerons dès qu’une place se libérera. Si votre situation change ou devient urgente, prévenez-nous au {téléphone}.

{signature}', 0),
('free', 'email', 'complaint', 'Réclamation bien reçue', 'Votre réclamation', '{salutation},

Nous avons bien reçu votre réclamation n° {référence}, et nous vous remercions de nous avoir dit ce qui n’allait pas.

La direction de la résidence l’examine et vous répondra par écrit. D’ici là, vous pouvez nous joindre au {téléphone}.

{signature}', 0),
('free', 'email', 'application', 'Proposition de rencontre', 'Votre candidature', '{salutation},

Votre candidature a retenu notre attention, et nous aimerions vous rencontrer à la résidence.

Quels moments vous conviendraient ? Répondez à ce message ou appelez-nous au {téléphone}.

{signature}', 0),
('free', 'email', 'application', 'Candidature non retenue', 'Votre candidature', '{salutation},

Nous vous remercions de l’intérêt que vous portez à notre résidence. Nous avons lu votre candidature avec attention, mais nous ne pouvons pas lui donner suite pour le moment.

Nous vous souhaitons de trouver bientôt le poste que vous cherchez.

{signature}', 0),
('visit', 'email', 'family', 'Confirmation de visite', 'Votre visite du {date} à {heure}', '{salutation},

Nous vous confirmons votre visite de notre résidence, le {date} à {heure}. Nous vous attendons à l’adresse suivante :

{résidence}
{adresse}

Vous pouvez venir avec votre parent ou avec vos proches. Si ce moment ne vous convient plus, répondez à ce message ou appelez-nous au {téléphone} : nous en trouverons un autre.

{signature}', 0),
('visit-moved', 'email', 'family', 'Visite déplacée', 'Votre visite est déplacée au {date} à {heure}', '{salutation},

Votre visite est déplacée : nous vous attendons maintenant le {date} à {heure}, toujours à la même adresse :

{résidence}
{adresse}

Si ce moment ne vous convient pas, répondez à ce message ou appelez-nous au {téléphone} : nous en trouverons un autre.

{signature}', 0),
('visit-cancelled', 'email', 'family', 'Visite annulée', 'Votre visite du {date} est annulée', '{salutation},

Votre visite prévue le {date} à {heure} n’aura pas lieu. Nous vous prions de nous excuser si ce changement vous gêne.

Si vous souhaitez convenir d’un autre moment, répondez à ce message ou appelez-nous au {téléphone}. Nous restons à votre écoute.

{signature}', 0),
('reminder', 'email', 'family', 'Rappel la veille de la visite', 'Votre visite de demain à {heure}', '{salutation},

Nous vous attendons demain, {date}, à {heure} :

{résidence}
{adresse}

Si vous avez un empêchement, répondez à ce message ou appelez-nous au {téléphone} : nous trouverons un autre moment.

{signature}', 0),
-- In the alphabet of SMS, which has neither « ê » nor « ’ »; short enough for three SMS where a name has such a letter.
('free', 'sms', 'family', 'Appel sans réponse (SMS)', '', 'Bonjour, nous avons essayé de vous appeler au sujet de votre demande. Rappelez-nous quand vous le souhaitez au {téléphone} : nous en parlerons volontiers. {résidence}', 0),
('visit', 'sms', 'family', 'Confirmation de visite (SMS)', '', 'Bonjour, nous vous attendons le {date} à {heure} : {résidence}, {adresse}. Pour changer de moment : {téléphone}.', 0),
('visit-moved', 'sms', 'family', 'Visite déplacée (SMS)', '', 'Bonjour, votre visite est déplacée : nous vous attendons le {date} à {heure}, {résidence}. Pour choisir un autre moment : {téléphone}.', 0),
('visit-cancelled', 'sms', 'family', 'Visite annulée (SMS)', '', 'Bonjour, votre visite du {date} à {heure} n''aura pas lieu ; veuillez nous en excuser. Pour choisir un autre moment : {téléphone}. {résidence}', 0),
('reminder', 'sms', 'family', 'Rappel avant la visite (SMS)', '', 'Petit rappel : nous vous attendons le {date} à {heure}, {résidence}, {adresse}. Un imprévu ? Appelez le {téléphone}.', 0),
-- Receipts, which go by themselves.
('receipt', 'email', 'family', 'Accusé de réception : demande', 'Votre demande pour {résidence}', 'Madame, Monsieur,

Nous avons bien reçu votre demande, et nous vous remercions de votre confiance.

Une personne de la résidence vous répondra {délai}. Si votre situation est urgente, appelez-nous au {téléphone} : nous prendrons le temps d’en parler avec vous.

{résidence}', 0),
('receipt', 'email', 'complaint', 'Accusé de réception : réclamation', 'Votre réclamation', 'Madame, Monsieur,

Nous avons bien reçu votre réclamation, sous le n° {référence}, et nous vous remercions de nous avoir dit ce qui n’allait pas.

Nous allons l’examiner avec attention, et nous vous répondrons {délai}. D’ici là, vous pouvez nous joindre au {téléphone}.

{résidence}', 0),
('receipt', 'email', 'application', 'Accusé de réception : candidature', 'Votre candidature', 'Madame, Monsieur,

Nous avons bien reçu votre candidature, et nous vous remercions de l’intérêt que vous portez à notre résidence.

Nous la lirons avec attention, et nous reviendrons vers vous. D’ici là, vous pouvez nous joindre au {téléphone}.

{résidence}', 0);
