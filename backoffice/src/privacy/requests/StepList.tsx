import { Box, Typography } from '@mui/material';
import type { PrivacyRequest } from '../../api/privacy-responses.ts';
import { format } from '../../i18n/format.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { SectionCard } from '../../ui/SectionCard.tsx';

const t = textsOf('privacy.request');

/** What was done about the request, when, and by whom. */
export function StepList({ steps }: Pick<PrivacyRequest, 'steps'>) {
  return (
    <SectionCard title={t('log')}>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {steps.map(({ at, author, step, detail }) => (
          <Box component="li" key={`${at} ${step} ${JSON.stringify(detail)}`} sx={{ py: 0.5 }}>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {translate(`accueil.privacy.request.did.${step}`, { _: step })}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {format.moment(at)} · {author}
            </Typography>
          </Box>
        ))}
      </Box>
    </SectionCard>
  );
}
