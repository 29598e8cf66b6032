import type { ReactElement } from 'react';
import { DateInput, NumberInput, SelectInput, TextInput } from 'react-admin';
import {
  commercialTypeNames,
  motifNames,
  resultatNames,
  sejourTypeNames,
  stageNames,
  statusNames,
} from '../../../../server/src/french/labels.ts';
import { useResidences } from '../../api/queries.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { useHasOtherResidences } from '../../session/access.ts';
import { followUpNames } from '../entry.ts';

/** The filters of the leads; the first is always shown. */
export function useLeadFilters(): ReactElement[] {
  const hasOthers = useHasOtherResidences();
  const none = { id: 'none', name: 'Aucun' };
  const noStage = { id: 'none', name: 'Aucune' };
  const yes = { id: 'true', name: 'Oui' };
  const partner = [
    { id: 'true', name: 'Venue d’un partenaire' },
    { id: 'false', name: 'Sans partenaire' },
  ];
  const advertised = [yes, { id: 'false', name: 'Non' }];
  const assigned = [
    { id: 'false', name: 'Avec résidence' },
    { id: 'true', name: 'Sans résidence' },
  ];
  return [
    ...useCommonFilters(),
    selectOf('followUp', 'Suivi', choicesIn(followUpNames)),
    selectOf('status', 'Statut', choicesIn(statusNames)),
    selectOf('owner', 'Confiée à', choicesIn({ me: 'Moi', none: 'Personne' })),
    selectOf(
      'planned',
      'Prochaine action',
      choicesIn({ none: 'Aucune', any: 'Une action prévue', visit: 'Une visite', callback: 'Un appel' }),
    ),
    <DateInput key="nextFrom" source="nextFrom" label="Prochaine action à partir du" />,
    <DateInput key="nextTo" source="nextTo" label="Prochaine action jusqu’au" />,
    <NumberInput key="attempts" source="attempts" label="Tentatives, au moins" min={1} max={99} step={1} />,
    <DateInput key="lastContactBefore" source="lastContactBefore" label="Dernier contact avant le" />,
    selectOf('stage', 'Étape', [...choicesIn(stageNames), noStage]),
    selectOf('type', 'Origine', [...choicesIn(commercialTypeNames), none]),
    selectOf('resultat', 'Résultat', [...choicesIn(resultatNames), none]),
    selectOf('motif', 'Motif', [...choicesIn(motifNames), none]),
    selectOf('sejourType', 'Séjour', choicesIn(sejourTypeNames)),
    selectOf('orientation', 'Venue d’un partenaire', partner),
    <DateInput key="from" source="from" label="Premier contact à partir du" />,
    <DateInput key="to" source="to" label="Premier contact jusqu’au" />,
    selectOf(
      'reached',
      'Parcours au moins',
      choicesIn({
        validated: 'Validées',
        contacted: 'Contactées',
        visited: 'Visites',
        admitted: 'Admissions',
      }),
    ),
    selectOf('advertised', 'Clic publicitaire', advertised),
    <TextInput key="sender" source="sender" label="Transmise par" />,
    selectOf('unassigned', 'Résidence connue', assigned),
    selectOf('flagged', 'À regarder', [yes]),
    ...(hasOthers ? [selectOf('mine', 'Mes résidences', [yes])] : []),
    selectOf(
      'aside',
      'Mises de côté',
      choicesIn({ presumed: 'Spam probable', spam: 'Spam', duplicate: 'Réunies à une autre', test: 'Tests' }),
    ),
  ];
}

function selectOf(
  source: string,
  label: string,
  choices: { readonly id: string; readonly name: string }[],
): ReactElement {
  return <SelectInput key={source} source={source} label={label} choices={choices} />;
}

/** The filter of every list of entries: its residence, where the user has several. */
export function useCommonFilters(): ReactElement[] {
  const { all } = useResidences();
  if (all.length <= 1) return [];
  return [
    <SelectInput
      key="establishmentId"
      source="establishmentId"
      label="Résidence"
      choices={[...all]}
      translateChoice={false}
      alwaysOn
      sx={{ minWidth: { xs: '100%', sm: 240 } }}
    />,
  ];
}
