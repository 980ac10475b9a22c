const maxRangeMillis = 400 * 86_400_000

/** What is wrong with a range of time. */
export const rangeIssues = ({ from, to }: { readonly from: string; readonly to: string }) => {
  const millis = Date.parse(to) - Date.parse(from)
  if (!(millis > 0)) return [{ path: ["to"], issue: "to must be later than from" }]
  return millis > maxRangeMillis
    ? [{ path: ["from"], issue: "from and to are at most 400 days apart: narrow the range" }]
    : []
}
