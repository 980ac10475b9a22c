const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" })
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })

/** Each unit with its seconds, up to as many of them. */
const units = [
  ["second", 1, 60],
  ["minute", 60, 60],
  ["hour", 3600, 24],
  ["day", 86_400, 7]
] as const

/** How long ago, for a week; then the local time. */
const textOf = (at: number, now: number): string => {
  const seconds = Math.round((at - now) / 1000)
  const unit = units.find(([, size, most]) => Math.abs(seconds) < size * most)
  if (unit === undefined) return day.format(at)
  if (Math.abs(seconds) < 5) return "just now"
  return relative.format(Math.trunc(seconds / unit[1]), unit[0])
}

const show = (elements: Iterable<HTMLElement>) => {
  const now = performance.timeOrigin + performance.now()
  for (const element of elements) {
    const at = Date.parse(element.getAttribute("datetime") ?? "")
    if (Number.isNaN(at)) continue
    element.title = exact.format(at)
    element.textContent = textOf(at, now)
  }
}

/** Says of times how long ago they are, and shows the exact local time on hover. Without script they are in UTC. */
export const start = (elements: ReadonlyArray<HTMLElement>): void => {
  show(elements)
  setInterval(() => show(elements.filter(({ isConnected }) => isConnected)), 60_000)
}
