/** The style of a link that stands alone: high enough for a thumb, on a phone and on other touch screens. */
export const touched = {
  '@media (pointer: coarse), (max-width: 599.95px)': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 44,
    minWidth: 44,
  },
} as const;
