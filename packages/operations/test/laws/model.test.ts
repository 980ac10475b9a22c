import { newTypeId } from "@agent-operations/database"
import fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Model from "./model.ts"
import { access, type Outcome, outcome, type Setting, settings } from "./setting.ts"

const source = { page_view: { type: "table" }, custom_field: { type: "attribute", pointer: "/a" } } as const
const settingsOf = {
  page_view: { target: "traces", columns: [], filters: [], sort: [], groupBy: null, extra: {} },
  custom_field: { target: "trace", valueType: "json", unit: null, extra: {} }
} as const

/** A command of a random history. Definitions are named by a number, which is taken modulo those that ever were. */
type Command = { readonly which: number; readonly kind: Model.Kind } & (
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
  | { readonly type: "read"; readonly revision: number | undefined }
  | { readonly type: "list"; readonly search: string }
  | { readonly type: "history"; readonly before: number | undefined }
  | { readonly type: "dependencies"; readonly limit: number }
)

interface Use {
  readonly alias: string
  readonly which: number
  readonly revision: number | null
}

const few = fc.nat(6)
const lag = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: -2, max: 2 }) }
)
const name = fc.constantFrom(
  "Cost",
  "COST",
  "cost ",
  "Tier",
  "tier",
  "Slow",
  "Éclair",
  "éclair",
  "E\u0301clair",
  "a",
  "b",
  "c"
)
const revision = fc.integer({ min: 1, max: 4 })
const use = fc.record({ alias: fc.constantFrom("x", "y", "z"), which: few, revision: fc.option(revision) })
const uses = fc.array(use, { maxLength: 2 })
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const command = fc
  .record({ which: few, kind: fc.constantFrom<Model.Kind>("page_view", "custom_field") })
  .chain((target) =>
    fc
      .oneof(
        { weight: 4, arbitrary: fc.record({ type: fc.constant("create" as const), name, uses }) },
        {
          weight: 5,
          arbitrary: fc.record({
            type: fc.constant("update" as const),
            lag,
            name: maybe(name),
            description: maybe(fc.option(fc.string({ maxLength: 5 }).filter((s) => !s.includes("\0")))),
            uses: maybe(uses)
          })
        },
        { weight: 2, arbitrary: fc.record({ type: fc.constant("restore" as const), revision, lag: maybe(lag) }) },
        { weight: 2, arbitrary: fc.record({ type: fc.constant("copy" as const), revision: maybe(revision), name }) },
        { weight: 2, arbitrary: fc.record({ type: fc.constant("delete" as const), lag }) },
        { weight: 1, arbitrary: fc.record({ type: fc.constant("read" as const), revision: maybe(revision) }) },
        {
          weight: 1,
          arbitrary: fc.record({ type: fc.constant("list" as const), search: fc.constantFrom("", "c", "IE", "É") })
        },
        { weight: 1, arbitrary: fc.record({ type: fc.constant("history" as const), before: maybe(revision) }) },
        {
          weight: 1,
          arbitrary: fc.record({ type: fc.constant("dependencies" as const), limit: fc.constantFrom(1, 2, 100) })
        }
      )
      .map((rest): Command => ({ ...target, ...rest }))
  )

/** Names as the model compares them: trimmed and composed, as the operations keep and compare them. */
const kept = (text: string) => text.trim()
const key = (text: string) => text.normalize("NFC").toLowerCase()

/** Runs a history against the operations and the model, side by side. */
const replay = async (setting: Setting, commands: ReadonlyArray<Command>) => {
  const caller = access(newTypeId("prj"))
  const { operations } = setting
  let model: Model.Model = []
  /** Every ID that ever was, deleted ones too. */
  const known: Array<{ kind: Model.Kind; id: string }> = []
  /** Every revision as it was first seen. Law: R2. */
  const seen = new Map<string, string>()

  const pick = (kind: Model.Kind, which: number) => {
    const candidates = known.filter((one) => one.kind === kind)
    return candidates[which % Math.max(1, candidates.length)]?.id ?? newTypeId(kind === "page_view" ? "pv" : "cf")
  }
  const references = (wanted: ReadonlyArray<Use>): Model.ModelReferences =>
    Object.fromEntries(
      wanted.map(({ alias, which, revision }) => {
        const target = known[which % Math.max(1, known.length)] ?? {
          kind: "custom_field" as const,
          id: newTypeId("cf")
        }
        return [alias, { ...target, revision }]
      })
    )
  const run = <I, A, E extends { readonly _tag: string }>(
    verb: { page_view: (input: never) => unknown; custom_field: (input: never) => unknown },
    kind: Model.Kind,
    input: I
  ) => outcome(setting, caller, verb[kind](input as never) as Parameters<typeof outcome<A, E>>[2])

  const whole = ({ kind, id }: { kind: Model.Kind; id: string }, revision: Model.ModelRevision) => ({
    id,
    kind,
    name: revision.name,
    description: revision.description,
    references: revision.references,
    revision: revision.revision,
    origin: revision.origin
  })
  const essence = (value: unknown) => {
    const { id, kind, name, description, references, revision, origin } = value as Record<string, unknown>
    return { id, kind, name, description, references, revision, origin }
  }
  const remember = (value: unknown) => {
    const { id, revision } = value as { id: string; revision: number }
    const text = JSON.stringify(value)
    const before = seen.get(`${id} ${revision}`)
    assert.strictEqual(text, before ?? text, "R2: a revision reads the same, byte for byte")
    seen.set(`${id} ${revision}`, text)
  }
  const agree = <T>(
    step: Model.Step<T>,
    answer: Outcome,
    expected: (value: T) => unknown,
    told: (ok: unknown) => unknown
  ) => {
    if ("failure" in step) {
      assert.deepStrictEqual(answer as unknown, { code: step.failure.code, details: step.failure.details })
      return
    }
    assert.property(answer, "ok", JSON.stringify(answer))
    model = step.next
    assert.deepStrictEqual(told((answer as { ok: unknown }).ok), expected(step.value))
  }
  const idOf = (answer: Outcome) => ("ok" in answer ? (answer.ok as { id: string }).id : "none")
  const revised = (answer: Outcome, kind: Model.Kind, step: Model.Step<Model.ModelRevision>) => {
    agree(step, answer, (revision) => whole({ kind, id: idOf(answer) }, revision), essence)
    if ("ok" in answer) remember(answer.ok)
  }

  for (const command of commands) {
    const { kind } = command
    const id = pick(kind, command.which)
    const expectedRevision = (lag: number) => Math.max(1, (Model.find(model, kind, id)?.revisions.length ?? 1) + lag)
    switch (command.type) {
      case "create": {
        const content = { name: kept(command.name), description: null, references: references(command.uses) }
        const input = { ...content, source: source[kind], settings: settingsOf[kind] }
        const answer = await run(
          { page_view: operations.create_page_view, custom_field: operations.create_custom_field },
          kind,
          input
        )
        if ("ok" in answer) known.push({ kind, id: idOf(answer) })
        revised(answer, kind, Model.create(model, kind, idOf(answer), content))
        break
      }
      case "update": {
        const changes = {
          ...(command.name === undefined ? {} : { name: kept(command.name) }),
          ...(command.description === undefined ? {} : { description: command.description }),
          ...(command.uses === undefined ? {} : { references: references(command.uses) })
        }
        const expected = expectedRevision(command.lag)
        const answer = await run(
          { page_view: operations.update_page_view, custom_field: operations.update_custom_field },
          kind,
          {
            id,
            expectedRevision: expected,
            ...changes
          }
        )
        revised(answer, kind, Model.update(model, kind, id, expected, changes))
        break
      }
      case "restore": {
        const expected = command.lag === undefined ? undefined : expectedRevision(command.lag)
        const answer = await run(
          { page_view: operations.restore_page_view, custom_field: operations.restore_custom_field },
          kind,
          {
            id,
            revision: command.revision,
            ...(expected === undefined ? {} : { expectedRevision: expected })
          }
        )
        revised(answer, kind, Model.restore(model, kind, id, command.revision, expected))
        break
      }
      case "copy": {
        const answer = await run(
          { page_view: operations.copy_page_view, custom_field: operations.copy_custom_field },
          kind,
          {
            id,
            name: kept(command.name),
            ...(command.revision === undefined ? {} : { revision: command.revision })
          }
        )
        if ("ok" in answer) known.push({ kind, id: idOf(answer) })
        revised(answer, kind, Model.copy(model, kind, id, idOf(answer), kept(command.name), command.revision))
        break
      }
      case "delete": {
        const expected = expectedRevision(command.lag)
        const answer = await run(
          { page_view: operations.delete_page_view, custom_field: operations.delete_custom_field },
          kind,
          {
            id,
            expectedRevision: expected
          }
        )
        agree(
          Model.remove(model, kind, id, expected),
          answer,
          (value) => value,
          (ok) => ok
        )
        break
      }
      case "read": {
        const answer = await run(
          { page_view: operations.get_page_view, custom_field: operations.get_custom_field },
          kind,
          {
            id,
            ...(command.revision === undefined ? {} : { revision: command.revision })
          }
        )
        const definition = Model.find(model, kind, id)
        const wanted = definition?.revisions[(command.revision ?? definition.revisions.length) - 1]
        const step = wanted === undefined ? { failure: { code: "NOT_FOUND" } } : { next: model, value: wanted }
        revised(answer, kind, step)
        break
      }
      case "list": {
        const answer = await run(
          { page_view: operations.list_page_views, custom_field: operations.list_custom_fields },
          kind,
          {
            search: command.search,
            limit: 200,
            includeTotal: true
          }
        )
        const matching = model.filter(
          (definition) => definition.kind === kind && key(Model.current(definition).name).includes(key(command.search))
        )
        const { items, total, nextCursor } = (
          answer as { ok: { items: Array<unknown>; total: number; nextCursor: null } }
        ).ok
        assert.deepStrictEqual(
          items.map(essence),
          matching.map((definition) => whole(definition, Model.current(definition))).toReversed()
        )
        assert.deepStrictEqual([total, nextCursor], [matching.length, null])
        items.forEach(remember)
        break
      }
      case "history": {
        const answer = await run(
          { page_view: operations.get_page_view_history, custom_field: operations.get_custom_field_history },
          kind,
          { id, ...(command.before === undefined ? {} : { before: command.before }) }
        )
        const definition = Model.find(model, kind, id)
        const below = (definition?.revisions ?? []).filter(({ revision }) => revision < (command.before ?? Infinity))
        const step =
          definition === undefined
            ? { failure: { code: "NOT_FOUND" } }
            : { next: model, value: below.map((revision) => whole(definition, revision)).toReversed() }
        agree(
          step,
          answer,
          (value) => value,
          (ok) => (ok as { items: Array<unknown> }).items.map(essence)
        )
        if ("ok" in answer) (answer.ok as { items: Array<unknown> }).items.forEach(remember)
        break
      }
      case "dependencies": {
        if (kind !== "page_view") break
        const answer = await outcome(
          setting,
          caller,
          operations.get_page_view_dependencies({ id, limit: command.limit })
        )
        const all = Model.referrers(model, id)
        const step =
          Model.find(model, kind, id) === undefined
            ? { failure: { code: "NOT_FOUND" } }
            : { next: model, value: { items: all.slice(0, command.limit), hasMore: all.length > command.limit } }
        agree(
          step,
          answer,
          (value) => value,
          (ok) => ok
        )
        break
      }
    }
  }

  for (const { kind, id, revisions } of model) {
    for (const { revision } of revisions) {
      const answer = await run(
        { page_view: operations.get_page_view, custom_field: operations.get_custom_field },
        kind,
        { id, revision }
      )
      if ("ok" in answer) remember(answer.ok)
      else assert.fail(`R1: revision ${revision} of ${id} is gone`)
    }
  }
}

describe.each(settings)("random histories on $name", ({ name, start }) => {
  let setting: Setting
  beforeAll(async () => void (setting = await start()), 60_000)
  afterAll(() => setting.close())
  const numRuns = Number(process.env["LAW_RUNS"] ?? (name === "PGlite" ? 60 : 200))

  it("R1, R2, R3, R5, R6, R7, R8, P4, P6, P7: the operations do what the model says", { timeout: 300_000 }, () =>
    fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 40, size: "max" }), (commands) =>
        replay(setting, commands)
      ),
      { numRuns }
    )
  )
})
