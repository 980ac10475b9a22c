import { expect, expectSame } from "../../Broken.ts"
import { type Client, expectCode } from "../../client.ts"
import { inputs, ofEvaluations } from "./of-evaluations.ts"

export { servesEvaluations } from "./of-evaluations.ts"

interface Run {
  readonly id: string
  readonly status: string
  readonly endedAt: string | null
  readonly counts: Readonly<Record<string, number>>
}

interface Target {
  readonly id: string
  readonly itemId: string
  readonly externalId: string
  readonly repetition: number
  readonly status: string
}

interface Page {
  readonly run: Run
  readonly items: ReadonlyArray<Target>
  readonly nextCursor: string | null
}

const ends = ["succeeded", "failed", "cancelled"]
const states = ["queued", "invoking", "scoring", ...ends]

/** How often a run of a few targets is looked at until it ends, and how long after each look. */
const [mostLooks, betweenMillis] = [600, 100]

const expectSum = ({ counts }: Run) => {
  const sum = states.reduce((all, state) => all + (counts[state] ?? Number.NaN), 0)
  expect("X2", sum === counts["total"], `the counts ${JSON.stringify(counts)} sum to ${sum}`)
}

/** A run once it has ended, whose counts are right all the way. */
const ended = async (client: Client, id: string): Promise<Run> => {
  for (let looks = 1; ; looks++) {
    const { run } = await client.ok<Page>("get_eval_run", { id, limit: 1 })
    expectSum(run)
    if (run.endedAt !== null) return run
    expect("X3", looks < mostLooks, "a run of a few targets does not end within a minute")
    await new Promise((resolve) => setTimeout(resolve, betweenMillis))
  }
}

/** All targets of a run, by a walk. */
const targetsOf = async (client: Client, id: string): Promise<ReadonlyArray<Target>> => {
  const targets: Array<Target> = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const from = cursor === undefined ? {} : { cursor }
    const page: Page = await client.ok("get_eval_run", { id, limit: 2, ...from })
    expectSum(page.run)
    targets.push(...page.items)
    cursor = page.nextCursor
  }
  return targets
}

/** A create that did not answer may have happened: it is not sent again. */
const create = (client: Client, input: object) => client.call("create_eval_run", input)

const start = async (client: Client, input: object) => ((await client.ok("create_eval_run", input)) as Run).id

/** Checks of evaluation runs, where they are served. */
export const evaluations = [
  ofEvaluations(
    "X1",
    ["X1.once", "X1.other"],
    "one requestKey is one run, of one sort of inputs",
    ({ client, word, withPlan }) =>
      withPlan(async (plan) => {
        const requestKey = word()
        const racing = await Promise.all([1, 2, 3, 4, 5].map(() => create(client, { requestKey, ...plan })))
        const told = racing.map(({ data, text }) => (data as Run | undefined)?.id ?? text)
        const [id] = told
        expectSame(
          "X1",
          told,
          Array.from(told, () => id),
          "the runs of five creates of one requestKey at once"
        )
        const again = await start(client, { ...plan, repetitions: 1, requestKey })
        expectSame("X1", again, id, "the run of a later create of the same requestKey")
        for (const other of [{ name: `${plan.name} other` }, { repetitions: 2 }]) {
          const answer = await create(client, { requestKey, ...plan, ...other })
          expectCode(
            "X1",
            answer,
            "REQUEST_KEY_REUSED",
            `a create of the same requestKey with ${JSON.stringify(other)}`
          )
        }
        const { counts } = await ended(client, id!)
        expectSame("X1", counts["total"], inputs.length, "the targets of the run after other inputs were refused")
      })
  ),

  ofEvaluations(
    "X2",
    ["X2.whole", "X3.ended"],
    "a run has each item as often as it is repeated, and ends when all of them have",
    ({ client, word, withPlan }) =>
      withPlan(async (plan) => {
        const id = await start(client, { requestKey: word(), ...plan, repetitions: 2 })
        const wanted = inputs.flatMap((input) => [1, 2].map((repetition) => `${input} ${repetition}`))
        const pairs = (targets: ReadonlyArray<Target>) =>
          targets.map(({ externalId, repetition }) => `${externalId} ${repetition}`).toSorted()
        expectSame("X2", pairs(await targetsOf(client, id)), wanted.toSorted(), "the targets of a run that was created")
        const run = await ended(client, id)
        const targets = await targetsOf(client, id)
        expectSame("X2", pairs(targets), wanted.toSorted(), "the targets of a run that has ended")
        if (run.status !== "completed") return
        const open = targets.filter(({ status }) => !ends.includes(status)).map(({ status }) => status)
        expectSame("X3", open, [], "targets of a completed run that have not ended")
        const counted = states.map((state) => targets.filter(({ status }) => status === state).length)
        expectSame(
          "X3",
          states.map((state) => run.counts[state]),
          counted,
          "the counts of a completed run, to its targets"
        )
      })
  ),

  ofEvaluations(
    "F1",
    ["F1.frozen"],
    "the evidence of a target that has ended reads the same for ever",
    ({ client, word, withPlan }) =>
      withPlan(async (plan) => {
        const id = await start(client, { requestKey: word(), ...plan })
        await ended(client, id)
        const [target] = await targetsOf(client, id)
        const read = () => client.ok<object>("get_eval_target", { id: target!.id })
        const before = await read()
        expect(
          "F1",
          "evidenceHash" in before && typeof before.evidenceHash === "string",
          `the evidence of a target that ${target!.status} has no hash`
        )
        const items = [{ id: target!.itemId, input: "another" }]
        await client.ok("put_dataset_items", { datasetId: plan.dataset.id, items })
        await client.ok("update_app", { id: plan.app.id, expectedRevision: 1, description: "Changed." })
        expectSame("F1", await read(), before, "the evidence of a target after its item and its app were changed")
      })
  )
]
