import { Box, Stack, Typography } from '@mui/material';
import { type Known, tell } from './history-sentences.ts';
import { useWords } from './use-words.ts';
import type { HistoryLine } from './whole-entry.ts';

/** Who changed what, newest first. */
export function HistoryLines({
  lines,
  known,
}: {
  readonly lines: readonly HistoryLine[];
  readonly known: Known;
}) {
  const words = useWords();
  return (
    <Stack component="ol" spacing={1.5} sx={{ listStyle: 'none', p: 0, m: 0, mt: 1 }}>
      {lines.map((line) => {
        const { sentence, details } = tell(line, known, words);
        return (
          <Box component="li" key={`${line.at} ${sentence} ${details.join(' ')}`}>
            <Typography sx={{ overflowWrap: 'anywhere' }}>{sentence}</Typography>
            {details.length > 0 && (
              <Box component="ul" sx={{ my: 0.5, pl: 2.5 }}>
                {details.map((detail) => (
                  <Typography
                    component="li"
                    variant="body2"
                    key={detail}
                    sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
                  >
                    {detail}
                  </Typography>
                ))}
              </Box>
            )}
            <Typography variant="body2" color="text.secondary" component="time" dateTime={line.at}>
              {words.format.moment(line.at)}
            </Typography>
          </Box>
        );
      })}
    </Stack>
  );
}
