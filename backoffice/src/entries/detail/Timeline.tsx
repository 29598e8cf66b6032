import ChatBubbleOutlineOutlined from '@mui/icons-material/ChatBubbleOutlineOutlined';
import MailOutlined from '@mui/icons-material/MailOutlined';
import { Button, Card, CardContent, Link, Stack, Typography } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { request } from '../../api/client.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { momentOf } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { touched } from '../../ui/styles.ts';
import { entryPath, isMasculine } from '../entry.ts';
import { ActionItem } from './ActionItem.tsx';
import { LongText, TimelineItem } from './Block.tsx';
import { CommentDialog, isAnswerMailed, ownComment } from './CommentDialogs.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { wordsOf } from './entry-fields.ts';
import { History } from './History.tsx';
import { changedNames } from './history-sentences.ts';
import { LetterItem } from './LetterItem.tsx';
import { inOrder, isPlanned, parisNow } from './timeline.ts';

const wordTexts = {
  family: 'Ce que la famille écrit',
  partner: 'Ce que le partenaire écrit',
  applicant: 'Ce que le candidat écrit',
};

interface TimelineProps {
  readonly entry: EntryDetail;
  /** Where its next line is written. */
  readonly children: ReactNode;
}

/** What is planned, then everything that was written, said and done, newest first. */
export function Timeline({ entry, children }: TimelineProps) {
  const titleId = useId();
  // Before those that come with the entry, read page by page on request.
  const older = useInfiniteQuery({
    queryKey: ['entry-letters', entry.id, entry.version],
    queryFn: ({ pageParam, signal }) =>
      request('GET /desk/entries/:id/letters', { id: entry.id, before: pageParam ?? undefined }, { signal }),
    initialPageParam: entry.lettersNext,
    getNextPageParam: (page) => page.next,
    enabled: false,
  });
  const pages = older.data?.pages ?? [];
  const next = pages.length === 0 ? entry.lettersNext : pages.at(-1)?.next;
  const ordered = inOrder(entry.actions).map((action) => ({
    action,
    at: `${action.date ?? ''} ${action.time ?? '24:00'}`,
    item: <ActionItem entry={entry} action={action} />,
    key: `action ${action.position}`,
  }));
  const past = [
    ...ordered.filter(({ action }) => !isPlanned(action)),
    { at: momentOf(answeredAt(entry)), item: <CommentItem entry={entry} />, key: 'answer' },
    { at: momentOf(entry.receivedAt), item: <WordsItem entry={entry} />, key: 'words' },
    ...[...entry.letters, ...pages.flatMap(({ data }) => data)].map((message) => ({
      at: momentOf(message.at),
      item: <LetterItem entry={entry} message={message} />,
      key: `message ${message.id}`,
    })),
    ...entry.duplicates
      .filter(({ words }) => words.length > 0)
      .map((duplicate) => ({
        at: momentOf(duplicate.receivedAt),
        item: <WordsItem entry={entry} duplicate={duplicate} />,
        key: `words ${duplicate.id}`,
      })),
  ].toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));
  return (
    <Card>
      <CardContent component={Stack} sx={{ gap: 2 }}>
        <Stack component="section" aria-labelledby={titleId} sx={{ gap: 2 }}>
          <Typography id={titleId} component="h2" variant="h6">
            Suivi
          </Typography>
          {children}
          <Stack component="ol" spacing={2} sx={{ listStyle: 'none', p: 0, m: 0 }}>
            {[...ordered.filter(({ action }) => isPlanned(action)), ...past].map(({ key, item }) => (
              <Fragment key={key}>{item}</Fragment>
            ))}
          </Stack>
          {typeof next === 'number' && (
            <Button onClick={() => void older.fetchNextPage()} loading={older.isFetching}>
              Messages plus anciens
            </Button>
          )}
        </Stack>
        <History entry={entry} />
      </CardContent>
    </Card>
  );
}

/** Prints an answer that went by no e-mail, and notes that it was posted. */
function OnPaper({ entry }: { readonly entry: EntryDetail }) {
  const { run } = useActs();
  const [isBusy, setBusy] = useState(false);
  const day = momentOf(answeredAt(entry)).slice(0, 10);
  const comment = 'Réponse envoyée par courrier';
  const isPosted = entry.actions.some((one) => one.comment === comment && (one.date ?? '') >= day);
  return (
    <Stack className="screen-only" direction="row" sx={{ flexWrap: 'wrap', columnGap: 1 }}>
      <Button
        size="small"
        href={`/desk/entries/${entry.id}/answer`}
        target="_blank"
        rel="noreferrer"
        sx={touched}
      >
        Imprimer la réponse
      </Button>
      {!isPosted && (
        <Button
          size="small"
          disabled={isBusy}
          sx={touched}
          onClick={async () => {
            setBusy(true);
            const body = { actions: [{ ...parisNow(), comment }] };
            await run({ name: 'edit', body }, 'Réponse envoyée par courrier : c’est noté.');
            setBusy(false);
          }}
        >
          Envoyée par courrier
        </Button>
      )}
    </Stack>
  );
}

/** When staff last wrote the comment; unknown when that is long ago. */
function answeredAt({ history, receivedAt }: EntryDetail): string {
  return history.find(({ detail }) => changedNames({ ...detail }).includes('comment'))?.at ?? receivedAt;
}

interface WordsItemProps {
  readonly entry: EntryDetail;
  /** An entry that was united with this one, whose words these are. */
  readonly duplicate?: EntryDetail['duplicates'][number];
}

/** What came, and when. */
function WordsItem({ entry, duplicate }: WordsItemProps) {
  const words = duplicate?.words ?? wordsOf(entry);
  const writer = entry.kind === 'postuler' ? 'applicant' : entry.partner === null ? 'family' : 'partner';
  const received = isMasculine(entry) ? 'Reçu le' : 'Reçue le';
  const at = format.moment((duplicate ?? entry).receivedAt);
  return (
    <TimelineItem
      icon={<ChatBubbleOutlineOutlined fontSize="small" color="primary" />}
      head={
        <>
          {words.length === 0 ? `${received} ${at}` : `${wordTexts[writer]}, ${at}`}
          {duplicate !== undefined && (
            <Link component={RouterLink} to={entryPath(duplicate)} sx={{ fontWeight: 400 }}>
              {`fiche n° ${duplicate.id}`}
            </Link>
          )}
        </>
      }
    >
      {words.length > 0 && (
        <Stack
          className="words"
          spacing={1}
          sx={{ bgcolor: 'action.hover', borderRadius: 1, px: 1.5, py: 1, mt: 0.5 }}
        >
          {words.map((text) => (
            <LongText key={text} text={text} />
          ))}
        </Stack>
      )}
    </TimelineItem>
  );
}

/** The comment that the caller can read; of a complaint or an application, its answer. */
function CommentItem({ entry }: { readonly entry: EntryDetail }): ReactNode {
  const { mayChange } = entry;
  const [isEdited, setEdited] = useState(false);
  const own = ownComment(entry);
  if (own === null) return null;
  const isAnswer = entry.kind === 'postuler' || entry.type === 'survey.type.complaint';
  const title = isAnswer ? 'Réponse écrite' : 'Commentaire transmis au site';
  const edit = { label: `Modifier : ${title}`, onClick: () => setEdited(true) };
  return (
    <TimelineItem
      icon={<MailOutlined fontSize="small" />}
      head={title}
      by={entry.commentBy}
      edit={mayChange ? edit : undefined}
    >
      <LongText text={own} />
      {isAnswer && mayChange && !isAnswerMailed(entry, own) && <OnPaper entry={entry} />}
      {isEdited && <CommentDialog title={title} entry={entry} onClose={() => setEdited(false)} />}
    </TimelineItem>
  );
}
