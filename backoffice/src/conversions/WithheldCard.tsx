import { Box, Button, Link as MuiLink, Typography } from '@mui/material';
import { useState } from 'react';
import { Link } from 'react-router';
import { useRead } from '../api/queries.ts';
import { format } from '../i18n/format.ts';
import { textsOf } from '../i18n/texts.ts';
import { useRight } from '../session/access.ts';
import { SectionCard } from '../ui/SectionCard.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

const t = textsOf('conversions');

/** The withheld conversions with their reasons, newest entry first. */
export function WithheldCard() {
  const mayRead = useRight('entries.read');
  const [after, setAfter] = useState<string>();
  const { data, error } = useRead('GET /desk/conversions/withheld', after === undefined ? {} : { after });
  return (
    <SectionCard title={t('withheld')}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1, maxWidth: 760 }}>
        {t('campaignHelp')}
      </Typography>
      <WhenLoaded data={data} error={error}>
        {({ data: rows, next }) => (
          <>
            {rows.length === 0 && <Typography color="textSecondary">{t('nothingWithheld')}</Typography>}
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {rows.map(({ orderId, entryId, milestone, at, campaign, reason }) => (
                <Box
                  component="li"
                  key={orderId}
                  sx={{
                    display: 'grid',
                    gridTemplateColumns: { xs: '1fr', md: '150px 190px 180px 1fr' },
                    columnGap: 2,
                    py: 1,
                    borderBottom: 1,
                    borderColor: 'divider',
                  }}
                >
                  {mayRead ? (
                    <MuiLink component={Link} to={`/leads/${entryId}`} variant="body2">
                      {t('entry', { id: entryId })}
                    </MuiLink>
                  ) : (
                    <Typography variant="body2">{t('entry', { id: entryId })}</Typography>
                  )}
                  <Typography variant="body2">{t(`milestones.${milestone}`)}</Typography>
                  <Typography variant="body2" color="textSecondary">
                    {format.moment(at)}
                  </Typography>
                  <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                    {t(`reasons.${reason}`)}
                    {campaign !== null && ` · ${t('campaign', { campaign })}`}
                  </Typography>
                </Box>
              ))}
            </Box>
            {after !== undefined && <Button onClick={() => setAfter(undefined)}>{t('fromStart')}</Button>}
            {next !== null && <Button onClick={() => setAfter(next)}>{t('further')}</Button>}
          </>
        )}
      </WhenLoaded>
    </SectionCard>
  );
}
