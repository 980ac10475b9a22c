// A host over DATABASE_URL, or PGlite in a directory of its own, with every family, its own API keys and an organization that
// it remembers. It runs on the packages of a release and on those of the commit before.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import {
  apps,
  datasets,
  datasetTraces,
  evaluations,
  imports,
  itemEvidence,
  promptEvaluations,
  reviews,
  runReviews,
  scorers
} from "@agent-operations/evals"
import { secretKeys } from "@agent-operations/evals/secrets"
import { createAgentOperations } from "@agent-operations/kit"
import { metrics } from "@agent-operations/metrics"
import { prompts } from "@agent-operations/prompts"
import { traces } from "@agent-operations/traces"
import { viewRows } from "@agent-operations/view-rows"
import { views } from "@agent-operations/views"
import { Redacted } from "effect"

const url = process.env.DATABASE_URL
const keys = secretKeys([Redacted.make(Buffer.alloc(32, 7).toString("base64url"))])
const recorded = traces()
const over = { datasets: datasets({ evidence: itemEvidence }), scorers: scorers(), apps: apps({ keys }) }
const runs = evaluations(over, { worker: { isAlone: url === undefined }, reviews: runReviews })
const reviewed = reviews(recorded, { runs })

export const kit = await createAgentOperations({
  families: [
    views(),
    recorded,
    viewRows({}, [over.datasets, runs, reviewed]),
    metrics(recorded),
    prompts(recorded, { evaluations: promptEvaluations }),
    over.datasets,
    datasetTraces(over.datasets, recorded),
    imports(over.datasets, { scorers: true }),
    over.apps,
    over.scorers,
    runs,
    reviewed
  ],
  database: url === undefined ? { directory: "data" } : { url }
})

const written = ["apps", "datasets", "evals", "reviews", "scorers", "traces", "views"]
const scopes = [...written.flatMap((area) => [`${area}:read`, `${area}:write`]), "metrics:read", "prompts:read"]
const later = "traces:delete"

const makeTenant = async () => {
  const { id: organizationId } = await kit.organizations.create({
    name: "Acme",
    owner: { userId: "usr_ada", name: "Ada" }
  })
  const { id: projectId } = await kit.projects.create({ organizationId, name: "Support" })
  const create = (scopes) => kit.keys.create({ organizationId, name: "Nightly", scopes })
  // A version from before that scope refuses it; the upgrade adds it.
  const { token } = await create([...scopes, later]).catch(() => create(scopes))
  return { organizationId, projectId, token }
}

/** What the host wrote down when it began: in the database, its organization with a project and a key. */
const file = `tenant-${url === undefined ? "pglite" : "postgres"}.json`
if (!existsSync(file)) writeFileSync(file, JSON.stringify(await makeTenant()))
const { organizationId, projectId, token } = JSON.parse(readFileSync(file, "utf8"))

/** The operations as a person's, who alone may review. */
export const person = kit.as({ actor: { type: "user", id: "usr_ada", name: "Ada" }, organizationId, projectId })

/** What the host knows of its own tenant. */
export const administered = async () => ({
  members: await kit.organizations.members({ organizationId }),
  projects: await kit.projects.list({ organizationId }),
  keys: (await kit.keys.list({ organizationId })).items.map(({ id, name, scopes }) => ({
    id,
    name,
    scopes: scopes.filter((scope) => scope !== later)
  }))
})

/** An operation as a program calls it, with the key. */
export const call = async (operation, input = {}) => {
  const headers = { authorization: `Bearer ${token}`, "x-project-id": projectId, "content-type": "application/json" }
  const address = `http://localhost/api/agent/${operation}`
  const response = await kit.fetch(new Request(address, { method: "POST", headers, body: JSON.stringify(input) }))
  return { status: response.status, ...(await response.json()) }
}

/** The result of a call that has to succeed. */
export const made = async (operation, input) => {
  const { data, error } = await call(operation, input)
  if (error !== undefined) throw new Error(`${operation}: ${JSON.stringify(error)}`)
  return data
}
