/** The service's own limits, in characters. */
export const longestText = 20_000;
export const longestEmail = 255;
