import fc from "fast-check"
import { expect, expectSame } from "../../Broken.ts"
import type { Context } from "../../check.ts"
import { type Client, expectCode } from "../../client.ts"
import { type Item, ofDatasets, type OfDatasets } from "./of-datasets.ts"

interface Page {
  readonly version: number
  readonly items: ReadonlyArray<Item>
  readonly nextCursor: string | null
}

interface Written {
  readonly version: number
  readonly items: ReadonlyArray<{ readonly id: string }>
}

/** A change may have happened where no answer came: it is not sent again. */
const put = (client: Client, datasetId: string, items: ReadonlyArray<object>, more = {}) =>
  client.call("put_dataset_items", { datasetId, items, ...more })

/** All items of a version, by a walk. */
const walk = async (client: Client, datasetId: string, version: number): Promise<ReadonlyArray<Item>> => {
  const items: Array<Item> = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const from = cursor === undefined ? {} : { cursor }
    const page: Page = await client.ok("list_dataset_items", { datasetId, version, limit: 2, ...from })
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}

const seen = (items: ReadonlyArray<Item>) => items.map(({ id, externalId, input }) => ({ id, externalId, input }))

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("put" as const), name: fc.nat(3), input: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("delete" as const), name: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restore" as const), back: fc.nat(3) }) }
)

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Each sort of change, which few random steps have. */
const each: ReadonlyArray<Step> = [
  { do: "put", name: 0, input: 1 },
  { do: "put", name: 1, input: 1 },
  { do: "put", name: 0, input: 2 },
  { do: "put", name: 0, input: 2 },
  { do: "delete", name: 1 },
  { do: "restore", back: 3 }
]

/** Carries out changes of a dataset's items, and compares every version with what it was made of. */
const holdSteps = ({ client, withDataset }: Context & OfDatasets, steps: ReadonlyArray<Step>) =>
  withDataset(async (datasetId) => {
    const versions: Array<ReadonlyArray<{ id: string; externalId: string; input: string }>> = [[]]
    for (const now of steps) {
      const before = versions.at(-1)!
      const externalId = "name" in now ? `item ${now.name}` : ""
      const there = before.find((item) => item.externalId === externalId)
      const made = versions.length
      if (now.do === "put") {
        const input = String(now.input)
        const { version, items } = await client.ok<Written>("put_dataset_items", {
          datasetId,
          items: [{ externalId, input }]
        })
        const id = items[0]!.id
        if (there !== undefined) expect("D3", id === there.id, `the item ${there.id} is ${id} after it was changed`)
        const after =
          there === undefined
            ? [...before, { id, externalId, input }]
            : before.map((item) => (item === there ? { ...there, input } : item))
        const changes = there?.input !== input
        if (changes) versions.push(after)
        expect(
          "D1",
          version === versions.length - 1,
          `a change after version ${made - 1} ${changes ? "is" : "that changes nothing is"} version ${version}`
        )
      } else if (now.do === "delete") {
        if (there === undefined) continue
        const { version } = await client.ok<Written>("delete_dataset_items", { datasetId, ids: [there.id] })
        expect("D1", version === made, `a delete after version ${made - 1} is version ${version}`)
        versions.push(before.filter((item) => item !== there))
      } else {
        const target = Math.max(0, made - 1 - now.back)
        const { version } = await client.ok<Written>("restore_dataset_version", { datasetId, version: target })
        const restored = versions[target]!
        if (version === made) versions.push(restored)
        else
          expectSame(
            "D1",
            { version, items: before },
            { version: made - 1, items: restored },
            "a restore that makes no version"
          )
      }
      for (const [version, items] of versions.entries()) {
        const read = seen(await walk(client, datasetId, version))
        expectSame("D2", read, items, `the items of version ${version} of ${versions.length - 1}`)
      }
    }
  })

/** Laws of the versions of datasets. */
export const versions = [
  ofDatasets(
    "D2",
    ["D1.gapless", "D2.same", "D3.identity"],
    "changes of items make versions 1, 2, 3, …, each of which reads the same whatever comes after it",
    async (context) => {
      await holdSteps(context, each)
      await context.forAll(fc.array(step, { minLength: 1, maxLength: 6 }), 10, (steps) => holdSteps(context, steps))
    }
  ),

  ofDatasets(
    "D2",
    ["D2.walk"],
    "a walk is of the version of its first page, whatever is written meanwhile",
    ({ client, withDataset }) =>
      withDataset(async (datasetId) => {
        await client.ok("put_dataset_items", {
          datasetId,
          items: ["1", "2", "3"].map((input) => ({ input, externalId: input }))
        })
        const first: Page = await client.ok("list_dataset_items", { datasetId, limit: 2 })
        await client.ok("put_dataset_items", { datasetId, items: [{ externalId: "3", input: "late" }, { input: "4" }] })
        const second: Page = await client.ok("list_dataset_items", { datasetId, limit: 2, cursor: first.nextCursor })
        const inputs = [...first.items, ...second.items].map(({ input }) => input)
        expectSame(
          "D2",
          { version: second.version, inputs },
          { version: 1, inputs: ["1", "2", "3"] },
          "a walk while items are written"
        )
      })
  ),

  ofDatasets(
    "D1",
    ["D1.expected"],
    "a change that expects another version is refused, and changes nothing",
    ({ client, withDataset }) =>
      withDataset(async (datasetId) => {
        await client.ok("put_dataset_items", { datasetId, items: [{ externalId: "a", input: "1" }] })
        const before = seen(await walk(client, datasetId, 1))
        for (const expectedVersion of [0, 2]) {
          const put2 = await put(client, datasetId, [{ externalId: "a", input: "2" }], { expectedVersion })
          expectCode("D1", put2, "CONFLICT", `a change that expects version ${expectedVersion} of 1`)
        }
        const { version }: Page = await client.ok("list_dataset_items", { datasetId })
        const after = seen(await walk(client, datasetId, version))
        expectSame("D1", { version, items: after }, { version: 1, items: before }, "a dataset after refused changes")
      })
  ),

  ofDatasets(
    "D1",
    ["D1.race"],
    "of racing changes each gets a version of its own, and with one expectedVersion one wins",
    async ({ client, quick, tried, withDataset }) => {
      const rounds = quick ? 2 : 10
      await withDataset(async (datasetId) => {
        for (let round = 0; round < rounds; round++) {
          const from = round * 6
          // Whoever changes the dataset itself meanwhile is in nobody's way.
          const [updated, ...all] = await Promise.all([
            client.call("update_dataset", { id: datasetId, expectedRevision: round + 1, description: `${round}` }),
            ...[1, 2, 3, 4, 5].map((n) => put(client, datasetId, [{ input: `${round} ${n}` }]))
          ])
          expect("D1", updated!.status === 200, `an update beside changes of items was answered ${updated!.text}`)
          const made = all.map(({ data, text }) => (data as Written | undefined)?.version ?? text)
          const wanted = [1, 2, 3, 4, 5].map((n) => from + n)
          expectSame(
            "D1",
            [...made].sort((a, b) => Number(a) - Number(b)),
            wanted,
            "the versions of five changes at once"
          )
          const racing = [1, 2, 3, 4, 5].map((n) =>
            put(client, datasetId, [{ input: `${round} one ${n}` }], { expectedVersion: from + 5 })
          )
          const answers = await Promise.all(racing)
          const told = answers.map(({ status, error }) => error?.code ?? status)
          const sorted = told.map(String).sort()
          expectSame(
            "D1",
            sorted,
            ["200", "CONFLICT", "CONFLICT", "CONFLICT", "CONFLICT"],
            "five changes of one expectedVersion"
          )
        }
      })
      tried("changes of a dataset", rounds * 2)
    }
  )
]
