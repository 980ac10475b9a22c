import { Postgres } from "@agent-operations/database"
import { ReviewStore } from "@agent-operations/evals"
import { Effect, Redacted } from "effect"
import type { Started } from "./process.ts"

const scores = JSON.stringify({ helpful: { value: true } })
const corrected = JSON.stringify({ helpful: { value: false } })

interface Session {
  readonly id: string
  readonly items: ReadonlyArray<{ readonly review: { readonly id: string } }>
}

/** What people alone may do, on the database itself: the starter key is none. */
const asPeople = (databaseUrl: string, { organizationId, projectId }: Started, sessionId: string) => {
  const space = { tenant: organizationId, project: projectId }
  const [ada, ben] = ["usr_ada", "usr_ben"].map((id) => ({ type: "user", id, name: id }) as const)
  const submitting = { by: ada!, via: "rest", scores, supersedes: undefined } as const
  const reviewing = Effect.gen(function* () {
    const store = yield* ReviewStore
    const first = { sessionId, ordinal: 1 }
    yield* store.claimNext(space, sessionId, ada!)
    yield* store.claimNext(space, sessionId, ada!)
    yield* store.claimOne(space, first, ben!)
    yield* store.release(space, first, ben!)
    yield* store.skip(space, first, ada!)
    yield* store.claimOne(space, first, ada!)
    yield* store.submit(space, first, submitting)
    yield* store.submit(space, first, { ...submitting, scores: corrected, supersedes: 1 })
    yield* store.withdraw(space, sessionId, (yield* store.openSubjects(space, sessionId)).slice(0, 1))
    return yield* Effect.flip(store.submit(space, first, { ...submitting, by: ben! }))
  })
  return reviewing.pipe(
    Effect.provide(ReviewStore.layer),
    Effect.provide(Postgres.layer({ url: Redacted.make(databaseUrl) })),
    Effect.runPromise
  )
}

/** Every operation over reviews. Returns the operations that answered, and the codes that were met. */
export const exerciseReviews = async (server: Started, databaseUrl: string): Promise<ReadonlySet<string>> => {
  const { url, apiKey, projectId } = server
  const met = new Set<string>()
  const tell = async (operation: string, input: object) => {
    const response = await fetch(`${url}/api/agent/${operation}`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "x-project-id": projectId, "content-type": "application/json" },
      body: JSON.stringify(input)
    })
    const { data, error } = (await response.json()) as { data?: Session; error?: { code: string } }
    met.add(error?.code ?? operation)
    return data ?? { id: "", items: [] }
  }
  const ids = ["1", "2", "3"].map((digit) => digit.repeat(32))
  const span = { name: "answer", startedAt: "2015-11-20T10:00:00Z", endedAt: "2015-11-20T10:00:01Z" }
  await tell("record_traces", { traces: ids.map((id) => ({ id, spans: [span] })) })
  const source = { type: "human", question: "Does it help?" }
  const { id: scorerId } = await tell("create_scorer", {
    name: "Helps",
    source,
    settings: { output: { type: "boolean" } }
  })
  const asked = {
    name: "Answers",
    subject: { traceIds: ids },
    rubric: { helpful: { id: scorerId } },
    reviewersPerItem: 2
  }
  const { id } = await tell("create_review_session", { requestKey: "answers", ...asked })
  await tell("create_review_session", { requestKey: "answers", ...asked })
  await tell("create_review_session", { requestKey: "answers", ...asked, name: "Others" })
  await tell("list_review_sessions", { status: "open", limit: 1 })
  await tell("assign_reviews", { sessionId: id, assignees: ["usr_ada", "usr_ben"] })
  const { items } = await tell("list_reviews", { sessionId: id, limit: 2 })
  const review = items[0]!.review.id
  for (const operation of ["claim_review", "release_review"]) await tell(operation, { id: review })
  await tell("submit_review", { id: review, scores: { helpful: { value: true } } })
  met.add((await asPeople(databaseUrl, server, id))._tag)
  for (const operation of ["claim_review", "release_review", "submit_review"]) met.add(operation)
  await tell("get_review_evidence", { id: review })
  await tell("list_reviews", { sessionId: id, status: "completed" })
  await tell("get_review_session", { id })
  await tell("close_review_session", { id })
  await tell("assign_reviews", { sessionId: id, assignees: [] })
  return met
}
