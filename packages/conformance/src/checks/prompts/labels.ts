import fc from "fast-check"
import { expect, expectSame } from "../../Broken.ts"
import type { Context } from "../../check.ts"
import { type Client, expectCode } from "../../client.ts"
import { type Label, ofPrompts, type OfPrompts, type Published } from "./of-prompts.ts"

type Points = number | null

/** A move may have happened where no answer came: it is not sent again. */
const move = (client: Client, id: string, label: string, revision: Points, expectedRevision: Points) =>
  client.call("set_prompt_label", { id, label, revision, expectedRevision })

const labelsOf = async (client: Client, id: string) =>
  (await client.ok<{ readonly items: ReadonlyArray<Label> }>("list_prompt_labels", { id })).items

/** Fails unless every way of reading a label tells where it points. */
const expectAt = async (
  client: Client,
  { id, name }: { readonly id: string; readonly name: string },
  label: string,
  wanted: { readonly revision: Points; readonly moves: number }
) => {
  const listed = (await labelsOf(client, id)).find((one) => one.label === label)
  const seen = listed === undefined ? null : listed.revision
  expect("M1", seen === wanted.revision, `${label} is listed at ${seen}, and was moved to ${wanted.revision}`)
  if (listed !== undefined) expectSame("M1", listed.labelRevision, wanted.moves, `the labelRevision of ${label}`)
  for (const by of [{ id }, { name: name.toUpperCase() }]) {
    const read = await client.call("get_published_prompt", { ...by, label })
    if (wanted.revision === null) {
      expectCode("M1", read, "NOT_FOUND", `get_published_prompt by ${label}, which points at nothing,`)
      continue
    }
    const { prompt, labelRevision } = (read.data ?? {}) as Partial<Published>
    const told = { revision: prompt?.revision, labelRevision }
    expectSame("M1", told, { revision: wanted.revision, labelRevision: wanted.moves }, `${label} after it was moved`)
  }
}

const step = fc.record({
  label: fc.constantFrom("production", "canary.2"),
  to: fc.option(fc.integer({ min: 1, max: 3 })),
  /** Another revision than the label points at. */
  stale: fc.boolean()
})

interface Step {
  readonly label: string
  readonly to: Points
  readonly stale: boolean
}

/** Taken away and set again, which few random steps do. */
const away: ReadonlyArray<Step> = [1, null, 2, null, 3].map((to) => ({ label: "production", to, stale: false }))

/** Carries out moves of a prompt's labels, and compares what is read after each with a map. */
const holdSteps = ({ client, withPrompt }: Context & OfPrompts, steps: ReadonlyArray<Step>) =>
  withPrompt(3, async (prompt) => {
    const { id } = prompt
    const model = new Map<string, { revision: Points; moves: number }>()
    for (const { label, to, stale } of steps) {
      const now = model.get(label) ?? { revision: null, moves: 0 }
      if (stale) {
        const other = now.revision === 1 ? 2 : 1
        expectCode("M1", await move(client, id, label, to, other), "CONFLICT", `a move of ${label} from ${other}`)
      } else if (now.moves > 0 || to !== null) {
        const answer = await move(client, id, label, to, now.revision)
        expect("M1", answer.status === 200, `a move of ${label} from ${now.revision}: ${answer.text}`)
        const moves = now.moves + (now.moves > 0 && now.revision === to ? 0 : 1)
        model.set(label, { revision: to, moves })
      }
      await expectAt(client, prompt, label, model.get(label) ?? now)
    }
  })

/** Laws of labels. */
export const labels = [
  ofPrompts(
    "M1",
    ["M1.read", "M1.expected", "M1.counter"],
    "labels point where they were moved last, and a move that expects another place changes nothing",
    async (context) => {
      await holdSteps(context, away)
      await context.forAll(fc.array(step, { minLength: 1, maxLength: 8 }), 20, (steps) => holdSteps(context, steps))
    }
  ),

  ofPrompts(
    "M1",
    ["M1.exists"],
    "a label points at no revision that there is not, and at none of a prompt that is not there",
    ({ client, withPrompt }) =>
      withPrompt(2, async (prompt) => {
        const { id } = prompt
        for (const revision of [3, 2_147_483_647]) {
          const answer = await move(client, id, "production", revision, null)
          expectCode("M1", answer, "NOT_FOUND", `a label at revision ${revision} of 2`)
        }
        await expectAt(client, prompt, "production", { revision: null, moves: 0 })
        const missing = id.replace(/.{4}$/, "0000")
        expectCode("M1", await move(client, missing, "production", 1, null), "NOT_FOUND", "a label of no prompt")
        for (const label of ["latest", "Production", "1st", "a".repeat(41), ""]) {
          expectCode("M1", await move(client, id, label, 1, null), "VALIDATION_ERROR", `the label "${label}"`)
        }
        const { prompt: current } = await client.ok<Published>("get_published_prompt", { id, label: "latest" })
        expect("M1", current.revision === 2, `latest is revision ${current.revision}, and the current one is 2`)
      })
  ),

  ofPrompts(
    "M1",
    ["M1.race"],
    "of racing moves with one expectedRevision one wins, and the others are told so",
    async ({ client, quick, tried, withPrompt }) => {
      const rounds = quick ? 4 : 20
      await withPrompt(6, async ({ id }) => {
        for (let round = 0; round < rounds; round++) {
          const label = `race-${round}`
          for (const from of [null, 1]) {
            // Whoever changes the prompt meanwhile is in nobody's way.
            const expectedRevision = 6 + 2 * round + (from ?? 0)
            const updating = client.call("update_prompt", {
              id,
              expectedRevision,
              description: `${label} from ${from}`
            })
            // Each to a revision of its own, none where it points.
            const racing = [2, 3, 4, 5, 6].map((revision) =>
              move(client, id, label, from === null ? 1 : revision, from)
            )
            const [updated, ...answers] = await Promise.all([updating, ...racing])
            expect("M1", updated.status === 200, `an update beside moves of ${label} was answered ${updated.text}`)
            const won = answers.filter(({ status }) => status === 200)
            const told = answers.map(({ status, error }) => error?.code ?? status).join(", ")
            expect("M1", won.length === 1, `five moves of ${label} from ${from} at once were answered ${told}`)
            const lost = answers.filter(({ status }) => status !== 200)
            expect(
              "M1",
              lost.every(({ error }) => error?.code === "CONFLICT"),
              `those that lost were told ${told}`
            )
            const winner = (won[0]!.data as Label).revision
            const listed = (await labelsOf(client, id)).find((one) => one.label === label)
            expect("M1", listed?.revision === winner, `${label} is at ${listed?.revision}, and ${winner} won`)
          }
          await move(client, id, label, null, (await labelsOf(client, id)).find((one) => one.label === label)!.revision)
        }
      })
      tried("moves of a label", rounds * 2)
    }
  )
]
