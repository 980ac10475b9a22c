import fc from "fast-check"

/** A reference that a command asks for. Definitions are named by a number, taken modulo those that ever were. */
export interface Use {
  readonly alias: string
  readonly which: number
  readonly revision: number | null
}

/** A step of a random history. `lag` is how far off the expected revision is from the current one. */
export type Command = { readonly which: number; readonly kind: string } & (
  | { readonly type: "create"; readonly name: string; readonly uses: ReadonlyArray<Use> }
  | {
      readonly type: "update"
      readonly lag: number
      readonly name: string | undefined
      readonly description: string | null | undefined
      readonly uses: ReadonlyArray<Use> | undefined
    }
  | { readonly type: "restore"; readonly revision: number; readonly lag: number | undefined }
  | { readonly type: "copy"; readonly revision: number | undefined; readonly name: string }
  | { readonly type: "delete"; readonly lag: number }
  | { readonly type: "recover"; readonly name: string | undefined }
  | { readonly type: "read"; readonly revision: number | undefined }
  | { readonly type: "list"; readonly search: string }
  | { readonly type: "history"; readonly before: number | undefined }
  | { readonly type: "dependencies"; readonly limit: number }
)

const lag = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: -2, max: 2 }) }
)
// Names that are the same but for case, spaces around them, or how an accent is composed.
const name = fc.constantFrom("Cost", "COST", "cost ", "Tier", "tier", "Éclair", "éclair", "E\u0301clair", "a", "b", "c")
const revision = fc.integer({ min: 1, max: 4 })
const which = fc.nat(6)
const use = fc.record({ alias: fc.constantFrom("x", "y", "z"), which, revision: fc.option(revision) })
const uses = fc.array(use, { maxLength: 2 })
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const description = fc.option(fc.string({ maxLength: 5 }))

/** Random histories over a few definitions of some kinds, close enough together to meet. */
export const histories = (kinds: ReadonlyArray<string>): fc.Arbitrary<ReadonlyArray<Command>> => {
  const command = <const T extends Command["type"], R>(
    type: T,
    weight: number,
    rest: { [K in keyof R]: fc.Arbitrary<R[K]> }
  ) => ({
    weight,
    arbitrary: fc
      .record({ which, kind: fc.constantFrom(...kinds), type: fc.constant(type), ...rest })
      .map((fields: object) => fields as Command)
  })
  return fc.array(
    fc.oneof(
      command("create", 4, { name, uses }),
      command("update", 5, { lag, name: maybe(name), description: maybe(description), uses: maybe(uses) }),
      command("restore", 2, { revision, lag: maybe(lag) }),
      command("copy", 2, { revision: maybe(revision), name }),
      command("delete", 2, { lag }),
      command("recover", 2, { name: maybe(name) }),
      command("read", 1, { revision: maybe(revision) }),
      command("list", 1, { search: fc.constantFrom("", "c", "IE", "É") }),
      command("history", 1, { before: maybe(revision) }),
      command("dependencies", 1, { limit: fc.constantFrom(1, 2, 100) })
    ),
    { minLength: 5, maxLength: 40, size: "max" }
  )
}
