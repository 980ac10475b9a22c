import { DateTime } from "effect"
import type { Option } from "../html/field.ts"

/** After how many days a key may expire, as forms offer it. */
export const lifetimes: ReadonlyArray<Option> = [
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "never", label: "Never" }
]

/** When a key with one of the lifetimes expires: null is never, and undefined what no form offers. */
export const expiryOf = (value: string, now: DateTime.Utc): Date | null | undefined => {
  if (!lifetimes.some((lifetime) => lifetime.value === value)) return undefined
  return value === "never" ? null : DateTime.toDateUtc(DateTime.add(now, { days: Number(value) }))
}
