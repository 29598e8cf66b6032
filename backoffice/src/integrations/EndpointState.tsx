import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Endpoint } from './integrations.ts';

const colors = { on: 'success', held: 'error', off: 'default' } as const;

/** Whether events are sent there, in words. */
export function EndpointState({ state }: { readonly state: Endpoint['state'] }) {
  const translate = useTranslate();
  return (
    <Chip
      size="small"
      variant="outlined"
      color={colors[state]}
      label={translate(`accueil.integrations.endpoints.states.${state}`)}
    />
  );
}
