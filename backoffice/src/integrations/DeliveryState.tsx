import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { DeliveryState as State } from '../desk/enumerations.ts';
import { labelOf } from '../desk/enumerations.ts';

const colors = { pending: 'info', held: 'warning', delivered: 'success', failed: 'error' } as const;

/** What became of a delivery, in words. */
export function DeliveryState({ state }: { readonly state: State }) {
  const translate = useTranslate();
  return (
    <Chip
      size="small"
      variant="outlined"
      color={colors[state]}
      label={translate(labelOf(`delivery.${state}`))}
    />
  );
}
