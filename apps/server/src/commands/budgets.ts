import { microsOf } from "@agent-operations/contract/evaluations"
import { administer, by, json, org, print, table, UsageError } from "@agent-operations/admin"
import { Budgets } from "@agent-operations/evals"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"

const project = Flag.String("project").pipe(
  Flag.withDescription("The project whose budget it is; without it, the organization's"),
  Flag.optional
)

const amount = (micros: number) => (micros / 1_000_000).toFixed(6).replace(/0{1,4}$/, "")
const shown = (micros: number | null) => (micros === null ? "no limit" : amount(micros))

const list = Command.make("list", { org, project, json }, ({ org, project, json }) =>
  administer(
    Effect.gen(function* () {
      const asked = { organizationId: org, projectId: Option.getOrUndefined(project), by }
      const budgets = yield* (yield* Budgets).list(asked)
      const rows = budgets.map(({ projectId, limitMicros, spentMicros, heldMicros, monthly }) => [
        projectId ?? org,
        shown(limitMicros),
        monthly ? "each month" : "in all",
        `spent ${shown(spentMicros)}`,
        `held ${shown(heldMicros)}`
      ])
      yield* print(json, budgets, rows.length === 0 ? "There is no budget yet: nothing is limited." : table(rows))
    }).pipe(Effect.provide(Budgets.layer))
  )
).pipe(Command.withDescription("List what evaluations may cost, and what they did"))

const set = Command.make(
  "set",
  {
    org,
    project,
    limit: Flag.String("limit").pipe(
      Flag.withDescription("The most that may be spent, in units of your currency, such as 12.50; none for no limit")
    ),
    monthly: Flag.Boolean("monthly").pipe(
      Flag.withDescription("What was spent begins anew with each month"),
      Flag.withDefault(false)
    ),
    json
  },
  ({ org, project, limit, monthly, json }) =>
    administer(
      Effect.gen(function* () {
        const limitMicros = limit === "none" ? null : microsOf(limit)
        if (limitMicros === undefined) {
          return yield* new UsageError({
            message: `${limit} is no amount.`,
            hint: "Write 12.50, or none for no limit."
          })
        }
        const asked = { organizationId: org, projectId: Option.getOrUndefined(project), by }
        const changed = yield* (yield* Budgets).set({ ...asked, limitMicros, monthly })
        const account = Option.getOrElse(project, () => org)
        const raised = changed.limitMicros === limitMicros ? "" : ", as much as is spent and held"
        const limited = (micros: number) =>
          `Limit of ${amount(micros)} ${changed.monthly ? "a month" : "in all"} for ${account}${raised}.`
        const done = changed.limitMicros === null ? `No limit for ${account}.` : limited(changed.limitMicros)
        yield* print(json, changed, done)
      }).pipe(Effect.provide(Budgets.layer))
    )
).pipe(Command.withDescription("Limit what evaluations of an organization or a project may cost"))

export const budgets = Command.make("budget").pipe(
  Command.withDescription("What evaluations may cost"),
  Command.withSubcommands([list, set])
)
