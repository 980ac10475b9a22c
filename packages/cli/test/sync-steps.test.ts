import { setImmediate } from "node:timers/promises"
import { AgentError } from "@agent-operations/client"
import { viewFamilies } from "@agent-operations/contract"
import { assert, describe, it } from "vitest"
import type { Session } from "../src/session.ts"
import { type Content, digestOf } from "../src/sync/content.ts"
import type { Document } from "../src/sync/document.ts"
import { type FolderKind, folderKinds } from "../src/sync/kinds.ts"
import type { Seen } from "../src/sync/lock.ts"
import { type Calls, callsOf, listProject, listReadable, type Remote } from "../src/sync/project.ts"
import type { Step } from "../src/sync/push-step.ts"
import { pushSteps } from "../src/sync/push-steps.ts"
import { validateDrafts } from "../src/sync/validate-drafts.ts"

const kinds = folderKinds(viewFamilies)
const [kind, field] = ["page_view", "custom_field"].map((name) => kinds.find((one) => one.name === name)!) as [
  FolderKind,
  FolderKind
]
const place = (name: string) => `page-views/${name.toLowerCase()}`
const uses = (...ids: ReadonlyArray<string>) =>
  Object.fromEntries(ids.map((id) => [`to ${id.replace("?", "")}`, { kind: "page_view", id, revision: null }]))
const content = (name: string, references: Content["references"] = {}): Content => ({
  ...{ name, description: null, source: { type: "table" }, settings: { target: "traces" } },
  references
})
const documentOf = (said: Content): Document => ({
  ...{ place: place(said.name), kind, content: said, pins: {}, names: {}, paths: [] }
})
const remoteOf = (id: string, revision: number, said: Content): Remote => ({
  ...{ kind, id, revision, by: "Ada" },
  content: said
})
const seenAs = (id: string, revision: number, said: Content): Seen => ({
  ...{ name: said.name, id, revision },
  digest: digestOf(said)
})
const refusal = (code: string, status: number, more: object = {}) =>
  new AgentError({
    ...{ code, message: `${code}!`, hint: `Mend ${code}.`, operation: "", attempts: 1, status },
    ...more
  })

const create = (said: Content, ...later: ReadonlyArray<string>): Step => ({
  ...{ type: "create", place: place(said.name), kind, document: documentOf(said), later: new Set(later) }
})
const update = (said: Content, ...changed: ReadonlyArray<keyof Content>): Step => ({
  ...{ type: "update", place: place(said.name), kind, document: documentOf(said), changed },
  remote: remoteOf("", 1, said)
})

/** What a write is answered with: a failure, or what it made. */
type Answers = (operation: string, input: Record<string, unknown>) => unknown

/** Pushes steps to a server that answers so: what it was asked for, what was recorded, and what came of it. */
const push = async (
  steps: ReadonlyArray<Step>,
  {
    known = {},
    seen = {},
    answers = () => undefined,
    current = () => Promise.reject(refusal("NOT_FOUND", 404)),
    stop = new AbortController()
  }: {
    readonly known?: Readonly<Record<string, Seen>>
    readonly seen?: Readonly<Record<string, Seen | undefined>>
    readonly answers?: Answers
    readonly current?: (input: object) => Promise<unknown>
    readonly stop?: AbortController
  } = {}
) => {
  const written: Array<readonly [string, object]> = []
  const recorded: Array<object> = []
  let made = 0
  const calls: Calls = {
    read: (_, input) => current(input),
    write: async (operation, input) => {
      written.push([operation, input])
      const given = input as Record<string, unknown>
      const answer = answers(operation, given)
      if (answer instanceof Error) throw answer
      if (operation.startsWith("delete")) return { deleted: true }
      const id = given["id"] ?? `pv_${++made}`
      const revision = Number(given["expectedRevision"] ?? 0) + 1
      return { ...content("Anew"), ...given, id, revision, updatedBy: { name: "Ada" }, ...(answer as object) }
    }
  }
  const pushed = await pushSteps(
    { steps, seen: new Map(Object.entries(seen)) },
    new Map(Object.entries(known)),
    calls,
    (lock) => void recorded.push(Object.fromEntries([...lock].map(([at, { id, revision }]) => [at, [id, revision]]))),
    stop.signal
  )
  const { done, failed, conflicts, left, isInterrupted, lock } = pushed
  return {
    written,
    recorded,
    ended: { done: done.map((step) => `${step.type} ${step.place}`), failed, conflicts, left, isInterrupted },
    lock: Object.fromEntries(lock)
  }
}

const nothing = { done: [], failed: [], conflicts: [], left: [], isInterrupted: false }

describe("the steps of a push", () => {
  it("each send what they are about, at the revision that was seen last, and record it", async () => {
    const a = content("A", uses("?B", "?C", "pv_9"))
    const b = content("B")
    const d = content("D", uses("?A"))
    const e = content("E", uses("pv_8", "pv_9"))
    const steps: ReadonlyArray<Step> = [
      create(b),
      create(a, "to C"),
      create(content("C")),
      { type: "attach", place: place("A"), kind, document: documentOf(a) },
      update(d, "description", "references"),
      update(e, "name"),
      { type: "detach", place: place("E"), kind, remote: remoteOf("pv_e", 5, e), aliases: new Set(["to pv_8"]) },
      { type: "delete", place: place("F"), kind, remote: remoteOf("pv_f", 6, content("F")) }
    ]
    const known = {
      [place("D")]: seenAs("pv_d", 3, d),
      [place("E")]: seenAs("pv_e", 4, e),
      [place("F")]: seenAs("pv_f", 6, content("F")),
      [place("Old")]: seenAs("pv_o", 1, b)
    }
    const seen = { [place("Old")]: undefined, [place("New")]: seenAs("pv_n", 7, b) }
    const { written, recorded, ended, lock } = await push(steps, { known, seen })
    const reference = (id: string) => ({ kind: "page_view", id, revision: null })
    assert.deepStrictEqual(written, [
      ["create_page_view", { ...b, references: {} }],
      ["create_page_view", { ...a, references: { "to B": reference("pv_1"), "to pv_9": reference("pv_9") } }],
      ["create_page_view", content("C")],
      [
        "update_page_view",
        {
          ...{ id: "pv_2", expectedRevision: 1 },
          references: { "to B": reference("pv_1"), "to C": reference("pv_3"), "to pv_9": reference("pv_9") }
        }
      ],
      [
        "update_page_view",
        { id: "pv_d", expectedRevision: 3, description: null, references: { "to A": reference("pv_2") } }
      ],
      ["update_page_view", { id: "pv_e", expectedRevision: 4, name: "E" }],
      ["update_page_view", { id: "pv_e", expectedRevision: 5, references: { "to pv_9": reference("pv_9") } }],
      ["delete_page_view", { id: "pv_f", expectedRevision: 6 }]
    ])
    const before = { ...{ [place("D")]: ["pv_d", 3], [place("E")]: ["pv_e", 4], [place("F")]: ["pv_f", 6] } }
    const next: Array<object> = [{ ...before, [place("New")]: ["pv_n", 7] }]
    for (const more of [
      { [place("B")]: ["pv_1", 1] },
      { [place("A")]: ["pv_2", 1] },
      { [place("C")]: ["pv_3", 1] },
      { [place("A")]: ["pv_2", 2] },
      { [place("D")]: ["pv_d", 4] },
      { [place("E")]: ["pv_e", 5] },
      { [place("E")]: ["pv_e", 6] }
    ])
      next.push({ ...next.at(-1), ...more })
    const { [place("F")]: _, ...last } = next.at(-1) as Record<string, unknown>
    assert.deepStrictEqual(recorded, [...next, last])
    assert.deepStrictEqual(ended, { ...nothing, done: steps.map((step) => `${step.type} ${step.place}`) })
    assert.deepStrictEqual(lock[place("B")], seenAs("pv_1", 1, b))
    assert.notProperty(lock, place("F"))
  })

  it("record nothing where nothing is new", async () => {
    assert.deepStrictEqual(await push([]), { written: [], recorded: [], ended: nothing, lock: {} })
  })

  const failed = (name: string, code: string, exit: number | undefined, more: object = {}) => ({
    ...{ place: place(name), code, message: `${code}!`, hint: `Mend ${code}.`, exit },
    ...more
  })
  const steps = ["A", "B", "C"].map((name) => create(content(name)))

  /** Refuses what is called A. */
  const refuses =
    (error: Error): Answers =>
    (_, { name }) =>
      name === "A" ? error : undefined
  const others = [`create ${place("B")}`, `create ${place("C")}`]
  const left = [place("B"), place("C")]

  it.each([
    ["INVALID_INPUT", 400, 6, false],
    ["NOT_FOUND", 404, 4, false],
    ["STRANGE", 409, 5, false],
    ["UNAUTHENTICATED", 401, 3, true],
    ["MISSING_SCOPE", 403, 3, true],
    ["RATE_LIMITED", 429, 7, true],
    ["UNAVAILABLE", 503, 8, true],
    ["CONNECTION_FAILED", 0, 8, true],
    ["OUTCOME_UNKNOWN", 0, 9, true]
  ] as const)(
    "go on after what one of them meets, and end where all would meet it: %s",
    async (code, status, exit, ends) => {
      const details = { what: "A" }
      const { ended, written } = await push(steps, { answers: refuses(refusal(code, status, { details })) })
      const one = failed("A", code, exit, { details })
      assert.deepStrictEqual(
        ended,
        ends ? { ...nothing, failed: [one], left } : { ...nothing, failed: [one], done: others }
      )
      assert.lengthOf(written, ends ? 1 : 3)
    }
  )

  it("end where something fails that nobody foresaw", async () => {
    const { ended } = await push(steps, { answers: refuses(new TypeError("It broke.")) })
    const one = { place: place("A"), code: "UNFORESEEN", message: "It broke.", hint: "", exit: 1 }
    assert.deepStrictEqual(ended, { ...nothing, failed: [one], left })
  })

  it.each([
    ["NAME_TAKEN", 5],
    ["STILL_REFERENCED", 5],
    ["REFERENCE_NOT_FOUND", 6]
  ] as const)("are tried again once others succeed, for as long as any does: %s", async (code, exit) => {
    let tries = 0
    const free =
      (at: number): Answers =>
      (_, { name }) =>
        name === "A" && ++tries < at ? refusal(code, 409) : undefined
    const second = await push(steps, { answers: free(2) })
    assert.deepStrictEqual(second.ended, { ...nothing, done: [...others, `create ${place("A")}`] })
    tries = 0
    const third = await push(steps, { answers: free(3) })
    assert.deepStrictEqual(third.ended, { ...nothing, done: others, failed: [failed("A", code, exit)] })
    assert.strictEqual(tries, 2)
  })

  it("that use what failed are not tried, until it succeeds", async () => {
    const using = create(content("U", uses("?A")))
    const attach: Step = { type: "attach", place: place("A"), kind, document: documentOf(content("A")) }
    const all = [steps[0]!, attach, using, steps[1]!]
    let tries = 0
    const later = await push(all, {
      answers: (_, { name }) => (name === "A" && ++tries === 1 ? refusal("NAME_TAKEN", 409) : undefined)
    })
    const inEnd = [`create ${place("A")}`, `attach ${place("A")}`, `create ${place("U")}`]
    assert.deepStrictEqual(later.ended, { ...nothing, done: [`create ${place("B")}`, ...inEnd] })
    const never = await push(all, { answers: refuses(refusal("INVALID_INPUT", 400)) })
    const untried = (name: string, message: string) => ({
      ...{ place: place(name), code: "NOT_TRIED", message, hint: "Push again once that succeeds.", exit: undefined }
    })
    assert.deepStrictEqual(never.ended, {
      ...nothing,
      done: [`create ${place("B")}`],
      failed: [
        failed("A", "INVALID_INPUT", 6),
        untried("A", "it was not created"),
        untried("U", 'it uses the page_view "A", which was not created')
      ]
    })
    assert.lengthOf(never.written, 2)
  })

  it("R3: that meet another revision are conflicts with what is there now, and fail where that cannot be read", async () => {
    const [a, b] = [content("A"), content("B")]
    const known = { [place("A")]: seenAs("pv_a", 1, a), [place("B")]: seenAs("pv_b", 1, b) }
    const gone: Step = { type: "delete", place: place("B"), kind, remote: remoteOf("pv_b", 1, b) }
    const both = [update(a, "name"), gone]
    const answers: Answers = () => refusal("CONFLICT", 409)
    const asked: Array<object> = []
    const met = await push(both, {
      ...{ known, answers },
      current: async (input) => {
        asked.push(input)
        return { ...a, ...input, revision: 4, updatedBy: { name: "Bob" } }
      }
    })
    const why = "changed there to revision 4 by Bob in this moment"
    const there = (id: string) => ({ ...remoteOf(id, 4, a), by: "Bob" })
    assert.deepStrictEqual(met.ended, {
      ...nothing,
      conflicts: [
        { place: place("A"), kind, why, seen: known[place("A")], document: documentOf(a), remote: there("pv_a") },
        { place: place("B"), kind, why, seen: known[place("B")], document: undefined, remote: there("pv_b") }
      ]
    })
    assert.deepStrictEqual([asked, met.recorded], [[{ id: "pv_a" }, { id: "pv_b" }], []])
    const unread = await push(both, { known, answers })
    assert.deepStrictEqual(unread.ended, {
      ...nothing,
      failed: [failed("A", "NOT_FOUND", 4), failed("B", "NOT_FOUND", 4)]
    })
  })

  it("end with an interruption: what was sent counts, and what was not is left, once each", async () => {
    const interrupts = (error?: Error) => {
      const stop = new AbortController()
      return push(
        [steps[0]!, { type: "attach", place: place("B"), kind, document: documentOf(content("B")) }, steps[1]!],
        {
          stop,
          answers: () => (stop.abort(), error)
        }
      )
    }
    const isInterrupted = true
    const b = place("B")
    assert.deepStrictEqual((await interrupts()).ended, {
      ...{ ...nothing, done: [`create ${place("A")}`], left: [b], isInterrupted }
    })
    const lost = await interrupts(refusal("NAME_TAKEN", 409))
    assert.deepStrictEqual(lost.ended, { ...nothing, failed: [failed("A", "NAME_TAKEN", 5)], left: [b], isInterrupted })
    const unsent = await interrupts(new Error("It was interrupted."))
    assert.deepStrictEqual(unsent.ended, { ...nothing, left: [place("A"), b], isInterrupted })
    const stop = new AbortController()
    const all = await push(steps.slice(0, 1), { stop, answers: () => stop.abort() })
    assert.deepStrictEqual(all.ended, { ...nothing, done: [`create ${place("A")}`] })
  })
})

describe("calls of a folder's project", () => {
  it("send no write once it is interrupted, and wait for one that was sent", async () => {
    const stop = new AbortController()
    const sent: Array<unknown> = []
    const client = { call: async (...given: ReadonlyArray<unknown>) => void sent.push(given) }
    const calls = callsOf(client as ReturnType<Session["connect"]>, stop.signal)
    await calls.read("get_page_view", { id: "pv_1" })
    await calls.write("create_page_view", { name: "A" })
    assert.deepStrictEqual(sent, [
      ["get_page_view", { id: "pv_1" }, { signal: stop.signal, retries: 5 }],
      ["create_page_view", { name: "A" }, { retries: 5 }]
    ])
    stop.abort(new Error("It was interrupted."))
    assert.throws(() => void calls.write("create_page_view", {}), "It was interrupted.")
    assert.lengthOf(sent, 2)
  })

  const answer = (id: string) => ({ ...content(id), id, revision: 1, updatedBy: { name: "Ada" }, updatedAt: "then" })

  it("list each kind, page after page", async () => {
    const asked: Array<unknown> = []
    const read = async (...given: readonly [string, object]) => {
      asked.push(given)
      const more = given[0] === kind.operations.list && !("cursor" in given[1])
      return { items: [answer(`${given[0]} ${asked.length}`)], nextCursor: more ? "next" : null }
    }
    const listed = await listProject([kind, field], { read })
    const one = (of: FolderKind, name: string) => ({ ...remoteOf(name, 1, content(name)), kind: of })
    assert.deepStrictEqual(listed, [
      ...[one(kind, "list_page_views 1"), one(kind, "list_page_views 2"), one(field, "list_custom_fields 3")]
    ])
    assert.deepStrictEqual(asked, [
      ["list_page_views", { limit: 200 }],
      ["list_page_views", { limit: 200, cursor: "next" }],
      ["list_custom_fields", { limit: 200 }]
    ])
  })

  it("leave out a kind that cannot be read and of which nothing is here, unless none can be read", async () => {
    const listed = async (isHere: boolean, ...refusals: ReadonlyArray<AgentError | undefined>) => {
      const left = [...refusals]
      const read = async () => {
        const refused = left.shift()
        if (refused !== undefined) throw refused
        return { items: [answer("pv_1")], nextCursor: null }
      }
      return listReadable([kind, field], { read }, () => isHere).then(
        ({ kinds: readable, remotes }) => [readable.map(({ name }) => name), remotes.map(({ kind: { name } }) => name)],
        (error: AgentError) => error.message
      )
    }
    const [missing, scope] = [refusal("NOT_FOUND", 404), refusal("MISSING_SCOPE", 403)]
    const [both, second] = [["page_view", "custom_field"], ["custom_field"]]
    assert.deepStrictEqual(await listed(true), [both, both])
    assert.deepStrictEqual(await listed(false, missing), [second, second])
    assert.deepStrictEqual(await listed(false, scope), [second, second])
    assert.strictEqual(await listed(true, missing), "NOT_FOUND!")
    assert.strictEqual(await listed(false, refusal("UNAVAILABLE", 503)), "UNAVAILABLE!")
    assert.strictEqual(await listed(false, missing, scope), "NOT_FOUND!")
    assert.deepStrictEqual(await listReadable([], { read: () => Promise.reject(missing) }, () => false), {
      ...{ kinds: [], remotes: [] }
    })
  })
})

describe("the validation of drafts", () => {
  it("is of what would be created and updated, in the order of the steps, with each issue in a line", async () => {
    const asked: Array<unknown> = []
    const { promise: slow, resolve } = Promise.withResolvers<void>()
    const issue = { severity: "warning", code: "SLOW", message: "This  is slow.", path: "/source/code" }
    const read = async (...given: readonly [string, object]) => {
      asked.push(given)
      if (asked.length === 1) return slow.then(() => ({ valid: true }))
      resolve()
      return {
        valid: false,
        issues: [
          issue,
          { ...issue, position: { line: 3, column: 7 } },
          { message: "This is wrong." },
          { ...issue, definition: { kind: "custom_field", id: "cf_1", revision: 2 } }
        ]
      }
    }
    const [a, b, c] = [content("A"), content("B", uses("pv_9")), content("C", uses("pv_9", "?A"))]
    const lasting = { ...kind, operations: { ...kind.operations, validate: undefined } }
    const found = await validateDrafts(
      [
        create(a),
        update(b, "name"),
        create(c),
        { ...create(content("D")), kind: lasting },
        { type: "delete", place: place("E"), kind, remote: remoteOf("pv_e", 1, a) },
        { type: "attach", place: place("F"), kind, document: documentOf(a) }
      ],
      { read }
    )
    const { source, settings } = a
    assert.deepStrictEqual(asked, [
      ["validate_page_view", { draft: { source, settings, references: {} } }],
      ["validate_page_view", { draft: { source, settings, references: b.references } }]
    ])
    assert.deepStrictEqual(
      [...found],
      [
        [place("A"), { isValid: true, lines: [] }],
        [
          place("B"),
          {
            isValid: false,
            lines: [
              "warning SLOW /source/code This is slow.",
              "warning SLOW /source/code:3:7 This is slow.",
              "error This is wrong.",
              "warning SLOW /source/code This is slow. (in the custom_field cf_1, which it uses, at revision 2)"
            ]
          }
        ],
        [place("C"), { isValid: true, lines: ["not validated: it uses what is to be created first"] }]
      ]
    )
  })

  it("is of four at once", async () => {
    let [now, most] = [0, 0]
    const read = async () => {
      most = Math.max(most, ++now)
      await setImmediate()
      now--
      return {}
    }
    const names = ["A", "B", "C", "D", "E", "F", "G", "H"]
    const found = await validateDrafts(
      names.map((name) => create(content(name))),
      { read }
    )
    assert.deepStrictEqual([most, [...found.keys()]], [4, names.map(place)])
  })
})
