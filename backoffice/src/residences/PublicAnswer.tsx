import { Stack, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { TextBlock } from '../administration/TextBlock.tsx';
import { useDeskRead } from '../administration/use-desk-read.ts';
import { WhenLoaded } from '../administration/WhenLoaded.tsx';
import type { PublicAnswers } from './residence.ts';

/** What the main API answers of a residence, as it answers it. */
export function PublicAnswer({ residenceId }: { readonly residenceId: number }) {
  const translate = useTranslate();
  const say = (key: string, options = {}) => translate(`accueil.residences.public.${key}`, options);
  const [withPassword, setWithPassword] = useState(false);
  const { data, error } = useDeskRead<PublicAnswers>(`/desk/establishments/${residenceId}/public`);
  return (
    <WhenLoaded data={data} error={error}>
      {(answers) => {
        const shown = withPassword ? answers.withPassword : answers.withoutPassword;
        return (
          <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
            <Typography>{say('explained', { path: `/fr/etablissement/show/${residenceId}` })}</Typography>
            {answers.withPassword !== undefined && (
              <ToggleButtonGroup
                exclusive
                size="small"
                value={withPassword}
                aria-label={say('whom')}
                onChange={(_event, chosen: boolean | null) => chosen !== null && setWithPassword(chosen)}
              >
                <ToggleButton value={false}>{say('withoutPassword')}</ToggleButton>
                <ToggleButton value={true}>{say('withPassword')}</ToggleButton>
              </ToggleButtonGroup>
            )}
            <TextBlock text={JSON.stringify(shown, null, 2)} />
          </Stack>
        );
      }}
    </WhenLoaded>
  );
}
