import { MenuItem, type SxProps, TextField } from '@mui/material';
import type { ResidenceChoice } from '../api/queries.ts';

interface Props {
  readonly residences: readonly ResidenceChoice[];
  /** The text of the choice of all residences. */
  readonly all: string;
  readonly value: number | undefined;
  /** Called with undefined for all residences. */
  readonly onChange: (id: number | undefined) => void;
  readonly sx: SxProps;
}

/** Selects one residence or all; nothing for users who have a single one. */
export function ResidenceSelect({ residences, all, value, onChange, sx }: Props) {
  if (residences.length <= 1) return null;
  return (
    <TextField
      select
      label="Résidence"
      value={residences.some(({ id }) => id === value) ? value : ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={sx}
    >
      <MenuItem value="">{all}</MenuItem>
      {residences.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
