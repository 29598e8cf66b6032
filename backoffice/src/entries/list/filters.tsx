import type { ReactElement } from 'react';
import { DateInput, SelectInput, TextInput, useTranslate } from 'react-admin';
import {
  choicesOf,
  commercialTypes,
  entryStatuses,
  motifs,
  resultats,
  sejourTypes,
  stages,
} from '../../api/enumerations.ts';
import { useResidences } from '../../api/queries.ts';

/** The filters of the leads; the first two are always shown. */
export function useLeadFilters(): ReactElement[] {
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
  return [
    ...useCommonFilters(),
    <SelectInput
      key="status"
      source="status"
      label="accueil.leads.column.status"
      choices={choicesOf(entryStatuses, 'status.')}
    />,
    <SelectInput
      key="stage"
      source="stage"
      label="accueil.leads.column.stage"
      choices={[...choicesOf(stages), noStage]}
    />,
    <SelectInput
      key="type"
      source="type"
      label="accueil.leads.column.type"
      choices={choicesOf(commercialTypes)}
    />,
    <SelectInput
      key="resultat"
      source="resultat"
      label="accueil.leads.column.resultat"
      choices={[...choicesOf(resultats), none]}
    />,
    <SelectInput
      key="motif"
      source="motif"
      label="accueil.leads.column.motif"
      choices={[...choicesOf(motifs), none]}
    />,
    <SelectInput
      key="sejourType"
      source="sejourType"
      label="accueil.leads.column.sejourType"
      choices={choicesOf(sejourTypes)}
    />,
    <SelectInput
      key="orientation"
      source="orientation"
      label="accueil.leads.filter.orientation"
      choices={partner}
    />,
    <DateInput key="from" source="from" label="accueil.leads.filter.from" />,
    <DateInput key="to" source="to" label="accueil.leads.filter.to" />,
    <SelectInput key="flagged" source="flagged" label="accueil.leads.filter.flagged" choices={[yes]} />,
    <SelectInput key="aside" source="aside" label="accueil.leads.filter.aside" choices={asides} />,
  ];
}

/** The filters of every list of entries. */
export function useCommonFilters(): ReactElement[] {
  const translate = useTranslate();
  const { all } = useResidences();
  return [
    <TextInput
      key="q"
      source="q"
      alwaysOn
      resettable
      label="accueil.leads.search"
      placeholder={translate('accueil.leads.searchHint')}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { autoComplete: 'off', maxLength: 255 } }}
      sx={{ minWidth: { xs: '100%', sm: 250 } }}
    />,
    <SelectInput
      key="establishmentId"
      source="establishmentId"
      label="accueil.leads.column.establishmentId"
      choices={[...all]}
      translateChoice={false}
      alwaysOn
      sx={{ minWidth: { xs: '100%', sm: 170 } }}
    />,
  ];
}
