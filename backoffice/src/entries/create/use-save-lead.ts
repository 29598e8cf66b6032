import { useRef } from 'react';
import { DeskError, request } from '../../api/client.ts';
import { textsOf } from '../../i18n/texts.ts';
import { errorKind } from '../../ui/error-text.ts';
import { entryOf, type LeadForm, type Problems } from './lead-form.ts';
import { useIdempotencyKey } from './use-idempotency-key.ts';

const t = textsOf('leads.form');

type Saved = { readonly id: number } | { readonly problems: Problems };

/** Saves a new entry, once however often the form is sent, also when it changes on the way or before the page leaves it. */
export function useSaveLead(): (form: LeadForm) => Promise<Saved> {
  const keyOf = useIdempotencyKey();
  const saving = useRef<Promise<Saved>>(undefined);
  return (form) => {
    saving.current ??= save(form).then((saved) => {
      if ('problems' in saved) saving.current = undefined;
      return saved;
    });
    return saving.current;
  };

  async function save(form: LeadForm): Promise<Saved> {
    const { establishmentId, type } = form;
    if (!establishmentId || !type) return { problems: whole(t('refusedOther')) };
    const entry = entryOf({ ...form, establishmentId, type });
    try {
      const { id } = await request('POST /desk/entries', entry, { headers: keyOf(JSON.stringify(entry)) });
      return { id };
    } catch (error) {
      return { problems: refusalOf(error) };
    }
  }
}

function refusalOf(error: unknown): Problems {
  const kind = errorKind(error);
  if (kind !== 'invalid') return whole(t(kind === 'unreachable' ? kind : 'failed'));
  const place = placeOf((error instanceof DeskError && error.field) || '');
  return place === undefined
    ? whole(t('refusedOther'))
    : { ...nested(place, t('refused')), ...whole(t('refusedOther')) };
}

/** The input of a field that the service names: `relations[0].email` → `relation.email`. */
function placeOf(field: string): readonly string[] | undefined {
  const place = field.replace('relations[0]', 'relation').replace('actions[0]', 'action').split('.');
  return /^\w+$/.test(place[0] ?? '') && place.length <= 2 ? place : undefined;
}

function nested([first = '', ...rest]: readonly string[], problem: string): Problems {
  return { [first]: rest.length === 0 ? problem : nested(rest, problem) };
}

function whole(problem: string): Problems {
  return { root: { service: problem } };
}
