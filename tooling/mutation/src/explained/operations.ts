import type { Explained } from "./explained.ts"

const inexact = (why: string, ...faults: ReadonlyArray<string>): Explained => ({
  file: "operations/src/json-text/inexact.ts",
  why,
  faults
})

export const operations: ReadonlyArray<Explained> = [
  {
    file: "operations/src/Invoker.ts",
    why: "It costs more: each failure of an operation without hints is looked at for one.",
    faults: [
      "hints }: Operation.Any) => Object.keys(hints).length === 0 ? undefined : (error: → hints }: Operation.Any) => false ? undefined : (error:"
    ]
  },
  {
    file: "operations/src/input.ts",
    why: "It costs more: what is not compiled is interpreted.",
    faults: [
      "(operation: Operation.Any) => { SchemaJITCompiler.enable(operation.input.ast) const decode = makeDecoder(operation.input) → (operation: Operation.Any) => { ; const decode = makeDecoder(operation.input)"
    ]
  },
  inexact(
    "It costs more: a short number is compared digit by digit.",
    'are not kept. if (text === "0" || (text.length < 16 && value !== 0 && !/e/i.test(text))) return undefined if (!Number.isFinite(value)) → are not kept. if (false) return undefined if (!Number.isFinite(value))',
    'if (text === "0" || (text.length < 16 && value !== 0 && !/e/i.test(text))) return undefined if (!Number.isFinite(value)) → if (text === "0" && text.length < 16 && value !== 0 && !/e/i.test(text)) return undefined if (!Number.isFinite(value))',
    'are not kept. if (text === "0" || (text.length < 16 → are not kept. if (false || (text.length < 16',
    'kept. if (text === "0" || (text.length < 16 → kept. if (text === "" || (text.length < 16',
    '(text === "0" || (text.length < 16 && value !== 0 && !/e/i.test(text))) return undefined if (!Number.isFinite(value)) → (text === "0" || (false)) return undefined if (!Number.isFinite(value))'
  ),
  inexact(
    "There is no character at the end.",
    "at = 0; at < json.length; at++) { const → at = 0; at <= json.length; at++) { const"
  ),
  inexact(
    "It costs more: the next backslash is looked for at each string.",
    "= stringEnd(json, at) if (escape < at) escape = nextEscape(json, at) → = stringEnd(json, at) if (true) escape = nextEscape(json, at)"
  ),
  inexact(
    "It costs more: strings without a backslash are parsed as those with one.",
    "= stringEnd(json, at) if (escape < at) escape = nextEscape(json, at) → = stringEnd(json, at) if (false) escape = nextEscape(json, at)",
    "stringEnd(json, at) if (escape < at) escape = nextEscape(json, → stringEnd(json, at) if (escape >= at) escape = nextEscape(json,",
    "at) const isWritten = escape > end const names = top?.name → at) const isWritten = false const names = top?.name",
    "top?.names : undefined if (names !== undefined || !isWritten) { const value = → top?.names : undefined if (true) { const value =",
    String.raw`from: number): number => { const index = json.indexOf("\\", from) return index === -1 ? json.length : index } /** Where the string → from: number): number => {} /** Where the string`,
    String.raw`{ const index = json.indexOf("\\", from) return index === → { const index = json.indexOf("", from) return index ===`,
    String.raw`= json.indexOf("\\", from) return index === -1 ? json.length : index → = json.indexOf("\\", from) return false ? json.length : index`
  ),
  inexact(
    "There is a quote at either index, and so no backslash.",
    "stringEnd(json, at) if (escape < at) escape = nextEscape(json, → stringEnd(json, at) if (escape <= at) escape = nextEscape(json,",
    "const isWritten = escape > end const names = → const isWritten = escape >= end const names ="
  ),
  {
    file: "operations/src/json-text/parse.ts",
    why: "A function that ends without a value returns undefined.",
    faults: [
      "return utf8.decode(bytes) } catch { return undefined } } const parse = → return utf8.decode(bytes) } catch {} } const parse ="
    ]
  },
  {
    file: "operations/src/paging/Cursors.ts",
    why: "It costs more: a secret that is there is asked for once again.",
    faults: [
      "= yield* load if (made !== undefined) return made const again → = yield* load if (false) return made const again"
    ]
  },
  {
    file: "operations/src/result.ts",
    why: "It costs more: a text without null is of no number that JSON has not.",
    faults: [
      'text = JSON.stringify(encoded.success) if (text.includes("null") && hasNoNumber(encoded.success)) { return → text = JSON.stringify(encoded.success) if (text.includes("") && hasNoNumber(encoded.success)) { return'
    ]
  },
  {
    file: "operations/src/threads/pool.ts",
    why: "What stopping the threads returns is not looked at.",
    faults: [
      '{ concurrency: "unbounded", discard: true })) const take = → { concurrency: "unbounded", discard: false })) const take ='
    ]
  }
]
