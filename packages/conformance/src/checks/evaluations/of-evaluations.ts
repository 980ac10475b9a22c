import { check, type CheckOptions, type Context } from "../../check.ts"
import type { Law } from "../../laws.ts"
import type { Requirement } from "../../requirements/index.ts"
import type { Served, ServedKind } from "../../served.ts"
import { withDefinitions } from "../fixtures.ts"
import type { ChecksOf } from "../per.ts"

const operations = ["create_eval_run", "get_eval_run", "get_eval_target", "put_dataset_items", "register_app"]

/** Whether a server serves evaluation runs. */
export const servesEvaluations = ({ find }: Pick<Served, "find">): boolean =>
  operations.every((id) => find(id) !== undefined)

/** What a run is made of: three items, and an app that answers each after half a second with what it is given. */
export interface OfEvaluations {
  /** Creates them, and deletes them in the end. */
  readonly withPlan: (use: (plan: Plan) => Promise<void>) => Promise<void>
}

export interface Plan {
  readonly app: { readonly id: string }
  readonly dataset: { readonly id: string }
  readonly name: string
}

export const inputs = ["one", "two", "three"]

/** A kind whose definitions are created as they are given here. */
const made = (kind: ServedKind, source: object): ServedKind => ({
  ...kind,
  body: (name: string) => ({ name, source, settings: {}, references: {} })
})

/** A check of evaluation runs, where they are served. */
export const ofEvaluations =
  (
    law: Law,
    covers: ReadonlyArray<Requirement>,
    title: string,
    run: (context: Context & OfEvaluations) => Promise<void>,
    options: CheckOptions = {}
  ): ChecksOf =>
  (served) => {
    const kindOf = (name: string) => served.kinds.find((kind) => kind.name === name)
    const [app, dataset] = [kindOf("app"), kindOf("dataset")]
    if (app === undefined || dataset === undefined || !servesEvaluations(served)) return []
    const checking = (context: Context) => {
      const { client, word } = context
      const withPlan: OfEvaluations["withPlan"] = (use) =>
        withDefinitions(client, made(dataset, { type: "items" }), [word()], ([held]) =>
          withDefinitions(client, made(app, { type: "sample", behaviour: "slow" }), [word()], async ([called]) => {
            const items = inputs.map((input) => ({ externalId: input, input }))
            await client.ok("put_dataset_items", { datasetId: held!.id, items })
            await use({ name: word(), app: { id: called!.id }, dataset: { id: held!.id } })
          })
        )
      return run({ ...context, withPlan })
    }
    return [check(law, `evaluations: ${title}`, checking, { ...options, covers, family: "evaluations" })]
  }
