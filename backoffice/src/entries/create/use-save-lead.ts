import { useRef } from 'react';
import { set } from 'react-hook-form';
import { DeskError, request } from '../../api/client.ts';
import { errorKind } from '../../ui/error-text.ts';
import { useIdempotencyKey } from '../use-idempotency-key.ts';
import { entryOf, type LeadForm, type Problems } from './lead-form.ts';

const refused = 'Le service a refusé la demande. Votre saisie est conservée.';

type Saved = { readonly id: number } | { readonly problems: Problems };

/** Saves an entry, once however often the form is sent, also when it changes on the way or before the page leaves it. */
export function useSaveLead(): (form: LeadForm) => Promise<Saved> {
  const once = useIdempotencyKey();
  const saving = useRef<Promise<Saved>>(undefined);
  return (form) => {
    saving.current ??= save(form).then((saved) => {
      if ('problems' in saved) saving.current = undefined;
      return saved;
    });
    return saving.current;
  };

  async function save({ establishmentId, type, ...form }: LeadForm): Promise<Saved> {
    if (!establishmentId || !type) return { problems: whole(refused) };
    const entry = entryOf({ ...form, establishmentId, type });
    try {
      return await request('POST /desk/entries', entry, once(entry));
    } catch (error) {
      return { problems: refusalOf(error) };
    }
  }
}

function refusalOf(error: unknown): Problems {
  const kind = errorKind(error);
  if (kind !== 'invalid')
    return whole(
      kind === 'unreachable'
        ? 'Le service ne répond pas. Votre saisie est conservée : vérifiez votre connexion et réessayez.'
        : 'L’enregistrement a échoué. Votre saisie est conservée : réessayez dans un instant.',
    );
  const problems = whole(refused);
  // The input of a field that the service names: `relations[0].email` → `relation.email`.
  const field = (error instanceof DeskError && error.field) || '';
  const place = field.replace('relations[0]', 'relation').replace('actions[0]', 'action');
  if (/^\w+(?:\.\w+)?$/.test(place)) set(problems, place, 'Le service a refusé cette valeur.');
  return problems;
}

const whole = (problem: string): Problems => ({ root: { service: problem } });
