/** Texts of « Reconnaître une famille ». */
export const lookUpFrench = {
  label: 'Téléphone ou e-mail de la famille',
  search: 'Rechercher',
  add: 'Nouvelle demande',
  none: 'Personne n’est connu sous ce numéro ou cette adresse.',
  more: 'et %{smart_count} autre |||| et %{smart_count} autres',
  number: 'fiche n° %{id}',
  handOver: 'Confier à une autre résidence',
  handOverThis: 'Confier à une autre résidence : %{name}',
  handOverTitle: 'Confier la fiche n° %{id}',
  handOverSubmit: 'Confier',
  handedOver: 'Confiée à %{residence}.',
};

export const lookUpEnglish: typeof lookUpFrench = {
  label: 'Phone number or e-mail address of the family',
  search: 'Search',
  add: 'New lead',
  none: 'Nobody is known by this number or address.',
  more: 'and %{smart_count} more |||| and %{smart_count} more',
  number: 'entry %{id}',
  handOver: 'Hand over to another residence',
  handOverThis: 'Hand over to another residence: %{name}',
  handOverTitle: 'Hand over entry %{id}',
  handOverSubmit: 'Hand over',
  handedOver: 'Handed over to %{residence}.',
};
