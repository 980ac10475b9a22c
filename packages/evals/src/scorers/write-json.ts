import { textPieces } from "@agent-operations/operations"

/** How deep values may nest that go through a thread, or come from one. */
export const maxDepth = 256

type TooMuch = "depth" | "length"

/** JSON text, which is undefined of what is not there; or what the value has too much of. */
export type Written = { readonly text: string | undefined } | { readonly tooMuch: TooMuch }

/** Writes a value by steps, or gives what was written of it. */
export type Write = (value: unknown) => Generator<void, Written>

/** How many values are written in a step, and at once; a text counts as one for each so many characters. */
const valuesOfStep = 5000
const charactersOfValue = 256

type Members = Readonly<Record<string, unknown>>

/**
 * How many values there are in one, with itself, or some number above those of a step; undefined where it nests deeper. Not by
 * lists of names: making one for each object takes longer than all else.
 */
const countOf = (value: unknown, depth: number): number | undefined => {
  if (typeof value === "string") return 1 + Math.floor(value.length / charactersOfValue)
  if (typeof value !== "object" || value === null) return 1
  if (depth === 0) return undefined
  let sum = 1
  const add = (member: unknown): boolean => {
    const count = countOf(member, depth - 1)
    sum = count === undefined ? NaN : sum + count
    return sum <= valuesOfStep
  }
  if (Array.isArray(value)) value.every(add)
  else for (const name in value) if (!add((value as Members)[name])) break
  return Number.isNaN(sum) ? undefined : sum
}

/** What is written so far. */
class Writing {
  readonly pieces: Array<string> = []
  readonly #most: number
  #length = 0
  #values = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Gives others their turn after as many values as a step has. */
  *add(piece: string, values: number): Generator<void, TooMuch | undefined> {
    this.pieces.push(piece)
    this.#length += piece.length
    if (this.#length > this.#most) return "length"
    this.#values += values
    if (this.#values < valuesOfStep) return undefined
    this.#values = 0
    yield
    return undefined
  }

  *value(value: unknown, depth: number): Generator<void, TooMuch | undefined> {
    const count = countOf(value, depth)
    if (count === undefined) return "depth"
    if (count <= valuesOfStep) return yield* this.add(JSON.stringify(value) ?? "null", count)
    if (typeof value === "string") return yield* this.#text(value)
    return Array.isArray(value)
      ? yield* this.#items(value, depth - 1)
      : yield* this.#members(value as Members, depth - 1)
  }

  *#text(text: string): Generator<void, TooMuch | undefined> {
    for (const piece of textPieces(text)) {
      const tooMuch = yield* this.add(piece, Math.ceil(piece.length / charactersOfValue))
      if (tooMuch !== undefined) return tooMuch
    }
    return undefined
  }

  *#items(items: ReadonlyArray<unknown>, depth: number): Generator<void, TooMuch | undefined> {
    let before = "["
    let start = 0
    while (start < items.length) {
      // As many as a step has are written at once.
      let [end, values] = [start, 0]
      for (; end < items.length; end++) {
        const count = countOf(items[end], depth)
        if (count === undefined) return "depth"
        if (values + count > valuesOfStep) break
        values += count
      }
      let tooMuch: TooMuch | undefined
      if (end > start) tooMuch = yield* this.add(before + JSON.stringify(items.slice(start, end)).slice(1, -1), values)
      else tooMuch = (yield* this.add(before, 0)) ?? (yield* this.value(items[end++], depth))
      if (tooMuch !== undefined) return tooMuch
      before = ","
      start = end
    }
    return yield* this.add("]", 0)
  }

  *#members(members: Members, depth: number): Generator<void, TooMuch | undefined> {
    let before = "{"
    for (const name of Object.keys(members)) {
      if (members[name] === undefined) continue
      const tooMuch =
        (yield* this.add(`${before}${JSON.stringify(name)}:`, 1)) ?? (yield* this.value(members[name], depth))
      if (tooMuch !== undefined) return tooMuch
      before = ","
    }
    return yield* this.add(before === "{" ? "{}" : "}", 0)
  }
}

/**
 * The text that `JSON.stringify` makes of JSON, however large and deep it is, by steps. Law: K3.
 *
 * @example
 * const body = yield* inTurns(jsonText({ input }))
 */
export function* jsonText(value: unknown): Generator<void, string> {
  const writing = new Writing(Infinity)
  yield* writing.value(value, Infinity)
  return writing.pieces.join("")
}

/**
 * Writes what `JSON.stringify` does of JSON, by steps: of a value of megabytes it would hold up everybody else. What nests
 * deeper than `depth`, or has more than `most` characters, is looked at no further than it takes to tell. Law: K3.
 *
 * @example
 * runSteps(writeJson([1, "a"])) // { text: '[1,"a"]' }
 */
export function* writeJson(
  value: unknown,
  { depth = maxDepth, most = Infinity }: { readonly depth?: number; readonly most?: number } = {}
): Generator<void, Written> {
  if (value === undefined) return { text: undefined }
  const writing = new Writing(most)
  const tooMuch = yield* writing.value(value, depth)
  return tooMuch === undefined ? { text: writing.pieces.join("") } : { tooMuch }
}
