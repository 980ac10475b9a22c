import { waitUntil } from "@agent-operations/testing/wait-until"
import { assert, describe, it } from "vitest"
import { everyScope } from "../tenancy/contract.ts"
import { type OpenDatabase, startKit } from "../tenancy/host.ts"
import { tablesOf } from "../tenancy/tables.ts"
import { own, projectOf } from "../tenancy/world/project.ts"
import { makeFindings, openExplained } from "./explain.ts"
import { multiply } from "./multiply.ts"

type Kit = Awaited<ReturnType<typeof startKit>>

/** A project with an app, a scorer and a dataset of 100 items, and a way to work on runs of it to their end. */
const makeProject = async (kit: Kit) => {
  const { id: organizationId } = await kit.organizations.create({ name: "Own" })
  const { id: projectId } = await kit.projects.create({ organizationId, name: "Own" })
  const { token: key } = await kit.keys.create({ organizationId, name: "Own", scopes: everyScope })
  const place = { organizationId, projectId, key }
  const { tell } = projectOf(kit, place)
  const sample = { source: { type: "sample", behaviour: "echo" }, settings: {} }
  const app = await tell("register_app", { name: own("Echo"), ...sample })
  const exact = { source: { type: "builtin", name: "exact" }, settings: { output: { type: "boolean" } } }
  const scorer = await tell("create_scorer", { name: own("Exact"), ...exact })
  const dataset = await tell("create_dataset", { name: own("Items"), source: { type: "items" }, settings: {} })
  const items = Array.from({ length: 100 }, (_, n) => ({ externalId: own(`${n}`), input: `${n}`, expected: "7" }))
  await tell("put_dataset_items", { datasetId: dataset.id, items })
  const plan = { app: { id: app.id }, dataset: { id: dataset.id }, scorers: { exact: { id: scorer.id } } }
  return {
    place,
    /** Works on a run of so many targets of each item, and asks for its figures on the way. */
    run: async (by: Kit, repetitions: number) => {
      const { tell } = projectOf(by, place)
      const name = own(`Of ${repetitions}`)
      const { id } = await tell("create_eval_run", { requestKey: name, name, series: own("All"), ...plan, repetitions })
      await waitUntil(`the end of a run of ${repetitions} repetitions`, async () => {
        const { run } = await tell("get_eval_run", { id, limit: 50 })
        return run.status === "completed"
      })
    }
  }
}

const worked = async <A>(of: OpenDatabase, work: (kit: Kit) => Promise<A>): Promise<A> => {
  const kit = await startKit(of, true)
  try {
    return await work(kit)
  } finally {
    await kit.close()
  }
}

describe("plans of a run that is worked on, where there are no statistics, and 10,000 targets in the project", () => {
  it(
    "no statement of claims, settlements and figures reads rows that it does not want",
    { timeout: 600_000 },
    async () => {
      const { filled, without, close } = await openExplained(async (plain) => {
        const project = await worked(plain, async (kit) => {
          const project = await makeProject(kit)
          await project.run(kit, 1)
          return project
        })
        await multiply(plain.pool, await tablesOf(plain.pool), project.place, 10_000)
        return project
      })
      const findings = makeFindings()
      await worked(without.host, async (kit) => {
        without.take()
        await filled.run(kit, 10)
        findings.look("a run of 1,000 targets", without.take())
      })
      await close()
      assert.deepStrictEqual(findings.unexplained(), [])
    }
  )
})
