import HelpOutlined from '@mui/icons-material/HelpOutlined';
import { IconButton, Tooltip } from '@mui/material';
import { useLocation } from 'react-router';

/** The headings of docs/guide.fr.md by the first part of a page's address. */
const sections: Readonly<Record<string, string>> = {
  '': 'ma-journee',
  leads: 'demandes',
  agenda: 'agenda',
  board: 'tableau-par-etape',
  surveys: 'contacts-et-avis',
  applications: 'candidatures',
  statistics: 'statistiques',
  password: 'se-connecter',
  mail: 'se-connecter',
};

/** Opens the guide for staff at the section of the page. */
export function HelpButton() {
  const [, name = '', id] = useLocation().pathname.split('/');
  const section =
    name === 'leads' && id !== undefined && id !== 'create'
      ? 'une-demande'
      : (sections[name] ?? 'residences-utilisateurs-et-reglages');
  return (
    <Tooltip title="Aide">
      <IconButton color="inherit" href={`guide#${section}`} target="_blank" rel="noopener" aria-label="Aide">
        <HelpOutlined />
      </IconButton>
    </Tooltip>
  );
}
