import { withArticle } from "@agent-operations/contract"
import type { Operation } from "@agent-operations/contract"
import fc from "fast-check"
import { expect, expectSame } from "../Broken.ts"
import { type Answer, type Definition, expectCode, type Extra, readAnswer } from "../client.ts"
import { NotChecked } from "../NotChecked.ts"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { Schema } from "effect"
import { discard, withDefinitions } from "./fixtures.ts"
import { overall, perFamily, perKind } from "./per.ts"

const refusals: ReadonlyArray<string> = ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE"]

/** Bodies that are wrong, but for operations whose input is open. */
const wrongBodies: ReadonlyArray<readonly [string, string | Uint8Array]> = [
  ["nothing", ""],
  ["half an object", "{"],
  ["an array", "[]"],
  ["null", "null"],
  ["a string", '"{}"'],
  ["two objects", "{}{}"],
  ["a member that there is not", '{"noSuchMember":1}'],
  ["a member named __proto__", '{"__proto__":{"id":1}}'],
  ["NaN", '{"limit":NaN}'],
  ["a byte that is not UTF-8", new Uint8Array([123, 34, 255, 34, 58, 49, 125])],
  ["nesting 10,000 deep", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
  ["2 MiB", JSON.stringify({ name: "x".repeat(2 * 1024 * 1024) })]
]

const wrongHeaders: ReadonlyArray<readonly [string, Extra]> = [
  ["no content type", { headers: { "content-type": "" } }],
  ["text", { headers: { "content-type": "text/plain" } }],
  ["another charset", { headers: { "content-type": "application/json; charset=utf-16" } }],
  ["an encoding", { headers: { "content-encoding": "gzip" } }],
  ["no project", { headers: { "x-project-id": undefined } }],
  ["two projects that differ", { query: "?projectId=another" }],
  ["a project of 201 characters", { headers: { "x-project-id": "x".repeat(201) } }]
]

/** Inputs near the example of an operation: with a member taken out, of another type, or beside one that there is not. */
const nearly = ({ example }: Operation.Any): fc.Arbitrary<unknown> => {
  const input = example.input as Record<string, unknown>
  const keys = Object.keys(input)
  const junk = fc.oneof(
    fc.constantFrom<unknown>(null, 0, -1, 1.5, "", [], {}, true, "\u0000", "x".repeat(3000)),
    fc.jsonValue()
  )
  return fc.record({ key: fc.constantFrom(...keys, "extra"), drop: fc.boolean(), junk }).map(({ key, drop, junk }) => {
    const { [key]: _, ...rest } = input
    return drop && key !== "extra" ? rest : { ...rest, [key]: junk }
  })
}

/** Whether a body is wrong for an operation, whose input may be open. */
const isWrongFor = ({ input }: Operation.Any, body: string | Uint8Array): boolean => {
  if (typeof body !== "string") return true
  try {
    return !Schema.is(Schema.toEncoded(input))(JSON.parse(body))
  } catch {
    return true
  }
}

/** An operation for people may refuse a key before it looks at what was sent. */
const expectRefused = ({ callers }: Operation.Any, { error, status, text }: Answer, what: string) =>
  expect(
    "E3",
    error !== undefined && [...refusals, ...(callers === "people" ? ["HUMAN_REQUIRED"] : [])].includes(error.code),
    `${what} was answered ${status} ${text.slice(0, 300)}`
  )

const isKept = (value: unknown): boolean =>
  typeof value === "number"
    ? (!Number.isInteger(value) || Number.isSafeInteger(value)) && !Object.is(value, -0)
    : typeof value !== "object" || value === null || Object.values(value).every(isKept)

/** JSON that is kept as it is. */
const json = fc.jsonValue({ maxDepth: 4, stringUnit: "grapheme" }).filter(isKept)
const kept = fc.string({ unit: "grapheme", maxLength: 8 }).filter((text) => !text.includes("\u0000"))
const space = fc.constantFrom("", "", " ", "\n", "\u00a0")
const text = fc.tuple(space, kept, space).map((parts) => parts.join(""))

/** Laws of what an answer looks like, whatever is sent. */
export const envelope = [
  overall(
    "E1",
    ["E1.path", "order.path"],
    "what there is not is NOT_FOUND in the envelope",
    async ({ client, served }) => {
      const { id } = served.operations[0]!
      for (const operation of ["no_such_operation", id.toUpperCase(), `${id}/`, "__proto__", "constructor", "%00"]) {
        const { status, text } = await client.call(operation, {})
        expect("E1", status === 404, `the operation ${operation} was answered ${status} ${text.slice(0, 300)}`)
      }
    }
  ),

  overall(
    "E1",
    ["E1.method"],
    "another method than POST is NOT_FOUND in the envelope",
    async ({ send, served, target }) => {
      const { id } = served.operations[0]!
      for (const method of ["GET", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
        const headers = { authorization: `Bearer ${target.key}`, "x-project-id": target.projectId }
        const answered = await send({ path: `/api/agent/${id}`, method, headers, repeatable: true })
        expectCode("E1", readAnswer(method, undefined, answered), "NOT_FOUND", method)
      }
    }
  ),

  perFamily(
    "E3",
    ["E3.body", "error.PAYLOAD_TOO_LARGE"],
    "a body that is wrong is refused by every operation",
    async ({ client, family }) => {
      for (const operation of family.operations) {
        for (const [what, body] of wrongBodies) {
          if (!isWrongFor(operation, body)) continue
          expectRefused(
            operation,
            await client.call(operation.id, body, { repeatable: true }),
            `${operation.id} with ${what}`
          )
        }
      }
    },
    { long: true }
  ),

  perFamily(
    "E3",
    ["E3.headers", "header.content-type", "header.project"],
    "headers that are wrong are refused by every operation",
    async ({ client, family }) => {
      for (const operation of family.operations) {
        for (const [what, extra] of wrongHeaders) {
          const answer = await client.call(operation.id, operation.example.input, { ...extra, repeatable: true })
          expectRefused(operation, answer, `${operation.id} with ${what}`)
        }
      }
    }
  ),

  perFamily(
    "E3",
    ["E3.input", "E3.nothing", "error.VALIDATION_ERROR"],
    "nearly right input is never an error of the server, and changes nothing where it is refused",
    ({ client, family, served, word, forAll }) =>
      forAll(
        fc
          .constantFrom(...family.operations)
          .chain((operation) => nearly(operation).map((input) => ({ operation, input }))),
        150,
        async ({ operation, input }) => {
          const about = served.aboutOf(operation)
          const call = async (sent: unknown) => {
            const answer = await client.call(operation.id, sent)
            expect("E3", answer.status < 500, `${operation.id} was answered ${answer.status}`)
            const makes = about?.verb === "create" || about?.verb === "copy"
            if (makes && answer.data !== undefined) await discard(client, about.kind, (answer.data as Definition).id)
            return answer
          }
          // What an operation is about, or else any definition, is not to change where the operation is refused.
          const kind = about?.kind ?? served.kinds[0]
          if (kind === undefined) return void (await call(input))
          await withDefinitions(client, kind, [word()], async ([made]) => {
            const { id } = made!
            const hasId = typeof input === "object" && input !== null && "id" in input
            const before = await client.ok(kind.id("get"), { id })
            const answer = await call(hasId && about !== undefined ? { ...input, id } : input)
            if (answer.status === 200) return
            const after = await client.ok(kind.id("get"), { id })
            expectSame("E3", after, before, `a definition after ${operation.id} was refused with ${answer.status}`)
          })
        }
      )
  ),

  perKind("E4", ["E4.text"], "names and descriptions come back as they were sent", ({ client, kind, word, forAll }) =>
    forAll(fc.record({ suffix: kept, description: text }), 40, async ({ suffix, description }) => {
      const name = `${word()} ${suffix}`.trim()
      const made = await client.call(kind.id("create"), kind.body(name, { description }))
      expect("E4", made.status === 200, `${withArticle(kind.name)} was answered ${made.text.slice(0, 300)}`)
      const { id } = made.data as Definition
      try {
        const read = await client.ok(kind.id("get"), { id })
        expectSame("E4", read.name, name, "the name")
        expectSame("E4", read.description, description, "the description")
      } finally {
        await discard(client, kind, id)
      }
    })
  ),

  perKind("E4", ["E4.json"], "open JSON comes back as it was sent", async ({ client, kind, word, forAll }) => {
    const place = kind.openJson ?? kind.text
    if (place === undefined) throw new NotChecked("the kind has no open JSON")
    const create = (value: unknown) => client.call(kind.id("create"), kind.body(word(), place.put(value)))
    const comesBack = async (value: unknown, answer: Answer) => {
      expect("E4", answer.status === 200, `${withArticle(kind.name)} was answered ${answer.text.slice(0, 300)}`)
      const { id } = answer.data as Definition
      try {
        const read = place.read(await client.ok(kind.id("get"), { id }))
        expectSame("E4", read, value, `what was sent as ${place.pointer}`)
        expect("E4", JSON.stringify(read) === JSON.stringify(value), "the order of members changed")
      } finally {
        await discard(client, kind, id)
      }
    }
    for (const sample of place.samples) {
      const answer = await create(sample)
      // The schema takes it, so that this is the host's own validation.
      if (answer.error?.code === "VALIDATION_ERROR") throw new NotChecked(`the server refuses some at ${place.pointer}`)
      await comesBack(sample, answer)
    }
    await forAll(kind.openJson === undefined ? text : json, 40, async (value) => comesBack(value, await create(value)))
  }),

  perKind("E4", ["E4.default"], "what has a default may be left out", async ({ client, kind, word }) => {
    const { defaulted } = kind
    if (defaulted.length === 0) throw new NotChecked("no member of its settings has a default")
    const { settings } = kind.body("")
    const rest = Object.entries(settings as object).filter(([name]) => !defaulted.includes(name))
    const answer = await client.call(kind.id("create"), kind.body(word(), { settings: Object.fromEntries(rest) }))
    const { issues = [] } = (answer.error?.details ?? {}) as { issues?: ReadonlyArray<{ path: string }> }
    const refused = answer.error?.code === "VALIDATION_ERROR" && issues.length > 0
    // The host's own validation may ask for something else, now that this is not there.
    if (refused && !issues.some(({ path }) => defaulted.some((name) => path === pointerOf(["settings", name]))))
      throw new NotChecked(`the server refuses its settings without ${defaulted.join(", ")}`)
    expect(
      "E4",
      answer.status === 200,
      `settings without ${defaulted.join(", ")} were answered ${answer.text.slice(0, 300)}`
    )
    await discard(client, kind, (answer.data as Definition).id)
  })
]
