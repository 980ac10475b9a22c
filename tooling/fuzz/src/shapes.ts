import fc from "fast-check"
import { inputsOf } from "./arbitrary.ts"
import { type OperationId, operationsById } from "./served.ts"

/** What a place of an input is filled with: a repeated part, in a container. */
export interface Filling {
  readonly container: Container
  /** What names begin with, where the container is an object. */
  readonly name: string
  /** JSON text. */
  readonly part: string
}

/** A large input: one place of a small one is filled. */
export interface Shape extends Filling {
  readonly operation: OperationId
  /** A valid input, as JSON, with `place` where the filling goes. */
  readonly around: string
}

const containers = ["list", "object", "lists", "text", "name", "deep"] as const
type Container = (typeof containers)[number]

const place = "\u{1f573}"
/** How many characters a part has at most. */
const maxPart = 500
/** Far below how deep JSON may nest. */
const depth = 200

const names = ["k", "K", "", "~/", "__proto__", "é", "\\u006b", "constructor"]

const parts = [
  "1",
  "null",
  "{}",
  "[]",
  '""',
  '{"x":1}',
  '{"a":1,"b":1}',
  '{"type":"react"}',
  '{"field":1}',
  '{"field":"a"}',
  "0.1",
  "1.7976931348623157e308",
  "123456789012345",
  "-1e-7",
  '"\\u0041"',
  '"\\\\"',
  '"é"',
  "[[[1]]]",
  '{"a":{"b":{}}}'
]

const repeated = (size: number, separator: string, make: (n: number) => string) => {
  const made: Array<string> = []
  for (let [length, n] = [0, 0]; length < size; n++) {
    const next = make(n)
    made.push(next)
    length += Buffer.byteLength(next) + separator.length
  }
  return made.join(separator)
}

/** A filling of about so many bytes. */
export const filled = ({ container, name, part }: Filling, size: number): string => {
  const members = (space: number) => `{${repeated(space, ",", (n) => `"${name}${n}":${part}`)}}`
  const text = part.replaceAll(/["\\]/g, " ")
  switch (container) {
    case "list":
      return `[${repeated(size, ",", () => part)}]`
    case "object":
      return members(size)
    case "lists":
      return `[${repeated(size, ",", () => members(1000))}]`
    case "text":
      return `"${text.repeat(Math.ceil(size / Buffer.byteLength(text)))}"`
    case "name":
      return `{"${text.repeat(Math.ceil(size / Buffer.byteLength(text)))}":1}`
    case "deep":
      return `[${repeated(size, ",", () => `${'{"a":'.repeat(depth)}${part}${"}".repeat(depth)}`)}]`
  }
}

/** The body of a shape, of about so many bytes. */
export const bodyOf = (shape: Shape, size: number): string =>
  shape.around.replace(`"${place}"`, () => filled(shape, size - Buffer.byteLength(shape.around)))

const places = (value: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> =>
  typeof value === "object" && value !== null
    ? [path, [...path, "more"], ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]))]
    : [path]

const withPlace = (value: unknown, [key, ...rest]: ReadonlyArray<string>): unknown => {
  if (key === undefined) return place
  if (Array.isArray(value))
    return key === "more" ? [...value, place] : value.with(Number(key), withPlace(value[Number(key)], rest))
  const record = value as Readonly<Record<string, unknown>>
  return { ...record, [key]: withPlace(record[key], rest) }
}

const emptied = (input: unknown, path: ReadonlyArray<string>) => JSON.stringify(withPlace(input, path))

/** What stands at a path, if it is short, as one of the parts that its place is filled with. */
const stoodAt = (input: unknown, path: ReadonlyArray<string>): ReadonlyArray<string> => {
  const stood = path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], input)
  const part = JSON.stringify(stood) as string | undefined
  return part !== undefined && part.length <= maxPart ? [part] : []
}

/** The shapes to begin with: each place of the operation's example, filled with wrong members. */
export const firstShapesOf = (operation: OperationId): ReadonlyArray<Shape> =>
  places(operationsById[operation].example.input).flatMap((path) => {
    const around = emptied(operationsById[operation].example.input, path)
    return (["list", "object"] as const).map((container) => ({
      operation,
      around,
      container,
      name: "k",
      part: '{"x":1}'
    }))
  })

/** Fillings of any place. */
export const fillings: fc.Arbitrary<Filling> = fc.record({
  container: fc.constantFrom(...containers),
  name: fc.constantFrom(...names),
  part: fc.constantFrom(...parts)
})

/** Shapes of an operation's input. */
export const shapesOf = (operation: OperationId): fc.Arbitrary<Shape> =>
  fc
    .oneof(inputsOf(operation), fc.constant(operationsById[operation].example.input as unknown))
    .chain((input) => fc.tuple(fc.constant(input), fc.constantFrom(...places(input))))
    .chain(([input, path]) =>
      fc.record({
        operation: fc.constant(operation),
        around: fc.constant(emptied(input, path)),
        container: fc.constantFrom(...containers),
        name: fc.constantFrom(...names),
        part: fc.constantFrom(...parts, ...stoodAt(input, path))
      })
    )

const within = (part: string, otherwise: string) => (part.length <= maxPart ? part : otherwise)

/** Shapes that differ from one in one respect. */
export const neighboursOf = (shape: Shape): fc.Arbitrary<Shape> =>
  shapesOf(shape.operation).chain((other) =>
    fc.constantFrom<Shape>(
      { ...shape, around: other.around },
      { ...shape, container: other.container },
      { ...shape, name: other.name },
      { ...shape, part: other.part },
      { ...shape, part: within(`[${shape.part},${other.part}]`, other.part) },
      { ...shape, part: within(`{"${other.name}":${shape.part}}`, other.part) },
      { ...shape, part: within(shape.part.replace(/\}$/, `,"x":${other.part}}`), other.part) }
    )
  )

export const shown = ({ operation, around, container, name, part }: Shape): string =>
  `${operation}: ${container} of ${name === "" ? "" : `"${name}": `}${part.slice(0, 100)} in ${around.slice(0, 200)}`
