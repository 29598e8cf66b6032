import { translate } from '../i18n/texts.ts';

/** What an act says, by the key of its texts: `holds.end`, and those beside it that are there (`holds.endTitle`). */
export function actTexts(key: string, options?: Readonly<Record<string, unknown>>) {
  const part = (ending: string) => translate(`accueil.${key}${ending}`, { ...options, _: '' }) || undefined;
  return {
    text: part(''),
    /** For screen readers, where the text alone is ambiguous. */
    label: part('This'),
    /** The question before it, or the title of its form. */
    title: part('Title'),
    content: part('Content'),
    submit: part('Submit'),
    /** For a refused value. */
    wrong: part('Wrong'),
    /** Notified when it has succeeded. */
    done: part('Done'),
  };
}
