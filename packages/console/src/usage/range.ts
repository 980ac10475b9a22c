/** The days that usage is shown of. Usage is counted by day, in UTC. */

const day = 24 * 3_600_000

/** How many days, today among them, by how the range is chosen. */
export const ranges: Readonly<Record<string, { readonly label: string; readonly days: number }>> = {
  "7d": { label: "Last 7 days", days: 7 },
  "30d": { label: "Last 30 days", days: 30 },
  "90d": { label: "Last 90 days", days: 90 }
}

export const defaultRange = "30d"

/** Whole days up to the end of today, from the first one's beginning. */
export const daysOf = (
  range: string,
  now: number
): { readonly from: string; readonly to: string; readonly days: ReadonlyArray<string> } => {
  const { days } = ranges[range] ?? ranges[defaultRange]!
  const end = (Math.floor(now / day) + 1) * day
  const at = (time: number) => new Date(time).toISOString()
  return {
    from: at(end - days * day),
    to: at(end),
    days: Array.from({ length: days }, (_, n) => at(end - (days - n) * day).slice(0, 10))
  }
}
