import { useTranslate } from 'react-admin';

/** What the service says of a line of an import, in English: the message that says it on screen. */
const known: readonly (readonly [RegExp, string])[] = [
  [/^no such column: expected some of/, 'noColumn'],
  [/^expected at most (?<most>\d+) characters$/, 'tooLong'],
  [/^expected a value$/, 'noValue'],
  [/^expected an integer from 1 to (?<most>\d+), not (?<typed>.*)$/s, 'noId'],
  [/^expected true or false, oui or non, 1 or 0, not (?<typed>.*)$/s, 'noFlag'],
  [/^expected (?<expected>\d+) cells, as in the header, and found (?<found>\d+)$/, 'cells'],
  [/^expected a SIRET/, 'siret'],
  [/^expected an IBAN/, 'iban'],
  [/^expected a BIC/, 'bic'],
  [/^expected a postal code/, 'cp'],
  [/ stands in the file twice$/, 'twice'],
  [/^(?<named>.*) is missing, and can't be removed: it has entries$/s, 'hasEntries'],
  [/^no residence has the id (?<id>\d+)$/, 'noResidence'],
  [/^nobody on the staff has the id (?<id>\d+)$/, 'nobody'],
  [/^\d+ people have this name and job there: give the id$/, 'several'],
  [/^a doctor is medical staff too$/, 'medical'],
  [/^an earlier row says (?<earlier>.*) of the group/s, 'earlier'],
  [/^there is no group (?<slug>.*): to add it, give its groupeName$/s, 'noGroup'],
  [/small letters, digits, - and _, not/, 'slug'],
  [/^expected a JSON object$|^expected a string, a number/, 'json'],
];

/** Says in the language of the screen what is wrong with a line; as it stands when it knows no words for it. */
export function useProblemText(): (message: string) => string {
  const translate = useTranslate();
  return (message) => {
    for (const [pattern, key] of known) {
      const found = pattern.exec(message);
      if (found !== null) return translate(`accueil.residences.import.problems.${key}`, { ...found.groups });
    }
    return message;
  };
}
