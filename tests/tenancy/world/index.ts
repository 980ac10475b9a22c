import { startSampleApps } from "@agent-operations/sample-apps"
import { everyScope } from "../contract.ts"
import { type OpenDatabase, startKit } from "../host.ts"
import { alertsOf } from "./alerts.ts"
import { datasetsOf } from "./datasets.ts"
import { evaluationsOf, runsOf } from "./evaluations.ts"
import { chartsOf } from "./metrics.ts"
import { type Case, type Place, type Project, projectOf } from "./project.ts"
import { promptsOf } from "./prompts.ts"
import { questionsOf } from "./questions.ts"
import { reviewsOf } from "./reviews.ts"
import { tracesOf } from "./traces.ts"
import { viewsOf } from "./views.ts"

/** What a project of every family is called with. */
export interface World {
  readonly place: Place
  readonly cases: ReadonlyArray<Case>
  /** Calls that are held to what they are answered, and not to whom. */
  readonly questions: ReadonlyArray<Case>
}

/** Fills a project through the operations of every family. */
export const makeWorld = async (database: OpenDatabase): Promise<World> => {
  const endpoints = await startSampleApps()
  const kit = await startKit(database, true, [endpoints.origin])
  let place: Place
  let runs: Awaited<ReturnType<typeof runsOf>>
  const cases: Array<Case> = []
  try {
    const { id: organizationId } = await kit.organizations.create({ name: "Own" })
    const { id: projectId } = await kit.projects.create({ organizationId, name: "Own" })
    const { token: key } = await kit.keys.create({ organizationId, name: "Own", scopes: everyScope })
    place = { organizationId, projectId, key }
    const project = projectOf(kit, place)
    for (const family of [viewsOf, tracesOf, chartsOf, promptsOf, datasetsOf, alertsOf])
      cases.push(...(await family(project)))
    runs = await runsOf(project, endpoints)
    cases.push(...(await reviewsOf(project, runs)))
  } finally {
    await kit.close()
    await endpoints.close()
  }
  const still = await startKit(database, false)
  try {
    const project: Project = projectOf(still, place)
    cases.push(...(await evaluationsOf(project, runs)))
    cases.push(...(await questionsOf(project, cases)))
  } finally {
    await still.close()
  }
  const { true: asked = [], false: called = [] } = Object.groupBy(cases, ({ isQuestion }) => `${isQuestion === true}`)
  const nameOf = ({ operation, input, who }: Case) => JSON.stringify([operation, input, who])
  const known = new Map([...asked, ...called].map((one) => [nameOf(one), one]))
  return { place, cases: called, questions: asked.filter((one) => known.get(nameOf(one)) === one) }
}
