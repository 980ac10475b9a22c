import type { Runs } from "./evaluations.ts"
import { call, type Case, own, type Project } from "./project.ts"
import { traceId } from "./traces.ts"

/** Sessions of reviews of traces and of a run, in which people claimed, submitted and gave back. */
export const reviewsOf = async ({ tell }: Project, { run }: Runs): Promise<ReadonlyArray<Case>> => {
  const source = { type: "human", question: "Does it help?" }
  const scorer = { name: own("Helps"), source, settings: { output: { type: "boolean" } } }
  const { id: scorerId } = await tell("create_scorer", scorer)
  const rubric = { helpful: { id: scorerId } }
  const about = (requestKey: string, subject: object) => ({
    requestKey,
    name: own("Answers"),
    subject,
    rubric,
    reviewersPerItem: 2
  })
  const ofTraces = { traceIds: [1, 2, 3].map(traceId) }
  const { id: sessionId } = await tell("create_review_session", about(own("traces"), ofTraces))
  const { id: ofRun } = await tell("create_review_session", about(own("run"), { runId: run }))
  const [first, second, third] = (await tell("list_reviews", { sessionId })).items.map(
    ({ review }: { review: { id: string } }) => review.id
  )
  const said = (value: boolean) => ({ scores: { helpful: { value, comment: own("So it says.") } } })
  await tell("claim_review", { id: first }, "ada")
  await tell("submit_review", { id: first, ...said(true) }, "ada")
  await tell("claim_review", { id: second }, "ada")
  const page = await tell("list_reviews", { sessionId, limit: 1 })
  const sessions = await tell("list_review_sessions", { limit: 1 })
  const oneOfRun = (await tell("list_reviews", { sessionId: ofRun, limit: 1 })).items[0].review.id
  const viewOf = (target: string, record: string) => ({
    source: { type: "table" },
    settings: { target, columns: [{ field: `${record}.status` }] }
  })
  return [
    call("create_review_session", about("others", ofTraces)),
    call("create_review_session", about("others", { traceIds: [traceId(4)] })),
    call("create_review_session", about("low of a run", { runId: run, scorer: "exact", below: 1, sample: 1 })),
    call("create_review_session", about(own("traces"), ofTraces)),
    call("create_review_session", about(own("traces"), { traceIds: [traceId(4)] })),
    call("list_review_sessions"),
    call("list_review_sessions", { limit: 1, cursor: sessions.nextCursor }),
    call("list_review_sessions", { status: "open" }),
    call("get_review_session", { id: sessionId }),
    call("assign_reviews", { sessionId, assignees: ["usr_ada", "usr_ben"] }),
    call("close_review_session", { id: sessionId }),
    call("list_reviews", { sessionId }),
    call("list_reviews", { sessionId, limit: 1, cursor: page.nextCursor }),
    call("list_reviews", { sessionId, status: "open" }, "ben"),
    call("list_reviews", { sessionId: ofRun }),
    call("get_review_evidence", { id: first }),
    call("get_review_evidence", { id: third }, "ben"),
    call("get_review_evidence", { id: oneOfRun }),
    call("claim_review", { sessionId }, "ben"),
    call("claim_review", { sessionId, skip: second }, "ada"),
    call("claim_review", { id: second }, "ben"),
    call("release_review", { id: second }, "ada"),
    call("submit_review", { id: second, ...said(false) }, "ada"),
    call("submit_review", { id: first, ...said(false), supersedes: 1 }, "ada"),
    call("claim_review", { sessionId: ofRun }, "ada"),
    call("get_eval_run", { id: run, limit: 2 }),
    call("query_page_view", { draft: viewOf("reviews", "review"), sessionId }),
    call("query_page_view", { draft: viewOf("evaluation_run", "target"), runId: run })
  ]
}
