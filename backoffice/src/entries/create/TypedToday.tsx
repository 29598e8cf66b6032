import { Button, type ButtonProps } from '@mui/material';
import { Link } from 'react-router';
import { useRead, useResidences } from '../../api/queries.ts';
import { format } from '../../i18n/format.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { RowList } from '../../ui/RowList.tsx';
import { Row } from '../../ui/Rows.tsx';
import { bothNames, entryPath, labelFor } from '../entry.ts';
import { MessageButton } from './FamilyCard.tsx';

const t = textsOf('leads.typed');

type CorrectProps = Pick<ButtonProps, 'aria-label' | 'color' | 'size' | 'sx'> & { readonly of: number };

/** Leads to the form in which an entry is corrected. */
export function CorrectButton({ of: id, ...button }: CorrectProps) {
  return (
    <Button {...button} component={Link} to={`/typed/${id}`}>
      {t('correct')}
    </Button>
  );
}

/** The requests that the user typed in today. Each can be corrected until somebody acts on it. */
export function TypedToday() {
  const { nameOf } = useResidences();
  return (
    <RowList title={t('title')} none={t('none')} {...useRead('GET /desk/entries/mine-today')}>
      {({ takenBy, mayCorrect, mayRead, mayLeaveMessage, ...entry }) => {
        const place =
          entry.establishmentId === null
            ? translate('accueil.leads.unassigned')
            : nameOf(entry.establishmentId);
        return (
          <Row
            name={bothNames(entry)}
            to={mayRead ? entryPath(entry) : undefined}
            notes={[
              format.dotted(format.since(entry.typedAt), `n° ${entry.id}`, place),
              !mayCorrect && (takenBy === null ? t('changed') : t('takenBy', { by: takenBy })),
            ]}
            acts={
              mayCorrect ? (
                <CorrectButton
                  of={entry.id}
                  aria-label={labelFor(t('correct'), entry)}
                  sx={{ minHeight: 44 }}
                />
              ) : (
                mayLeaveMessage && !mayRead && <MessageButton entry={entry} place={place} />
              )
            }
          />
        );
      }}
    </RowList>
  );
}
