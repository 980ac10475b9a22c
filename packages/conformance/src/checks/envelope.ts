import type { Operation } from "@agent-operations/contract"
import { operations } from "../served.ts"
import fc from "fast-check"
import { expect, expectSame } from "../Broken.ts"
import { check } from "../check.ts"
import type { Answer, Definition, Extra } from "../client.ts"
import { discard, pageView } from "./fixtures.ts"

const refusals = [400, 413, 422]

/** Bodies that are wrong for every operation. */
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
  ["a byte order mark", new Uint8Array([0xef, 0xbb, 0xbf, 123, 125])],
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

const expectRefused = (answer: Answer, what: string) =>
  expect("E3", refusals.includes(answer.status), `${what} was answered ${answer.status} ${answer.text.slice(0, 300)}`)

const isKept = (value: unknown): boolean =>
  typeof value === "number"
    ? (!Number.isInteger(value) || Number.isSafeInteger(value)) && !Object.is(value, -0)
    : typeof value !== "object" || value === null || Object.values(value).every(isKept)

/** JSON that is kept as it is. */
const json = fc.jsonValue({ maxDepth: 4, stringUnit: "grapheme" }).filter(isKept)
const kept = fc.string({ unit: "grapheme", maxLength: 8 }).filter((text) => !text.includes("\u0000"))
const space = fc.constantFrom("", "", " ", "\n", "\u00a0")

/** Laws of what an answer looks like, whatever is sent. */
export const envelope = [
  check("E1", "what there is not is NOT_FOUND in the envelope", async ({ client }) => {
    for (const operation of [
      "no_such_operation",
      "GET_PAGE_VIEW",
      "get_page_view/",
      "__proto__",
      "constructor",
      "%00"
    ]) {
      const { status, text } = await client.call(operation, {})
      expect("E1", status === 404, `the operation ${operation} was answered ${status} ${text.slice(0, 300)}`)
    }
  }),

  check("E1", "another method than POST is NOT_FOUND in the envelope", async ({ target }) => {
    const { fetch = globalThis.fetch } = target
    for (const method of ["GET", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
      const headers = { authorization: `Bearer ${target.key}`, "x-project-id": target.projectId }
      const response = await fetch(new Request(`${target.url}/api/agent/list_page_views`, { method, headers }))
      const text = await response.text()
      expect(
        "E1",
        response.status === 404 && text.startsWith('{"error":'),
        `${method} was answered ${response.status} ${text.slice(0, 300)}`
      )
    }
  }),

  check("E3", "a body that is wrong is refused by every operation", async ({ client }) => {
    for (const { id } of operations) {
      for (const [what, body] of wrongBodies) {
        // A body without members is right for a list.
        const answer = await client.call(id, body)
        expectRefused(answer, `${id} with ${what}`)
      }
    }
  }),

  check("E3", "headers that are wrong are refused by every operation", async ({ client }) => {
    for (const { id, example } of operations) {
      for (const [what, extra] of wrongHeaders)
        expectRefused(await client.call(id, example.input, extra), `${id} with ${what}`)
    }
  }),

  check(
    "E3",
    "nearly right input is never an error of the server, and changes nothing where it is refused",
    ({ client, word, forAll }) =>
      forAll(
        fc.constantFrom(...operations).chain((operation) => nearly(operation).map((input) => ({ operation, input }))),
        150,
        async ({ operation, input }) => {
          const name = word()
          const { id } = await client.ok("create_page_view", pageView(name))
          try {
            const aimed =
              typeof input === "object" && input !== null && "id" in input && operation.id.includes("page_view")
                ? { ...input, id }
                : input
            const { text } = await client.call("get_page_view", { id })
            const answer = await client.call(operation.id, aimed)
            expect("E3", answer.status < 500, `${operation.id} was answered ${answer.status}`)
            if (answer.status === 200) {
              const made = answer.data as Partial<Definition>
              if (operation.id.startsWith("create") || operation.id.startsWith("copy")) {
                await discard(client, operation.id.includes("page_view") ? "page_view" : "custom_field", made.id ?? "")
              }
              return
            }
            const after = await client.call("get_page_view", { id })
            expect(
              "E3",
              after.text === text,
              `${operation.id} was refused with ${answer.status}, and changed a definition`
            )
          } finally {
            await discard(client, "page_view", id)
          }
        }
      )
  ),

  check("E4", "open JSON, names and descriptions come back as they were sent", ({ client, word, forAll }) =>
    forAll(
      fc.record({
        extra: json,
        suffix: kept,
        description: fc.tuple(space, kept, space).map((parts) => parts.join(""))
      }),
      40,
      async ({ extra, suffix, description }) => {
        const name = `${word()} ${suffix}`.trim()
        const sent = pageView(name, { description, settings: { target: "traces", extra } })
        const made = await client.call("create_page_view", sent)
        expect("E4", made.status === 200, `a page view was answered ${made.text.slice(0, 300)}`)
        const { id } = made.data as Definition
        try {
          const read = await client.ok<Definition & { settings: { extra: unknown } }>("get_page_view", { id })
          expectSame("E4", read.name, name, "the name")
          expectSame("E4", read.description, description, "the description")
          expectSame("E4", read.settings.extra, extra, "open JSON")
          expect("E4", JSON.stringify(read.settings.extra) === JSON.stringify(extra), "the order of members changed")
        } finally {
          await discard(client, "page_view", id)
        }
      }
    )
  ),

  check("E4", "what cannot be kept exactly is refused, naming the place", async ({ client, word }) => {
    const name = word()
    for (const [what, json] of [
      ["an integer beyond 2^53 - 1", "9007199254740993"],
      ["a number beyond a double", "1e400"],
      ["a NUL", '"a\\u0000b"'],
      ["a lone surrogate", '"\\ud800"']
    ] as const) {
      const body = JSON.stringify(pageView(name, { settings: { target: "traces", extra: { here: "@" } } })).replace(
        '"@"',
        json
      )
      const answer = await client.call("create_page_view", body)
      if (answer.data !== undefined) await discard(client, "page_view", (answer.data as Definition).id)
      expect("E4", answer.status === 400, `${what} was answered ${answer.status} ${answer.text.slice(0, 300)}`)
      const { issues } = (answer.error?.details ?? { issues: [] }) as { issues: ReadonlyArray<{ path: string }> }
      expect(
        "E4",
        issues[0]?.path === "/settings/extra/here",
        `${what} at /settings/extra/here is told to be at ${issues[0]?.path}`
      )
    }
  })
]
