/** Where the families of a residence live, by its id: town and postal code. */
export const townsAround: Readonly<Record<number, readonly (readonly [town: string, postalCode: string])[]>> =
  {
    1: [
      ['Angers', '49000'],
      ['Angers', '49100'],
      ['Avrillé', '49240'],
      ['Trélazé', '49800'],
      ['Les Ponts-de-Cé', '49130'],
    ],
    3: [
      ['Saumur', '49400'],
      ['Longué-Jumelles', '49160'],
      ['Montreuil-Bellay', '49260'],
      ['Chinon', '37500'],
    ],
    4: [
      ['Cholet', '49300'],
      ['Maulévrier', '49360'],
      ['Mortagne-sur-Sèvre', '85290'],
      ['Beaupréau-en-Mauges', '49600'],
    ],
    5: [
      ['Tours', '37000'],
      ['Tours', '37200'],
      ['Joué-lès-Tours', '37300'],
      ['Saint-Cyr-sur-Loire', '37540'],
      ['Amboise', '37400'],
    ],
    6: [
      ['Blois', '41000'],
      ['Vineuil', '41350'],
      ['Mer', '41500'],
      ['Vendôme', '41100'],
    ],
    7: [
      ['Saint-Pierre', '97410'],
      ['Le Tampon', '97430'],
      ['Saint-Louis', '97450'],
      ['Saint-Joseph', '97480'],
    ],
    8: [
      ['Nîmes', '30000'],
      ['Nîmes', '30900'],
      ['Marguerittes', '30320'],
      ['Beaucaire', '30300'],
      ['Alès', '30100'],
    ],
    9: [
      ['Nantes', '44000'],
      ['Nantes', '44300'],
      ['Rezé', '44400'],
      ['Saint-Herblain', '44800'],
      ['Orvault', '44700'],
    ],
    10: [
      ['Antibes', '06600'],
      ['Cannes', '06400'],
      ['Vallauris', '06220'],
      ['Grasse', '06130'],
      ['Nice', '06000'],
    ],
  };

export const streets: readonly string[] = [
  'rue des Lilas',
  'rue de la Mairie',
  'avenue de la Gare',
  'place de la République',
  'rue du Moulin',
  'allée des Tilleuls',
  'impasse des Acacias',
  'chemin de la Fontaine',
  'rue Pasteur',
  'boulevard Victor-Hugo',
];
