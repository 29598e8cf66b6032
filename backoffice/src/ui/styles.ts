/** The style of a link that stands alone: high enough for a thumb, on a phone and on other touch screens. */
export const touched = {
  '@media (pointer: coarse), (max-width: 599.95px)': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 44,
    minWidth: 44,
  },
} as const;

/** The style of a text of which so many lines are shown. */
export function clampedTo(lines: number) {
  return {
    display: '-webkit-box',
    WebkitLineClamp: lines,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
  } as const;
}

/** A style for text that only screen readers read. */
export const visuallyHidden = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;
