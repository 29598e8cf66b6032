import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { useRead } from '../api/queries.ts';
import { format } from '../i18n/format.ts';
import { textsOf } from '../i18n/texts.ts';
import { Row, Rows } from '../ui/Rows.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

const t = textsOf('conversions');

/** The withheld conversions with their reasons, newest entry first. */
export function WithheldCard() {
  const [after, setAfter] = useState<string>();
  return (
    <SectionCard title={t('withheld')}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1, maxWidth: 760 }}>
        {t('campaignHelp')}
      </Typography>
      <WhenLoaded {...useRead('GET /desk/conversions/withheld', after === undefined ? {} : { after })}>
        {({ data: rows, next }) => (
          <>
            {rows.length === 0 && <Typography color="textSecondary">{t('nothingWithheld')}</Typography>}
            <Box sx={{ mx: -2 }}>
              <Rows of={rows.map((row) => ({ id: row.orderId, row }))}>
                {({ row: { entryId, milestone, at, campaign, reason } }) => (
                  <Row
                    name={t('entry', { id: entryId })}
                    to={`/leads/${entryId}`}
                    notes={[
                      format.dotted(t(`milestones.${milestone}`), format.moment(at)),
                      format.dotted(t(`reasons.${reason}`), campaign !== null && t('campaign', { campaign })),
                    ]}
                  />
                )}
              </Rows>
            </Box>
            {after !== undefined && <Button onClick={() => setAfter(undefined)}>{t('fromStart')}</Button>}
            {next !== null && <Button onClick={() => setAfter(next)}>{t('further')}</Button>}
          </>
        )}
      </WhenLoaded>
    </SectionCard>
  );
}
