import { refusalText } from '../../../server/src/french/refusals.ts';

/** The service's English causes, and what they are in French. */
const known: readonly (readonly [RegExp, string])[] = [
  [/^It was switched off by hand$/, 'Suspendu à la main.'],
  [/answered 410: it wants no more events$/, 'Le destinataire a répondu 410 : il ne veut plus d’événements.'],
  [
    /^The receiver answered (?<status>\d+): redirects are not followed$/,
    'Le destinataire a répondu $<status> : les redirections ne sont pas suivies.',
  ],
  [/^The receiver answered (?<status>\d+)$/, 'Le destinataire a répondu $<status>.'],
  [/^The connection was refused$/, 'La connexion a été refusée.'],
  [/^The connection was (?:reset|closed) before/, 'La connexion a été coupée avant la fin de la réponse.'],
  [
    /^The answer was shorter or longer than it said$/,
    'La connexion a été coupée avant la fin de la réponse.',
  ],
  [/^No connection could be made in time$/, 'Aucune connexion n’a pu être établie à temps.'],
  [/^The name of the receiver/, 'Le nom du destinataire est introuvable.'],
  [/^The receiver can’t be reached from here$/, 'Le destinataire n’est pas joignable d’ici.'],
  [
    /^The certificate of the receiver|^The receiver does not send the intermediate/,
    'Le certificat du destinataire n’est pas valable.',
  ],
  [/^No TLS connection/, 'Aucune connexion chiffrée n’a pu être établie.'],
  [/^The answer is not HTTP$/, 'La réponse n’est pas du HTTP.'],
  [/^The sender was stopped/, 'Le service s’est arrêté avant la fin de la réponse.'],
  [/^There was no answer$/, 'Il n’y a pas eu de réponse.'],
];
const failing = /^It has failed for (?<days>\d+) days; the last time: (?<last>.*)$/s;

/** Translates a cause of failure; an unknown one stays as it is. */
export function causeText(cause: string): string {
  const long = failing.exec(cause)?.groups;
  if (long !== undefined)
    return `En échec depuis ${long.days} jours ; la dernière fois : ${causeText(long.last ?? '')}`;
  for (const [pattern, french] of known) {
    const [found] = pattern.exec(cause) ?? [];
    if (found !== undefined) return found.replace(pattern, french);
  }
  return refusalText(cause) ?? cause;
}
