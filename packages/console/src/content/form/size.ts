import { maxBodyBytes } from "../../security.ts"
import type { Typed } from "./typed.ts"

/** Bytes of the other fields of a form. */
const besides = 1024

/** Whether what stands in a form can be sent by a browser: it may take six times as much on its way. */
export const canBePosted = (typed: Typed): boolean =>
  Object.values(typed).reduce((sum, text) => sum + formBytes(text), besides) <= maxBodyBytes

/** What `application/x-www-form-urlencoded` makes of a text. */
const formBytes = (text: string): number => {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 10) bytes += 5
    else if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 8 : 5
    else if (!isPlain(unit)) bytes += 2
  }
  return bytes
}

/** Whether an ASCII character takes one byte: a letter, a digit, a space or one of `*-._`. */
const isPlain = (unit: number) =>
  (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || plainSigns.has(unit)

const plainSigns: ReadonlySet<number> = new Set([..." *-._"].map((sign) => sign.charCodeAt(0)))
