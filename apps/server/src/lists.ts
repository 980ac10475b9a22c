import { secretKeys } from "@agent-operations/evals/secrets"
import { Redacted, Result } from "effect"

/** What stands between commas. */
export const listed = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")

/** The keys of a list. Throws a `TypeError` where one is none, or there is none. */
export const keysOf = (text: string) =>
  secretKeys(listed(text).map((key) => Redacted.make(key, { label: "secrets key" })))

export const isKeys = (text: string): boolean => Result.isSuccess(Result.try(() => keysOf(text)))

const originOf = (text: string): string | undefined => {
  const url = URL.parse(text)
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
  return isOrigin && !/[?#*]/.test(text) ? url.origin : undefined
}

export const isOrigins = (text: string): boolean => listed(text).every((part) => originOf(part) !== undefined)

/** The origins of a list, as URLs have them. */
export const originsOf = (text: string): ReadonlyArray<string> => listed(text).flatMap((part) => originOf(part) ?? [])
