-- Links to the documents of a residence for families.
alter table establishments add column tariffs_url text;
alter table establishments add column booklet_url text;
-- Templates whose text nobody has changed, also where somebody has switched them on.
update templates set text = replace(text, '14732*03). ', '14732*03), à télécharger ici :

https://www.service-public.fr/particuliers/vosdroits/R17461

')
where text = '{salutation},

Comme convenu, voici ce qui nous permettra d’avancer avec vous : le dossier de demande d’admission (formulaire Cerfa n° 14732*03). Le médecin traitant en remplit la partie médicale, qui est destinée au médecin de la résidence.

Ne nous envoyez pas de document médical par e-mail : remettez-le à la résidence, sous pli fermé. Si vous le souhaitez, nous pouvons remplir le reste ensemble, sur place ou au {téléphone}.

{signature}';
update templates set text = replace(text, 'avec la personne concernée', 'avec votre parent')
where text = '{salutation},

Nous vous confirmons votre visite de notre résidence, le {date} à {heure}. Nous vous attendons à l’adresse suivante :

{résidence}
{adresse}

Vous pouvez venir avec la personne concernée ou avec vos proches. Si ce moment ne vous convient plus, répondez à ce message ou appelez-nous au {téléphone} : nous en trouverons un autre.

{signature}';
