import { MenuItem, Stack, TextField } from '@mui/material';
import { useResidences } from '../desk/use-residences.ts';
import { useSay } from './use-say.ts';

interface Props {
  readonly years: readonly number[];
  readonly year: number;
  readonly onYear: (year: number) => void;
  readonly residence: number | undefined;
  readonly onResidence: (residence: number | undefined) => void;
}

/** Which year, and which residence. */
export function StatisticsFilters({ years, year, onYear, residence, onResidence }: Props) {
  const say = useSay();
  const { all } = useResidences();
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: { xs: 0, sm: 2 } }}>
      <TextField
        select
        label={say('year')}
        value={year}
        onChange={({ target }) => onYear(Number(target.value))}
        sx={{ minWidth: 120 }}
      >
        {years.map((one) => (
          <MenuItem key={one} value={one}>
            {one}
          </MenuItem>
        ))}
      </TextField>
      {all.length > 1 && (
        <TextField
          select
          label={say('residence')}
          value={residence ?? ''}
          onChange={({ target }) => onResidence(target.value === '' ? undefined : Number(target.value))}
          sx={{ minWidth: 280 }}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{say('allResidences')}</MenuItem>
          {all.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
    </Stack>
  );
}
