import { OrientationBody } from '../contract/orientation.ts';
import { type AdditionalFields, additionalKey, type Normalized } from '../validation/normalize.ts';
import { isEqual } from './diff.ts';

type Message = Normalized<OrientationBody>;

/** The maximum size of a request after all its updates (docs/interface.md, « Limits »). */
const maxSize = { bytes: 256 * 1024, fields: 500 };
/** The size up to which additional fields, those outside the contract, may fill it: a new phone number must still fit. */
const maxSizeForAdditional = {
  bytes: maxSize.bytes - 64 * 1024,
  fields: maxSize.fields - Object.keys(OrientationBody.properties).length,
};

/** A partner's request after an update. */
interface Merged {
  readonly message: Message;
  readonly changed: boolean;
  /** Names of the updated fields that did not fit. They keep their old values. */
  readonly dropped: readonly string[];
}

/**
 * Applies an update to a partner's request: it overwrites the fields it has and keeps the others. The size of the result is
 * limited, otherwise each update would take longer than the one before.
 */
export function merge(before: Message, update: Message): Merged {
  const { [additionalKey]: additionalBefore = {}, ...contractualBefore } = before;
  const { [additionalKey]: additionalUpdate = {}, ...contractualUpdate } = update;
  const dropped: string[] = [];
  let bytes = 0;
  let fields = 0;
  for (const field of [...Object.entries(contractualBefore), ...Object.entries(additionalBefore)]) {
    bytes += bytesOf(...field);
    fields++;
  }

  /** Returns the fields of `after` that differ from `from` and fit. */
  function fitting(
    from: AdditionalFields,
    after: AdditionalFields,
    limit: typeof maxSize,
  ): [string, unknown][] {
    return Object.entries(after).filter(([name, value]) => {
      const known = Object.hasOwn(from, name);
      if (known && isEqual(from[name], value)) return false;
      const grows = bytesOf(name, value) - (known ? bytesOf(name, from[name]) : 0);
      const fits = (known || fields < limit.fields) && (grows <= 0 || bytes + grows <= limit.bytes);
      if (!fits) {
        dropped.push(name);
        return false;
      }
      bytes += grows;
      if (!known) fields++;
      return true;
    });
  }
  const contractual = fitting(contractualBefore, contractualUpdate, maxSize);
  const additional = fitting(additionalBefore, additionalUpdate, maxSizeForAdditional);
  const message = {
    ...before,
    ...Object.fromEntries(contractual),
    ...(additional.length > 0 && {
      [additionalKey]: { ...additionalBefore, ...Object.fromEntries(additional) },
    }),
  };
  return { message, changed: contractual.length + additional.length > 0, dropped };
}

/** The size of a field as JSON, in bytes of UTF-8. The braces count for its comma. */
function bytesOf(name: string, value: unknown): number {
  return Buffer.byteLength(JSON.stringify({ [name]: value }));
}
