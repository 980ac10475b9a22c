import { shownText } from "./pointer.ts"

/** How many bytes of JSON an error answers at most, and how many characters each text of it has. */
const [maxBytes, maxText] = [256 * 1024, 4000]

const bytesOf = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length

/**
 * What an error answers, where it is of so many bytes or more: texts are cut, and of lists there is what comes first. Its
 * members are those of the catalogue, and are all there.
 *
 * @example
 * withinBounds({ code: "NAME_TAKEN", details: { name: "a".repeat(5000) } }).details.name.length // 4000
 */
export const withinBounds = <A>(error: A): A => {
  let left = maxBytes
  const bounded = (value: unknown): unknown => {
    if (typeof value === "string") {
      const text = shownText(value, maxText)
      left -= bytesOf(text) + 1
      return text
    }
    if (typeof value !== "object" || value === null) {
      left -= String(value).length + 1
      return value
    }
    left -= 3
    if (!Array.isArray(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => {
          left -= bytesOf(name) + 1
          return [name, bounded(member)]
        })
      )
    }
    const items: Array<unknown> = []
    for (const item of value) {
      const kept = bounded(item)
      if (left < 0) break
      items.push(kept)
    }
    return items
  }
  // The members are those that there were.
  return bounded(error) as A
}
