import { Chip, MenuItem, type SxProps, TextField } from '@mui/material';
import { TextInput } from 'react-admin';
import type { ResidenceChoice } from '../api/queries.ts';

interface Props {
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChosen: () => void;
}

/** One of a few values, chosen with one click. */
export function ChoiceChip({ label, isChosen, onChosen }: Props) {
  return (
    <Chip
      component="button"
      type="button"
      clickable
      label={label}
      aria-pressed={isChosen}
      color={isChosen ? 'primary' : 'default'}
      variant={isChosen ? 'filled' : 'outlined'}
      onClick={onChosen}
    />
  );
}

interface ResidenceSelectProps {
  readonly residences: readonly ResidenceChoice[];
  /** The text of the choice of all residences. */
  readonly all: string;
  readonly value: number | undefined;
  /** Called with undefined for all residences. */
  readonly onChange: (id: number | undefined) => void;
  readonly sx: SxProps;
}

/** Selects one residence or all; nothing for users who have a single one. */
export function ResidenceSelect({ residences, all, value, onChange, sx }: ResidenceSelectProps) {
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

/** A time of day, `HH:MM`: react-admin's own input keeps a date. */
export function TimeInput({ source }: { readonly source: string }) {
  return <TextInput source={source} label="Heure" type="time" slotProps={{ inputLabel: { shrink: true } }} />;
}
