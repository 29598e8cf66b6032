import { Box, Stack, Typography } from '@mui/material';
import { request } from '../../api/client.ts';
import type { WithheldMessage } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { ExtraFacts } from '../../entries/detail/FieldFacts.tsx';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { RowList } from '../../ui/RowList.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';

const t = textsOf('privacy.withheld');

/** What partners have sent about a limited entry; none for most. */
export function WithheldMessages({ id }: { readonly id: number }) {
  const found = useRead('GET /desk/privacy/entries/:id/messages', { id });
  if (found.data?.data.length === 0) return null;
  return (
    <SectionCard title={t('title')}>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {t('explained')}
      </Typography>
      <RowList none="" {...found}>
        {(message) => <MessageRow message={message} isOldest={message.id === found.data?.data[0]?.id} />}
      </RowList>
    </SectionCard>
  );
}

function MessageRow({
  message: { id, author, receivedAt, kind, message },
  isOldest,
}: {
  readonly message: WithheldMessage;
  readonly isOldest: boolean;
}) {
  const said = { moment: format.moment(receivedAt), partner: author.replace(/^partner:/, '') };
  return (
    <>
      <Box sx={{ minWidth: 0, flex: '1 1 260px' }}>
        <Typography sx={{ fontWeight: 600 }}>{t(kind, said)}</Typography>
        <ExtraFacts extra={message} />
      </Box>
      <Stack direction="row" sx={{ gap: 1 }}>
        {([...(isOldest ? (['take'] as const) : []), 'discard'] as const).map((act) => (
          <ConfirmButton
            key={act}
            text={t(`${act}.text`)}
            label={t(`${act}.label`, said)}
            title={t(`${act}.title`)}
            content={t(`${act}.content`)}
            done={`accueil.privacy.withheld.${act}.done`}
            onConfirm={() => request(`POST /desk/privacy/messages/:id/${act}`, { id })}
          />
        ))}
      </Stack>
    </>
  );
}
