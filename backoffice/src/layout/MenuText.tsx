import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useFormat } from '../i18n/use-format.ts';

/** Read out, not seen. */
const visuallyHidden = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;
/** A larger number would not tell anybody more. */
const most = 999;

interface Props {
  readonly text: string;
  readonly waiting: number;
}

/** An item of the menu, and how many wait behind it: quietly, and read out in words. */
export function MenuText({ text, waiting }: Props) {
  const translate = useTranslate();
  const format = useFormat();
  if (waiting === 0) return text;
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box component="span" sx={{ flexGrow: 1, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {text}
      </Box>
      <Box
        component="span"
        aria-hidden
        sx={{
          px: 0.75,
          borderRadius: 2,
          fontSize: '0.75rem',
          lineHeight: 1.6,
          fontWeight: 600,
          color: 'text.primary',
          bgcolor: 'action.selected',
        }}
      >
        {waiting > most ? translate('accueil.queues.many') : format.number(waiting)}
      </Box>
      <Box component="span" sx={visuallyHidden}>
        {translate('accueil.queues.unread', { smart_count: waiting })}
      </Box>
    </Box>
  );
}
