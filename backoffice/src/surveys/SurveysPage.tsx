import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { RouteTabs } from '../administration/RouteTabs.tsx';
import { useCounts } from '../desk/use-counts.ts';
import { useFormat } from '../i18n/use-format.ts';
import { SurveyQueue } from './SurveyQueue.tsx';
import type { SurveyName } from './survey.ts';

const addresses: Readonly<Record<SurveyName, string>> = {
  contact: '/surveys',
  complaint: '/surveys/complaints',
  survey: '/surveys/satisfaction',
};
const names: readonly SurveyName[] = ['contact', 'complaint', 'survey'];

/** Contacts, complaints and what people say of the residences, each a queue of its own. */
export function SurveysPage({ name }: { readonly name: SurveyName }) {
  const translate = useTranslate();
  const format = useFormat();
  const counts = useCounts();
  const textOf = (one: SurveyName) => {
    const tab = translate(`accueil.queues.surveys.tab.${one}`);
    const count = counts?.surveys[one] ?? 0;
    return count === 0
      ? tab
      : translate('accueil.queues.surveys.tabCount', { tab, count: format.number(count) });
  };
  return (
    <Box sx={{ mt: 1 }}>
      <RouteTabs
        label={translate('accueil.queues.surveys.tabs')}
        open={addresses[name]}
        tabs={names.map((one) => ({ to: addresses[one], text: textOf(one) }))}
      />
      <SurveyQueue name={name} />
    </Box>
  );
}
