import { Chip, Stack, Typography } from '@mui/material';
import { TextInput } from 'react-admin';
import { request } from '../api/client.ts';
import { format } from '../i18n/format.ts';
import { textsOf } from '../i18n/texts.ts';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { FormButton } from '../ui/FormButton.tsx';

const t = textsOf('integrations');

interface Props {
  readonly name: string;
  readonly detail: string | undefined;
  /** What it is for. */
  readonly label: string | null;
  readonly lastUsedOn: string | null;
  readonly kind: 'passwords' | 'tokens';
  readonly id: number;
  readonly createdAt: string;
  readonly revokedAt: string | null;
  readonly revoke: {
    readonly title: string;
    readonly content: string;
    readonly done: string;
  };
}

/** A password or a token, with a button to revoke it. */
export function CredentialRow({
  name,
  detail,
  label,
  lastUsedOn,
  kind,
  id,
  createdAt,
  revokedAt,
  revoke,
}: Props) {
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
        {label !== null && (
          <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {label}
          </Typography>
        )}
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {format.dotted(
            detail,
            t('createdAt', { at: format.moment(createdAt) }),
            lastUsedOn === null ? t('neverUsed') : t('lastUsedOn', { day: format.day(lastUsedOn) }),
            revokedAt !== null && t('revokedAt', { at: format.moment(revokedAt) }),
          )}
        </Typography>
      </Stack>
      {revokedAt === null && (
        <Stack direction="row" sx={{ gap: 0.5 }}>
          <FormButton
            text={t('label')}
            label={t('labelThis', { name, at: format.moment(createdAt) })}
            size="small"
            title={t('labelTitle')}
            values={{ label }}
            send={(typed) => request(`PATCH /desk/${kind}/:id`, { id, label: typed.label || null })}
          >
            <LabelInput />
          </FormButton>
          <ConfirmButton
            text={t('revoke')}
            label={t('revokeThis', { name: label ?? name, at: format.moment(createdAt) })}
            title={revoke.title}
            content={revoke.content}
            done={revoke.done}
            onConfirm={() => request(`DELETE /desk/${kind}/:id`, { id })}
          />
        </Stack>
      )}
    </Stack>
  );
}

/** What a password or a token is for. */
export function LabelInput() {
  return (
    <TextInput
      source="label"
      label={t('label')}
      helperText={t('labelHelp')}
      slotProps={{ htmlInput: { maxLength: 100 } }}
    />
  );
}
