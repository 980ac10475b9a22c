import { expect, expectSame } from "../../Broken.ts"
import type { Context } from "../../check.ts"
import { expectCode, readAnswer } from "../../client.ts"
import { exportRequest } from "../../otlp/message.ts"
import { makeExporter } from "./exporter.ts"
import {
  millisAgo,
  ofTraces,
  type OfTraces,
  type Place,
  recently,
  spanIdOf,
  type TracePage,
  versionOf
} from "./of-traces.ts"
import { otlpSpan, recordInput } from "./versions.ts"

const path = "/api/traces"

/** Asks an alias as somebody. */
const aliasFor =
  (
    { send, target, note }: Context,
    place: { readonly key?: string | undefined; readonly projectId?: string | undefined }
  ) =>
  async (method: "GET" | "POST", more: string, body?: object, headers: Record<string, string> = {}) => {
    const received = await send({
      path: `${path}${more}`,
      method,
      headers: {
        ...(place.key === "" ? {} : { authorization: `Bearer ${place.key ?? target.key}` }),
        "x-project-id": place.projectId ?? target.projectId,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      repeatable: true
    })
    note({
      sent: `${method} ${path}${more} ${JSON.stringify(body)}`,
      answered: `${received.status} ${received.text.slice(0, 400)}`
    })
    return readAnswer(`${method} ${path}`, undefined, received)
  }

/** Fails unless somebody is refused by OTLP and by both aliases, with a code, and nothing is kept. */
const expectRefused = async (
  context: Context & OfTraces,
  place: Place,
  codes: Readonly<Record<"read" | "write", string | undefined>>,
  law: "A1" | "A2" | "A3" | "A5",
  what: string
) => {
  const id = context.traceId()
  const one = versionOf({ traceId: id })
  const alias = aliasFor(context, place)
  const expectAnswer = (code: string | undefined, seen: string | undefined, where: string) =>
    expect(law, code === seen, `${where} with ${what} was answered ${seen ?? "a result"}, and not ${code ?? "one"}`)
  for (const encoding of ["protobuf", "json"] as const) {
    const { status, message } = await makeExporter(context, place)(exportRequest([otlpSpan(one)]), {
      encoding,
      ...(place.key === "" ? { headers: { authorization: undefined } } : {})
    })
    const seen = status === 200 ? undefined : message.split(":")[0]
    expectAnswer(codes.write, seen, `OTLP in ${encoding}`)
  }
  expectAnswer(codes.write, (await alias("POST", "", recordInput([one]))).error?.code, `POST ${path}`)
  expectAnswer(codes.read, (await alias("GET", "?limit=1")).error?.code, `GET ${path}`)
  if (codes.write === undefined) return
  const found = await context.client.call("get_trace", { id })
  expectCode(law, found, "NOT_FOUND", `a trace of a request with ${what}`)
}

/** Laws of who may, at the addresses that are no operation's. */
export const tenancy = [
  ofTraces(
    "A1",
    ["T21.credential"],
    "without a valid credential OTLP and the addresses of traces are 401, and keep nothing",
    async (context) => {
      const code = { read: "UNAUTHENTICATED", write: "UNAUTHENTICATED" }
      const { key } = context.target
      const nearly = [
        ["no credential", ""],
        ["another letter", `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`]
      ]
      for (const [what, other] of nearly) await expectRefused(context, { key: other }, code, "A1", what!)
      const { status } = await makeExporter(context, { key: "none" })("junk that nobody looks at")
      expect("A1", status === 401, `a body that is no request, without a credential, was answered ${status}`)
    },
    { also: ["T21"] }
  ),

  ofTraces(
    "A2",
    ["T21.scopes"],
    "what only reads may not send spans by OTLP or the address of traces, and may read there",
    (context) =>
      expectRefused(
        context,
        { key: context.target.readOnlyKey },
        { read: undefined, write: "MISSING_SCOPE" },
        "A2",
        "a key that only reads"
      ),
    { needs: ["readOnlyKey"], also: ["T21"] }
  ),

  ofTraces(
    "A3",
    ["T21.project"],
    "OTLP and the addresses of traces deny a project of others as one that does not exist",
    async (context) => {
      const code = { read: "PROJECT_ACCESS_DENIED", write: "PROJECT_ACCESS_DENIED" }
      for (const projectId of [context.target.foreign!.projectId, "prj_7zzzzzzzzzzzzzzzzzzzzzzzzz"])
        await expectRefused(context, { projectId }, code, "A3", `the project ${projectId}`)
    },
    { needs: ["foreign"], also: ["T21"] }
  ),

  ofTraces(
    "A5",
    ["T21.revoked"],
    "a credential that is revoked sends no further span",
    async (context) => {
      const { target, served, exporter: _, ...rest } = context
      const { key, revoke } = await target.makeKey!(served.scopes.all)
      const send = makeExporter(context, { key })
      const span = (n: number) => exportRequest([otlpSpan(versionOf({ traceId: id, spanId: spanIdOf(n) }))])
      const id = rest.traceId()
      const before = await send(span(1))
      await revoke()
      expect("A5", before.status === 200, `a new credential was answered ${before.status}: ${before.message}`)
      await expectRefused(
        context,
        { key },
        { read: "UNAUTHENTICATED", write: "UNAUTHENTICATED" },
        "A5",
        "a revoked key"
      )
    },
    { needs: ["makeKey"], also: ["T21"] }
  ),

  ...(["otherProjectId", "foreign"] as const).map((which) =>
    ofTraces(
      "T21",
      ["T21.others"],
      which === "foreign"
        ? "the same IDs in another organization are other traces, of which nothing is seen or changed"
        : "the same IDs in another project are other traces, of which nothing is seen or changed",
      async ({ target, as, client, word, traceId, take, read, listed }) => {
        const place: Place = which === "foreign" ? target.foreign! : { projectId: target.otherProjectId }
        const theirs = as(place)
        const [name, id, only] = [word(), traceId(), traceId()]
        const startNano = recently()
        const mine = versionOf({ traceId: id, name: `${name} mine`, startNano })
        const other = { ...mine, name: `${name} theirs`, startNano: startNano - 1n, attributes: { "user.id": "them" } }
        await take([other, { ...other, spanId: spanIdOf(2) }, { ...other, traceId: only }], place)
        const { id: score } = await theirs.ok<{ readonly id: string }>("create_score", {
          traceId: id,
          name: "theirs",
          value: 1
        })
        await client.ok("create_score", { traceId: only, name: "mine", value: 1 })
        await take([mine])
        const seen = await read(id)
        const { trace } = seen
        expectSame(
          "T21",
          [trace["name"], trace.spanCount, trace["scores"], trace["userId"]],
          [mine.name, 1, {}, null],
          "a trace"
        )
        expectSame("T21", [seen.spans.length, seen.scores.length], [1, 0], "its spans and scores")
        const { items, total } = await client.ok<TracePage>("list_traces", { search: name, includeTotal: true })
        expectSame("T21", [items.length, total], [1, 1], "a list, and its total")
        expectCode("T21", await client.call("get_trace", { id: only }), "NOT_FOUND", "a trace of another place")
        expectCode("T21", await client.call("list_trace_spans", { traceId: only }), "NOT_FOUND", "its spans")
        expectCode("T21", await client.call("delete_trace", { id: only }), "NOT_FOUND", "a delete of it")
        expectCode("T21", await client.call("delete_score", { id: score }), "NOT_FOUND", "a delete of a score of it")
        await client.ok("delete_trace", { id })
        const left = await read(id, theirs)
        const wanted = [`${name} theirs`, 2, { theirs: 1 }]
        expectSame(
          "T21",
          [left.trace["name"], left.trace.spanCount, left.trace["scores"]],
          wanted,
          "what is left there"
        )
        await take([{ ...other, spanId: spanIdOf(3) }], place)
        expect("T21", (await listed(id, theirs))?.spanCount === 3, "a trace of another place was refused a span")
      },
      { needs: [which], also: ["A3"] }
    )
  ),

  ofTraces(
    "C1",
    ["C1.alias"],
    "GET and POST /api/traces answer what list_traces and record_traces do",
    async (context) => {
      const { client, word, traceId, read } = context
      const alias = aliasFor(context, {})
      const [name, startNano] = [word(), recently()]
      const sent = [1, 2, 3].map((n) => versionOf({ traceId: traceId(), name, startNano: startNano + BigInt(n) }))
      const recorded = await alias("POST", "", recordInput(sent))
      expectSame("C1", recorded.data, await client.ok("record_traces", recordInput(sent)), `POST ${path}`)
      expect("C1", (await read(sent[0]!.traceId)).spans.length === 1, `what POST ${path} took is not there`)
      const time = new Date(millisAgo(7_200_000)).toISOString()
      const inputs: ReadonlyArray<object> = [
        { search: name },
        { search: name, limit: 2, includeTotal: true },
        { search: name, limit: 2, from: time },
        { search: name, to: time }
      ]
      for (const input of inputs) {
        const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))
        const answer = await alias("GET", `?${query}`)
        const { nextCursor: cursor, ...data } = answer.data as TracePage
        const { nextCursor: other, ...wanted } = await client.ok<TracePage>("list_traces", input)
        expectSame("C1", data, wanted, `GET ${path}?${query}`)
        expect("C1", (cursor === null) === (other === null), `GET ${path}?${query} ends elsewhere`)
        if (cursor === null || other === null) continue
        const next = await client.ok<TracePage>("list_traces", { ...input, cursor })
        const page = await alias("GET", `?${query}&cursor=${encodeURIComponent(other)}`)
        expectSame("C1", page.data, next, `the page after GET ${path}?${query}`)
      }
      for (const wrong of ["?limit=0", "?limit=201", "?limit=x", "?noSuchMember=1", "?includeTotal=1", "?cursor=x"])
        expectCode("C1", await alias("GET", wrong), "VALIDATION_ERROR", `GET ${path}${wrong}`)
      expectCode("C1", await alias("POST", "", { traces: [] }), "VALIDATION_ERROR", `POST ${path} of nothing`)
    },
    { also: ["T9", "T5"] }
  )
]
