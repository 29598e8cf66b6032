import { refusalText } from '../../../server/src/french/refusals.ts';
import { textsOf } from '../i18n/texts.ts';

const t = textsOf('integrations.causes');

/** The service's English causes, and the keys of their translations. */
const known: readonly (readonly [RegExp, string])[] = [
  [/^It was switched off by hand$/, 'byHand'],
  [/answered 410: it wants no more events$/, 'gone'],
  [/^The receiver answered (?<status>\d+): redirects are not followed$/, 'redirect'],
  [/^The receiver answered (?<status>\d+)$/, 'status'],
  [/^The connection was refused$/, 'refused'],
  [/^The connection was (?:reset|closed) before/, 'cut'],
  [/^The answer was shorter or longer than it said$/, 'cut'],
  [/^No connection could be made in time$/, 'noConnection'],
  [/^The name of the receiver/, 'unknownName'],
  [/^The receiver can’t be reached from here$/, 'unreachable'],
  [/^The certificate of the receiver|^The receiver does not send the intermediate/, 'certificate'],
  [/^No TLS connection/, 'noTls'],
  [/^The answer is not HTTP$/, 'notHttp'],
  [/^The sender was stopped/, 'stopped'],
  [/^There was no answer$/, 'noAnswer'],
];
const failing = /^It has failed for (?<days>\d+) days; the last time: (?<last>.*)$/s;

/** Translates a cause of failure; an unknown one stays as it is. */
export function causeText(cause: string): string {
  const long = failing.exec(cause)?.groups;
  if (long !== undefined)
    return `En échec depuis ${long.days} jours ; la dernière fois : ${causeText(long.last ?? '')}`;
  for (const [pattern, key] of known) {
    const found = pattern.exec(cause);
    if (found !== null) return t(key, { ...found.groups });
  }
  return refusalText(cause) ?? cause;
}
