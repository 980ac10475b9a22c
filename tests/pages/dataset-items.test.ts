import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { callerIn, type Setting, start } from "./kit.ts"

describe("the items of a dataset", () => {
  let setting: Setting
  beforeAll(async () => {
    setting = await start()
  })
  afterAll(() => setting.close())

  it("are told page by page, of the split that was asked for alone", async () => {
    const team = await setting.makeTeam()
    const { project, owner, path } = team
    const call = callerIn(setting, team, await setting.userOf(owner))
    const dataset = { name: "Split", source: { type: "items" }, settings: {} }
    const { id } = (await call("create_dataset", dataset)) as { readonly id: string }
    const items = Array.from({ length: 120 }, (_, n) => ({
      externalId: `case-${n}.`,
      input: n,
      split: n % 2 === 0 ? "train" : "test"
    }))
    await call("put_dataset_items", { datasetId: id, items })
    const casesOf = (text: string) => [...text.matchAll(/case-(\d+)\./g)].map(([, n]) => Number(n))
    const first = await owner.get(`${path}/p/${project.id}/datasets/${id}/items?split=train`)
    const second = await owner.get(first.link("More"))
    assert.deepStrictEqual(
      [...casesOf(first.text), ...casesOf(second.text)],
      Array.from({ length: 60 }, (_, n) => 2 * n)
    )
  })
})
