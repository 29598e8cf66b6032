import { writtenFor } from './sms.ts';
import { filled, type Variable } from './template-variables.ts';

/** What variables stand for at their longest. */
export const samples: Readonly<Record<Variable, string>> = {
  salutation: 'Madame Lefebvre-Desrousseaux',
  résidence: 'Résidence Les Jardins de Provence',
  adresse: '128 avenue du Général de Gaulle, 13100 Aix-en-Provence',
  téléphone: '04 65 71 00 00',
  date: 'mercredi 23 septembre',
  heure: '14 h 30',
  délai: 'dans les deux jours ouvrés',
  référence: '123456',
  documents: 'Tarifs : https://www.example.org/tarifs\nLivret d’accueil : https://www.example.org/livret',
  signature: 'Marie-Christine Desrousseaux\nRésidence Les Jardins de Provence',
};

/** The text of an SMS template at its longest. */
export const longestSms = (text: string): string => writtenFor('sms', filled(text, samples));
