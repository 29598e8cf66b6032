import { Box } from '@mui/material';

interface Props {
  readonly label: string;
  readonly values: readonly number[];
}

const [width, gap, height] = [6, 3, 28];

/** A small bar for each value; the last one is told apart by its shade, on paper too. */
export function Sparkline({ label, values }: Props) {
  const most = Math.max(1, ...values);
  const all = values.length * (width + gap) - gap;
  return (
    <Box
      component="svg"
      role="img"
      aria-label={`${label} : ${values.join(', ')}`}
      viewBox={`0 0 ${all} ${height}`}
      sx={{ width: all, height, flexShrink: 0, color: 'primary.main', fill: 'currentColor', mb: 0.5 }}
    >
      {values.map((value, i) => {
        const tall = Math.max(1, (value / most) * height);
        const isLast = i === values.length - 1;
        const place = { x: i * (width + gap), y: height - tall, width, height: tall };
        // biome-ignore lint/suspicious/noArrayIndexKey: values have no other name than their place.
        return <rect key={i} {...place} fillOpacity={isLast ? 1 : 0.4} />;
      })}
    </Box>
  );
}
