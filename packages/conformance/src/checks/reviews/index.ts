import { expect, expectSame } from "../../Broken.ts"
import { check, type Context } from "../../check.ts"
import { type Client, expectCode } from "../../client.ts"
import type { Served } from "../../served.ts"
import { withDefinitions } from "../fixtures.ts"
import type { ChecksOf } from "../per.ts"

const operations = [
  ...["create_review_session", "get_review_session", "list_reviews"],
  ...["claim_review", "release_review", "submit_review"],
  // What a session is about, and what it asks.
  ...["record_traces", "create_scorer"]
]

/** Whether a server serves reviews. */
export const servesReviews = ({ find }: Pick<Served, "find">): boolean =>
  operations.every((id) => find(id) !== undefined)

interface Listed {
  readonly review: { readonly id: string; readonly slots: ReadonlyArray<{ readonly reviewer: object | null }> }
}

/** Records a trace, and returns its ID. */
const recordTrace = async (client: Client) => {
  const span = { name: "answer", type: "agent", startedAt: new Date().toISOString(), endedAt: new Date().toISOString() }
  const { traces } = await client.ok<{ readonly traces: ReadonlyArray<{ readonly id: string }> }>("record_traces", {
    traces: [{ spans: [span] }]
  })
  return traces[0]!.id
}

/** Opens a session about one trace, and returns its ID. */
const openSession = async (client: Client, requestKey: string, scorerId: string) => {
  const { id } = await client.ok<{ readonly id: string }>("create_review_session", {
    requestKey,
    name: requestKey,
    subject: { traceIds: [await recordTrace(client)] },
    rubric: { helpful: { id: scorerId } }
  })
  return id
}

const holdKeyOff = async ({ client }: Context, sessionId: string) => {
  const list = async () =>
    (await client.ok<{ readonly items: ReadonlyArray<Listed> }>("list_reviews", { sessionId })).items
  const { id } = (await list())[0]!.review
  const tries = [
    ["claim_review", { sessionId }],
    ["claim_review", { id }],
    ["submit_review", { id, scores: { helpful: { value: true } } }],
    ["release_review", { id }]
  ] as const
  for (const [operation, input] of tries) {
    expectCode("H1", await client.call(operation, input), "HUMAN_REQUIRED", `${operation} by an API key`)
    const [listed] = await list()
    const isFree = listed!.review.slots.every(({ reviewer }) => reviewer === null)
    expect("H1", isFree, `a review is held after ${operation}, which was refused`)
  }
  const { session } = await client.ok<{ readonly session: { readonly counts: object } }>("get_review_session", {
    id: sessionId
  })
  const wanted = { items: 1, completed: 0, withdrawn: 0, reviews: 0 }
  expectSame("H1", session.counts, wanted, "the counts of a session after what was refused")
}

/** Checks of reviews, where they are served. */
const keysReviewNothing: ChecksOf = (served) => {
  const kind = served.kinds.find(({ name }) => name === "scorer")
  if (kind === undefined || !servesReviews(served)) return []
  const human = {
    source: { type: "human", question: "Does it help?" },
    settings: { output: { type: "boolean" } },
    references: {}
  }
  const asking = { ...kind, body: (name: string) => ({ ...kind.body(name), ...human }) }
  const run = (context: Context) =>
    withDefinitions(context.client, asking, [context.word()], async ([scorer]) =>
      holdKeyOff(context, await openSession(context.client, context.word(), scorer!.id))
    )
  const title = "reviews: an API key claims, releases and submits none, and changes nothing where it tries"
  return [check("H1", title, run, { covers: ["H1.refused", "H1.nothing"], family: "reviews" })]
}

export const reviews = [keysReviewNothing]
