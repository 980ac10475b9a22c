import { Broken, canonical, expect, expectSame, same } from "../Broken.ts"
import type { Law } from "../laws.ts"
import type { ServedKind } from "../served.ts"
import type { Command, Use } from "./commands.ts"
import * as Model from "./model.ts"

/** How an operation ended. */
export type Ending =
  | { readonly data: unknown }
  | { readonly error: { readonly code: string; readonly details?: unknown } }

/** Carries out an operation, wherever it is. */
export type Call = (operation: string, input: object) => Promise<Ending>

/** Far more pages than any list of a history has. */
const maxPages = 200

/** Details without the order of those that refer to a definition, and of aliases, which nothing promises. */
const unordered = (details: unknown): unknown =>
  typeof details !== "object" || details === null
    ? details
    : Object.fromEntries(
        Object.entries(details).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.map((one) => JSON.stringify(canonical(one))).sort() : value
        ])
      )

/** What the model keeps of a definition. */
interface Seen extends Model.ModelRevision {
  readonly id: string
  readonly kind: string
}

const isServed = (kind: ServedKind, { type }: Command) =>
  type === "dependencies" ? kind.dependencies !== undefined : kind.has(type === "read" ? "get" : type)

/** Whose law it is that an operation should have ended with this code, or should not have. */
const lawOf = (code: string): Law | undefined =>
  ({
    CONFLICT: "R3",
    NAME_TAKEN: "R6",
    STILL_REFERENCED: "R7",
    REFERENCE_NOT_FOUND: "R7",
    INVALID_REFERENCE: "R7",
    NOT_FOUND: "R8"
  })[code] as Law | undefined

const lawOfCommand: Record<Command["type"], Law> = {
  create: "R1",
  update: "R2",
  restore: "R5",
  copy: "R6",
  delete: "R8",
  recover: "R11",
  read: "R2",
  list: "P4",
  history: "P6",
  dependencies: "P7"
}

const essence = (value: unknown) => {
  const { id, kind, name, description, source, settings, references, revision, origin } = value as Seen
  // Who deleted it, and when, no model knows.
  const from = (origin as { readonly type?: unknown }).type === "recovered" ? { type: "recovered" } : origin
  return { id, kind, name, description, source, settings, references, revision, origin: from }
}
const whole = ({ kind, id }: { kind: string; id: string }, revision: Model.ModelRevision) =>
  essence({ kind, id, ...revision })
const fold = (text: string) => text.normalize("NFC").toLowerCase()

/**
 * Carries out a history and the model side by side, and throws `Broken` where they part. Every name begins with `word`,
 * so that the history stands alone in whatever project it runs in; what it made is deleted at the end.
 * Laws: R1, R2, R3, R5, R6, R7, R8, R11, P4, P6, P7.
 */
export const replay = async (
  call: Call,
  kinds: ReadonlyArray<ServedKind>,
  commands: ReadonlyArray<Command>,
  word: string
): Promise<void> => {
  const kindOf = (name: string) => kinds.find((kind) => kind.name === name)!
  // What definitions have to refer to, is there.
  const ground = kinds.flatMap((kind) =>
    Object.values(kind.references() as Model.ModelReferences).map((target) => groundOf(target))
  )
  let model: Model.Model = ground
  const own = () => model.filter(({ id }) => known.some((one) => one.id === id))
  let deleted: ReadonlyArray<Model.ModelDefinition> = []
  /** Every ID that ever was, deleted ones too. */
  const known: Array<{ kind: string; id: string }> = []
  /** Every revision as it was first seen. */
  const seen = new Map<string, unknown>()

  const named = (name: string) => `${word} ${name}`
  const pick = ({ name, missingId }: ServedKind, which: number) => {
    const candidates = known.filter((one) => one.kind === name)
    return candidates[which % Math.max(1, candidates.length)]?.id ?? missingId
  }
  const references = (from: ServedKind, uses: ReadonlyArray<Use>): Model.ModelReferences => {
    const nothing = kinds
      .filter(({ name }) => from.canName(name))
      .map(({ name, missingId }) => ({ kind: name, id: missingId }))
    const candidates = known.filter(({ kind }) => from.canName(kind))
    const targets = candidates.length > 0 ? candidates : nothing
    return targets.length === 0
      ? {}
      : Object.fromEntries(
          uses.map(({ alias, which, revision }) => [alias, { ...targets[which % targets.length]!, revision }])
        )
  }
  const remember = (value: unknown) => {
    const { id, revision } = value as Seen
    const before = seen.get(`${id} ${revision}`) ?? value
    expectSame("R2", value, before, `revision ${revision} of ${id} does not read the same`)
    seen.set(`${id} ${revision}`, before)
  }
  const rememberAll = (items: unknown) => {
    for (const item of items as ReadonlyArray<unknown>) remember(item)
    return (items as ReadonlyArray<unknown>).map(essence)
  }
  /** Compares an ending with what the model says, and goes on from there. */
  const agree = <T>(
    { type }: Command,
    ending: Ending,
    step: Model.Step<T>,
    expected: (value: T) => unknown,
    told: (data: unknown) => unknown
  ): unknown => {
    const what = `${type} disagrees with the model`
    if ("failure" in step) {
      const { code, details } = step.failure
      const isOfType = type === "recover" || (type === "restore" && code === "REFERENCE_NOT_FOUND")
      const law = isOfType ? lawOfCommand[type] : (lawOf(code) ?? lawOfCommand[type])
      expect(law, "error" in ending, `${what}: it succeeded instead of ${code}`)
      expect(
        law,
        ending.error.code === code &&
          (details === undefined || same(unordered(ending.error.details), unordered(details))),
        `${what}: ${JSON.stringify(ending.error)} instead of ${JSON.stringify(step.failure)}`
      )
      return undefined
    }
    if ("error" in ending) {
      throw new Broken(lawOf(ending.error.code) ?? lawOfCommand[type], `${what}: ${JSON.stringify(ending.error)}`)
    }
    model = step.next
    expectSame(lawOfCommand[type], told(ending.data), expected(step.value), what)
    return ending.data
  }
  const idOf = (ending: Ending) => ("data" in ending ? (ending.data as Seen).id : "none")
  const revised = (command: Command, ending: Ending, id: string, step: Model.Step<Model.ModelRevision>) => {
    const data = agree(command, ending, step, (revision) => whole({ kind: command.kind, id }, revision), essence)
    if (data !== undefined) remember(data)
  }
  const made = (command: Command, ending: Ending, step: (id: string) => Model.Step<Model.ModelRevision>) => {
    const id = idOf(ending)
    if ("data" in ending) {
      expect("R8", !known.some((one) => one.id === id), `the ID ${id} was used before`)
      known.push({ kind: command.kind, id })
    }
    revised(command, ending, id, step(id))
  }

  const run = async (command: Command): Promise<void> => {
    const kind = kindOf(command.kind)
    if (!isServed(kind, command)) return
    const id = pick(kind, command.which)
    const definition = Model.find(model, kind.name, id)
    const expected = (lag: number) => Math.max(1, (definition?.revisions.length ?? 1) + lag)
    const optional = (revision: number | undefined) => (revision === undefined ? {} : { revision })
    switch (command.type) {
      case "create": {
        const content = {
          ...kind.body(named(command.name).trim()),
          description: null,
          references: kind.references(references(kind, command.uses))
        } as Model.ModelContent
        const ending = await call(kind.id("create"), { ...content, name: named(command.name) })
        return made(command, ending, (id) => Model.create(model, kind, id, content))
      }
      case "update": {
        const expectedRevision = expected(command.lag)
        const changes = {
          ...(command.name === undefined ? {} : { name: named(command.name).trim() }),
          ...(command.description === undefined ? {} : { description: command.description }),
          ...(command.uses === undefined
            ? {}
            : { references: kind.references(references(kind, command.uses)) as Model.ModelReferences })
        }
        const ending = await call(kind.id("update"), { id, expectedRevision, ...changes })
        return revised(command, ending, id, Model.update(model, kind, id, expectedRevision, changes))
      }
      case "restore": {
        const { revision } = command
        const expectedRevision = command.lag === undefined ? undefined : expected(command.lag)
        const guard = expectedRevision === undefined ? {} : { expectedRevision }
        const ending = await call(kind.id("restore"), { id, revision, ...guard })
        return revised(command, ending, id, Model.restore(model, kind, id, revision, expectedRevision))
      }
      case "copy": {
        const name = named(command.name).trim()
        const ending = await call(kind.id("copy"), { id, name, ...optional(command.revision) })
        return made(command, ending, (newId) => Model.copy(model, kind, id, newId, name, command.revision))
      }
      case "delete": {
        const expectedRevision = expected(command.lag)
        const ending = await call(kind.id("delete"), { id, expectedRevision })
        const step = Model.remove(model, kind, id, expectedRevision)
        agree(
          command,
          ending,
          step,
          (value) => value,
          (data) => data
        )
        if (definition !== undefined && "next" in step) deleted = [...deleted, definition]
        return
      }
      case "recover": {
        const those = deleted.filter((one) => one.kind === kind.name)
        // One of those that were deleted or, each now and then, any.
        const gone = those[command.which % (those.length + 1)]
        const asked = gone?.id ?? id
        const name = command.name === undefined ? undefined : named(command.name).trim()
        const ending = await call(kind.id("recover"), { id: asked, ...(name === undefined ? {} : { name }) })
        const found = deleted.find((one) => one.id === asked)
        const placeOf = (of: string) => known.findIndex((one) => one.id === of)
        const step = Model.recover(model, kind, found, name, { type: "recovered" }, placeOf)
        if ("next" in step) deleted = deleted.filter((one) => one.id !== asked)
        return revised(command, ending, asked, step)
      }
      case "read": {
        const ending = await call(kind.id("get"), { id, ...optional(command.revision) })
        const wanted = definition?.revisions[(command.revision ?? definition.revisions.length) - 1]
        const step = wanted === undefined ? { failure: { code: "NOT_FOUND" } } : { next: model, value: wanted }
        return revised(command, ending, id, step)
      }
      case "list": {
        const search = named(command.search)
        const matching = model.filter(
          (one) => one.kind === kind.name && fold(Model.current(one).name).includes(fold(search))
        )
        const value = matching.map((one) => whole(one, Model.current(one))).toReversed()
        const ending = await walk("P1", async (cursor) => {
          const page = await call(kind.id("list"), { search, limit: 200, includeTotal: true, ...cursor })
          if ("data" in page) {
            const { total } = page.data as { total?: number }
            expect("P4", total === matching.length, `the total of ${matching.length} definitions is told as ${total}`)
          }
          return page
        })
        agree(command, ending, { next: model, value }, (v) => v, rememberAll)
        return
      }
      case "history": {
        const below = definition?.revisions.filter(({ revision }) => revision < (command.before ?? Infinity))
        const step =
          below === undefined
            ? { failure: { code: "NOT_FOUND" } }
            : { next: model, value: below.map((revision) => whole({ kind: kind.name, id }, revision)).toReversed() }
        const from = command.before === undefined ? {} : { before: command.before }
        const ending = await walk("P6", (before) => call(kind.id("history"), { id, ...from, ...before }))
        agree(command, ending, step, (value) => value, rememberAll)
        return
      }
      case "dependencies": {
        const { limit } = command
        const ending = await call(kind.dependencies!, { id, limit })
        const all = Model.referrers(model, id)
        const step =
          definition === undefined ? { failure: { code: "NOT_FOUND" } } : { next: model, value: all as unknown }
        const told = (data: unknown) => {
          const { items, hasMore } = data as { items: ReadonlyArray<unknown>; hasMore: boolean }
          expect("P2", items.length <= limit, `at most ${limit} dependencies were asked for, and ${items.length} given`)
          expect("P7", hasMore === items.length < all.length, `hasMore is ${hasMore}, of ${all.length} dependencies`)
          // No order is promised, and a page may be short, but for one that is empty.
          const known = items.filter((item) => all.some((one) => same(one, item)))
          const isPart = known.length === items.length && (items.length > 0 || all.length === 0)
          return isPart ? all : data
        }
        agree(command, ending, step, (value) => value, told)
      }
    }
  }

  try {
    for (const command of commands) await run(command)
    for (const { kind, id, revisions } of own()) {
      for (const { revision } of revisions) {
        const ending = await call(kindOf(kind).id("get"), { id, revision })
        expect("R1", "data" in ending, `revision ${revision} of ${id} is gone`)
        remember(ending.data)
      }
    }
  } finally {
    // What cannot be cleaned up is not told, so that it does not stand in the way of what was seen.
    await clear(call, kindOf, own()).catch(() => {})
  }
}

/** What is referred to and was there before, of which its ID alone counts. */
const groundOf = ({ kind, id, revision }: Model.ModelReference): Model.ModelDefinition => {
  const content = { name: "", description: null, source: null, settings: null, references: {}, origin: {} }
  const revisions = Array.from({ length: revision ?? 1 }, (_, n) => ({ ...content, revision: n + 1 }))
  return { kind, id, revisions }
}

/** The items of all pages, as one answer: any may be short. */
const walk = async (law: Law, page: (continued: object) => Promise<Ending>): Promise<Ending> => {
  const all: Array<unknown> = []
  let continued: object = {}
  for (let pages = 0; pages < maxPages; pages++) {
    const ending = await page(continued)
    if ("error" in ending) return ending
    const { items, nextCursor, nextBefore } = ending.data as {
      readonly items: ReadonlyArray<unknown>
      readonly nextCursor?: string | null
      readonly nextBefore?: number | null
    }
    all.push(...items)
    if ((nextCursor ?? nextBefore ?? null) === null) return { data: all }
    continued = nextBefore === undefined ? { cursor: nextCursor } : { before: nextBefore }
  }
  throw new Broken(law, `a walk has not ended after ${maxPages} pages`)
}

/** Deletes what a history left: first what refers, then everything. */
const clear = async (call: Call, kindOf: (name: string) => ServedKind, model: Model.Model) => {
  for (const { kind, id, revisions } of model) {
    const references = kindOf(kind).references()
    await call(kindOf(kind).id("update"), { id, expectedRevision: revisions.length, references })
  }
  for (const { kind, id, revisions } of model) {
    await call(kindOf(kind).id("delete"), { id, expectedRevision: revisions.length + 1 })
  }
}
