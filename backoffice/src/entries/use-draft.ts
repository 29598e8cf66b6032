import { useState } from 'react';

/** What was typed and not yet saved, by its field: a click on a link or on another family loses nothing. */
const drafts = new Map<string, string>();

/** The text of a field, kept until it is set to an empty one. `field` tells it apart from those of other entries. */
export function useDraft(field: string): readonly [text: string, type: (text: string) => void] {
  const [text, setText] = useState(drafts.get(field) ?? '');
  const type = (typed: string) => {
    if (typed === '') drafts.delete(field);
    else drafts.set(field, typed);
    setText(typed);
  };
  return [text, type];
}
