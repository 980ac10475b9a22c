import { expect, expectSame } from "../../Broken.ts"
import type { Context } from "../../check.ts"
import { type Client, expectCode } from "../../client.ts"
import { withMadeKey } from "../made-keys.ts"
import { makeExporter } from "./exporter.ts"
import { ofTraces, type OfTraces, type ScoreItem, spanIdOf, versionOf } from "./of-traces.ts"
import { otlpRequest, recordInput, type Version } from "./versions.ts"

const deleting = "traces:delete"

interface Other {
  readonly place: { readonly key: string }
  readonly client: Client
}

/** Does something with another key, which holds every scope but that of deleting traces. */
const withOther = ({ target, served, as }: Context & OfTraces, use: (other: Other) => Promise<void>) =>
  withMadeKey(
    target,
    served.scopes.all.filter((scope) => scope !== deleting),
    ({ key }) => use({ place: { key }, client: as({ key }) })
  )

const refused = { repeatable: true }

/** Laws of whose spans and scores are. */
export const recorders = [
  ofTraces(
    "T25",
    ["T25.taken", "T25.partial", "T25.right"],
    "a span is replaced by the key that began it, and by another with traces:delete alone",
    (context) =>
      withOther(context, async ({ place, client }) => {
        const { traceId, take, read } = context
        const id = traceId()
        const began = versionOf({ traceId: id, name: "began" })
        const version = (number: number, name: string, spanId = began.spanId): Version => ({
          ...began,
          spanId,
          version: number,
          name,
          way: "record"
        })
        const names = async () => (await read(id)).spans.map(({ name }) => name)
        await take([began])

        const record = await client.call("record_traces", recordInput([version(1, "another's")]), refused)
        expectCode("T25", record, "SPAN_TAKEN", "a version of a span that another key began")
        expectSame("T25", await names(), ["began"], "the span after a version of another key")

        const later = { ...began, name: "another's", endNano: began.endNano! + 1n }
        const own = { ...began, name: "own", spanId: spanIdOf(2) }
        const sent = await makeExporter(context, place)(otlpRequest([later, own]))
        const told = `${sent.status}, ${sent.rejected} rejected: ${sent.message}`
        expect(
          "T25",
          sent.status === 200 && sent.rejected === 1,
          `one span of another key's of two was answered ${told}`
        )
        expect("T25", sent.message.includes("SPAN_TAKEN"), `a span of another key's was rejected with ${sent.message}`)
        expectSame("T25", await names(), ["began", "own"], "the spans after one was rejected")

        // What is there already is taken from anybody.
        await take([began], place)
        await take([version(1, "by its key")])
        await take([version(1, "by right", own.spanId)])
        await take([version(2, "by its key", own.spanId)], place)
        expectSame("T25", await names(), ["by its key", "by its key"], "spans that were replaced by right")
      }),
    { needs: ["makeKey"] }
  ),

  ofTraces(
    "T25",
    ["T25.score"],
    "a score is replaced and deleted by the key that gave it, and by another with traces:delete alone",
    (context) =>
      withOther(context, async ({ client: other }) => {
        const { client, traceId, take, read } = context
        const id = traceId()
        await take([versionOf({ traceId: id })])
        const give = (by: Client, name: string, value: number) =>
          by.ok<ScoreItem>("create_score", { traceId: id, name, value })
        const given = await give(client, "given", 1)
        const again = { traceId: id, name: "given", value: 0 }
        expectCode(
          "T25",
          await other.call("create_score", again, refused),
          "MISSING_SCOPE",
          "another key's score, replaced"
        )
        const deletion = await other.call("delete_score", { id: given.id })
        expectCode("T25", deletion, "MISSING_SCOPE", "another key's score, deleted")
        const seen = (await read(id)).scores.map(({ name, value }) => ({ name, value }))
        expectSame("T25", seen, [{ name: "given", value: 1 }], "a score that another key may not change")

        const [one, two] = [await give(other, "one", 1), await give(other, "two", 1)]
        await give(other, "one", 0)
        await give(client, "two", 0)
        await other.ok("delete_score", { id: one.id })
        await client.ok("delete_score", { id: two.id })
      }),
    { needs: ["makeKey"] }
  )
]
