import { pointerOf } from "@agent-operations/error-envelope/pointer"

/** A number in one way of writing it: its sign, digits and exponent. */
const plain = (number: string) => {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? []
  const digits = (whole + fraction).replace(/^0+/, "")
  const kept = digits.replace(/0+$/, "")
  return kept === "" ? `${sign}0` : `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
}

const isKept = (number: string) => {
  const value = Number(number)
  const isCount = Number.isInteger(value) && !(Math.abs(value) >= 1e21 && /e/i.test(number))
  if (!Number.isFinite(value) || Object.is(value, -0) || (isCount && !Number.isSafeInteger(value))) return false
  return plain(number) === plain(String(value))
}

const maxDepth = 256

/** The JSON Pointer of the first place of a text of JSON that would not come back as it is written. */
export const firstInexact = (json: string): string | undefined => {
  const path: Array<string | number> = []
  const names: Array<Set<string> | undefined> = []
  let isName = false
  for (const [, mark, string, word] of json.matchAll(/([[\]{},])|("[^"\\]*(?:\\.[^"\\]*)*")|([\w.+-]+)/g)) {
    const known = names.at(-1)
    const last = path.length - 1
    if (mark === "{" || mark === "[") {
      if (names.length === maxDepth) return pointerOf(path)
      names.push(mark === "{" ? new Set() : undefined)
      path.push(0)
      isName = mark === "{"
    } else if (mark === "}" || mark === "]") {
      names.pop()
      path.pop()
      isName = false
    } else if (mark === ",") {
      if (known === undefined) path[last] = Number(path[last]) + 1
      else isName = true
    } else if (string !== undefined) {
      const text = JSON.parse(string) as string
      if (isName) path[last] = text
      if ((isName && known!.has(text)) || text.includes("\0") || !text.isWellFormed()) return pointerOf(path)
      if (isName) known!.add(text)
      isName = false
    } else if (/\d/.test(word!) && !isKept(word!)) return pointerOf(path)
  }
  return undefined
}
