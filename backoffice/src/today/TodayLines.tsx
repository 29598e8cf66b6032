import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { counted } from '../../../server/src/french/dates.ts';
import type { Today } from '../api/responses.ts';
import { format, plural } from '../i18n/format.ts';
import { listAddress, otherBlocks, type TodayQuery } from './today.ts';

/** What waits besides families: one line each, with its number and a link to its list. */
export function TodayLines({ today, query }: { readonly today: Today; readonly query: TodayQuery }) {
  const { blocks, complaintsLate, webhooks, tokensEnding, refused, privacyDue, retentionComing } = today;
  const { failed = 0, endpoints = [] } = webhooks ?? {};
  const lines = otherBlocks.flatMap((name) => {
    const block = blocks.find((one) => one.name === name);
    const [list] = block?.lists ?? [];
    if (block === undefined || list === undefined) return [];
    const { count } = block.total;
    const late = name === 'complaints' ? (complaintsLate ?? 0) : 0;
    const text = [
      {
        orientations: `${format.number(count)} ${plural(count, 'orientation')} à traiter`,
        complaints: `${format.number(count)} ${plural(count, 'réclamation')} à traiter`,
        opinions: `${format.number(count)} avis ${plural(count, 'mécontent')} à lire`,
        applications: `${format.number(count)} ${plural(count, 'candidature')} à traiter`,
      }[name],
      ...(late > 0 ? [`dont ${format.number(late)} en retard`] : []),
    ];
    return [{ to: listAddress(name, list.kind, query), text: text.join(', '), isLate: late > 0 }];
  });
  const ofWebhooks = format.dotted(
    endpoints.length > 0 && `${counted(endpoints.length, 'webhook')} en échec`,
    failed > 0 &&
      `${format.number(failed)} ${plural(failed, 'envoi abandonné', 'envois abandonnés')} ces 30 derniers jours`,
  );
  if (refused) {
    const text = `${format.number(refused)} ${plural(refused, 'envoi refusé', 'envois refusés')}`;
    lines.push({ to: '/refused', text, isLate: false });
  }
  if (ofWebhooks !== '') lines.push({ to: '/integrations/endpoints', text: ofWebhooks, isLate: false });
  const [token, ...others] = tokensEnding ?? [];
  if (token !== undefined) {
    const text = `${plural(1 + others.length, `Le jeton du partenaire ${token.partner} prend fin`, `${1 + others.length} jetons de partenaires prennent fin sous 30 jours, le premier (${token.partner})`)} le ${format.day(token.until)}`;
    lines.push({ to: '/integrations/partners', text, isLate: false });
  }
  const { count: due = 0, late = 0, nextDueOn = null } = privacyDue ?? {};
  if (nextDueOn !== null) {
    const text = `${counted(due, 'demande d’exercice de droits arrive à échéance,', 'demandes d’exercice de droits arrivent à échéance, la première')} le ${format.day(nextDueOn)}`;
    const overdue = late > 0 ? `, dont ${format.number(late)} en retard` : '';
    lines.push({ to: '/privacy/requests', text: `${text}${overdue}`, isLate: true });
  }
  const { count = 0, firstOn = null } = retentionComing ?? {};
  if (firstOn !== null) {
    const text = `${format.number(count)} ${plural(count, 'fiche sera effacée', 'fiches seront effacées, la première')} le ${format.day(firstOn)}`;
    lines.push({ to: '/retention', text, isLate: false });
  }
  if (lines.length === 0) return null;
  return (
    <Box component="section" aria-label="À traiter aussi" sx={{ mt: 3 }}>
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
