import type { Operation } from "@agent-operations/contract"
import type { Code } from "@agent-operations/error-envelope"
import { expectSame } from "../Broken.ts"
import type { Context } from "../check.ts"
import { type Definition, expectCode, type Extra } from "../client.ts"
import { NotChecked } from "../NotChecked.ts"
import { callsOn } from "./calls.ts"
import { discard, referenceTo, withReference } from "./fixtures.ts"
import { overall, perFamily, perKind, perReference } from "./per.ts"

/** One thing that is wrong with a request, and the code that says so. */
interface Step {
  readonly what: string
  readonly code: Code
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly query?: string
  /** The credential to send in place of one that holds every scope. */
  readonly key?: string | undefined
}

/** What is looked at before the body, in the wire's order. */
const stepsOf = (
  { scopes }: Operation.Any,
  { foreign, readOnlyKey }: Context["target"],
  read: ReadonlyArray<string>
) => {
  const steps: Array<Step> = [
    { what: "a credential that nobody has", code: "UNAUTHENTICATED", headers: { authorization: "Bearer none" } },
    { what: "no project", code: "VALIDATION_ERROR", headers: { "x-project-id": undefined } },
    { what: "two projects that differ", code: "VALIDATION_ERROR", query: "?projectId=another" }
  ]
  if (foreign !== undefined)
    steps.push({
      what: "a project out of reach",
      code: "PROJECT_ACCESS_DENIED",
      headers: { "x-project-id": foreign.projectId }
    })
  if (readOnlyKey !== undefined && !scopes.every((scope) => read.includes(scope)))
    steps.push({ what: "a scope missing", code: "MISSING_SCOPE", key: readOnlyKey })
  return steps
}

interface Body {
  readonly what: string
  readonly input: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Bodies that are wrong each for another reason; the last names what there is not, or is right. */
const bodiesOf = ({ example }: Operation.Any): ReadonlyArray<Body> => [
  { what: "a body that is no JSON", input: "{" },
  { what: "a body of another type", input: example.input, headers: { "content-type": "text/plain" } },
  { what: "a member that there is not", input: { ...(example.input as object), noSuchMember: 1 } },
  { what: "its example", input: example.input }
]

const lawOf = (code: Code) => (code === "UNAUTHENTICATED" ? "A1" : "E3")

const forKeys = (operations: ReadonlyArray<Operation.Any>) => operations.filter(({ callers }) => callers !== "people")

/** What a server looks at first, where several things are wrong. */
export const order = [
  perFamily(
    "E3",
    ["order.credential", "order.access"],
    "of two things that are wrong before the input, the one that is looked at first is told, by every operation",
    async ({ as, family, served, target }) => {
      for (const operation of forKeys(family.operations)) {
        const steps = stepsOf(operation, target, served.scopes.read)
        for (const [n, step] of steps.entries()) {
          const later = steps.slice(n + 1).filter(({ code }) => code !== step.code)
          const both = [
            ...later.map((other) => ({ ...other, input: operation.example.input })),
            ...bodiesOf(operation).map((body) => ({ query: undefined, key: undefined, ...body }))
          ]
          for (const { what, headers, query, key, input } of both) {
            const extra: Extra = {
              headers: { ...headers, ...step.headers },
              query: step.query ?? query,
              repeatable: true
            }
            const client = as({ key: step.key ?? key })
            const answer = await client.call(operation.id, input, extra)
            expectCode(lawOf(step.code), answer, step.code, `${operation.id} with ${step.what}, and ${what}`)
          }
        }
      }
    },
    { also: ["A1"], long: true }
  ),

  overall(
    "E3",
    ["order.access", "order.body"],
    "a body that is too large is looked at after scopes, and before what is in it",
    async ({ as, served, target }) => {
      const [operation] = forKeys(served.operations).toSorted((a, b) =>
        a.effect === b.effect ? 0 : a.effect === "read" ? 1 : -1
      )
      if (operation === undefined) throw new NotChecked("every operation is for people")
      const limit = operation.limits.bodyBytes ?? 1024 * 1024
      const input = { ...(operation.example.input as object), noSuchMember: "x".repeat(limit) }
      for (const { what, code, headers, query, key } of stepsOf(operation, target, served.scopes.read)) {
        const answer = await as({ key }).call(operation.id, input, { headers, query, repeatable: true })
        expectCode(lawOf(code), answer, code, `${operation.id} with ${what}, and a body that is too large`)
      }
      const answer = await as({}).call(operation.id, input, { repeatable: true })
      expectCode(
        "E3",
        answer,
        "PAYLOAD_TOO_LARGE",
        `${operation.id} with a body that is too large, and a member that there is not`
      )
    },
    { also: ["A1"] }
  ),

  perKind(
    "E3",
    ["order.body", "order.conflict"],
    "input is looked at before what it means, and what there is not before a name that is taken or a revision that is stale",
    async ({ client, kind, served, withDefinitions, word }) => {
      const name = word()
      await withDefinitions([name, word()], async ([taken, made]) => {
        const { id } = made!
        for (const { operation, input } of callsOn(kind, served, kind.missingId, name)) {
          const wrong = { ...input, noSuchMember: 1 }
          const answer = await client.call(operation.id, wrong, { repeatable: true })
          const what = `${operation.id} of what there is not, with a member that there is not`
          expectCode("E3", answer, "VALIDATION_ERROR", what)
        }
        const before = await client.ok(kind.id("get"), { id })
        const missing = kind.missingId
        const update = kind.has("update") ? kind.id("update") : undefined
        const copy = kind.has("copy") ? kind.id("copy") : undefined
        const restore = kind.has("restore") ? kind.id("restore") : undefined
        const cases: ReadonlyArray<readonly [what: string, code: Code, operation: string | undefined, input: object]> =
          [
            ["nothing, under a name that is taken", "NOT_FOUND", copy, { id: missing, name: taken!.name }],
            [
              "a revision that there is not, under a name that is taken",
              "NOT_FOUND",
              copy,
              { id, revision: 99, name: taken!.name }
            ],
            [
              "nothing, to a name that is taken",
              "NOT_FOUND",
              update,
              { id: missing, expectedRevision: 1, name: taken!.name }
            ],
            [
              "a revision that there is not, over one that is stale",
              "NOT_FOUND",
              restore,
              { id, revision: 99, expectedRevision: 9 }
            ],
            [
              "nothing, over a revision that is stale",
              "NOT_FOUND",
              restore,
              { id: missing, revision: 1, expectedRevision: 9 }
            ],
            [
              "a revision that is stale, and a wrong member",
              "VALIDATION_ERROR",
              update,
              { id, expectedRevision: 9, name: 1 }
            ]
          ]
        for (const [what, code, operation, input] of cases) {
          if (operation === undefined) continue
          expectCode("E3", await client.call(operation, input, { repeatable: true }), code, `${operation} of ${what}`)
        }
        expectSame("E3", await client.ok(kind.id("get"), { id }), before, "a definition after it was refused")
      })
    }
  ),

  perReference(
    "E3",
    ["order.conflict"],
    "a stale revision and a taken name are told before a reference to what there is not",
    async (context) => {
      const { client, kind, used, withDefinitions, word } = context
      const gone = { gone: referenceTo(used, used.missingId) }
      const references = kind.references(gone)
      await withDefinitions([word(), word()], async ([taken, made]) => {
        const { id } = made!
        const before = await client.ok(kind.id("get"), { id })
        const { name } = taken!
        const own = kind.references({ self: referenceTo(kind, id) })
        const cases: ReadonlyArray<readonly [what: string, code: Code, verb: "create" | "update", input: object]> = [
          ["a name that is taken", "NAME_TAKEN", "create", kind.body(name, { references: gone })],
          ["nothing", "NOT_FOUND", "update", { id: kind.missingId, expectedRevision: 1, references }],
          ["a stale revision", "CONFLICT", "update", { id, expectedRevision: 9, references }],
          ["a name that is taken", "NAME_TAKEN", "update", { id, expectedRevision: 1, name, references }],
          ...(kind === used
            ? [["a stale revision", "CONFLICT", "update", { id, expectedRevision: 9, references: own }] as const]
            : [])
        ]
        for (const [what, code, verb, input] of cases) {
          if (!kind.has(verb)) continue
          const answer = await client.call(kind.id(verb), input)
          if (verb === "create" && answer.data !== undefined)
            await discard(client, kind, (answer.data as Definition).id)
          expectCode("E3", answer, code, `${kind.id(verb)} of ${what}, with a reference to what there is not`)
        }
        expectSame("E3", await client.ok(kind.id("get"), { id }), before, "a definition after it was refused")
      })
      if (!kind.has("update") || !kind.has("restore")) return
      await withReference(context, async ({ target, user: { id } }) => {
        await client.ok(kind.id("update"), { id, expectedRevision: 1, references: kind.references() })
        await client.ok(used.id("delete"), { id: target.id, expectedRevision: 1 })
        const answer = await client.call(kind.id("restore"), { id, revision: 1, expectedRevision: 1 })
        expectCode("E3", answer, "CONFLICT", "a restore over a stale revision, of what refers to what there is not")
      })
    }
  )
]
