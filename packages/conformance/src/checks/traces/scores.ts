import { expect, expectSame } from "../../Broken.ts"
import { type Client, expectCode } from "../../client.ts"
import { ofTraces, type ScoreItem, spanIdOf, versionOf } from "./of-traces.ts"

const create = (client: Client, input: object) => client.ok<ScoreItem>("create_score", input)

/** Scores are newest first by their milliseconds. */
const aMoment = () => new Promise<void>((resolve) => setTimeout(resolve, 3))

/** Laws of scores. */
export const scores = [
  ofTraces(
    "T18",
    ["T18.key", "T18.newest"],
    "a score replaces the one of its key alone, and keeps its ID; a trace shows the newest of each name",
    async ({ client, traceId, take, read }) => {
      const id = traceId()
      await take([versionOf({ traceId: id }), versionOf({ traceId: id, spanId: spanIdOf(2) })])
      const base = { traceId: id, name: "helpful", value: 0.5 }
      const first = await create(client, { ...base, label: "so", explanation: "why", metadata: { a: 1 } })
      await aMoment()
      const others = [
        { ...base, name: "resolved", value: true },
        { ...base, name: "Helpful", value: 0.25 },
        { ...base, identifier: "judge", value: 0.75 },
        { ...base, spanId: spanIdOf(1), value: 1 },
        { ...base, spanId: spanIdOf(2), value: 0 }
      ]
      const ids = new Set([first.id])
      for (const other of others) {
        ids.add((await create(client, other)).id)
        await aMoment()
      }
      expect("T18", ids.size === 6, `of six scores of other keys, ${ids.size} have IDs of their own`)
      const again = await create(client, {
        ...base,
        traceId: id.toUpperCase(),
        spanId: null,
        identifier: "",
        value: 0.9
      })
      expect("T18", again.id === first.id, "a score of the same key has another ID")
      const { createdAt, label, explanation, metadata } = again
      const kept = { createdAt: first["createdAt"], label: null, explanation: null, metadata: {} }
      expectSame("T18", { createdAt, label, explanation, metadata }, kept, "a score that was replaced")
      const { trace, spans, scores } = await read(id)
      expect("T18", scores.length === 6, `there are ${scores.length} scores, of six keys`)
      expectSame("T18", trace["scores"], { helpful: 0.9, resolved: 1, Helpful: 0.25 }, "the scores of a trace")
      expectSame(
        "T18",
        spans.map((span) => span["scores"]),
        [{ helpful: 1 }, { helpful: 0 }],
        "those of its spans"
      )
      await client.ok("delete_score", { id: first.id })
      expectCode("T18", await client.call("delete_score", { id: first.id }), "NOT_FOUND", "a score that was deleted")
      expectSame("T18", (await read(id)).trace["scores"], { helpful: 0.75, resolved: 1, Helpful: 0.25 }, "the others")
    }
  ),

  ofTraces(
    "T18",
    ["T18.early"],
    "a score may come before its trace and its span, and is theirs once they come",
    async ({ client, traceId, take, read, listed }) => {
      const id = traceId()
      await create(client, { traceId: id, name: "early", value: 2 })
      await create(client, { traceId: id, spanId: spanIdOf(1), name: "of span", value: false })
      expectCode("T18", await client.call("get_trace", { id }), "NOT_FOUND", "a trace of which only scores came")
      expect("T18", (await listed(id)) === undefined, "a trace of which only scores came was listed")
      await take([versionOf({ traceId: id })])
      const { trace, spans, scores } = await read(id)
      const seen = [trace["scores"], spans[0]?.["scores"], scores.length, (await listed(id))?.["scores"]]
      expectSame("T18", seen, [{ early: 2 }, { "of span": 0 }, 2, { early: 2 }], "scores that came before their trace")
    }
  ),

  ofTraces(
    "T18",
    ["T18.goes"],
    "scores go with their trace",
    async ({ client, traceId, take }) => {
      const id = traceId()
      await take([versionOf({ traceId: id })])
      const made = await create(client, { traceId: id, name: "gone", value: 1 })
      await client.ok("delete_trace", { id })
      const list = await client.call("list_trace_scores", { traceId: id })
      expectCode("T18", list, "NOT_FOUND", "scores of a trace that was deleted")
      expectCode("T18", await client.call("delete_score", { id: made.id }), "NOT_FOUND", "a score of a deleted trace")
    },
    { also: ["T19"] }
  ),

  ofTraces(
    "T18",
    ["create_score.fields"],
    "a score has what it was sent with, and a type by its value unless it is given",
    async ({ client, few, traceId }) => {
      const id = traceId()
      const cases: ReadonlyArray<readonly [object, object]> = [
        [{ value: 0.125 }, { dataType: "NUMERIC" }],
        [{ value: -3, dataType: "NUMERIC" }, {}],
        [{ value: true }, { dataType: "BOOLEAN" }],
        [{ value: "good" }, { dataType: "CATEGORICAL" }],
        [{ value: "a long text", dataType: "TEXT" }, {}],
        [{ value: 1, source: "EVAL", annotatorKind: "LLM" }, {}],
        [
          { value: 1, source: "ANNOTATION", label: "l", explanation: "e", identifier: "i", metadata: { a: [1, null] } },
          {}
        ]
      ]
      const defaults = {
        source: "API",
        annotatorKind: "CODE",
        identifier: "",
        label: null,
        explanation: null,
        spanId: null
      }
      for (const [n, [input, more]] of cases.entries()) {
        const made = await create(client, { traceId: id, name: `n${n}`, ...input })
        const wanted = { ...defaults, traceId: id, name: `n${n}`, metadata: {}, ...input, ...more }
        const seen = Object.fromEntries(Object.keys(wanted).map((field) => [field, made[field]]))
        expectSame("T18", seen, wanted, "a score as it was sent")
      }
      const wrong = [
        { value: "a", dataType: "NUMERIC" },
        { value: 1, dataType: "BOOLEAN" },
        { value: true, dataType: "TEXT" },
        { value: null },
        { value: "x".repeat(2001) },
        { value: 1, name: "" },
        { value: 1, name: "x".repeat(121) }
      ]
      for (const input of few(wrong)) {
        const answer = await client.call("create_score", { traceId: id, name: "wrong", ...input }, { repeatable: true })
        expectCode("T18", answer, "VALIDATION_ERROR", `a score with ${JSON.stringify(input).slice(0, 60)}`)
      }
      expectCode("T18", await client.call("get_trace", { id }), "NOT_FOUND", "a trace that is scored and not there")
    }
  ),

  ofTraces(
    "A7",
    ["A7.score"],
    "a score of a person's is given by no API key",
    async ({ client, traceId, take, read }) => {
      const id = traceId()
      await take([versionOf({ traceId: id })])
      const input = { traceId: id, name: "human", value: 1, annotatorKind: "HUMAN" }
      const answer = await client.call("create_score", input)
      // A credential of a person's may.
      if (answer.status === 200) {
        const { createdBy } = answer.data as { readonly createdBy: { readonly type: string } }
        expect("A7", createdBy.type === "user", `${createdBy.type} scored as a person`)
        return
      }
      expectCode("A7", answer, "HUMAN_REQUIRED", "a score of a person's")
      expectSame("A7", (await read(id)).scores, [], "the scores after one was refused")
    }
  )
]
