import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import { Box, Button, Typography } from '@mui/material';
import { translate } from '../i18n/texts.ts';
import { readPhone } from './phone.ts';

interface CallButtonProps {
  readonly name: string | null;
  readonly phone: string | null;
  /** Without the number on a phone, where a press calls it. */
  readonly isCompact?: boolean;
}

/** A number to press; large enough for a finger. */
export function CallButton({ name, phone, isCompact = false }: CallButtonProps) {
  if (phone === null) return null;
  const { text, link } = readPhone(phone);
  if (link === undefined) return <Typography variant="body2">{text}</Typography>;
  const label = name === null ? text : translate('accueil.today.call', { name, phone: text });
  return (
    <Button
      href={link}
      aria-label={label}
      variant="outlined"
      sx={{
        minHeight: 44,
        minWidth: 44,
        flexShrink: 0,
        whiteSpace: 'nowrap',
        gap: 1,
        px: isCompact ? { xs: 0, sm: 2 } : 2,
      }}
    >
      <PhoneOutlined fontSize="small" />
      <Box component="span" sx={{ display: isCompact ? { xs: 'none', sm: 'inline' } : 'inline' }}>
        {text}
      </Box>
    </Button>
  );
}
