import { apps, datasets, imports, scorers } from "@agent-operations/evals"
import { prompts } from "@agent-operations/prompts"
import { traces } from "@agent-operations/traces"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { keys } from "../keys.ts"
import { ada, type Sort, startKit } from "../kit.ts"

/** A host that serves imports into datasets and scorers, called in its process. */
export const startHost = async (sort: Sort) => {
  const [held, recorded] = [datasets(), traces()]
  const besides = [recorded, prompts(recorded), apps({ keys }), scorers()] as const
  const families = [held, imports(held, { scorers: true }), ...besides] as const
  const { kit, close } = await startKit(sort, families)
  return {
    as: (projectId: string) => kit.as({ actor: ada, organizationId: "acme", projectId }),
    /** Has the datasets of a project count so many items. */
    count: (projectId: string, items: number) =>
      kit.run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`update agent_operations.dataset_heads set item_count = ${items} where project_id = ${projectId}`
        })
      ),
    close
  }
}

/** Imports into datasets alone. */
export const startWithoutScorers = (sort: Sort) => {
  const held = datasets()
  return startKit(sort, [held, imports(held)] as const)
}

export type Host = Awaited<ReturnType<typeof startHost>>
