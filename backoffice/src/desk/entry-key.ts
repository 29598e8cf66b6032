/** The name under which an entry is kept, before its id: whoever hears of a change looks whether it is one of it. */
export const entryKey = 'entry';
