import { createHash, type Hash } from "node:crypto"

/** How many values and names are written, or sorted, in a step. */
const valuesOfStep = 2000

/** Names in the order of their UTF-16 code units, by steps: there may be a hundred thousand. */
function* inOrder(names: ReadonlyArray<string>): Generator<void, ReadonlyArray<string>> {
  if (names.length <= valuesOfStep) return names.toSorted()
  const middle = names.length >> 1
  const [left, right] = [yield* inOrder(names.slice(0, middle)), yield* inOrder(names.slice(middle))]
  const merged: Array<string> = []
  for (let [l, r] = [0, 0]; merged.length < names.length;) {
    if (merged.length % valuesOfStep === 0) yield
    const takesLeft = r === right.length || (l < left.length && left[l]! < right[r]!)
    merged.push(takesLeft ? left[l++]! : right[r++]!)
  }
  return merged
}

/** Writes JSON with the names of every object in order, so that equal values have one text. Source: RFC 8785. */
class Canonical {
  readonly #hash: Hash
  #text = ""
  #values = 0

  constructor(hash: Hash) {
    this.#hash = hash
  }

  /** Gives others their turn after as many values as a step has. */
  *value(value: unknown): Generator<void> {
    if (++this.#values % valuesOfStep === 0) {
      this.end()
      yield
    }
    if (typeof value !== "object" || value === null) this.#text += JSON.stringify(value)
    else if (Array.isArray(value)) yield* this.#items(value)
    else yield* this.#members(value as Readonly<Record<string, unknown>>)
  }

  *#items(items: ReadonlyArray<unknown>): Generator<void> {
    this.#text += "["
    for (const [n, item] of items.entries()) {
      if (n > 0) this.#text += ","
      yield* this.value(item)
    }
    this.#text += "]"
  }

  *#members(members: Readonly<Record<string, unknown>>): Generator<void> {
    let before = "{"
    for (const name of yield* inOrder(Object.keys(members))) {
      if (members[name] === undefined) continue
      this.#text += `${before}${JSON.stringify(name)}:`
      before = ","
      yield* this.value(members[name])
    }
    this.#text += before === "{" ? "{}" : "}"
  }

  /** Adds what is written to the hash. */
  end(): void {
    this.#hash.update(this.#text)
    this.#text = ""
  }
}

/**
 * The SHA-256 of what was asked for, in hexadecimal digits, whatever the order of its members. It may be of megabytes: by
 * steps. Laws: X1, K3.
 */
export function* inputHash(input: unknown): Generator<void, string> {
  const hash = createHash("sha256")
  const canonical = new Canonical(hash)
  yield* canonical.value(input)
  canonical.end()
  return hash.digest("hex")
}
