import { createHash, randomBytes } from "node:crypto"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Browser } from "./browser.ts"
import { origin, type Setting, start, type Team } from "./kit.ts"

let setting: Setting
let team: Team
beforeAll(async () => {
  setting = await start()
  team = await setting.makeTeam()
})
afterAll(() => setting.close())

const redirectUri = "http://127.0.0.1:7777/callback"

/** Has a person let a program in to a team's project, and gives how the program refreshes its tokens. */
const connect = async (person: Browser, { organizationId, project }: Team, name: string) => {
  const post = async (path: string, type: string, body: string) => {
    const init = { method: "POST", headers: { "content-type": type }, body }
    const answer = await setting.identity(`/api/auth/oauth2/${path}`, init)
    return (await answer.json()) as Readonly<Record<string, string>>
  }
  const token = (form: Readonly<Record<string, string>>) =>
    post("token", "application/x-www-form-urlencoded", String(new URLSearchParams({ client_id, resource, ...form })))
  const metadata = {
    client_name: name,
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"]
  }
  const { client_id = "" } = await post("register", "application/json", JSON.stringify(metadata))
  const resource = `${origin}/api/mcp`
  const code_verifier = randomBytes(32).toString("base64url")
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: redirectUri,
    scope: "views:read",
    resource,
    code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
    code_challenge_method: "S256"
  })
  const asked = await setting.identity(`/api/auth/oauth2/authorize?${query}`, { headers: person.headers })
  const target = `${organizationId}/${project.id}`
  const consent = (asked.headers.get("location") ?? "").slice(origin.length)
  const { location } = await person.post(consent, { target, scopes: ["views:read"], decision: "allow" })
  const code = new URL(location ?? "").searchParams.get("code") ?? assert.fail("no code")
  const { refresh_token = "" } = await token({
    grant_type: "authorization_code",
    code,
    code_verifier,
    redirect_uri: redirectUri
  })
  return () => token({ grant_type: "refresh_token", refresh_token })
}

describe("the applications that members connected", { shuffle: false }, () => {
  it("A5, A8: are seen and ended by owners and admins, which the member and the audit log are told", async () => {
    const path = `${team.path}/applications`
    assert.include((await team.owner.get(path)).text, "None. An application appears here once a member allows it")
    const refresh = await connect(team.member, team, "Tool <b>&")
    const { name, email } = await setting.userOf(team.member)
    for (const person of [team.owner, team.admin]) {
      const { text } = await person.get(path)
      for (const words of ["Tool <b>&", "127.0.0.1:7777", name, email, "Support", "views:read"]) {
        assert.include(text, words)
      }
    }
    const { userId } = await setting.userOf(team.member)
    const { userId: another } = await setting.userOf(team.owner)
    assert.include((await team.admin.get(`${path}?member=${userId}`)).text, "Tool <b>& 127.0.0.1:7777")
    for (const none of [another, "usr_none", "%00"]) {
      assert.include((await team.admin.get(`${path}?member=${none}`)).text, "None of this member.", none)
    }
    const members = await team.admin.get(`${team.path}/members`)
    assert.strictEqual(members.link(`Applications of ${name}`), `${path}?member=${userId}`)
    const asked = await team.admin.get((await team.admin.get(path)).link("Disconnect"))
    assert.include(asked.text, `that ${name} allowed`)
    assert.include((await team.admin.submit(asked)).text, "The application is disconnected.")
    assert.strictEqual((await refresh())["error"], "invalid_grant")
    assert.strictEqual((await team.admin.press(asked)).status, 404)
    const account = await team.member.get("/account")
    const { name: admin } = await setting.userOf(team.admin)
    assert.include(account.text, `Ended by your organizations`)
    assert.match(account.text, new RegExp(`Tool <b>& Acme ${admin} `))
    const log = await team.owner.get(`${team.path}/audit`)
    const ending = "disconnected the application Tool <b>& project: Support ended by: administrator"
    assert.match(log.text, new RegExp(`${admin} Person usr_\\w+ ${ending}`))
    assert.match(log.text, new RegExp(`person: ${name}`))
  })

  it("are nothing to members, and those of others nothing to anybody", async () => {
    const other = await setting.makeTeam("Other")
    const refresh = await connect(team.member, team, "Held")
    const { path: disconnect } = await team.owner.get(
      (await team.owner.get(`${team.path}/applications`)).link("Disconnect")
    )
    assert.notInclude((await team.member.get(team.path)).html, "applications")
    await team.member.get(`${team.path}/applications`, 403)
    await team.member.get(disconnect, 403)
    assert.strictEqual((await team.member.post(disconnect)).status, 403)
    await other.owner.get(disconnect, 404)
    assert.strictEqual((await other.owner.post(disconnect)).status, 404)
    const theirs = disconnect.replace(team.organizationId, other.organizationId)
    await other.owner.get(theirs, 404)
    assert.strictEqual((await other.owner.post(theirs)).status, 404)
    for (const none of ["grt_none", "%00"]) {
      await team.owner.get(`${team.path}/applications/${none}/disconnect`, 404)
      assert.strictEqual((await team.owner.post(`${team.path}/applications/${none}/disconnect`)).status, 404)
    }
    await team.owner.get(`${team.path}/applications?before=%00`)
    assert.isString((await refresh())["access_token"])
  })
})
