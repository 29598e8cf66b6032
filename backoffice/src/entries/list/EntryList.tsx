import {
  Box,
  Chip,
  Divider,
  LinearProgress,
  Menu,
  MenuItem,
  Stack,
  type Theme,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { type ReactElement, type ReactNode, useState } from 'react';
import { List, type ListProps, type SortPayload, useListContext } from 'react-admin';
import { useNavigate } from 'react-router';
import type { FollowedEntry, ListedEntry } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { useErrorNotice } from '../../ui/error-text.ts';
import { ChoiceChip } from '../../ui/inputs.tsx';
import { ListPagination } from '../../ui/Rows.tsx';
import { EntryMarks, EntryName, Message, ResidenceName } from '../EntryParts.tsx';
import { entryPath } from '../entry.ts';
import { PhoneNumber } from '../PhoneNumber.tsx';
import { BulkBar, Selectable } from './BulkBar.tsx';
import { EmptyList, type EntryColumn, EntryTable, isAct, type ListTexts } from './EntryTable.tsx';

interface EntryListProps extends Pick<ListProps, 'resource' | 'title' | 'filter'> {
  /** Tells the lists of one resource apart. */
  readonly name: string;
  readonly texts: ListTexts;
  /** The first is the default. */
  readonly views: readonly ListView[];
  readonly filters: ReactElement[];
  /** The toolbar beside the filters. */
  readonly actions?: ReactElement;
  /** Of the table; those that are hidden until the user shows them. */
  readonly columns: readonly EntryColumn[];
  readonly hiddenColumns?: string[];
  readonly card: (entry: FollowedEntry) => ReactNode;
  /** Whether several entries can be chosen, for one act on all of them. */
  readonly isSelectable?: boolean;
}

/** A list of entries: a table, or cards on a phone. */
export function EntryList(props: EntryListProps) {
  const { name, texts, views, filters, actions = false, columns, hiddenColumns, card, ...others } = props;
  const { isSelectable = false, ...list } = others;
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  const failed = useErrorNotice();
  const [first] = views;
  return (
    <List
      {...list}
      // Lists of the same resource must not share their state.
      key={name}
      // Kept in the address alone: one who comes back by the menu starts anew.
      storeKey={false}
      perPage={25}
      sort={first?.sort ?? newestFirst}
      filterDefaultValues={first?.filter ?? {}}
      // An empty form would take its room.
      {...(filters.length > 0 && { filters })}
      actions={actions}
      pagination={<ListPagination one={texts.one} many={texts.many} />}
      exporter={false}
      empty={false}
      // A wide table scrolls in itself; the page does not.
      sx={{ '& .RaList-main': { minWidth: 0 }, '& .RaList-actions': { mb: { xs: 1, sm: 0 } } }}
      queryOptions={{ onError: failed }}
    >
      <ListViews views={views} />
      {isSelectable && <BulkBar />}
      {isNarrow ? (
        <EntryCards texts={texts} isSelectable={isSelectable}>
          {card}
        </EntryCards>
      ) : (
        <EntryTable {...{ texts, columns, hiddenColumns, isSelectable }} />
      )}
    </List>
  );
}

const newestFirst: SortPayload = { field: 'received', order: 'DESC' };

/** A predefined filter, in an order of its own. */
export interface ListView {
  readonly text: string;
  readonly filter: Readonly<Record<string, string>>;
  /** The newest first without it. */
  readonly sort?: SortPayload;
  /** How many entries it lists, where that is known. */
  readonly total?: { readonly count: number; readonly exact: boolean } | undefined;
  /** Stands in a menu until it is chosen. */
  readonly isRare?: boolean;
}

/** What a block of « Ma journée » is called above its list. */
const blockNames: Readonly<Record<string, string>> = {
  'to-call': 'Ma journée : à rappeler',
  appointments: 'Ma journée : rendez-vous',
  late: 'Ma journée : en retard',
  complaints: 'Ma journée : réclamations',
  opinions: 'Ma journée : avis mécontents',
  orientations: 'Ma journée : orientations',
  unplanned: 'Ma journée : rien de prévu',
  applications: 'Ma journée : candidatures',
};

/** Predefined filters, one click each. They keep the residence; a search is of all entries. */
function ListViews({ views }: { readonly views: readonly ListView[] }) {
  const { filterValues, setFilters, setSort } = useListContext();
  const [anchor, setAnchor] = useState<Element | null>(null);
  const { q, establishmentId, ...others } = filterValues;
  const residence = establishmentId === undefined ? {} : { establishmentId };
  const sorted = (filter: object) => JSON.stringify(Object.entries(filter).toSorted());
  const chosen = q === undefined ? views.find(({ filter }) => sorted(filter) === sorted(others)) : undefined;
  const choose = ({ filter, sort = newestFirst }: Pick<ListView, 'filter' | 'sort'>) => {
    setSort(sort);
    setFilters({ ...residence, ...filter }, []);
  };
  // The numbers are of all residences.
  const labelOf = ({ text, total }: ListView) =>
    total === undefined || establishmentId !== undefined ? text : `${text} ${format.total(total)}`;
  const inMenu = views.filter((view) => view.isRare === true && view !== chosen);
  const chips = [
    ...(typeof q === 'string' ? [`Recherche : « ${q} »`] : []),
    ...(chosen === undefined && typeof others.block === 'string'
      ? [blockNames[others.block] ?? others.block]
      : []),
  ];
  return (
    <Stack
      direction="row"
      role="group"
      aria-label="Vues"
      // On a phone in one line that is moved sideways: the first family has to be near the top.
      sx={{ flexWrap: { xs: 'nowrap', sm: 'wrap' }, overflowX: 'auto', gap: 0.5, p: 1 }}
    >
      {chips.map((label) => (
        <Chip key={label} color="primary" label={label} onDelete={() => choose({ filter: {} })} />
      ))}
      {views
        .filter((view) => !inMenu.includes(view))
        .map((view) => (
          <ChoiceChip
            key={view.text}
            label={labelOf(view)}
            isChosen={view === chosen}
            onChosen={() => choose(view)}
          />
        ))}
      {inMenu.length > 0 && (
        <Chip
          component="button"
          clickable
          variant="outlined"
          label="Autres vues"
          aria-haspopup="menu"
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        />
      )}
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {inMenu.map((view) => (
          <MenuItem
            key={view.text}
            onClick={() => {
              setAnchor(null);
              choose(view);
            }}
          >
            {labelOf(view)}
          </MenuItem>
        ))}
      </Menu>
    </Stack>
  );
}

interface EntryCardsProps {
  readonly texts: ListTexts;
  readonly isSelectable: boolean;
  readonly children: (entry: FollowedEntry) => ReactNode;
}

/** The list on a narrow screen. */
function EntryCards({ texts, isSelectable, children }: EntryCardsProps) {
  const { data, isPending } = useListContext<FollowedEntry>();
  if (isPending) return <LinearProgress />;
  if (data === undefined || data.length === 0) return <EmptyList texts={texts} />;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {data.map((entry) => (
        <li key={entry.id}>
          <Divider />
          {isSelectable ? <Selectable entry={entry}>{children(entry)}</Selectable> : children(entry)}
        </li>
      ))}
    </Box>
  );
}

/** The marks of an entry, without the state that the view names. */
export function ListMarks({ entry }: { readonly entry: FollowedEntry }) {
  const { block, followUp, status } = useListContext().filterValues;
  return <EntryMarks entry={entry} said={block ?? followUp ?? status} />;
}

interface EntryCardProps {
  readonly entry: ListedEntry;
  /** Below the name. */
  readonly subtitle?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A card of {@link EntryCards}: name, time of receipt, message, residence, phone number. It opens the entry wherever it is
 * touched, but for its own links and buttons; the name is the link for the keyboard.
 */
export function EntryCard({ entry, subtitle, children }: EntryCardProps) {
  const navigate = useNavigate();
  const { establishmentId, objection, receivedAt, contact } = entry;
  return (
    <Box
      sx={{
        ...{ px: 2, py: 1.5, cursor: 'pointer', display: 'flex', flexDirection: 'column', gap: 0.5 },
        '& > :empty': { display: 'none' },
      }}
      onClick={(event) => {
        if (!isAct(event)) void navigate(entryPath(entry));
      }}
    >
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1 }}>
        <EntryName entry={entry} />
        <Typography variant="body2" color="textSecondary" sx={{ whiteSpace: 'nowrap' }}>
          {format.since(receivedAt)}
        </Typography>
      </Stack>
      <Typography variant="body2" component="div">
        {subtitle}
      </Typography>
      <Message entry={entry} />
      <Typography variant="body2" component="div">
        <ResidenceName id={establishmentId} />
      </Typography>
      <Typography variant="body2" component="div">
        <PhoneNumber phone={contact.phone} objection={objection} />
      </Typography>
      {children}
    </Box>
  );
}
