/** An amount of money as people write it: less than a milliard units, with at most six digits behind the point. */
const units = /^(\d{1,9})(?:\.(\d{1,6}))?$/

/**
 * Micro-units of an amount in units of the organization's currency, as people write it; undefined for what is none.
 *
 * @example
 * microsOf("12.50") // 12_500_000
 */
export const microsOf = (text: string): number | undefined => {
  const [, whole, fraction = ""] = units.exec(text) ?? []
  return whole === undefined ? undefined : Number(whole) * 1_000_000 + Number(fraction.padEnd(6, "0"))
}
