/** Scorers that mean harm, and what is to become of each: a code of a failure, or the score of what harms nothing. */
export interface Hostile {
  readonly name: string
  readonly code: string
  readonly comesTo: ReadonlyArray<string | number>
}

const body = (text: string) => `export default async ({ output }) => { ${text} }`

const hostile = (name: string, code: string, ...comesTo: ReadonlyArray<string | number>): Hostile => ({
  name,
  code,
  comesTo
})

const tooMuch = ["OUT_OF_MEMORY", "TIMEOUT", "THREW"]

export const scripts: ReadonlyArray<Hostile> = [
  hostile("loops for ever", body("for (;;) {}"), "TIMEOUT"),
  hostile("loops for ever while it is loaded", "for (;;) {}\nexport default () => 1", "TIMEOUT"),
  hostile("floods with promises", body("const go = () => Promise.resolve().then(go); return go()"), "TIMEOUT"),
  hostile("waits for nothing", body("return new Promise(() => {})"), "NEVER_SETTLED"),
  hostile(
    "waits for nothing while it is loaded",
    "await new Promise(() => {})\nexport default () => 1",
    "NEVER_SETTLED"
  ),
  hostile("is a promise of itself", body("const t = { then(go) { go(t) } }; return t"), "TIMEOUT"),
  hostile("fills memory with lists", body("const all = []; for (;;) all.push(new Array(1000).fill(all))"), ...tooMuch),
  hostile("fills memory with a text", body('let t = "ab"; for (;;) t += t'), ...tooMuch),
  hostile("fills the largest array", body("return new Array(2 ** 32 - 2).fill(0).length"), ...tooMuch),
  hostile("takes the largest buffer", body("return new ArrayBuffer(2 ** 31 - 1).byteLength"), ...tooMuch),
  hostile(
    "catches that memory is short",
    body("const a = []; for (;;) try { for (;;) a.push({ a }) } catch {}"),
    ...tooMuch
  ),
  hostile("backtracks for ever", body('return /^(a+)+$/.test("a".repeat(60) + "b")'), "TIMEOUT", "THREW"),
  hostile("multiplies large integers", body("let n = 3n; for (;;) n *= n"), ...tooMuch),
  hostile("raises large integers", body("return String((7n ** 2000000n) ** 8n).length"), ...tooMuch),
  hostile("recurses for ever", body("const go = () => go() + 1; return go()"), "THREW"),
  hostile("recurses in a comparison", body("const go = () => [2, 1].sort(go); return go()"), "THREW"),
  hostile(
    "answers what nests deeply",
    body("let v = 1; for (let i = 0; i < 1e5; i++) v = [v]; return { value: 1, metadata: v }"),
    "THREW",
    "TIMEOUT"
  ),
  hostile(
    "answers what nests too deeply to copy",
    body("let v = 1; for (let i = 0; i < 400; i++) v = [v]; return { value: 1, metadata: v }"),
    "INVALID_SCORE"
  ),
  hostile("answers what holds itself", body("const v = {}; v.value = v; return v"), "THREW"),
  hostile("answers too much", body('return { value: 1, explanation: "x".repeat(1e6) }'), "THREW"),
  hostile("never ends being written", body("return { value: 1, metadata: { toJSON() { for (;;) {} } } }"), "TIMEOUT"),
  hostile("never ends being read", body("return { get value() { for (;;) {} } }"), "TIMEOUT"),
  hostile(
    "throws what is never read",
    body("throw new Proxy({}, { get() { for (;;) {} }, getPrototypeOf() { for (;;) {} } })"),
    "TIMEOUT",
    "THREW"
  ),
  hostile(
    "throws it while it is loaded",
    "throw new Proxy(function () {}, { getPrototypeOf() { for (;;) {} } })",
    "TIMEOUT",
    "THREW"
  ),
  hostile(
    "never ends being text",
    body("const e = new Error(); e.name = { toString() { for (;;) {} } }; throw e"),
    "TIMEOUT"
  ),
  hostile("reads text that nests deeply", body('return JSON.parse("[".repeat(1e6))'), "THREW"),
  hostile("iterates for ever", body("return [...(function* () { for (;;) yield 1 })()].length"), ...tooMuch),
  hostile("writes for ever", body('for (;;) console.log("x".repeat(1000))'), "TIMEOUT"),
  hostile("imports", 'import fs from "node:fs"\nexport default () => 1', "THREW"),
  hostile("imports while it runs", body('return (await import("node:fs")) ? 1 : 0'), "THREW"),
  hostile("compiles what asks for the process", body('return Function("return process.pid")()'), "THREW"),
  hostile("is no function", "export default 1", "THREW"),
  hostile("is no module", "export default ((", "THREW"),
  hostile(
    "changes all prototypes",
    body(
      "for (const name of Object.getOwnPropertyNames(globalThis)) { const p = globalThis[name]?.prototype; if (p) " +
        'for (const key of ["toJSON", "then", "map", "value"]) try { p[key] = () => { throw 1 } } catch {} } return 1'
    ),
    "THREW"
  ),
  hostile(
    "changes what it finds",
    body("JSON.stringify = JSON.parse = String = Reflect.apply = Math.random = Date = console.log = () => 7; return 1"),
    1
  ),
  hostile(
    "looks for the host",
    body(
      'return ["process", "require", "fetch", "WebAssembly", "setTimeout", "Atomics", "performance", "navigator", "module", "std", "os", "Buffer", "Deno", "Bun"].filter((n) => n in globalThis).length'
    ),
    0
  ),
  hostile(
    "leaves something behind",
    body("globalThis.left = 1; Object.prototype.left = 1; Array.prototype[0] = 9; return 1"),
    1
  )
]
