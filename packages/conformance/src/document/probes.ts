import { pointerOf } from "@agent-operations/error-envelope/pointer"
import fc from "fast-check"
import { isObject, type JsonObject } from "../json.ts"
import { listOf, membersOf, without } from "./json.ts"
import type { DeclaredSchema } from "./schema.ts"

/** An input that differs from another in one place. */
export interface Probe {
  /** Where it differs, as a JSON Pointer. */
  readonly pointer: string
  /** How, in words. */
  readonly what: string
  readonly input: unknown
}

/** How deep a value is made for a schema that contains itself. */
const maxDepth = 9
/** The longest text and the longest list that are sent: with more, a body would be too large. */
const maxText = 600_000
const maxList = 2000

const samples = new Map<string, string>()

/** A pattern without what it says must not follow its beginning, which may have groups of its own. */
const withoutLookahead = (pattern: string): string => {
  if (!pattern.startsWith("^(?!")) return pattern
  let depth = 0
  for (const { 0: token, index } of pattern.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|[()]/gu)) {
    if (token === "(") depth++
    if (token === ")" && --depth === 0) return `^${pattern.slice(index + 1)}`
  }
  return pattern
}

/** A text that a pattern matches, the same one each time. */
const matching = (pattern: string): string => {
  const known = samples.get(pattern)
  if (known !== undefined) return known
  // fast-check makes no text for a lookahead: those that it rules out are left out.
  const texts = fc.stringMatching(new RegExp(withoutLookahead(pattern), "u"))
  const expression = new RegExp(pattern, "u")
  const [sample] = fc.sample(
    texts.filter((text) => expression.test(text)),
    { numRuns: 1, seed: 1 }
  )
  samples.set(pattern, sample!)
  return sample!
}

const typesOf = (parts: ReadonlyArray<JsonObject>) =>
  parts.flatMap(({ type }) => (type === undefined ? [] : [type].flat()))
const numbersOf = (parts: ReadonlyArray<JsonObject>, name: string) =>
  parts.flatMap((part) => (typeof part[name] === "number" ? [part[name]] : []))
const textsOf = (parts: ReadonlyArray<JsonObject>, name: string) =>
  parts.flatMap((part) => (typeof part[name] === "string" ? [part[name]] : []))
const choicesOf = (parts: ReadonlyArray<JsonObject>) =>
  parts.flatMap((part) => ["const" in part ? [part["const"]] : [], listOf(part["enum"])].flat())

/** Numbers of repetitions in a pattern, which bound the text as a whole. */
const repetitionsIn = (pattern: string) =>
  [...pattern.matchAll(/\{(\d+)?,?(\d+)?\}/g)].flatMap(([, least, most]) =>
    [least, most].flatMap((n) => (n ? [Number(n)] : []))
  )

const hasBranches = (part: JsonObject) => "anyOf" in part || "oneOf" in part

/** An object of the members that a schema requires, beside those that one branch of it does. */
const objectOf = (declared: DeclaredSchema, branch: JsonObject, all: ReadonlyArray<JsonObject>, depth: number) => {
  const around = [branch, ...all.filter((part) => part !== branch && !hasBranches(part))]
  const properties = around.flatMap((part) => membersOf(part["properties"]))
  const required = [...new Set(around.flatMap((part) => listOf(part["required"])))].map(String)
  const entries = required.map((name) => {
    const [, member = {}] = properties.find(([key]) => key === name) ?? []
    return [name, depth > maxDepth ? undefined : sampleOf(declared, member, depth + 1)] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** A value that a schema accepts, of simple make; undefined where none was found. */
function sampleOf(declared: DeclaredSchema, schema: unknown, depth = 0): unknown {
  const all = declared.parts(schema)
  const types = typesOf(all)
  const wants = (type: string) => types.length === 0 || types.includes(type)
  const isObjects = types.includes("object") || (types.length === 0 && all.some((part) => "properties" in part))
  const length = Math.min(Math.max(1, ...numbersOf(all, "minLength")), maxText)
  const candidates = [
    ...choicesOf(all),
    ...all.flatMap((part) => ("default" in part ? [part["default"]] : [])),
    ...(isObjects ? all.map((part) => objectOf(declared, part, all, depth)) : []),
    ...(wants("string") ? ["x".repeat(length), ...textsOf(all, "pattern").map(matching)] : []),
    ...numbersOf(all, "minimum").filter((n) => n > 0),
    ...[1, 0, true, [], {}, null]
  ]
  return candidates.find((value) => declared.takes(schema, value))
}

interface Place {
  readonly schema: unknown
  readonly value: unknown
  readonly path: ReadonlyArray<string>
  readonly put: (value: unknown) => unknown
}

const textProbes = (parts: ReadonlyArray<JsonObject>, value: string): ReadonlyArray<readonly [string, unknown]> => {
  const patterns = textsOf(parts, "pattern")
  const lengths = new Set([
    ...[0, ...numbersOf(parts, "minLength")].flatMap((n) => [n, n - 1]),
    ...numbersOf(parts, "maxLength").flatMap((n) => [n, n + 1]),
    // What stands before and behind what is repeated, is a letter or two.
    ...patterns.flatMap(repetitionsIn).flatMap((n) => [n, n + 1, n + 2, n + 3])
  ])
  const stretched = [...lengths]
    .filter((n) => n >= 0 && n <= maxText)
    .map((n) => [`text of ${n} characters`, "x".repeat(n)] as const)
  if (patterns.length === 0) return stretched
  const behindPrefix = value.indexOf("_") + 1
  const replaced = [0, behindPrefix, value.length - 1].flatMap((at) =>
    ["8", "u", "Z", "!", "é"].map((letter) => value.slice(0, at) + letter + value.slice(at + 1))
  )
  const changed = [...replaced, `${value}x`, `x${value}`, value.slice(1), value.slice(0, -1)]
  return [...stretched, ...changed.map((text) => [`the text ${JSON.stringify(text)}`, text] as const)]
}

const numberProbes = (parts: ReadonlyArray<JsonObject>): ReadonlyArray<readonly [string, unknown]> => {
  const bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].flatMap((name) =>
    numbersOf(parts, name)
  )
  const near = [0, 1, ...bounds.flatMap((n) => [n - 1, n, n + 1])]
  const broken = [...bounds, 1].map((n) => n + 0.5)
  return [...near, ...broken]
    .filter((n) => Math.abs(n) <= Number.MAX_SAFE_INTEGER && !Object.is(n, -0))
    .map((n) => [`the number ${n}`, n] as const)
}

/** What is tried where a schema takes anything. */
const anything: ReadonlyArray<unknown> = [null, true, -1.5, "a text", [1, ["a"]], { a: { b: [] } }]

/** Whether a schema says nothing of a value. */
const isOpen = (parts: ReadonlyArray<JsonObject>) =>
  parts.every((part) => Object.keys(part).every((key) => ["$defs", "default", "$ref"].includes(key)))

const probesAt = function* (
  declared: DeclaredSchema,
  place: Place,
  trail: ReadonlyArray<JsonObject>
): Generator<Probe> {
  const { schema, value, path, put } = place
  const { applying, parts } = declared
  const everyPart = parts(schema)
  const probe = (what: string, changed: unknown): Probe => ({ pointer: pointerOf(path), what, input: put(changed) })
  if (isOpen(everyPart)) return yield* anything.map((one) => probe(JSON.stringify(one), one))
  // What contains itself is looked at once.
  if (everyPart.some((part) => trail.includes(part))) return
  const inside = [...trail, ...everyPart]
  const types = typesOf(everyPart)

  yield probe("null", null)
  yield types.includes("string") || types.length === 0 ? probe("a number", 1.5) : probe("a text", "1")
  const choices = choicesOf(everyPart)
  for (const choice of choices) yield probe(JSON.stringify(choice), choice)
  if (choices.some((choice) => typeof choice === "string")) {
    yield probe("a word that is none of its own", "no_such_word")
    yield probe("one of its words in upper case", String(choices[0]).toUpperCase())
  }
  if (types.includes("boolean")) for (const either of [true, false]) yield probe(String(either), either)
  if (types.includes("string") && choices.length === 0)
    for (const [what, text] of textProbes(everyPart, typeof value === "string" ? value : "x")) yield probe(what, text)
  if (types.includes("integer") || types.includes("number"))
    for (const [what, number] of numberProbes(everyPart)) yield probe(what, number)

  // Each branch that the value is not in, is looked at with a value of its own.
  for (const part of everyPart) {
    for (const branch of [...listOf(part["anyOf"]), ...listOf(part["oneOf"])]) {
      if (declared.takes(branch, value)) continue
      const sample = sampleOf(declared, branch)
      if (sample === undefined || !declared.takes(schema, sample)) continue
      yield probe(JSON.stringify(sample).slice(0, 80), sample)
      yield* probesIn(declared, { ...place, value: sample }, inside)
    }
  }
  yield* probesIn(declared, place, inside)

  function* probesIn(of: DeclaredSchema, inner: Place, within: ReadonlyArray<JsonObject>): Generator<Probe> {
    const here = applying(inner.schema, inner.value)
    if (isObject(inner.value)) yield* objectProbes(of, inner, inner.value, here, within)
    if (Array.isArray(inner.value)) yield* listProbes(of, inner, here, within)
  }
}

function* objectProbes(
  declared: DeclaredSchema,
  { schema, path, put }: Place,
  value: JsonObject,
  here: ReadonlyArray<JsonObject>,
  trail: ReadonlyArray<JsonObject>
): Generator<Probe> {
  const probe = (what: string, changed: unknown): Probe => ({ pointer: pointerOf(path), what, input: put(changed) })
  const required = new Set(here.flatMap((part) => listOf(part["required"])))
  const least = Object.fromEntries(Object.entries(value).filter(([name]) => required.has(name)))
  const named = new Map(here.flatMap((part) => membersOf(part["properties"])))
  if (named.size > 0) yield probe("a member that there is not", { ...value, noSuchMember: 1 })
  for (const name of Object.keys(value)) if (named.has(name)) yield probe(`no ${name}`, without(value, name))
  for (const [name, member] of named) {
    const sample = name in value ? value[name] : sampleOf(declared, member)
    if (sample === undefined) continue
    const beside = { ...value, [name]: sample }
    // Some members exclude each other.
    const alone = [{ ...least, [name]: sample }, { [name]: sample }].find((one) => declared.takes(schema, one))
    const whole = declared.takes(schema, beside) ? beside : (alone ?? beside)
    if (whole !== beside) yield probe(`${name} beside the others`, beside)
    if (!(name in value)) yield { pointer: pointerOf([...path, name]), what: "a value of its own", input: put(whole) }
    const at = {
      schema: member,
      value: sample,
      path: [...path, name],
      put: (one: unknown) => put({ ...whole, [name]: one })
    }
    yield* probesAt(declared, at, trail)
  }
  yield* mapProbes(declared, { path, put }, value, here, trail)
}

/** Probes of an object whose members are named by the caller. */
function* mapProbes(
  declared: DeclaredSchema,
  { path, put }: Pick<Place, "path" | "put">,
  value: JsonObject,
  here: ReadonlyArray<JsonObject>,
  trail: ReadonlyArray<JsonObject>
): Generator<Probe> {
  const byPattern = here.flatMap((part) => membersOf(part["patternProperties"]))
  const others = here.flatMap((part) => (isObject(part["additionalProperties"]) ? [part["additionalProperties"]] : []))
  const member = byPattern[0]?.[1] ?? others[0]
  if (member === undefined) return
  const sample = sampleOf(declared, member)
  if (sample === undefined) return
  const patterns = [
    ...byPattern.map(([pattern]) => ({ pattern })),
    ...here.flatMap((part) => declared.parts(part["propertyNames"]))
  ]
  const key = "a1"
  const probe = (what: string, changed: unknown): Probe => ({ pointer: pointerOf(path), what, input: put(changed) })
  for (const [what, name] of textProbes([...patterns, { pattern: "" }], key))
    yield probe(`a member whose name is ${what}`, { [String(name)]: sample })
  for (const most of here.flatMap((part) => numbersOf([part], "maxProperties"))) {
    for (const count of [0, most, most + 1].filter((n) => n <= maxList)) {
      const names = Array.from({ length: count }, (_, n) => [`${key}x${n}`, sample] as const)
      yield probe(`${count} members`, Object.fromEntries(names))
    }
  }
  const at = {
    schema: member,
    value: sample,
    path: [...path, key],
    put: (one: unknown) => put({ ...value, [key]: one })
  }
  yield probe(`a member ${key}`, { ...value, [key]: sample })
  yield* probesAt(declared, at, trail)
}

function* listProbes(
  declared: DeclaredSchema,
  { path, put }: Place,
  here: ReadonlyArray<JsonObject>,
  trail: ReadonlyArray<JsonObject>
): Generator<Probe> {
  const items = here.map((part) => part["items"]).find((one) => one !== undefined)
  const sample = sampleOf(declared, items ?? {})
  if (items === undefined || sample === undefined) return
  const bounds = here.flatMap((part) => [...numbersOf([part], "minItems"), ...numbersOf([part], "maxItems")])
  for (const count of new Set([0, 1, 2, ...bounds.flatMap((n) => [n - 1, n, n + 1])])) {
    if (count < 0 || count > maxList) continue
    const list = Array.from({ length: count }, () => sample)
    yield { pointer: pointerOf(path), what: `${count} items`, input: put(list) }
  }
  const at = { schema: items, value: sample, path: [...path, "0"], put: (one: unknown) => put([one]) }
  yield* probesAt(declared, at, trail)
}

/**
 * Inputs at each bound that a schema declares and one beyond, each of them an input that it accepts with one place
 * changed: every member of every object, every branch, every list and map is come to. The same input is given once.
 */
export const probesOf = (declared: DeclaredSchema, accepted: unknown): ReadonlyArray<Probe> => {
  const found = new Map<string, Probe>()
  found.set(JSON.stringify(accepted), { pointer: "", what: "its example", input: accepted })
  const whole: Place = { schema: declared.schema, value: accepted, path: [], put: (value) => value }
  for (const probe of probesAt(declared, whole, [])) {
    const text = JSON.stringify(probe.input)
    if (!found.has(text)) found.set(text, probe)
  }
  return [...found.values()]
}
