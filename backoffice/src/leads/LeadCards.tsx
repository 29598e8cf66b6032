import { EntryCards } from '../lists/EntryCards.tsx';
import { LeadCard } from './LeadCard.tsx';
import type { Lead } from './lead.ts';

/** The list where a table has no room. */
export function LeadCards() {
  return <EntryCards<Lead> texts="accueil.leads">{(lead) => <LeadCard lead={lead} />}</EntryCards>;
}
