import { unitsOfStep } from "./finder.ts"

/** What becomes of a text: at once, or by steps. */
type MapText = (text: string) => string | Generator<void, string>

/** An array or an object of JSON that is made anew. */
interface Level {
  /** Of an array, none. */
  readonly names: ReadonlyArray<string> | undefined
  readonly length: number
  readonly valueAt: (index: number, name: string) => unknown
  readonly add: (name: string, value: unknown) => void
  readonly made: unknown
  index: number
}

const levelOfArray = (from: ReadonlyArray<unknown>): Level => {
  const made: Array<unknown> = []
  return {
    names: undefined,
    length: from.length,
    valueAt: (index) => from[index],
    add: (_, value) => made.push(value),
    made,
    index: 0
  }
}

const own = { configurable: true, enumerable: true, writable: true }

const levelOfObject = (from: object): Level => {
  const made: Record<string, unknown> = {}
  const names = Object.keys(from)
  return {
    names,
    length: names.length,
    valueAt: (_, name) => Reflect.get(from, name),
    add: (name, value) => {
      // Where it is no own member, it would be set as the prototype.
      if (name === "__proto__") Object.defineProperty(made, name, { ...own, value })
      else made[name] = value
    },
    made,
    index: 0
  }
}

const levelOf = (from: object) => (Array.isArray(from) ? levelOfArray(from) : levelOfObject(from))

/** Has the texts and names of a JSON value become others, by steps. Where names become one, the last member counts. */
export function* mapTexts(from: unknown, map: MapText): Generator<void, unknown> {
  const root: Array<unknown> = []
  const levels: Array<Level> = [{ ...levelOfArray([from]), add: (_, value) => root.push(value) }]
  let left = unitsOfStep
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (level.index === level.length) {
      levels.pop()
      continue
    }
    const name = level.names?.[level.index] ?? ""
    const value = level.valueAt(level.index++, name)
    const mappedName = map(name)
    const newName = typeof mappedName === "string" ? mappedName : yield* mappedName
    left -= name.length + 8
    if (typeof value === "string") {
      const mapped = map(value)
      level.add(newName, typeof mapped === "string" ? mapped : yield* mapped)
      left -= value.length
    } else if (typeof value === "object" && value !== null) {
      const inner = levelOf(value)
      level.add(newName, inner.made)
      levels.push(inner)
    } else level.add(newName, value)
    if (left > 0) continue
    left = unitsOfStep
    yield
  }
  return root[0]
}
