import { migrations as authMigrations, OfferedScopes } from "@agent-operations/auth"
import { upkeepMigrations } from "@agent-operations/database"
import { contractOf, viewFamilies } from "@agent-operations/contract"
import { migrations as identityMigrations } from "@agent-operations/identity"
import { Cursors, Invoker, migrations as operationsMigrations } from "@agent-operations/operations"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { secretKeys } from "@agent-operations/evals/secrets"
import { ModelConnections as Connections } from "@agent-operations/evals/calls"
import { definitions } from "@agent-operations/definitions"
import {
  Budgets as EvaluationBudgets,
  apps,
  datasets,
  datasetTraces,
  evaluations,
  imports,
  reviews,
  runReviews,
  scorers
} from "@agent-operations/evals"
import { metrics } from "@agent-operations/metrics"
import { prompts } from "@agent-operations/prompts"
import { traces } from "@agent-operations/traces"
import { viewRows } from "@agent-operations/view-rows"
import { views } from "@agent-operations/views"
import { Layer, Redacted } from "effect"
import { Budgets, ModelConnections } from "@agent-operations/console"
import { AlertRule } from "@agent-operations/testing/alert-rule"

const alertRules = definitions(AlertRule)
const tracing = traces()
const counting = metrics(tracing)
const prompting = prompts(tracing)
const holding = datasets()
const adding = datasetTraces(holding, tracing)
const importing = imports(holding, { scorers: true })
const scoring = scorers()
const calling = apps({ keys: secretKeys([Redacted.make("k".repeat(43))]) })
const running = evaluations(
  { datasets: holding, scorers: scoring, apps: calling },
  { worker: { isAlone: true }, reviews: runReviews }
)
const reviewing = reviews(tracing, { runs: running })
const rows = viewRows({}, [holding, running, reviewing])
const families = [
  ...viewFamilies,
  ...alertRules.families,
  ...tracing.families,
  ...counting.families,
  ...rows.families,
  ...prompting.families,
  ...holding.families,
  ...adding.families,
  ...importing.families,
  ...scoring.families,
  ...reviewing.families,
  ...calling.families,
  ...running.families
]

/** Every table of the console's services. */
export const migrations = [
  authMigrations,
  ...views().migrations,
  ...tracing.migrations,
  ...prompting.migrations.filter(({ owner }) => owner === "prompts"),
  ...[...holding.migrations, ...importing.migrations].filter(({ owner }) => ["datasets", "imports"].includes(owner)),
  ...reviewing.migrations.filter(({ owner }) => owner === "reviews"),
  ...calling.migrations.filter(({ owner }) => ["secrets", "model_connections"].includes(owner)),
  ...running.migrations.filter(({ owner }) => owner === "eval-runs"),
  operationsMigrations,
  upkeepMigrations,
  identityMigrations
]

/** What owners and admins set of evaluations, as the console asks for it. */
export const evaluationsLayer = Layer.merge(
  Layer.effect(Budgets, EvaluationBudgets).pipe(Layer.provide(EvaluationBudgets.layer)),
  Layer.effect(ModelConnections, Connections)
)

/** What the pages of a project's content call, and the scopes that there are. */
export const operationsLayer = Invoker.layer(families).pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      // Longer than it takes on a machine that is busy.
      views({ validation: { deadline: "1 minute" } }).layer,
      alertRules.layer,
      tracing.layer,
      counting.layer,
      rows.layer,
      prompting.layer,
      holding.layer,
      adding.layer,
      importing.layer,
      scoring.layer,
      reviewing.layer,
      calling.layer,
      running.layer
    )
  ),
  Layer.provideMerge(Layer.mergeAll(EncodedRevisionStore.layer, Cursors.layer)),
  Layer.provideMerge(Layer.succeed(OfferedScopes, contractOf(families).scopes))
)
