const whole = new Intl.NumberFormat('fr-FR');

/** A number as `1 113`, with a space that does not break. */
export function frenchNumber(number: number): string {
  return whole.format(number);
}
