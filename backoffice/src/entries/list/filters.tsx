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
    selectOf('followUp', named('leads.followUp', 'to-call', 'planned', 'unplanned', 'asleep')),
    selectOf('status', choicesIn(statusNames)),
    selectOf('owner', named('leads.owner', 'me', 'none')),
    selectOf('planned', named('leads.planned', 'none', 'any', 'visit', 'callback'), 'Prochaine action'),
    <DateInput key="nextFrom" source="nextFrom" label="Prochaine action à partir du" />,
    <DateInput key="nextTo" source="nextTo" label="Prochaine action jusqu’au" />,
    <NumberInput key="attempts" source="attempts" label="Tentatives, au moins" min={1} max={99} step={1} />,
    <DateInput key="lastContactBefore" source="lastContactBefore" label="Dernier contact avant le" />,
    selectOf('stage', [...choicesIn(stageNames), noStage]),
    selectOf('type', [...choicesIn(commercialTypeNames), none]),
    selectOf('resultat', [...choicesIn(resultatNames), none]),
    selectOf('motif', [...choicesIn(motifNames), none]),
    selectOf('sejourType', choicesIn(sejourTypeNames)),
    selectOf('orientation', partner, 'Venue d’un partenaire'),
    <DateInput key="from" source="from" label="Premier contact à partir du" />,
    <DateInput key="to" source="to" label="Premier contact jusqu’au" />,
    selectOf(
      'reached',
      named('statistics.step', 'validated', 'contacted', 'visited', 'admitted'),
      'Parcours au moins',
    ),
    selectOf('advertised', advertised, 'Clic publicitaire'),
    <TextInput key="sender" source="sender" label="Transmise par" />,
    selectOf('unassigned', assigned, 'Résidence connue'),
    selectOf('flagged', [yes], 'À regarder'),
    ...(hasOthers ? [selectOf('mine', [yes], 'Mes résidences')] : []),
    selectOf('aside', named('leads.filter', 'presumed', 'spam', 'duplicate', 'test'), 'Mises de côté'),
  ];
}

/** Choices whose texts stand below a key. */
function named(key: string, ...ids: string[]) {
  return ids.map((id) => ({ id, name: `accueil.${key}.${id}` }));
}

function selectOf(
  source: string,
  choices: { readonly id: string; readonly name: string }[],
  label = `accueil.leads.column.${source}`,
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
