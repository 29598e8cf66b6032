import { Chip, Stack, Typography } from '@mui/material';
import { change } from '../api/client.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';

interface Props {
  readonly name: string;
  readonly detail: string | undefined;
  readonly createdAt: string;
  readonly revokedAt: string | null;
  readonly revoke: {
    readonly title: string;
    readonly content: string;
    readonly done: string;
    readonly path: string;
  };
}

/** A password or a token, with a button to revoke it. */
export function CredentialRow({ name, detail, createdAt, revokedAt, revoke }: Props) {
  const format = useFormat();
  const t = useTexts('integrations');
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between', minHeight: 36 }}
    >
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, alignItems: 'center' }}>
        <Chip
          size="small"
          variant="outlined"
          color={revokedAt === null ? 'primary' : 'default'}
          label={name}
        />
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {[
            detail,
            t('createdAt', { at: format.moment(createdAt) }),
            revokedAt !== null && t('revokedAt', { at: format.moment(revokedAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      </Stack>
      {revokedAt === null && (
        <ConfirmButton
          text={t('revoke')}
          label={t('revokeThis', { name, at: format.moment(createdAt) })}
          title={revoke.title}
          content={revoke.content}
          done={revoke.done}
          onConfirm={() => change('DELETE', revoke.path)}
        />
      )}
    </Stack>
  );
}
