import { type SxProps, ToggleButton, ToggleButtonGroup } from '@mui/material';

interface Props<Value> {
  readonly label: string;
  readonly values: readonly Value[];
  readonly textOf: (value: Value) => string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly sx?: SxProps;
}

/** A few values side by side, one of which is chosen. */
export function Toggles<Value extends string | boolean>({
  label,
  values,
  textOf,
  value,
  onChange,
  sx = {},
}: Props<Value>) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      aria-label={label}
      value={value}
      // Null when the chosen one is pressed again: it stays.
      onChange={(_, chosen: Value | null) => chosen !== null && onChange(chosen)}
      sx={sx}
    >
      {values.map((one) => (
        <ToggleButton key={String(one)} value={one} sx={{ whiteSpace: 'nowrap' }}>
          {textOf(one)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
