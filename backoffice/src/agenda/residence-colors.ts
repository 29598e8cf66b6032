import { useTheme } from '@mui/material';
import { useResidences } from '../api/queries.ts';

/** Hues that are told apart, also from the red of what is late. */
const hues = [168, 30, 212, 285, 88, 325, 240, 52, 190];

/** The colour of a residence, behind text and as a line, by its place among those of the user. */
export function useResidenceColor() {
  const { all } = useResidences();
  const isDark = useTheme().palette.mode === 'dark';
  return (id: number | null) => {
    const place = Math.max(
      0,
      all.findIndex((residence) => residence.id === id),
    );
    const hue = hues[place % hues.length];
    return isDark
      ? { fill: `hsl(${hue} 34% 25%)`, line: `hsl(${hue} 45% 62%)` }
      : { fill: `hsl(${hue} 52% 87%)`, line: `hsl(${hue} 55% 34%)` };
  };
}
