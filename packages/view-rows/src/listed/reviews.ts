import type { Operation } from "@agent-operations/contract"
import type { reviews } from "@agent-operations/contract/reviews"
import { parseTraceId } from "@agent-operations/traces"
import type { RowValue, Space, TraceStore } from "@agent-operations/traces/store"
import { Effect } from "effect"
import { anyIs } from "../query/source.ts"
import type { Path } from "../view/path.ts"
import type { CallsTo } from "./call.ts"
import { inTime, type Item, type List, valuesOf } from "./list.ts"

type Calls = CallsTo<typeof reviews>
type Operations = (typeof reviews)["operations"]
type Session = Operation.Result<Operations["getSession"]>["session"]
type Reviewed = Operation.Result<Operations["list"]>["items"][number]
type Slot = Reviewed["review"]["slots"][number]

/** More than a review has places. */
const places = 16

/** An answer as a number, by what its question asks for: undefined where it has none. */
const numberOf = ({ output }: Session["rubric"][string], value: unknown): number | null | undefined => {
  if (typeof value === "boolean") return value ? 1 : 0
  if (typeof value === "number") return value
  return output.type === "label" ? output.labels.find(({ label }) => label === value)?.value : undefined
}

const statusOf = ({ status }: Reviewed["review"], { reviewer, submittedAt }: Slot): string => {
  if (submittedAt !== null) return "completed"
  if (status === "withdrawn") return status
  return reviewer === null ? "open" : "claimed"
}

/** A place of a review as page views see it. What is withheld from the caller is not there. Law: H4. */
const reviewOf = (session: Session, { review, submissions }: Reviewed, slot: Slot) => {
  const submission = submissions?.find((one) => one.slot === slot.slot)
  const answers = Object.entries(submission?.scores ?? {})
  const verdict = answers.find(([, { value }]) => typeof value === "string")?.[1].value
  const comments = answers.flatMap(([, { comment }]) => (comment === undefined || comment === "" ? [] : [comment]))
  const scores = answers.flatMap(([alias, { value }]) => {
    const question = session.rubric[alias]
    const number = question === undefined ? undefined : numberOf(question, value)
    return typeof number === "number" ? [[alias, number] as const] : []
  })
  return {
    id: review.id,
    status: statusOf(review, slot),
    traceId: review.subject.type === "trace" ? review.subject.id : null,
    reviewerId: slot.reviewer?.id ?? null,
    reviewerName: slot.reviewer?.name ?? null,
    verdict: verdict ?? null,
    comment: comments.length === 0 ? null : comments.join("\n"),
    scores: Object.fromEntries(scores),
    completedAt: slot.submittedAt,
    createdAt: session.createdAt,
    updatedAt: submission?.submittedAt ?? slot.submittedAt ?? session.createdAt
  }
}

/** A row, with what is needed to fill it in. */
interface ReviewItem extends Item {
  readonly reviewed: Reviewed
}

const itemOf = (session: Session, reviewed: Reviewed, slot: Slot): ReviewItem => {
  const review = reviewOf(session, reviewed, slot)
  return {
    id: `${review.id}/${slot.slot}`,
    place: -BigInt(reviewed.review.ordinal * places + slot.slot),
    names: [review.reviewerName, review.comment],
    ids: [review.id, reviewed.review.subject.id],
    value: valuesOf({ review }),
    reviewed
  }
}

const isOfTrace = ({ record, name }: Path): boolean => record === "trace" || (record === "review" && name === "traceId")

/** The reviews of a session, a row for each of their places, with the trace that each is about. Law: H4. */
export const listReviews = (calls: Calls, traces: TraceStore["Service"], space: Space, sessionId: string): List => {
  const traceIdOf = ({ reviewed: { review } }: ReviewItem) =>
    review.subject.type === "trace"
      ? Effect.succeed(review.subject.id)
      : calls.evidence({ id: review.id }).pipe(
          Effect.map(({ evidence }) => (evidence as { readonly traceId?: string }).traceId ?? null),
          Effect.catchTag("NOT_FOUND", () => Effect.succeed(null))
        )

  /**
   * The values of traces, by their IDs, of those that are still there: of the first of the rows that are about them, as many
   * as are read at once, and one at least.
   */
  const readTraces = Effect.fnUntraced(function* (
    ids: ReadonlyArray<string | undefined>,
    paths: ReadonlyArray<string>
  ) {
    const found = new Map<string, ReadonlyMap<string, RowValue>>()
    /** Whether some are left that were too large to be read with the others. */
    const read = Effect.fnUntraced(function* (asked: ReadonlyArray<string>) {
      const options = { limit: asked.length, sorts: [], conditions: [anyIs("trace.id", asked)], paths }
      const { rows, more } = yield* traces.traceRows(space, options)
      for (const { id, values } of rows) found.set(id, new Map(paths.map((path, n) => [path, values[n]!])))
      return more && rows.length < asked.length
    })
    const asked = [...new Set(ids.flatMap((id) => id ?? []))]
    const [first] = asked
    if (first === undefined || paths.length === 0 || !(yield* read(asked))) return { found, looked: ids.length }
    if (!found.has(first)) yield* read([first])
    const missing = ids.findIndex((id) => id !== undefined && id !== first && !found.has(id))
    return { found, looked: missing === -1 ? ids.length : missing }
  })

  return {
    records: ["trace", "span"],
    page: Effect.fnUntraced(function* (cursor) {
      const { session } = yield* calls.getSession({ id: sessionId })
      const page = yield* calls.list({ sessionId, limit: 200, ...(cursor !== undefined && { cursor }) })
      return {
        items: page.items.flatMap((reviewed) => reviewed.review.slots.map((slot) => itemOf(session, reviewed, slot))),
        next: page.nextCursor
      }
    }),
    isLeftOut: isOfTrace,
    fill: Effect.fnUntraced(function* (items, paths, isOver) {
      const wanted = [...new Set(paths.filter(({ record }) => record === "trace").map(({ path }) => path))]
      const ofItems = yield* inTime(items as ReadonlyArray<ReviewItem>, traceIdOf, isOver)
      const ids = ofItems.map((id) => (id === null ? undefined : parseTraceId(id)))
      const { found, looked } = yield* readTraces(ids, wanted)
      const filled = items.slice(0, looked).map((item, n): Item => {
        const isBlind = (item as ReviewItem).reviewed.submissions === null
        const value = (path: Path): RowValue => {
          if (path.record === "review") return path.name === "traceId" ? (ids[n] ?? null) : item.value(path)
          if (path.record !== "trace" || (isBlind && path.name === "scores")) return null
          return found.get(ids[n] ?? "")?.get(path.path) ?? null
        }
        return { ...item, value }
      })
      return { items: filled, looked }
    })
  }
}
