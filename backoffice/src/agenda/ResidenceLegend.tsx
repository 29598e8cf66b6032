import { Box, Chip, Stack } from '@mui/material';
import { useResidences } from '../api/queries.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { ResidenceSelect } from '../ui/ResidenceSelect.tsx';
import { useResidenceColor } from './residence-colors.ts';

const t = textsOf('agenda');
/** Beyond, a list takes less room. */
const maxChips = 12;

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
  if (all.length > maxChips)
    return (
      <ResidenceSelect
        all={translate('accueil.residences.all')}
        value={value}
        onChange={onChange}
        sx={{ width: { xs: '100%', sm: 240 } }}
      />
    );
  return (
    <Stack
      direction="row"
      role="group"
      aria-label={t('legend')}
      // One row on a phone, to be moved sideways.
      sx={{ gap: 0.5, py: 0.5, flexWrap: { md: 'wrap' }, overflowX: 'auto', flexShrink: 0 }}
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
