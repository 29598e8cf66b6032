import { Chip } from '@mui/material';

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
