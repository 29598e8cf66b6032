/** Ranges reserved for fiction: their numbers are never assigned. */
const landlines = ['01 99 00', '02 61 91', '03 53 01', '04 65 71', '05 36 49'];
const mobiles = '06 39 98';
/** Of 10,000 numbers in a range the last hundred are left for tests, documentation and users of the demo. */
const inRange = 9_900;
/** A prime: steps of this size visit every number of a range before any repeats. */
const step = 7_919;

/** Numbers that no two people share, written as `06 39 98 12 34`. */
export function phoneBook() {
  let landlinesGiven = 0;
  let mobilesGiven = 0;
  return {
    landline(): string {
      const n = landlinesGiven++;
      return `${landlines[n % landlines.length]} ${lastDigits(Math.floor(n / landlines.length))}`;
    },
    mobile(): string {
      return `${mobiles} ${lastDigits(mobilesGiven++)}`;
    },
  };
}

function lastDigits(n: number): string {
  const digits = String((n * step) % inRange).padStart(4, '0');
  return `${digits.slice(0, 2)} ${digits.slice(2)}`;
}

/** The same number as a partner sends it, `+33639981234`. */
export function international(phone: string): string {
  return `+33${phone.replaceAll(' ', '').slice(1)}`;
}
