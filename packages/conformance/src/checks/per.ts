import { type Check, check, type CheckOptions, type Context } from "../check.ts"
import type { Client, Definition } from "../client.ts"
import type { Law } from "../laws.ts"
import { NotChecked } from "../NotChecked.ts"
import type { Requirement } from "../requirements/index.ts"
import type { Served, ServedFamily, ServedKind } from "../served.ts"
import { withDefinitions } from "./fixtures.ts"

/** The checks that some families need. */
export type ChecksOf = (served: Served) => ReadonlyArray<Check>

type Run<More> = (context: Context & More) => Promise<void>

/** Each of those that share random cases runs its part of them, so that they are as many in all. */
const sharing = (context: Context, part: number): Context => ({
  ...context,
  forAll: (values, runs, holds) => context.forAll(values, runs * part, holds)
})

/** What is served, without the kinds of which the server takes nothing that could be created, but for a family's own. */
const takenBy = ({ served }: Context, family?: string): Served => ({
  ...served,
  kinds: served.kinds.filter((kind) => kind.refusal === undefined || kind.family === family)
})

/** A kind, with what the server was found to take of it. */
const taken = ({ served }: Context, { name }: ServedKind): ServedKind => {
  const kind = served.kinds.find((one) => one.name === name)!
  if (kind.refusal !== undefined) throw new NotChecked(kind.refusal)
  return kind
}

/** A check of the server as a whole. */
export const overall =
  (
    law: Law,
    covers: ReadonlyArray<Requirement>,
    title: string,
    run: Run<{ readonly served: Served }>,
    options: CheckOptions = {}
  ): ChecksOf =>
  () => [check(law, title, (context) => run({ ...context, served: takenBy(context) }), { ...options, covers })]

/** A check of each family, over its operations. */
export const perFamily =
  (
    law: Law,
    covers: ReadonlyArray<Requirement>,
    title: string,
    run: Run<{ readonly served: Served; readonly family: ServedFamily }>,
    options: CheckOptions = {}
  ): ChecksOf =>
  (served) =>
    served.families.map((family) => {
      const part = family.operations.length / served.operations.length
      const runOn = (context: Context) =>
        run({ ...sharing(context, part), served: takenBy(context, family.name), family })
      return check(law, `${family.name}: ${title}`, runOn, { ...options, covers, family: family.name })
    })

/** What the check of a kind works with. */
export interface OfKind {
  readonly served: Served
  readonly kind: ServedKind
  /** The other kinds that are served. */
  readonly others: ReadonlyArray<ServedKind>
  /** Creates definitions of the kind, and deletes them when the check ends, at whatever revision they are by then. */
  readonly withDefinitions: (
    names: ReadonlyArray<string>,
    use: (made: ReadonlyArray<Definition>) => Promise<void>,
    client?: Client
  ) => Promise<void>
}

const ofKind = (declared: ServedKind, context: Context): OfKind => {
  const [served, kind] = [takenBy(context), taken(context, declared)]
  return {
    served,
    kind,
    others: served.kinds.filter((other) => other !== kind),
    withDefinitions: (names, use, client = context.client) => withDefinitions(client, kind, names, use)
  }
}

/** A check of each kind. */
export const perKind =
  (
    law: Law,
    covers: ReadonlyArray<Requirement>,
    title: string,
    run: Run<OfKind>,
    options: CheckOptions = {}
  ): ChecksOf =>
  (served) =>
    served.kinds.map((kind) =>
      check(
        law,
        `${kind.name}: ${title}`,
        async (context) => run({ ...sharing(context, 1 / served.kinds.length), ...ofKind(kind, context) }),
        { ...options, covers, family: kind.family }
      )
    )

/** A check of one of this project's own kinds, where that is served. */
export const ofBuiltIn =
  (name: "page_view" | "custom_field", ...declared: Parameters<typeof perKind>): ChecksOf =>
  (served) => {
    const checks = perKind(...declared)(served)
    return served.kinds.flatMap((kind, n) => (kind.isBuiltIn && kind.name === name ? [checks[n]!] : []))
  }

/** What the check of a reference works with. */
export interface OfReference extends OfKind {
  /** A kind that the kind may refer to, perhaps itself. */
  readonly used: ServedKind
  /** How many of some rounds are this reference's, of all that there are. */
  readonly roundsOf: (rounds: number) => number
}

/** A check of each kind with each that it may refer to. */
export const perReference =
  (
    law: Law,
    covers: ReadonlyArray<Requirement>,
    title: string,
    run: Run<OfReference>,
    options: CheckOptions = {}
  ): ChecksOf =>
  (served) => {
    const references = served.kinds.flatMap((kind) =>
      served.kinds.filter(({ name }) => kind.mayReference.includes(name)).map((used) => ({ kind, used }))
    )
    const roundsOf = (rounds: number) => Math.ceil(rounds / references.length)
    return references.map(({ kind, used }) =>
      check(
        law,
        `${kind.name} to ${used.name}: ${title}`,
        async (context) => run({ ...context, ...ofKind(kind, context), used: taken(context, used), roundsOf }),
        { ...options, covers, family: kind.family }
      )
    )
  }
