import { CustomField, PageView } from "@agent-operations/contract"
import type { KindName, OperationId } from "../served.ts"
import { Broken, expect, expectSame, same } from "../Broken.ts"
import type { Law } from "../laws.ts"
import type { Command, Use } from "./commands.ts"
import * as Model from "./model.ts"

/** How an operation ended. */
export type Ending =
  | { readonly data: unknown }
  | { readonly error: { readonly code: string; readonly details?: unknown } }

/** Carries out an operation, wherever it is. */
export type Call = (operation: OperationId, input: object) => Promise<Ending>

/** What the model keeps of a definition. */
interface Seen extends Model.ModelRevision {
  readonly id: string
  readonly kind: KindName
}

const kinds = { page_view: PageView, custom_field: CustomField }
const idOfNothing = { page_view: PageView.example.id, custom_field: CustomField.example.id }
const bodies = {
  page_view: {
    source: { type: "table" },
    settings: { target: "traces", columns: [], filters: [], sort: [], groupBy: null, extra: {} }
  },
  custom_field: {
    source: { type: "attribute", pointer: "/a" },
    settings: { target: "trace", valueType: "json", unit: null, extra: {} }
  }
}

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
  read: "R2",
  list: "P4",
  history: "P6",
  dependencies: "P7"
}

const essence = (value: unknown) => {
  const { id, kind, name, description, source, settings, references, revision, origin } = value as Seen
  return { id, kind, name, description, source, settings, references, revision, origin }
}
const whole = ({ kind, id }: { kind: KindName; id: string }, revision: Model.ModelRevision) =>
  essence({ kind, id, ...revision })
const fold = (text: string) => text.normalize("NFC").toLowerCase()

/**
 * Carries out a history and the model side by side, and throws `Broken` where they part. Every name begins with `word`,
 * so that the history stands alone in whatever project it runs in; what it made is deleted at the end.
 * Laws: R1, R2, R3, R5, R6, R7, R8, P4, P6, P7.
 */
export const replay = async (call: Call, commands: ReadonlyArray<Command>, word: string): Promise<void> => {
  let model: Model.Model = []
  /** Every ID that ever was, deleted ones too. */
  const known: Array<{ kind: KindName; id: string }> = []
  /** Every revision as it was first seen. */
  const seen = new Map<string, unknown>()

  const named = (name: string) => `${word} ${name}`
  const pick = (kind: KindName, which: number) => {
    const candidates = known.filter((one) => one.kind === kind)
    return candidates[which % Math.max(1, candidates.length)]?.id ?? idOfNothing[kind]
  }
  const references = (uses: ReadonlyArray<Use>): Model.ModelReferences =>
    Object.fromEntries(
      uses.map(({ alias, which, revision }) => {
        const target = known[which % Math.max(1, known.length)] ?? {
          kind: "custom_field" as const,
          id: idOfNothing.custom_field
        }
        return [alias, { ...target, revision }]
      })
    )
  const remember = (value: unknown) => {
    const { id, revision } = value as Seen
    const before = seen.get(`${id} ${revision}`) ?? value
    expectSame("R2", value, before, `revision ${revision} of ${id} does not read the same`)
    seen.set(`${id} ${revision}`, before)
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
      const law = type === "restore" && code === "REFERENCE_NOT_FOUND" ? "R5" : (lawOf(code) ?? lawOfCommand[type])
      expect(law, "error" in ending, `${what}: it succeeded instead of ${code}`)
      expect(
        law,
        ending.error.code === code && same(ending.error.details, details),
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
    const { kind } = command
    const id = pick(kind, command.which)
    const definition = Model.find(model, kind, id)
    const expected = (lag: number) => Math.max(1, (definition?.revisions.length ?? 1) + lag)
    const optional = (revision: number | undefined) => (revision === undefined ? {} : { revision })
    switch (command.type) {
      case "create": {
        const content = {
          name: named(command.name).trim(),
          description: null,
          ...bodies[kind],
          references: references(command.uses)
        }
        const ending = await call(`create_${kind}`, { ...content, name: named(command.name) })
        return made(command, ending, (id) => Model.create(model, kind, id, content))
      }
      case "update": {
        const expectedRevision = expected(command.lag)
        const changes = {
          ...(command.name === undefined ? {} : { name: named(command.name).trim() }),
          ...(command.description === undefined ? {} : { description: command.description }),
          ...(command.uses === undefined ? {} : { references: references(command.uses) })
        }
        const ending = await call(`update_${kind}`, { id, expectedRevision, ...changes })
        return revised(command, ending, id, Model.update(model, kind, id, expectedRevision, changes))
      }
      case "restore": {
        const { revision } = command
        const expectedRevision = command.lag === undefined ? undefined : expected(command.lag)
        const guard = expectedRevision === undefined ? {} : { expectedRevision }
        const ending = await call(`restore_${kind}`, { id, revision, ...guard })
        return revised(command, ending, id, Model.restore(model, kind, id, revision, expectedRevision))
      }
      case "copy": {
        const name = named(command.name).trim()
        const ending = await call(`copy_${kind}`, { id, name, ...optional(command.revision) })
        return made(command, ending, (newId) => Model.copy(model, kind, id, newId, name, command.revision))
      }
      case "delete": {
        const expectedRevision = expected(command.lag)
        const ending = await call(`delete_${kind}`, { id, expectedRevision })
        const step = Model.remove(model, kind, id, expectedRevision)
        agree(
          command,
          ending,
          step,
          (value) => value,
          (data) => data
        )
        return
      }
      case "read": {
        const ending = await call(`get_${kind}`, { id, ...optional(command.revision) })
        const wanted = definition?.revisions[(command.revision ?? definition.revisions.length) - 1]
        const step = wanted === undefined ? { failure: { code: "NOT_FOUND" } } : { next: model, value: wanted }
        return revised(command, ending, id, step)
      }
      case "list": {
        const search = named(command.search)
        const ending = await call(`list_${kinds[kind].plural}` as OperationId, {
          search,
          limit: 200,
          includeTotal: true
        })
        const matching = model.filter(
          (one) => one.kind === kind && fold(Model.current(one).name).includes(fold(search))
        )
        const items = matching.map((one) => whole(one, Model.current(one))).toReversed()
        const told = (data: unknown) => {
          const page = data as { items: ReadonlyArray<unknown> }
          page.items.forEach(remember)
          return { ...page, items: page.items.map(essence) }
        }
        agree(command, ending, { next: model, value: { items, nextCursor: null, total: items.length } }, (v) => v, told)
        return
      }
      case "history": {
        const before = command.before === undefined ? {} : { before: command.before }
        const ending = await call(`get_${kind}_history`, { id, ...before })
        const below = definition?.revisions.filter(({ revision }) => revision < (command.before ?? Infinity))
        const step =
          below === undefined
            ? { failure: { code: "NOT_FOUND" } }
            : { next: model, value: below.map((revision) => whole({ kind, id }, revision)).toReversed() }
        const told = (data: unknown) => {
          const { items } = data as { items: ReadonlyArray<unknown> }
          items.forEach(remember)
          return items.map(essence)
        }
        agree(command, ending, step, (value) => value, told)
        return
      }
      case "dependencies": {
        if (kind !== "page_view") return
        const { limit } = command
        const ending = await call("get_page_view_dependencies", { id, limit })
        const all = Model.referrers(model, id)
        const step =
          definition === undefined
            ? { failure: { code: "NOT_FOUND" } }
            : { next: model, value: { items: all.slice(0, limit), hasMore: all.length > limit } }
        agree(
          command,
          ending,
          step,
          (value) => value,
          (data) => data
        )
      }
    }
  }

  try {
    for (const command of commands) await run(command)
    for (const { kind, id, revisions } of model) {
      for (const { revision } of revisions) {
        const ending = await call(`get_${kind}`, { id, revision })
        expect("R1", "data" in ending, `revision ${revision} of ${id} is gone`)
        remember(ending.data)
      }
    }
  } finally {
    await clear(call, model)
  }
}

/** Deletes what a history left: first what refers, then everything. */
const clear = async (call: Call, model: Model.Model) => {
  for (const { kind, id, revisions } of model) {
    await call(`update_${kind}`, { id, expectedRevision: revisions.length, references: {} })
  }
  for (const { kind, id, revisions } of model) {
    await call(`delete_${kind}`, { id, expectedRevision: revisions.length + 1 })
  }
}
