import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import type { Today } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { textsOf } from '../i18n/texts.ts';
import { listAddress, otherBlocks, type TodayQuery } from './today.ts';

const t = textsOf('today.others');

interface Props {
  readonly today: Today;
  readonly query: TodayQuery;
}

/** What waits besides families: one line each, with its number and a link to its list. */
export function OtherLines({
  today: { blocks, complaintsLate, webhooks, tokensEnding, refused },
  query,
}: Props) {
  const { failed = 0, endpoints = [] } = webhooks ?? {};
  const lines = otherBlocks.flatMap((name) => {
    const block = blocks.find((one) => one.name === name);
    const [list] = block?.lists ?? [];
    if (block === undefined || list === undefined) return [];
    const { count } = block.total;
    const late = name === 'complaints' ? (complaintsLate ?? 0) : 0;
    const text = [
      t(name, { smart_count: count, count: format.number(count) }),
      ...(late > 0 ? [t('complaintsLate', { count: format.number(late) })] : []),
    ];
    return [{ to: listAddress(name, list.kind, query), text: text.join(', '), isLate: late > 0 }];
  });
  const ofWebhooks = format.dotted(
    endpoints.length > 0 && t('endpoints', { smart_count: endpoints.length }),
    failed > 0 && t('failed', { smart_count: failed, count: format.number(failed) }),
  );
  if (refused) {
    const text = t('refused', { smart_count: refused, count: format.number(refused) });
    lines.push({ to: '/refused', text, isLate: false });
  }
  if (ofWebhooks !== '') lines.push({ to: '/integrations/endpoints', text: ofWebhooks, isLate: false });
  const [token, ...others] = tokensEnding ?? [];
  if (token !== undefined) {
    const text = t('tokens', {
      smart_count: 1 + others.length,
      partner: token.partner,
      day: format.day(token.until),
    });
    lines.push({ to: '/integrations/partners', text, isLate: false });
  }
  if (lines.length === 0) return null;
  return (
    <Box component="section" aria-label={t('label')} sx={{ mt: 3 }}>
      {lines.map(({ to, text, isLate }) => (
        <Typography key={to} component="div">
          <Link
            component={RouterLink}
            to={to}
            color={isLate ? 'error' : 'textPrimary'}
            sx={{ display: 'inline-flex', alignItems: 'center', minHeight: { xs: 44, md: 36 } }}
          >
            {text}
          </Link>
        </Typography>
      ))}
    </Box>
  );
}
