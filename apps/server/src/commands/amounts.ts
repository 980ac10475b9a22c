/** An amount of money as people write it. */
const units = /^(\d{1,9})(?:\.(\d{1,6}))?$/

/** Micro-units of an amount in units of the organization's currency, such as 12.50; undefined for what is none. */
export const microsOf = (text: string): number | undefined => {
  const [, whole, fraction = ""] = units.exec(text) ?? []
  return whole === undefined ? undefined : Number(whole) * 1_000_000 + Number(fraction.padEnd(6, "0"))
}
