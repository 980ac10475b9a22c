/**
 * What runs in the sandbox before a scorer: it takes what it needs of the language before anything can change it, gives
 * `Math.random` its seed and `console` a place to write to. It is called with four numbers and a function that takes a text,
 * and is `{ run, told }`: `run` calls a scorer with JSON text and promises "=" and the JSON of what it says, or "!" and what
 * it threw; `told` puts an error in words.
 */
export const prelude = `((a, b, c, d, write) => {
  "use strict"
  const { parse, stringify } = JSON
  const { isFinite } = Number
  const { isArray } = Array
  const apply = Reflect.apply
  const sliceText = String.prototype.slice
  const text = String
  // sfc32, whose first numbers are not taken.
  const random = () => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 4294967296
  }
  for (let i = 0; i < 15; i++) random()
  Object.defineProperty(Math, "random", { value: random, writable: true, configurable: true })
  const shown = (value) => {
    try {
      return typeof value === "string" ? value : text(stringify(value) ?? value)
    } catch {
      return "[what can't be shown]"
    }
  }
  const log = (...values) => {
    let line = ""
    for (let i = 0; i < values.length; i++) line += (i === 0 ? "" : " ") + shown(values[i])
    write(apply(sliceText, line + "\\n", [0, 8192]))
  }
  const levels = { log, info: log, warn: log, error: log, debug: log }
  Object.defineProperty(globalThis, "console", { value: levels, writable: true, configurable: true })
  const told = (error) => {
    try {
      if (!(error instanceof Error)) return "It threw " + apply(sliceText, shown(error), [0, 500])
      const at = /scorer\\.js:(\\d+)(?::(\\d+))?/.exec(text(error.stack))
      const where = at === null ? "" : " (line " + at[1] + (at[2] === undefined ? "" : ", column " + at[2]) + ")"
      return apply(sliceText, text(error.name) + ": " + text(error.message), [0, 2000]) + where
    } catch {
      return "It threw what can't be shown."
    }
  }
  const answer = (said) => {
    if (said === undefined) throw new TypeError("It returned nothing: return null for no score.")
    if (typeof said === "number" && !isFinite(said)) throw new TypeError("The score is " + said + ", which is no number.")
    const whole = typeof said === "object" && said !== null && !isArray(said)
    if (whole && typeof said.value === "number" && !isFinite(said.value)) {
      throw new TypeError("The score is " + said.value + ", which is no number.")
    }
    const json = stringify(whole ? said : { value: said })
    if (typeof json !== "string") throw new TypeError("What it returned is no JSON.")
    if (json.length > 65536) throw new RangeError("What it returned is over 64 KiB of JSON.")
    return "=" + json
  }
  const run = async (scorer, input) => {
    try {
      if (typeof scorer !== "function") throw new TypeError("The default export of a scorer is a function.")
      return answer(await scorer(parse(input)))
    } catch (error) {
      return "!" + told(error)
    }
  }
  return { run, told }
})`
