import { Card, CardContent, Typography } from '@mui/material';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly previous: string;
}

/** One figure of the year, and the same of the year before. */
export function IndicatorCard({ label, value, hint, previous }: Props) {
  return (
    <Card component="li" sx={{ listStyle: 'none' }}>
      <CardContent sx={{ p: 2, '&:last-child': { pb: 2 } }}>
        <Typography variant="body2" color="textSecondary">
          {label}
        </Typography>
        <Typography variant="h4" component="p" sx={{ my: 0.5, fontWeight: 650 }}>
          {value}
        </Typography>
        {hint !== undefined && (
          <Typography variant="caption" component="p" color="textSecondary">
            {hint}
          </Typography>
        )}
        <Typography variant="caption" component="p" color="textSecondary">
          {previous}
        </Typography>
      </CardContent>
    </Card>
  );
}
