// Imports nothing: the back office takes it as it is.
const dayMs = 24 * 60 * 60_000;

/** Holidays with a fixed date, as `MM-DD`. */
const fixed = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'] as const;
/** Movable ones, in days after Easter Sunday: Easter Monday, Ascension, Whit Monday. */
const afterEaster = [1, 39, 50] as const;

/** Overseas, by the beginning of the postal code: the time zone, and of departments the day in memory of the abolition of slavery. */
const overseas: Readonly<Record<string, { readonly zone: string; readonly holiday?: string }>> = {
  971: { zone: 'America/Guadeloupe', holiday: '05-27' },
  972: { zone: 'America/Martinique', holiday: '05-22' },
  973: { zone: 'America/Cayenne', holiday: '06-10' },
  974: { zone: 'Indian/Reunion', holiday: '12-20' },
  975: { zone: 'America/Miquelon' },
  976: { zone: 'Indian/Mayotte', holiday: '04-27' },
  // Saint-Barthélemy and Saint-Martin, whose older codes begin with 971.
  977: { zone: 'America/Guadeloupe' },
  978: { zone: 'America/Guadeloupe' },
  984: { zone: 'Indian/Kerguelen' },
  986: { zone: 'Pacific/Wallis' },
  // The Marquesas, half an hour ahead of Tahiti, have codes among those of the other islands.
  987: { zone: 'Pacific/Tahiti' },
  988: { zone: 'Pacific/Noumea' },
};

/** The time zone of a postal code: that of Paris unless it is one of overseas. */
export function zoneOf(postalCode = ''): string {
  return overseas[postalCode.slice(0, 3)]?.zone ?? 'Europe/Paris';
}

const known = new Map<number, ReadonlySet<string>>();

/**
 * Whether a day, `YYYY-MM-DD`, is one of the eleven public holidays of all France (code du travail, L3133-1), or that of
 * the overseas department of a postal code (L3422-2). Those of Alsace-Moselle do not count.
 */
export function isHoliday(day: string, postalCode = ''): boolean {
  return (
    holidaysOf(Number(day.slice(0, 4))).has(day) || overseas[postalCode.slice(0, 3)]?.holiday === day.slice(5)
  );
}

export function holidaysOf(year: number): ReadonlySet<string> {
  const before = known.get(year);
  if (before !== undefined) return before;
  const easter = easterSunday(year);
  const holidays = new Set([
    ...fixed.map((monthAndDay) => `${yearText(year)}-${monthAndDay}`),
    ...afterEaster.map((days) => dayOf(easter + days * dayMs)),
  ]);
  known.set(year, holidays);
  return holidays;
}

/** Midnight UTC of Easter Sunday, in milliseconds, by the Meeus/Jones/Butcher algorithm (Gregorian calendar). */
function easterSunday(year: number): number {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonCorrection + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - (year % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  return Date.parse(
    `${yearText(year)}-0${Math.floor(days / 31)}-${String((days % 31) + 1).padStart(2, '0')}`,
  );
}

const yearText = (year: number): string => String(year).padStart(4, '0');
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
