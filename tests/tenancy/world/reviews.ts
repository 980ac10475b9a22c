import type { Runs } from "./evaluations.ts"
import { ask, call, type Case, own, type Project } from "./project.ts"
import { hour, traceId } from "./traces.ts"

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
  // Others of theirs, which what they do in one session leaves as they are.
  const { id: other } = await tell("create_review_session", about(own("other"), ofTraces))
  await tell("claim_review", { sessionId: other }, "ada")
  await tell("claim_review", { sessionId: ofRun }, "ada")
  const { id: blind } = await tell("create_review_session", {
    ...about(own("blind"), { traceIds: [11, 12, 13, 1].map(traceId) }),
    name: own("Blind"),
    assignees: ["usr_ada", "usr_ben"],
    blind: true,
    reservationMinutes: 5,
    instructions: own("Read the whole answer.")
  })
  const ofBlind = (await tell("list_reviews", { sessionId: blind })).items.map(
    ({ review }: { review: { id: string } }) => review.id
  )
  for (const who of ["ada", "ben"] as const) {
    await tell("claim_review", { id: ofBlind[0] }, who)
    await tell("submit_review", { id: ofBlind[0], ...said(who === "ada") }, who)
  }
  await tell("claim_review", { id: ofBlind[1] }, "ben")
  await tell("submit_review", { id: ofBlind[1], scores: { helpful: { value: true } } }, "ben")
  await tell(
    "submit_review",
    { id: ofBlind[1], scores: { helpful: { value: false, comment: own("On reflection.") } }, supersedes: 1 },
    "ben"
  )
  await tell("claim_review", { id: ofBlind[2] }, "ada")
  const { id: closed } = await tell("create_review_session", {
    ...about(own("closed"), { traceIds: [traceId(2)] }),
    reviewersPerItem: 1
  })
  await tell("close_review_session", { id: closed })
  await tell("record_traces", {
    traces: [{ id: traceId(31), name: own("forgotten"), startedAt: hour(1), endedAt: hour(2) }]
  })
  const { id: withdrawn } = await tell(
    "create_review_session",
    about(own("withdrawn"), { traceIds: [31, 3].map(traceId) })
  )
  await tell("delete_trace", { id: traceId(31) })
  await tell("claim_review", { sessionId: withdrawn }, "ada")
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
    ...[blind, closed, withdrawn, ofRun, other].flatMap((id) => [
      ask("get_review_session", { id }),
      ask("get_review_session", { id }, "ada"),
      ask("list_reviews", { sessionId: id }, "ada"),
      ask("list_reviews", { sessionId: id, limit: 1 }, "ben"),
      ask("close_review_session", { id }),
      ask("claim_review", { sessionId: id }, "ben"),
      ask("assign_reviews", { sessionId: id, assignees: ["usr_ben"] }, "ada")
    ]),
    ...["open", "completed", "withdrawn"].flatMap((status) =>
      [blind, withdrawn].map((id) => ask("list_reviews", { sessionId: id, status }))
    ),
    ...ofBlind.flatMap((id: string) => [
      ask("get_review_evidence", { id }, "ada"),
      ask("get_review_evidence", { id }, "ben"),
      ask("claim_review", { id }, "ada"),
      ask("release_review", { id }, "ada"),
      ask("submit_review", { id, ...said(true), supersedes: 1 }, "ben")
    ]),
    ask("claim_review", { sessionId: blind, skip: ofBlind[2] }, "ada"),
    ask("submit_review", { id: ofBlind[2], scores: { helpful: { value: "yes" } } }, "ada"),
    ask("submit_review", { id: ofBlind[2], scores: { other: { value: true } } }, "ada"),
    ask("submit_review", { id: ofBlind[2], scores: {} }, "ada"),
    ask("create_review_session", {
      ...about("assigned", ofTraces),
      assignees: ["usr_ada"],
      reservationMinutes: 7,
      instructions: "Read it."
    }),
    ask("create_review_session", about("failed of a run", { runId: run, status: "failed" })),
    ask(
      "create_review_session",
      about("below nothing", { runId: run, status: "succeeded", scorer: "exact", below: 0 })
    ),
    ask("create_review_session", { ...about("pinned", ofTraces), rubric: { helpful: { id: scorerId, revision: 1 } } }),
    ask("create_review_session", { ...about("none", ofTraces), rubric: { helpful: { id: scorerId, revision: 9 } } }),
    call("get_eval_run", { id: run, limit: 2 }),
    call("query_page_view", { draft: viewOf("reviews", "review"), sessionId }),
    call("query_page_view", { draft: viewOf("evaluation_run", "case"), runId: run })
  ]
}
