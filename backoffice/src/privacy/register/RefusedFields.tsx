import { Stack, Typography } from '@mui/material';
import { request } from '../../api/client.ts';
import type { Register } from '../../api/privacy-responses.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';

const t = textsOf('privacy.register.refuse');

/** The unnamed fields that are refused, with how far their removal is. */
export function RefusedFields({ refused }: { readonly refused: Register['refusedFields'] }) {
  if (refused.length === 0) return null;
  return (
    <SectionCard title={t('list')}>
      {refused.map(({ id, name, author, refusedAt, purged, purgedAt }) => (
        <Stack key={id} direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Typography sx={{ overflowWrap: 'anywhere', fontWeight: 600 }}>{name}</Typography>
          <Typography variant="body2" color="textSecondary">
            {t('by', { author, at: format.moment(refusedAt) })}{' '}
            {purgedAt === null
              ? t('going', { smart_count: purged })
              : t('purged', { smart_count: purged, at: format.moment(purgedAt) })}
          </Typography>
          <ConfirmButton
            text={t('accept')}
            label={t('acceptThis', { name })}
            title={t('acceptThis', { name })}
            content={t('acceptContent')}
            onConfirm={() => request('POST /desk/privacy/refused-fields/:id/end', { id })}
            done="accueil.privacy.register.refuse.accepted"
          />
        </Stack>
      ))}
    </SectionCard>
  );
}
