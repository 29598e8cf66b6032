import type { Chance } from './chance.ts';

/** Names of the generation that seeks a place for its parents. */
const women =
  'Nathalie Isabelle Sylvie Catherine Martine Christine Valérie Sandrine Véronique Brigitte Corinne Florence Laurence Sophie Céline Stéphanie Karine Delphine Nadège Hélène Agnès Françoise Élisabeth Béatrice Dominique Claire Anne Aurélie Émilie Mélanie';
const men =
  'Philippe Éric Laurent Thierry Christophe Frédéric Pascal Olivier Stéphane Nicolas Bruno François Jérôme Sébastien David Alain Didier Patrice Benoît Guillaume Cédric Hervé Rémi Mickaël Xavier Grégory';

/** Last names that the library writes without accents or capitals. */
const corrected: Readonly<Record<string, string>> = {
  Andre: 'André',
  Benoit: 'Benoît',
  Carre: 'Carré',
  Clement: 'Clément',
  'Da silva': 'Da Silva',
  Francois: 'François',
  Gerard: 'Gérard',
  Guerin: 'Guérin',
  Laine: 'Lainé',
  'Le gall': 'Le Gall',
  'Le roux': 'Le Roux',
  Lefevre: 'Lefèvre',
  Menard: 'Ménard',
  Noel: 'Noël',
  Prevost: 'Prévost',
  Remy: 'Rémy',
  Riviere: 'Rivière',
};

export function firstName(chance: Chance, woman: boolean): string {
  return chance.one((woman ? women : men).split(' '));
}

/** With its accents and capitals. */
export function lastName(chance: Chance): string {
  const name = chance.lastName();
  return corrected[name] ?? name;
}
