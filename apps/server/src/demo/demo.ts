import type { Access } from "@agent-operations/auth"
import { traces as family } from "@agent-operations/contract/traces"
import { Invoker, makeCalls } from "@agent-operations/operations"
import { Clock, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import checkout from "./checkout.json" with { type: "json" }
import type { Conversation } from "./conversation.ts"
import research from "./research.json" with { type: "json" }
import support from "./support.json" with { type: "json" }
import { type Agent, traceOf } from "./trace-of.ts"

const shop = "You work for a shop that sells lamps."

const agents: ReadonlyArray<Agent> = [
  { name: "support", instructions: `${shop} Answer questions about orders and products.`, conversations: support },
  { name: "research", instructions: `${shop} Answer with what you find, and say where.`, conversations: research },
  { name: "checkout", instructions: `${shop} Fill carts, take payments, write quotes.`, conversations: checkout }
]

const scoresOf = ({ helpfulness, resolved }: Conversation) => [
  ...(helpfulness === undefined
    ? []
    : [{ name: "helpfulness", value: helpfulness, annotatorKind: "LLM" as const, source: "EVAL" as const }]),
  ...(resolved === undefined ? [] : [{ name: "resolved", value: resolved }])
]

/** What has not ended for longer than this was given up. */
const givenUpHours = 1

/**
 * Records for somebody what three agents did in the last seven days, as far back as traces are kept, with its scores, and
 * tells which traces are answers of the support agent.
 */
export const recordDemo = Effect.fnUntraced(function* (access: Access, retention: Duration.Duration | undefined) {
  const { invoke } = yield* Invoker
  const { traces } = makeCalls([family], (id, input) => invoke(id, input, access))
  const now = yield* Clock.currentTimeMillis
  const oldest = retention === undefined ? Infinity : Duration.toHours(retention) - 1
  const told = agents.flatMap((agent) =>
    agent.conversations
      .filter(({ hoursAgo }) => hoursAgo < oldest)
      .map((conversation) => ({ conversation, trace: traceOf(agent, conversation, now) }))
  )
  const recorded = yield* traces.record({ traces: told.map(({ trace }) => trace) })
  for (const [n, { conversation }] of told.entries()) {
    for (const score of scoresOf(conversation)) yield* traces.createScore({ traceId: recorded.traces[n]!.id, ...score })
  }
  // When a trace was last heard of is the database's to say, for whom all of them are new.
  const sql = yield* SqlClient.SqlClient
  for (const [n, { conversation }] of told.entries()) {
    if (!conversation.open || conversation.hoursAgo < givenUpHours) continue
    yield* sql`
      update agent_operations.trace_heads set touched_at = now() - make_interval(hours => ${givenUpHours})
      where tenant_id = ${access.organizationId} and project_id = ${access.projectId}
        and trace_id = ${recorded.traces[n]!.id}::uuid`
  }
  return told.flatMap(({ trace }, n) => (trace.name === "support" ? [recorded.traces[n]!.id] : []))
})
