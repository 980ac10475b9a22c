import { Outbox } from "@agent-operations/identity"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { brokenMail, noMail } from "./doubles.ts"
import { type Setting, start, type Team } from "./kit.ts"

let setting: Setting
beforeAll(async () => {
  setting = await start()
}, 60_000)
afterAll(() => setting.close())

const invite = async ({ owner, path }: Team, email: string, role = "member") =>
  owner.submit(await owner.get(`${path}/members/invitations/new`), { email, role })

const newestMail = async () => (await setting.run(Effect.flatMap(Outbox, ({ list }) => list)))[0]
const linkIn = (text = "") => /https:\/\/console\.test(\/invitations\/\S+)/.exec(text)?.[1] ?? assert.fail("no link")

describe("an invitation", () => {
  it("is mailed, asks whether to join, and makes a member once", async () => {
    const team = await setting.makeTeam("<b>Acme</b>")
    const listed = await invite(team, "Grace@Example.com", "admin")
    assert.include(listed.text, "The invitation is mailed.")
    assert.match(listed.text, /Grace@Example\.com Admin/)
    const mail = await newestMail()
    assert.strictEqual(mail?.to, "Grace@Example.com")
    const link = linkIn(mail?.text)
    assert.strictEqual(
      (await setting.browser().get(link, 303)).location,
      `/sign-in?returnTo=${encodeURIComponent(link)}`
    )
    const grace = await setting.signedIn("grace@example.com")
    const asked = await grace.get(link)
    assert.match(asked.text, /owner-\w+ invites you to join <b>Acme<\/b> as admin/)
    assert.strictEqual(asked.headers.get("referrer-policy"), "strict-origin")
    await grace.get(team.path, 404)
    const joined = await grace.submit(asked)
    assert.include(joined.text, "You are a member now.")
    const again = await grace.get(link, 410)
    assert.strictEqual(again.title, "This invitation is not open")
    assert.strictEqual((await grace.post(link)).status, 410)
    assert.notInclude((await team.owner.get(`${team.path}/members`)).text, "Valid until")
  })

  it("is for its address only, and tells others nothing of it", async () => {
    const team = await setting.makeTeam("Secretive")
    await invite(team, "right@example.com")
    const link = linkIn((await newestMail())?.text)
    const eve = await setting.signedIn("wrong@example.com")
    const page = await eve.get(link, 403)
    assert.notMatch(page.text, /Secretive|right@example/)
    assert.strictEqual((await eve.post(link)).status, 403)
    await eve.get(team.path, 404)
    await eve.get("/invitations/nonsense", 410)
    await eve.get("/invitations/%00", 410)
  })

  it.each([
    ["none", noMail, "This server sends no mail."],
    ["one that fails", brokenMail, "The mail could not be sent."]
  ])("is shown to be handed over where the mail server is %s", async (_, doubles, why) => {
    const ada = await setting.signedIn("handing@example.com")
    const { path } = await ada.submit(await ada.get("/organizations/new"), { name: "Handing" })
    const here = setting.browser(doubles)
    for (const [name, value] of ada.cookies) here.cookies.set(name, value)
    const answer = await here.post(`${path.split("?")[0]}/members/invitations/new`, {
      email: "alan@example.com",
      role: "member"
    })
    assert.strictEqual(answer.status, 201)
    assert.include(answer.text, why)
    const alan = await setting.signedIn("alan@example.com")
    await alan.submit(await alan.get(linkIn(answer.text)))
    await alan.get(path.split("?")[0] ?? "")
  })

  it("keeps what was typed where something is wrong", async () => {
    const { admin, path } = await setting.makeTeam()
    for (const email of [
      "",
      "nobody",
      "a..b@example.com",
      "a b@example.com",
      "<a@b.c>",
      `${"x".repeat(250)}@example.com`
    ]) {
      const answer = await admin.post(`${path}/members/invitations/new`, { email, role: "admin" })
      assert.strictEqual(answer.status, 422, email)
      assert.deepStrictEqual(answer.form().fields, { email: email.trim(), role: "admin" })
    }
    const owner = await admin.post(`${path}/members/invitations/new`, { email: "x@example.com", role: "owner" })
    assert.include(owner.text, "Choose a role.")
    assert.notInclude(owner.html, 'value="owner"')
  })

  it("is revoked on a page that asks, and is then not open", async () => {
    const team = await setting.makeTeam()
    const listed = await invite(team, "late@example.com")
    const link = linkIn((await newestMail())?.text)
    const asked = await team.admin.get(listed.link("Revoke"))
    assert.include(asked.text, "late@example.com stops working at once")
    assert.include((await team.admin.submit(asked)).text, "The invitation is revoked.")
    const late = await setting.signedIn("late@example.com")
    await late.get(link, 410)
    await team.admin.get(asked.path, 404)
    assert.strictEqual((await team.admin.press(asked)).status, 404)
  })
})

describe("members", () => {
  const changePage = async (team: Team, who: "owner" | "admin" | "member", by: "owner" | "admin" = "owner") =>
    team[by].send(`${team.path}/members/${(await setting.userOf(team[who])).userId}`)

  it("are listed for all of them", async () => {
    const team = await setting.makeTeam()
    const { text } = await team.member.get(`${team.path}/members`)
    assert.match(text, /owner-\w+ owner-\w+@example\.com Owner/)
    assert.match(text, /member-\w+ you/)
  })

  it("get another role, and are removed on a page that asks", async () => {
    const team = await setting.makeTeam()
    const changed = await team.owner.submit(await changePage(team, "member"), { role: "admin" })
    assert.include(changed.text, "The role is changed.")
    await team.member.get(`${team.path}/keys`)
    const page = await changePage(team, "member")
    const removed = await team.owner.submit(await team.owner.get(page.link("Remove this member")))
    assert.include(removed.text, "The member is removed.")
    await team.member.get(team.path, 404)
    assert.strictEqual((await team.owner.press(page)).status, 404)
  })

  it("who are owners are changed by owners only", async () => {
    const team = await setting.makeTeam()
    const { userId } = await setting.userOf(team.owner)
    const path = `${team.path}/members/${userId}`
    await team.admin.get(path, 403)
    await team.admin.get(`${path}/remove`, 403)
    assert.strictEqual((await team.admin.post(path, { role: "member" })).status, 403)
    assert.strictEqual((await team.admin.post(`${path}/remove`)).status, 403)
    const member = await changePage(team, "member", "admin")
    assert.notInclude(member.html, 'value="owner"')
    assert.strictEqual((await team.admin.press(member, { role: "owner" })).status, 422)
    for (const action of [path, `${path}/remove`]) {
      assert.strictEqual((await team.member.post(action, { role: "member" })).status, 403)
    }
  })

  it("leave, but for the last owner", async () => {
    const team = await setting.makeTeam()
    const stays = await team.owner.press(await team.owner.get(`${team.path}/members/leave`))
    assert.deepStrictEqual([stays.status, stays.title], [409, "The last owner stays"])
    const demoted = await team.owner.press(await changePage(team, "owner"), { role: "member" })
    assert.strictEqual(demoted.status, 409)
    assert.include(demoted.text, "An organization keeps at least one owner.")
    const { userId } = await setting.userOf(team.owner)
    assert.strictEqual((await team.owner.post(`${team.path}/members/${userId}/remove`)).status, 409)
    const left = await team.member.submit(await team.member.get(`${team.path}/members/leave`))
    assert.include(left.text, "You left the organization.")
    await team.member.get(team.path, 404)
  })

  it("are not there under any other ID", async () => {
    const team = await setting.makeTeam()
    for (const id of ["usr_none", "%00", "__proto__"]) {
      await team.owner.get(`${team.path}/members/${id}`, 404)
      assert.strictEqual((await team.owner.post(`${team.path}/members/${id}`, { role: "admin" })).status, 404)
      assert.strictEqual((await team.owner.post(`${team.path}/members/${id}/remove`)).status, 404)
    }
  })
})
