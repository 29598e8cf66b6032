import { OrientationBody } from '../contract/orientation.ts';
import { type Normalized, type AdditionalFields, additionalKey } from '../validation/normalize.ts';
import { isEqual } from './diff.ts';

type Message = Normalized<OrientationBody>;

/** What a request holds at most, whatever its updates bring (docs/interface.md, « Limits »). */
const most = { bytes: 256 * 1024, fields: 500 };
/** The most that fields outside the contract may fill it to: a new phone number must still fit. */
const mostUnnamed = {
  bytes: most.bytes - 64 * 1024,
  fields: most.fields - Object.keys(OrientationBody.properties).length,
};

/** A partner's request with what an update brings. */
export interface Merged {
  readonly message: Message;
  readonly changed: boolean;
  /** The names of the fields that no longer fit: they keep the value they had. */
  readonly leftOut: readonly string[];
}

/**
 * Puts an update over what the partner has said so far: it overwrites the fields that it carries and keeps the others.
 * The result is bounded, or each update would take longer than the one before.
 */
export function merge(before: Message, update: Message): Merged {
  const { [additionalKey]: unnamedBefore = {}, ...namedBefore } = before;
  const { [additionalKey]: unnamedUpdate = {}, ...namedUpdate } = update;
  const leftOut: string[] = [];
  let bytes = 0;
  let fields = 0;
  for (const field of [...Object.entries(namedBefore), ...Object.entries(unnamedBefore)]) {
    bytes += bytesOf(...field);
    fields++;
  }

  /** What of `after` differs from `from`, and fits. */
  function fitting(from: AdditionalFields, after: AdditionalFields, limit: typeof most): [string, unknown][] {
    return Object.entries(after).filter(([name, value]) => {
      const known = Object.hasOwn(from, name);
      if (known && isEqual(from[name], value)) return false;
      const grows = bytesOf(name, value) - (known ? bytesOf(name, from[name]) : 0);
      const fits = (known || fields < limit.fields) && (grows <= 0 || bytes + grows <= limit.bytes);
      if (!fits) {
        leftOut.push(name);
        return false;
      }
      bytes += grows;
      if (!known) fields++;
      return true;
    });
  }
  const named = fitting(namedBefore, namedUpdate, most);
  const unnamed = fitting(unnamedBefore, unnamedUpdate, mostUnnamed);
  const message = {
    ...before,
    ...Object.fromEntries(named),
    ...(unnamed.length > 0 && { [additionalKey]: { ...unnamedBefore, ...Object.fromEntries(unnamed) } }),
  };
  return { message, changed: named.length + unnamed.length > 0, leftOut };
}

/** What a field takes in JSON, in bytes of UTF-8; `{}` around it stands for its comma and more. */
function bytesOf(name: string, value: unknown): number {
  return Buffer.byteLength(JSON.stringify({ [name]: value }));
}
