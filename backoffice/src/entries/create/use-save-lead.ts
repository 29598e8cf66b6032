import { useRef } from 'react';
import { useTranslate } from 'react-admin';
import { change, DeskError } from '../../api/client.ts';
import { entryOf, type LeadForm, type Problems } from './lead-form.ts';

type Saved = { readonly id: number } | { readonly problems: Problems };

/**
 * Saves a new entry. The same content sent again, because somebody clicked twice or an answer was lost, makes one entry:
 * each content has a key of its own.
 */
export function useSaveLead(): (form: LeadForm) => Promise<Saved> {
  const translate = useTranslate();
  const sent = useRef({ content: '', key: '' });
  return async (form) => {
    const { establishmentId, type } = form;
    if (!establishmentId || !type) return { problems: whole(translate('accueil.leads.form.refusedOther')) };
    const entry = entryOf({ ...form, establishmentId, type });
    const content = JSON.stringify(entry);
    if (sent.current.content !== content) sent.current = { content, key: randomKey() };
    try {
      const { id } = await change('POST', '/desk/entries', entry, {
        'idempotency-key': sent.current.key,
      });
      return { id };
    } catch (error) {
      return { problems: refusalOf(error, translate) };
    }
  };
}

function refusalOf(error: unknown, translate: ReturnType<typeof useTranslate>): Problems {
  const said = (name: string) => translate(`accueil.leads.form.${name}`);
  if (!(error instanceof DeskError)) return whole(said('failed'));
  if (error.code === 'UNREACHABLE') return whole(said('unreachable'));
  if (error.code !== 'INVALID') return whole(said('failed'));
  const place = placeOf(error.field ?? '');
  return place === undefined
    ? whole(said('refusedOther'))
    : { ...nested(place, said('refused')), ...whole(said('refusedOther')) };
}

/** Where in the form the service's name of a field stands: `relations[0].email` is `relation.email` there. */
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

/** 128 random bits. `crypto.randomUUID` is not there without https. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
