import { drawn } from "@agent-operations/testing/drawn"
import { Organizations } from "@agent-operations/auth"
import { makeDecoder } from "@agent-operations/contract/decode"
import { Prompt, prompts } from "@agent-operations/contract/prompts"
import { runSteps } from "@agent-operations/operations"
import { renderFrozen } from "@agent-operations/prompts"
import { Result } from "effect"
import fc from "fast-check"
import { isLong } from "@agent-operations/testing/long"
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "vitest"
import { limits } from "../../tooling/readme/src/limits.ts"
import { assertLimit, codeOf, databases, outcome } from "../kit.ts"
import { type actors, type Calls, type Host, startHost } from "./host.ts"

const text = (template: string) => ({ type: "text", template }) as const
const draft = (name: string, template = name) => ({ name, description: null, source: text(template), settings: {} })

/** A prompt at revision n, each of whose revisions says its number. */
const createAt = async (calls: Calls, name: string, revisions: number) => {
  const { id } = await calls.prompts.create({ ...draft(name, "1"), references: {} })
  for (let revision = 1; revision < revisions; revision++) {
    await calls.prompts.update({ id, expectedRevision: revision, source: text(String(revision + 1)) })
  }
  return id
}

describe.each(isLong ? databases : databases.slice(1))("prompts of a host on $name", (database) => {
  let host: Host
  beforeAll(async () => void (host = await startHost(database)))
  afterAll(() => host?.close())

  describe("labels", () => {
    it("M1: moves and reads of any order are those of a map from labels to revisions, on every process", async () => {
      const label = fc.constantFrom("production", "staging")
      const revision = fc.option(fc.integer({ min: 1, max: 4 }))
      // Half of the moves expect what is so.
      const step = fc.record({ label, revision, expected: fc.option(revision, { nil: undefined, freq: 2 }) })
      let runs = 0
      const branches = { moved: 0.03, same: 0.005, conflict: 0.03, gone: 0.005, none: 0.005 }
      const points = (revision: number | null, expected?: number) => ({
        label: "production" as const,
        revision,
        expected
      })
      const each = [
        points(1),
        points(1),
        points(2, 3),
        points(4),
        points(null),
        { label: "staging" as const, revision: null, expected: undefined }
      ]
      await drawn(branches, (of) =>
        fc.assert(
          fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
            const [calls, elsewhere] = [host.as("labels"), host.elsewhere("labels")]
            const id = await createAt(calls, `moves ${runs++}`, 3)
            const model = new Map<string, { revision: number | null; moves: number }>()
            for (const { label, revision, expected } of steps) {
              const now = model.get(label)
              const current = now?.revision ?? null
              const expectedRevision = expected === undefined ? current : expected
              const ended = await outcome(calls.prompts.setLabel({ id, label, revision, expectedRevision }))
              of(
                revision === 4
                  ? "none"
                  : expectedRevision !== current
                    ? "conflict"
                    : revision === current
                      ? "same"
                      : revision === null
                        ? "gone"
                        : "moved"
              )
              if (revision === 4) assert.propertyVal(ended, "code", "NOT_FOUND")
              else if (expectedRevision !== current) assert.propertyVal(ended, "code", "CONFLICT")
              else if (now === undefined && revision === null) assert.propertyVal(ended, "code", "NOT_FOUND")
              else {
                const moves = (now?.moves ?? 0) + (now !== undefined && revision === current ? 0 : 1)
                model.set(label, { revision, moves })
                assert.deepInclude(ended.answer, {
                  promptId: id,
                  label,
                  revision,
                  labelRevision: moves,
                  protected: false
                })
              }
              const read = await outcome(elsewhere.prompts.getPublished({ id, label }))
              const { revision: points, moves } = model.get(label) ?? { revision: null, moves: 0 }
              if (points === null) assert.propertyVal(read, "code", "NOT_FOUND")
              else {
                assert.nestedPropertyVal(read, "answer.prompt.source.template", String(points))
                assert.deepInclude(read.answer, { label, labelRevision: moves })
              }
            }
            const { items } = await elsewhere.prompts.labels({ id })
            const pointing = [...model].filter(([, { revision }]) => revision !== null)
            assert.deepStrictEqual(
              items.map(({ label, revision }) => [label, revision]),
              pointing.map(([label, { revision }]) => [label, revision]).sort()
            )
          }),
          // runs: each makes up to 8 moves, and reads after each of them
          { numRuns: 12, examples: [[each]] }
        )
      )
    })

    it("M1: of racing moves with one expectedRevision one wins, and the others are told so", async () => {
      const id = await createAt(host.as("races"), "Raced", 9)
      for (const expectedRevision of [null, 1]) {
        const moves = Array.from({ length: 8 }, (_, n) =>
          (n % 2 ? host.as("races") : host.elsewhere("races")).prompts.setLabel({
            id,
            label: "production",
            revision: expectedRevision === null ? 1 : n + 2,
            expectedRevision
          })
        )
        const ended = await Promise.all(moves.map(codeOf))
        assert.sameMembers(ended, ["done", ...Array.from({ length: 7 }, () => "CONFLICT")])
        const [label] = (await host.as("races").prompts.labels({ id })).items
        const told = await outcome(moves.find((_, n) => ended[n] === "CONFLICT")!)
        const states = { currentState: "revision 1", allowedStates: ["no revision"] }
        const revisions = { expectedRevision, currentRevision: ended.indexOf("done") + 2 }
        assert.deepStrictEqual(told.details, expectedRevision === null ? states : revisions)
        const winner = expectedRevision === null ? 1 : ended.indexOf("done") + 2
        assert.deepInclude(label, { revision: winner, labelRevision: expectedRevision === null ? 1 : 2 })
      }
    })

    it("A3: a prompt has its most labels however many race, and its labels are those of its project", async () => {
      const { most, beyond } = limits.prompts["labels of a prompt"]
      const calls = host.as("many")
      const id = await createAt(calls, "Many", 1)
      const set = (n: number) => calls.prompts.setLabel({ id, label: `l${n}`, revision: 1, expectedRevision: null })
      const ended = await Promise.all(Array.from({ length: most + 4 }, (_, n) => codeOf(set(n))))
      assert.sameMembers(ended, [
        ...Array.from({ length: most }, () => "done"),
        ...Array.from({ length: 4 }, () => beyond)
      ])
      assert.lengthOf((await calls.prompts.labels({ id })).items, most)
      const [gone, free] = [`l${ended.indexOf("done")}`, ended.indexOf(beyond)]
      await calls.prompts.setLabel({ id, label: gone, revision: null, expectedRevision: 1 })
      assert.strictEqual(await codeOf(set(free)), "done")
      // One that was taken away comes back as a new one does: while there is room.
      const back = { id, label: gone, revision: 1, expectedRevision: null }
      const full = await outcome(calls.prompts.setLabel(back))
      assert.strictEqual(full.code, beyond)
      assert.match(JSON.stringify(full.details), /"path":"?.{0,3}label.*at most 50 labels/)
      await calls.prompts.setLabel({ id, label: `l${free}`, revision: null, expectedRevision: 1 })
      assert.deepInclude(await calls.prompts.setLabel(back), { revision: 1, labelRevision: 3 })
      // A protected one keeps its place.
      await calls.prompts.protectLabel({ id, label: gone, protected: true })
      await calls.prompts.setLabel({ id, label: gone, revision: null, expectedRevision: 1 })
      assert.strictEqual(await codeOf(set(free)), beyond)
      assert.deepInclude(await calls.prompts.setLabel(back), { revision: 1, labelRevision: 5 })

      const away = host.as("elsewhere")
      const input = { id, label: "l0", revision: 1, expectedRevision: null }
      const asked = [
        away.prompts.labels({ id }),
        away.prompts.setLabel(input),
        away.prompts.protectLabel({ id, label: "l1", protected: true }),
        away.prompts.getPublished({ id, label: "l1" }),
        away.prompts.getPublished({ name: "Many", label: "l1" })
      ]
      assert.deepStrictEqual(new Set(await Promise.all(asked.map(codeOf))), new Set(["NOT_FOUND"]))
    })

    it("M2: no key moves a protected label, by any operation; owners do, other people don't", async () => {
      const [owner, member, key] = (["owner", "member", "key"] as const).map((who) => host.as("protected", who))
      const id = await createAt(owner!, "Protected", 2)
      const move = (calls: Calls, revision: number | null, expectedRevision: number | null) =>
        codeOf(calls.prompts.setLabel({ id, label: "production", revision, expectedRevision }))
      const protect = (calls: Calls, protect: boolean) =>
        codeOf(calls.prompts.protectLabel({ id, label: "production", protected: protect }))

      assert.strictEqual(await protect(owner!, true), "NOT_FOUND")
      assert.strictEqual(await move(key!, 1, null), "done")
      assert.deepStrictEqual(await Promise.all([protect(key!, true), protect(member!, true)]), [
        "HUMAN_REQUIRED",
        "LABEL_PROTECTED"
      ])
      assert.strictEqual(await protect(owner!, true), "done")

      const before = await owner!.prompts.labels({ id })
      for (const calls of [key!, member!]) {
        // 403 comes before the 409 of another revision, and says nothing of it.
        for (const [revision, expected] of [
          [2, 1],
          [null, 1],
          [1, 1],
          [2, 2]
        ] as const) {
          assert.strictEqual(await move(calls, revision, expected), "LABEL_PROTECTED")
        }
        assert.strictEqual(await codeOf(calls.prompts.delete({ id, expectedRevision: 2 })), "LABEL_PROTECTED")
        assert.notStrictEqual(await protect(calls, false), "done")
      }
      // What writes revisions moves no label.
      await key!.prompts.restore({ id, revision: 1 })
      await key!.prompts.copy({ id, name: "A copy" })
      assert.deepStrictEqual(await owner!.prompts.labels({ id }), before)

      assert.strictEqual(await move(owner!, null, 1), "done")
      assert.strictEqual(await move(key!, 2, null), "LABEL_PROTECTED")
      assert.strictEqual(await move(owner!, 2, null), "done")
      // Deleted and recovered, it is where it was.
      await owner!.prompts.delete({ id, expectedRevision: 3 })
      assert.strictEqual(await codeOf(key!.prompts.getPublished({ id })), "NOT_FOUND")
      assert.deepStrictEqual(await Promise.all([key!, member!].map((calls) => codeOf(calls.prompts.recover({ id })))), [
        "LABEL_PROTECTED",
        "LABEL_PROTECTED"
      ])
      assert.strictEqual(await codeOf(owner!.prompts.getPublished({ id })), "NOT_FOUND")
      await owner!.prompts.recover({ id })
      assert.deepInclude((await key!.prompts.labels({ id })).items[0], {
        revision: 2,
        labelRevision: 3,
        protected: true
      })
      assert.strictEqual(await move(key!, 1, 2), "LABEL_PROTECTED")
      assert.strictEqual(await protect(owner!, false), "done")
      assert.strictEqual(await move(key!, 1, 2), "done")
      // A label that is not protected goes with its prompt.
      assert.strictEqual(await codeOf(key!.prompts.delete({ id, expectedRevision: 4 })), "done")
      assert.strictEqual(await codeOf(key!.prompts.recover({ id })), "done")
    })

    it("M2: no key takes the name from a prompt with a protected label, for another to be found by it", async () => {
      const [owner, member, key] = (["owner", "member", "key"] as const).map((who) => host.as("named", who))
      const id = await createAt(owner!, "Before", 1)
      const rename = (calls: Calls, name: string, expectedRevision: number) =>
        codeOf(calls.prompts.update({ id, expectedRevision, name }))
      assert.strictEqual(await rename(key!, "Named", 1), "done")
      await owner!.prompts.setLabel({ id, label: "production", revision: 2, expectedRevision: null })
      await owner!.prompts.protectLabel({ id, label: "production", protected: true })

      for (const calls of [key!, member!]) {
        assert.strictEqual(await rename(calls, "Elsewhere", 2), "LABEL_PROTECTED")
        assert.strictEqual(await codeOf(calls.prompts.restore({ id, revision: 1 })), "LABEL_PROTECTED")
      }
      assert.deepInclude((await key!.prompts.getPublished({ name: "Named" })).prompt, { id, revision: 2 })
      assert.strictEqual(await codeOf(createAt(key!, "Named", 1)), "NAME_TAKEN")
      // Who finds it by its name still does.
      assert.strictEqual(await rename(key!, "NAMED", 2), "done")
      assert.strictEqual(await codeOf(key!.prompts.update({ id, expectedRevision: 3, description: "x" })), "done")
      assert.strictEqual(await codeOf(key!.prompts.restore({ id, revision: 2 })), "done")
      assert.strictEqual(await rename(owner!, "Elsewhere", 5), "done")
      await owner!.prompts.protectLabel({ id, label: "production", protected: false })
      assert.strictEqual(await codeOf(key!.prompts.restore({ id, revision: 1 })), "done")
    })

    it("M2: a host says who moves protected labels, and may ask the kit for it; never a key", async () => {
      // On PGlite whoever is asked within a transaction could ask nothing.
      const own = await startHost(database, async ({ actor }) => {
        const role = await own.kit.run(Organizations.use(({ membershipsOf }) => membershipsOf({ userId: actor.id })))
        return role.length === 0
      })
      onTestFinished(own.close)
      const asked = (who: keyof typeof actors) => own.as("asked", who)
      const id = await createAt(asked("owner"), "Asked", 1)
      await asked("member").prompts.setLabel({ id, label: "production", revision: 1, expectedRevision: null })
      const protect = (who: keyof typeof actors) =>
        codeOf(asked(who).prompts.protectLabel({ id, label: "production", protected: true }))
      assert.deepStrictEqual(
        [await protect("owner"), await protect("key"), await protect("member")],
        ["LABEL_PROTECTED", "HUMAN_REQUIRED", "done"]
      )
      const away = (who: keyof typeof actors) =>
        codeOf(asked(who).prompts.setLabel({ id, label: "production", revision: null, expectedRevision: 1 }))
      assert.deepStrictEqual(
        [await away("owner"), await away("key"), await away("member")],
        ["LABEL_PROTECTED", "LABEL_PROTECTED", "done"]
      )
    })

    it("A2: reading takes prompts:read, and writing apps:write too", async () => {
      const id = await createAt(host.as("scopes"), "Scoped", 1)
      const [reader, writer] = [host.as("scopes", "key", ["prompts:read"]), host.as("scopes", "key", ["apps:write"])]
      const set = { id, label: "production", revision: 1, expectedRevision: null } as const
      await host.as("scopes", "key", ["prompts:read", "apps:write"]).prompts.setLabel(set)
      await reader.prompts.getPublished({ id })
      await reader.prompts.validate({ id })
      const asked = [
        reader.prompts.setLabel({ ...set, expectedRevision: 1 }),
        reader.prompts.create({ ...draft("Another"), references: {} }),
        reader.prompts.delete({ id, expectedRevision: 1 }),
        reader.prompts.getManaged({ id }),
        writer.prompts.update({ id, expectedRevision: 1, name: "Another" }),
        writer.prompts.setLabel(set),
        writer.prompts.getPublished({ id })
      ]
      assert.deepStrictEqual(new Set(await Promise.all(asked.map(codeOf))), new Set(["MISSING_SCOPE"]))
    })
  })

  describe("reading", () => {
    it("M1: a published prompt is found by ID or name, by a label, latest or a revision", async () => {
      const calls = host.as("published")
      const id = await createAt(calls, "Café", 3)
      await calls.prompts.setLabel({ id, label: "production", revision: 2, expectedRevision: null })
      const read = async (input: object) => {
        const { prompt, ...rest } = await calls.prompts.getPublished(input as never)
        return [prompt.revision, rest]
      }
      const production = [2, { label: "production", labelRevision: 1 }]
      assert.deepStrictEqual(await read({ id }), production)
      assert.deepStrictEqual(await read({ name: "CAFE\u0301", label: "production" }), production)
      assert.deepStrictEqual(await read({ id, label: "latest" }), [3, { label: "latest", labelRevision: null }])
      assert.deepStrictEqual(await read({ id, revision: 1 }), [1, { label: null, labelRevision: null }])
      for (const [input, code] of [
        [{ id, label: "staging" }, "NOT_FOUND"],
        [{ id, revision: 4 }, "NOT_FOUND"],
        [{ name: "no such" }, "NOT_FOUND"],
        [{ id, name: "Café" }, "VALIDATION_ERROR"],
        [{}, "VALIDATION_ERROR"],
        [{ id, label: "production", revision: 1 }, "VALIDATION_ERROR"],
        [{ id, label: "Production" }, "VALIDATION_ERROR"]
      ] as const) {
        assert.strictEqual(await codeOf(calls.prompts.getPublished(input as never)), code, JSON.stringify(input))
      }
      const latest = { id, label: "latest", revision: 1, expectedRevision: null }
      assert.strictEqual(await codeOf(calls.prompts.setLabel(latest)), "VALIDATION_ERROR")
    })

    it("M3: a managed prompt is rendered with what it includes, and connected to the caller's trace", async () => {
      const calls = host.as("managed")
      const { id: part } = await calls.prompts.create({ ...draft("Part", "{{who}}!"), references: {} })
      const { id: _, ...chat } = Prompt.example
      const { id } = await calls.prompts.create({
        ...chat,
        source: { type: "chat", messages: [{ role: "user", content: "Hi {{> part}} {{n}}" }] },
        settings: { variables: [{ name: "who" }, { name: "n", required: false, default: 2 }] },
        references: { part: { kind: "prompt", id: part, revision: 1 } }
      })
      await calls.prompts.setLabel({ id, label: "production", revision: 1, expectedRevision: null })
      // A revision that is pinned says the same for ever.
      await calls.prompts.update({ id: part, expectedRevision: 1, source: text("changed") })

      const { traces: recorded } = await calls.traces.record({
        traces: [{ spans: [{ name: "agent", startedAt: new Date().toISOString() }] }]
      })
      const [{ id: traceId, spanIds }] = recorded as [{ id: string; spanIds: [string] }]
      const answer = await calls.prompts.getManaged({
        id,
        variables: { who: "Ada {{n}}" },
        traceId: traceId.toUpperCase(),
        parentSpanId: spanIds[0]
      })
      assert.isTrue(Result.isSuccess(makeDecoder(prompts.operations.getManaged.result)(answer)))
      const messages = [{ role: "user", content: "Hi Ada {{n}}! 2" }]
      assert.deepStrictEqual(answer.rendered as unknown, { type: "chat", messages })
      const attributes = {
        "prompt.id": id,
        "prompt.name": chat.name,
        "prompt.revision": 1,
        "prompt.label": "production",
        "prompt.label_revision": 1
      }
      assert.deepStrictEqual(answer.link, { traceId, spanId: answer.link.spanId, attributes })
      assert.isNull(answer.evaluation)

      const { items } = await calls.traces.spans({ traceId })
      const span = items.find(({ id }) => id === answer.link.spanId)
      assert.deepInclude(span, { name: chat.name, type: "prompt", parentId: spanIds[0], attributes })
      assert.deepInclude(span, { input: { who: "Ada {{n}}" }, output: { type: "chat", messages } })
      // The attributes are those that a recorded span takes.
      const startedAt = new Date().toISOString()
      const called = await calls.traces.record({ traces: [{ spans: [{ name: "call", startedAt, attributes }] }] })
      const revisions = [{ field: "trace.attributes.prompt.revision", operator: "eq", value: 1 }] as const
      assert.deepStrictEqual(
        (await calls.traces.list({ filters: revisions })).items.map(({ id }) => id),
        called.traces.map(({ id }) => id)
      )

      const alone = await calls.prompts.getManaged({ id, variables: { who: "x".repeat(300_000) }, revision: 1 })
      assert.notStrictEqual(alone.link.traceId, traceId)
      const { "prompt.label": _label, "prompt.label_revision": _labelRevision, ...unlabelled } = attributes
      assert.deepStrictEqual(alone.link.attributes as object, unlabelled)
      const [own] = (await calls.traces.spans({ traceId: alone.link.traceId })).items
      assert.deepInclude(own, { input: { bytes: 300_010 }, output: { bytes: 300_063 } })

      await calls.prompts.update({ id, expectedRevision: 1, description: "Evaluated." })
      const { evaluation } = await calls.prompts.getManaged({ id, label: "latest", variables: { who: "Ada" } })
      assert.deepStrictEqual(evaluation, { project: "managed", promptId: id, revision: 2 })

      assert.deepInclude(await outcome(calls.prompts.getManaged({ id })), {
        code: "MISSING_VARIABLE",
        details: { variables: ["who"] }
      })
      await calls.traces.delete({ id: traceId })
      assert.strictEqual(
        await codeOf(calls.prompts.getManaged({ id, variables: { who: "" }, traceId })),
        "TRACE_DELETED"
      )
      assert.strictEqual(
        await codeOf(calls.prompts.getManaged({ id, variables: { who: "" }, parentSpanId: spanIds[0] })),
        "VALIDATION_ERROR"
      )
    })

    it("M3: frozen, a prompt says the same with all that it includes, whatever becomes of them", async () => {
      const calls = host.as("frozen")
      const part = async (name: string) => (await calls.prompts.create({ ...draft(name), references: {} })).id
      const [one, two] = [await part("one {{who}}"), await part("two")]
      // What follows it says something else than what pins it.
      await calls.prompts.update({ id: two, expectedRevision: 1, source: text("second") })
      const follow = (id: string, revision: number | null = null) => ({ kind: "prompt", id, revision }) as const
      const { id } = await calls.prompts.create({
        ...draft("Whole"),
        source: text("{{> a}}, {{> b}}, {{> c}}"),
        settings: { variables: [{ name: "who" }] },
        references: { a: follow(one), b: follow(two, 1), c: follow(two) }
      })
      const frozen = await host.freeze("frozen", id)
      assert.deepInclude(frozen, { id, name: "Whole", revision: 1 })
      assert.lengthOf(frozen.nodes, 4)
      await calls.prompts.update({ id: one, expectedRevision: 1, source: text("changed") })
      await calls.prompts.update({ id: two, expectedRevision: 2, source: text("changed") })
      // As JSON it is kept.
      const kept = JSON.parse(JSON.stringify(frozen)) as typeof frozen
      const whole = { type: "text", text: "one Ada, two, second" } as const
      assert.deepStrictEqual(Result.getOrThrow(runSteps(renderFrozen(kept)({ who: "Ada" }))), whole)
      const fault = runSteps(renderFrozen(kept)({}))
      assert.isTrue(Result.isFailure(fault))
      assert.match(Result.getOrThrow(Result.flip(fault)), /who/)
    })

    it("validation tells of a saved prompt and of a draft what is wrong, with all that they include, and shows them", async () => {
      const calls = host.as("validated")
      const { id: part } = await calls.prompts.create({ ...draft("Part", "{{who}}"), references: {} })
      const source = text("Hi {{> part}}")
      const references = { part: { kind: "prompt", id: part, revision: null } } as const
      const { valid, issues, checked } = await calls.prompts.validate({ draft: { source, references } })
      assert.isFalse(valid)
      assert.deepStrictEqual(checked, { dependencies: 1 })
      assert.deepStrictEqual(
        issues.map(({ code, path, definition }) => [code, path, definition?.id]),
        [
          ["UNDECLARED_VARIABLE", "/source/template", part],
          ["UNPINNED_REFERENCE", "/references/part", undefined]
        ]
      )
      const settings = { variables: [{ name: "who" }] }
      await calls.prompts.update({ id: part, expectedRevision: 1, settings })
      const { id } = await calls.prompts.create({ ...draft("Whole"), source, settings: {}, references })
      const shown = await calls.prompts.validate({ id, variables: { who: "Ada" } })
      assert.deepInclude(shown, { valid: true, rendered: { type: "text", text: "Hi Ada" } })
      assert.deepStrictEqual(shown.checked, { dependencies: 1 })
      assert.strictEqual(await codeOf(calls.prompts.validate({ id, variables: {} })), "MISSING_VARIABLE")
      assert.strictEqual(await codeOf(calls.prompts.delete({ id: part, expectedRevision: 2 })), "STILL_REFERENCED")

      // Of two that include one another, neither is rendered.
      await calls.prompts.update({
        id: part,
        expectedRevision: 2,
        source: text("{{> whole}}"),
        references: { whole: { kind: "prompt", id, revision: null } }
      })
      const circle = await calls.prompts.validate({ id, variables: { who: "Ada" } })
      assert.deepInclude(circle, { valid: false, rendered: null })
      assert.deepStrictEqual(circle.checked, { dependencies: 1 })
      // A draft that looks like what it includes is not it.
      const beside = await calls.prompts.validate({ draft: { source, references } })
      assert.deepStrictEqual(beside.checked, { dependencies: 2 })
      assert.strictEqual(await codeOf(calls.prompts.getManaged({ id, label: "latest" })), "INVALID_REFERENCE")
      const unknown = { draft: { source: text("{{> gone}}") } }
      assert.strictEqual((await calls.prompts.validate(unknown)).issues[0]?.code, "UNKNOWN_ALIAS")
      // Told in the order of their aliases, whatever order they are given in.
      const lost = { kind: "prompt", id: `${id.slice(0, -1)}${id.endsWith("0") ? 1 : 0}`, revision: null } as const
      const missing = await calls.prompts.validate({
        draft: { source: text(""), references: { b: lost, c: lost, a: lost } }
      })
      assert.deepStrictEqual(
        missing.issues.map(({ code, path }) => [code, path]),
        [
          ["UNKNOWN_ALIAS", "/references/a"],
          ["UNKNOWN_ALIAS", "/references/b"],
          ["UNKNOWN_ALIAS", "/references/c"]
        ]
      )
    })

    it("hostile prompts are refused, or kept as they are", async () => {
      const calls = host.as("hostile")
      const create = (more: object) => calls.prompts.create({ ...draft("Hostile"), references: {}, ...more })
      const many = Array.from({ length: 100_000 }, (_, n) => ({ name: `v${n}`, required: true }))
      const twice = [{ name: "a" }, { name: "a" }]
      const half = { role: "user", content: "é".repeat(65_536) } as const
      for (const more of [
        { settings: { variables: many } },
        { settings: { variables: twice } },
        { settings: { variables: [{ name: "a.b" }] } },
        { source: text("x".repeat(256 * 1024 + 1)) },
        { source: { type: "chat", messages: [half, half, { role: "user", content: "x" }] } },
        { source: { type: "chat", messages: [] } },
        { source: { type: "chat", messages: [{ role: "robot", content: "" }] } },
        { source: { type: "text", template: "", messages: [] } }
      ]) {
        assert.strictEqual(await codeOf(create(more)), "VALIDATION_ERROR", JSON.stringify(more).slice(0, 80))
      }
      const template = "{{a}}".repeat(10_000)
      const { id } = await create({ source: text(template), settings: { variables: [{ name: "a" }] } })
      const { prompt } = await calls.prompts.getPublished({ id, label: "latest" })
      assert.deepStrictEqual(prompt.source, text(template))
      const values = Object.fromEntries(many.map(({ name }) => [name, ""]))
      const asked = (variables: object) => codeOf(calls.prompts.getManaged({ id, label: "latest", variables } as never))
      assert.strictEqual(await asked(values), "VALIDATION_ERROR")
      assert.strictEqual(await asked({ a: {} }), "VALIDATION_ERROR")
      assert.strictEqual(await asked({ a: null }), "VALIDATION_ERROR")
      assert.strictEqual(await asked({ a: "x".repeat(105) }), "PAYLOAD_TOO_LARGE")
      assert.strictEqual(await asked({ a: "x" }), "done")
    })
  })

  describe("limits", () => {
    const variables = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `v${n}` }))
    const create = (more: object) =>
      host.as("limits").prompts.create({ ...draft(`Limited ${++made}`), references: {}, ...more })
    let made = 0
    const managed = async (more: object, given: Record<string, string>) => {
      const calls = host.as("limits")
      const { id } = await create(more)
      const { link } = await calls.prompts.getManaged({ id, label: "latest", variables: given })
      const [span] = (await calls.traces.spans({ traceId: link.traceId })).items
      return span
    }

    const cases = {
      "templates of a prompt together": (bytes: number) => {
        const half = Math.floor(bytes / 4)
        const message = (content: string) => ({ role: "user", content })
        const messages = ["é".repeat(half), "é".repeat(half), "x".repeat(bytes % 4)].map(message)
        return create({ source: { type: "chat", messages } })
      },
      "tags of a template": (count: number) =>
        create({ source: { type: "text", template: "{{a}}".repeat(count) }, settings: { variables: [{ name: "a" }] } }),
      "variables that a prompt declares": (count: number) => create({ settings: { variables: variables(count) } }),
      "variables that a call gives": (count: number) =>
        managed({}, Object.fromEntries(variables(count).map(({ name }) => [name, ""]))),
      "labels of a prompt": async (count: number) => {
        const [calls, id] = [host.as("limits"), (await create({})).id]
        const set = (n: number) => calls.prompts.setLabel({ id, label: `l${n}`, revision: 1, expectedRevision: null })
        await set(0)
        await calls.prompts.protectLabel({ id, label: "l0", protected: true })
        await calls.prompts.setLabel({ id, label: "l0", revision: null, expectedRevision: 1 })
        for (let n = 1; n < count; n++) await set(n)
      },
      "prompts that include one another": async (deep: number) => {
        let { id } = await create({})
        for (let n = 0; n < deep; n++) {
          const part = { kind: "prompt", id, revision: 1 }
          id = (await create({ source: text("{{> part}}"), references: { part } })).id
        }
        await host.as("limits").prompts.getManaged({ id, label: "latest", variables: {} })
      },
      "what is rendered": (bytes: number) =>
        managed(
          { source: text("{{a}}{{a}}{{b}}") },
          { a: "é".repeat(Math.floor(bytes / 4)), b: "x".repeat(bytes % 4) }
        ),
      "pieces of what is rendered": async (pieces: number) => {
        // Each time that it is included it is a piece, and has 9999.
        const { id } = await create({ source: text("{{a}}".repeat(9999)) })
        const times = Math.floor(pieces / 10_000)
        const source = text("{{> part}}".repeat(times) + "{{a}}".repeat(pieces - 10_000 * times))
        await managed({ source, references: { part: { kind: "prompt", id, revision: 1 } } }, { a: "" })
      }
    }
    it.each(Object.keys(cases) as ReadonlyArray<keyof typeof cases>)("%s", (what) =>
      assertLimit(limits.prompts[what], cases[what])
    )

    it("a span has variables and what was rendered whole, or tells how many bytes they are", async () => {
      // The rest of the JSON is 8 bytes of variables, and 25 of what was rendered.
      const { most: ofInput } = limits.prompts["variables on the span of `get_managed_prompt`"]
      const a = "x".repeat(ofInput - 8)
      assert.deepInclude(await managed({}, { a }), { input: { a } })
      assert.deepInclude(await managed({}, { a: `${a}x` }), { input: { bytes: ofInput + 1 } })
      const twoBytes = "é".repeat(ofInput / 2 - 4)
      assert.deepInclude(await managed({}, { a: twoBytes }), { input: { a: twoBytes } })
      assert.deepInclude(await managed({}, { a: `${twoBytes}x` }), { input: { bytes: ofInput + 1 } })
      const { most: ofOutput } = limits.prompts["what was rendered, on that span"]
      const half = Math.floor((ofOutput - 25) / 2)
      const rendered = (more: string) => managed({ source: text(`{{a}}{{a}}${more}`) }, { a: "x".repeat(half) })
      const odd = "x".repeat((ofOutput - 25) % 2)
      const output = { type: "text", text: "x".repeat(ofOutput - 25) }
      assert.deepInclude(await rendered(odd), { output })
      assert.deepInclude(await rendered(`${odd}x`), { output: { bytes: ofOutput + 1 } })
    })
  })
})
