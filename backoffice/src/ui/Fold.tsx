import ExpandMore from '@mui/icons-material/ExpandMore';
import { Accordion, AccordionDetails, AccordionSummary, Box, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';

/** What few readers need, folded away. */
export function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box component="details">
      <Typography component="summary" sx={{ cursor: 'pointer', py: { xs: 1.25, sm: 0.5 } }}>
        {title}
      </Typography>
      <Box sx={{ mt: 1 }}>{children}</Box>
    </Box>
  );
}

interface FoldCardProps {
  readonly title: string;
  /** Whether it is open until it is folded, because there is something to do: that may be known later. */
  readonly startsOpen?: boolean | undefined;
  readonly act?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a long page, folded below its title. It is printed whole. */
export function FoldCard({ title, startsOpen = false, act, children }: FoldCardProps) {
  const [chosen, choose] = useState<boolean>();
  return (
    <Accordion
      component="section"
      aria-label={title}
      expanded={chosen ?? startsOpen}
      onChange={(_, isOpen) => choose(isOpen)}
      disableGutters
      slotProps={{ heading: { component: 'h2' } }}
      sx={{ '@media print': { '.MuiCollapse-root': { height: 'auto', visibility: 'visible' } } }}
    >
      <AccordionSummary expandIcon={<ExpandMore />}>
        <Typography component="span" variant="h6">
          {title}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        {children}
        {act !== undefined && <Box sx={{ mt: 1.5 }}>{act}</Box>}
      </AccordionDetails>
    </Accordion>
  );
}
