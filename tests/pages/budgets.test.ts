import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Setting, start, type Team } from "./kit.ts"

let setting: Setting
let team: Team
let path: string
beforeAll(async () => {
  setting = await start()
  team = await setting.makeTeam()
  path = `${team.path}/p/${team.project.id}/usage`
})
afterAll(() => setting.close())

const set = (fields: Readonly<Record<string, string>>) => team.admin.post(`${path}/budgets`, fields)
const accounts = async () => (await team.member.get(path)).text

describe("budgets of evaluations", () => {
  it("U1: are set for a project and for its organization, each by its own form, and recorded", async () => {
    const link = (await team.admin.get(path)).link("Set budgets")
    const form = await team.admin.get(link)
    assert.include(form.text, "Spent 0.00")
    assert.strictEqual((await set({ owner: "project", limit: "12.50", monthly: "yes" })).location, `${link}?done=set`)
    assert.strictEqual((await set({ owner: "organization", limit: "1000000.000001" })).location, `${link}?done=set`)
    assert.include(await accounts(), "Organization 1,000,000.000001 0.00 0.00 1,000,000.000001 never")
    assert.match(await accounts(), /Project 12\.50 0\.00 0\.00 12\.50 (?!never)/)
    const shown = await team.owner.get(`${link}?done=set`)
    assert.include(shown.text, "The budget is set.")
    assert.include(shown.html, 'value="1000000.000001"')
    assert.match(shown.html, /id="project-monthly-0"[^>]*checked/)
    assert.notMatch(shown.html, /id="organization-monthly-0"[^>]*checked/)
    assert.include((await team.owner.get(`${team.path}/audit`)).text, "changed the budget of Support")
  })

  it("have no limit where none is written", async () => {
    await set({ owner: "project", limit: "3" })
    await set({ owner: "project", limit: " " })
    assert.include(await accounts(), "Project no limit")
  })

  it("say what is wrong with an amount, and keep it and the other budget", async () => {
    await set({ owner: "organization", limit: "7" })
    for (const limit of ["-1", "1,5", "a lot", "1.2345678", "1e3", "9".repeat(10)]) {
      const answer = await set({ owner: "project", limit, monthly: "yes" })
      assert.strictEqual(answer.status, 422, limit)
      assert.include(answer.text, "Write an amount such as 12.50")
      assert.include(answer.html, 'href="#project-limit"')
      for (const value of [limit, "7.00"]) assert.include(answer.html, `value="${value}"`)
      assert.match(answer.html, /id="project-monthly-0"[^>]*checked/)
    }
    assert.include(await accounts(), "Organization 7.00")
  })

  it("are for owners and admins alone", async () => {
    assert.notInclude((await team.member.get(path)).text, "Set budgets")
    await team.member.get(`${path}/budgets`, 403)
    const answer = await team.member.post(`${path}/budgets`, { owner: "project", limit: "1" })
    assert.strictEqual(answer.status, 403)
    const other = await setting.makeTeam("Others")
    assert.strictEqual((await other.owner.post(`${path}/budgets`, { owner: "project", limit: "1" })).status, 404)
  })
})
