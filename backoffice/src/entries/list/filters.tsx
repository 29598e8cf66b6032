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
  const none = { id: 'none', name: 'accueil.leads.filter.none' };
  const noStage = { id: 'none', name: 'accueil.leads.filter.noStage' };
  const yes = { id: 'true', name: 'accueil.leads.filter.yes' };
  const partner = [
    { id: 'true', name: 'accueil.leads.filter.orientation' },
    { id: 'false', name: 'accueil.leads.filter.notOrientation' },
  ];
  const advertised = [yes, { id: 'false', name: 'accueil.leads.filter.no' }];
  const assigned = [
    { id: 'false', name: 'accueil.leads.filter.withResidence' },
    { id: 'true', name: 'accueil.leads.filter.withoutResidence' },
  ];
  return [
    ...useCommonFilters(),
    selectOf('followUp', named('leads.followUp', 'to-call', 'planned', 'unplanned', 'asleep')),
    selectOf('status', choicesIn(statusNames)),
    selectOf('owner', named('leads.owner', 'me', 'none')),
    selectOf(
      'planned',
      named('leads.planned', 'none', 'any', 'visit', 'callback'),
      'accueil.leads.column.nextAction',
    ),
    <DateInput key="nextFrom" source="nextFrom" label="accueil.leads.filter.nextFrom" />,
    <DateInput key="nextTo" source="nextTo" label="accueil.leads.filter.nextTo" />,
    <NumberInput
      key="attempts"
      source="attempts"
      label="accueil.leads.filter.attempts"
      min={1}
      max={99}
      step={1}
    />,
    <DateInput
      key="lastContactBefore"
      source="lastContactBefore"
      label="accueil.leads.filter.lastContactBefore"
    />,
    selectOf('stage', [...choicesIn(stageNames), noStage]),
    selectOf('type', [...choicesIn(commercialTypeNames), none]),
    selectOf('resultat', [...choicesIn(resultatNames), none]),
    selectOf('motif', [...choicesIn(motifNames), none]),
    selectOf('sejourType', choicesIn(sejourTypeNames)),
    selectOf('orientation', partner, 'accueil.leads.filter.orientation'),
    <DateInput key="from" source="from" label="accueil.leads.filter.from" />,
    <DateInput key="to" source="to" label="accueil.leads.filter.to" />,
    selectOf(
      'reached',
      named('statistics.step', 'validated', 'contacted', 'visited', 'admitted'),
      'accueil.leads.filter.step',
    ),
    selectOf('advertised', advertised, 'accueil.leads.filter.advertised'),
    <TextInput key="sender" source="sender" label="accueil.leads.filter.sender" />,
    selectOf('unassigned', assigned, 'accueil.leads.filter.assigned'),
    selectOf('flagged', [yes], 'accueil.leads.filter.flagged'),
    ...(hasOthers ? [selectOf('mine', [yes], 'accueil.leads.filter.mine')] : []),
    selectOf(
      'aside',
      named('leads.filter', 'presumed', 'spam', 'duplicate', 'test'),
      'accueil.leads.filter.aside',
    ),
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
      label="accueil.leads.column.establishmentId"
      choices={[...all]}
      translateChoice={false}
      alwaysOn
      sx={{ minWidth: { xs: '100%', sm: 240 } }}
    />,
  ];
}
