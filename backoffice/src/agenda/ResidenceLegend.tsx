import { Box, Chip, Stack } from '@mui/material';
import { useResidences } from '../api/queries.ts';
import { useResidenceColor } from './residence-colors.ts';

interface Props {
  /** The one that is shown alone. */
  readonly value: number | undefined;
  readonly onChange: (id: number | undefined) => void;
}

/** The colours of the residences; a click shows one alone, another all. Nothing for users who have a single one. */
export function ResidenceLegend({ value, onChange }: Props) {
  const { all } = useResidences();
  const colorOf = useResidenceColor();
  if (all.length <= 1) return null;
  return (
    <Stack
      direction="row"
      role="group"
      aria-label="Résidences"
      // One row, to be moved sideways where there is no room.
      sx={{ gap: 0.5, py: 0.5, overflowX: 'auto', flexShrink: 0 }}
    >
      {all.map(({ id, name }) => {
        const { fill, line } = colorOf(id);
        const isAlone = id === value;
        return (
          <Chip
            key={id}
            component="button"
            type="button"
            clickable
            size="small"
            variant={isAlone ? 'filled' : 'outlined'}
            aria-pressed={isAlone}
            icon={
              <Box
                sx={{ width: 14, height: 14, borderRadius: 0.5, border: 2 }}
                style={{ backgroundColor: fill, borderColor: line }}
              />
            }
            label={name}
            onClick={() => onChange(isAlone ? undefined : id)}
            sx={{
              flexShrink: 0,
              height: { xs: 44, md: 26 },
              opacity: value === undefined || isAlone ? 1 : 0.7,
            }}
          />
        );
      })}
    </Stack>
  );
}
