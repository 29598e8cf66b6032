import type { Active, Announcements, ScreenReaderInstructions } from '@dnd-kit/core';
import { useTranslate } from 'react-admin';
import type { Lead } from '../lead.ts';
import { columnLabel, stageNamed } from './columns.ts';

/** What somebody who can't see the board is told while a card is moved. */
export function useBoardWords(): {
  readonly announcements: Announcements;
  readonly screenReaderInstructions: ScreenReaderInstructions;
} {
  const translate = useTranslate();
  const said = (word: string, active: Active, column?: string | number) => {
    const stage = stageNamed(column);
    return translate(`accueil.leads.board.${word}`, {
      name: draggedLead(active)?.name ?? translate('accueil.leads.unnamed'),
      stage: stage === undefined ? '' : translate(columnLabel(stage)),
    });
  };
  return {
    screenReaderInstructions: { draggable: translate('accueil.leads.board.instructions') },
    announcements: {
      onDragStart: ({ active }) => said('dragged', active),
      onDragOver: ({ active, over }) => said(over === null ? 'overNothing' : 'over', active, over?.id),
      onDragEnd: ({ active, over }) => said(over === null ? 'cancelled' : 'dropped', active, over?.id),
      onDragCancel: ({ active }) => said('cancelled', active),
    },
  };
}

/** The entry whose card is held: every card gives its own along. */
export function draggedLead(active: Active): Lead | undefined {
  const lead: Lead | undefined = active.data.current?.lead;
  return lead;
}
