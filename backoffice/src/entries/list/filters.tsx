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
  const asides = ['presumed', 'spam', 'duplicate', 'test'].map((id) => ({
    id,
    name: `accueil.leads.filter.${id}`,
  }));
  const partner = [
    { id: 'true', name: 'accueil.leads.filter.orientation' },
    { id: 'false', name: 'accueil.leads.filter.notOrientation' },
  ];
  const stepChoices = (['validated', 'contacted', 'visited', 'admitted'] as const).map((id) => ({
    id,
    name: `accueil.statistics.step.${id}`,
  }));
  const advertised = [yes, { id: 'false', name: 'accueil.leads.filter.no' }];
  const assigned = [
    { id: 'false', name: 'accueil.leads.filter.withResidence' },
    { id: 'true', name: 'accueil.leads.filter.withoutResidence' },
  ];
  return [
    ...useCommonFilters(),
    selectOf(
      'followUp',
      ['to-call', 'planned', 'unplanned', 'asleep'].map((id) => ({
        id,
        name: `accueil.leads.followUp.${id}`,
      })),
    ),
    selectOf('status', choicesIn(statusNames)),
    selectOf(
      'owner',
      ['me', 'none'].map((id) => ({ id, name: `accueil.leads.owner.${id}` })),
    ),
    selectOf(
      'planned',
      ['none', 'any', 'visit', 'callback'].map((id) => ({ id, name: `accueil.leads.planned.${id}` })),
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
    selectOf('reached', stepChoices, 'accueil.leads.filter.step'),
    selectOf('advertised', advertised, 'accueil.leads.filter.advertised'),
    <TextInput key="sender" source="sender" label="accueil.leads.filter.sender" />,
    selectOf('unassigned', assigned, 'accueil.leads.filter.assigned'),
    selectOf('flagged', [yes], 'accueil.leads.filter.flagged'),
    ...(hasOthers ? [selectOf('mine', [yes], 'accueil.leads.filter.mine')] : []),
    selectOf('aside', asides, 'accueil.leads.filter.aside'),
  ];
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
