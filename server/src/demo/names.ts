import type { Chance } from './chance.ts';

/** Names of the generation that seeks a place for its parents. */
const women =
  'Nathalie Isabelle Sylvie Catherine Martine Christine Valérie Sandrine Véronique Brigitte Corinne Florence Laurence Sophie Céline Stéphanie Karine Delphine Nadège Hélène Agnès Françoise Élisabeth Béatrice Dominique Claire Anne Aurélie Émilie Mélanie';
const men =
  'Philippe Éric Laurent Thierry Christophe Frédéric Pascal Olivier Stéphane Nicolas Bruno François Jérôme Sébastien David Alain Didier Patrice Benoît Guillaume Cédric Hervé Rémi Mickaël Xavier Grégory';

/** Last names that the library writes without accents, and with one capital. */
const corrected =
  'André,Benoît,Carré,Clément,Da Silva,François,Gérard,Guérin,Lainé,Le Gall,Le Roux,Lefèvre,Ménard,Noël,Prévost,Rémy,Rivière';
const byLibrary = new Map(corrected.split(',').map((name) => [asLibrary(name), name]));

function asLibrary(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '');
  return plain.charAt(0) + plain.slice(1).toLowerCase();
}

export function firstName(chance: Chance, woman: boolean): string {
  return chance.one((woman ? women : men).split(' '));
}

/** With its accents and capitals. */
export function lastName(chance: Chance): string {
  const name = chance.lastName();
  return byLibrary.get(name) ?? name;
}
