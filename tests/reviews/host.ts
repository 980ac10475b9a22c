import { Scorer, scorers as scorerFamily } from "@agent-operations/contract/scorers"
import { definitions } from "@agent-operations/definitions"
import { reviews } from "@agent-operations/evals"
import { traces } from "@agent-operations/traces"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Sort, startTwo } from "../kit.ts"

/** A person by a number, who signed in, or a key with every scope. */
export const person = (n: number) => ({ type: "user", id: `usr_${n}`, name: `Person ${n}` }) as const
export const key = { type: "api_key", id: "key_ci", name: "CI" } as const

/** What somebody asks: yes or no, one of some labels, and a number. */
const questions = {
  helpful: { type: "boolean" },
  tone: {
    type: "label",
    labels: [
      { label: "kind", value: 1 },
      { label: "cold", value: null }
    ]
  },
  effort: { type: "number", min: 0, max: 10 },
  change: { type: "number" }
} as const

export type Question = keyof typeof questions

/** Scorers without the kinds that they may refer to: what people are asked refers to none. */
const Alone = { ...Scorer, mayReference: [] }

/** Two processes on one database that serve reviews, called within. */
export const startHost = async (sort: Sort) => {
  const families = () => {
    const recorded = traces()
    return [recorded, definitions(Alone, { scopes: scorerFamily.scopes }), reviews(recorded)] as const
  }
  const { kit, other, close } = await startTwo(sort, families)
  const at = (process: typeof kit, projectId: string, who: number | "key", scopes?: ReadonlyArray<string>) =>
    process.as({
      actor: who === "key" ? key : person(who),
      organizationId: "acme",
      projectId,
      ...(scopes === undefined ? {} : { scopes })
    })
  const calls = (projectId: string, who: number | "key" = "key") => at(kit, projectId, who)
  let made = 0

  /** Records traces, each with a score, and returns their IDs. */
  const record = async (projectId: string, count: number) => {
    const ids = Array.from({ length: count }, () => (++made).toString(16).padStart(32, "a"))
    const time = (seconds: number) => new Date(Date.UTC(2015, 10, 20, 10, 0, seconds)).toISOString()
    const span = {
      name: "answer",
      type: "agent",
      startedAt: time(0),
      endedAt: time(1),
      input: "hi",
      output: "there"
    } as const
    const { traces } = calls(projectId)
    await traces.record({ traces: ids.map((id) => ({ id, spans: [{ ...span, id: "b".repeat(16) }] })) })
    for (const traceId of ids) {
      await traces.createScore({ traceId, name: "automatic", value: 0.125, dataType: "NUMERIC" })
      await traces.createScore({
        traceId,
        spanId: "b".repeat(16),
        name: "automatic",
        value: 0.125,
        dataType: "NUMERIC"
      })
    }
    return ids
  }

  const scorers = new Map<string, Promise<string>>()
  const scorer = (projectId: string, question: Question) => {
    const create = async () => {
      const { id } = await calls(projectId).scorers.create({
        name: `Asks ${question}`,
        description: null,
        source: { type: "human", question: `${question}?` },
        settings: { output: questions[question] },
        references: {}
      })
      return id
    }
    const at = `${projectId} ${question}`
    if (!scorers.has(at)) scorers.set(at, create())
    return scorers.get(at)!
  }

  return {
    calls,
    record,
    scorer,
    with: (projectId: string, who: number | "key", scopes: ReadonlyArray<string>) => at(kit, projectId, who, scopes),
    /** The same on the other process. */
    elsewhere: (projectId: string, who: number | "key" = "key") => at(other, projectId, who),

    /** A session about new traces, which asks whether they are helpful. */
    session: async (
      projectId: string,
      items: number,
      settings: {
        reviewersPerItem?: number
        blind?: boolean
        browserOnly?: boolean
        assignees?: Array<string>
        reservationMinutes?: number
      } = {},
      asked: ReadonlyArray<Question> = ["helpful"]
    ) => {
      const rubric: Record<string, { id: string }> = {}
      for (const question of asked) rubric[question] = { id: await scorer(projectId, question) }
      return calls(projectId).reviews.createSession({
        requestKey: `session ${++made}`,
        name: "Answers",
        subject: { traceIds: await record(projectId, items) },
        rubric,
        ...settings
      })
    },

    /** Has what is held in a session be over, or soon. */
    expire: (sessionId: string, ordinal: number | null = null, after = "-1 second") =>
      kit.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`
            update agent_operations.review_slots set held_until = now() + ${after}::interval
            where tenant_id = 'acme' and session_id = ${sessionId} and submitted_at is null and reviewer_id is not null
              and (${ordinal}::int is null or ordinal = ${ordinal}::int)`
        )
      ),

    close
  }
}

export type Host = Awaited<ReturnType<typeof startHost>>
