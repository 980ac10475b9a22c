import { Invitations } from "@agent-operations/auth"
import { Outbox } from "@agent-operations/identity"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Browser } from "./browser.ts"
import { brokenMail, noMail } from "./doubles.ts"
import { origin, type Setting, start, type Team } from "./kit.ts"

let setting: Setting
beforeAll(async () => {
  setting = await start()
})
afterAll(() => setting.close())

const invite = async ({ owner, path }: Team, email: string, role = "member") =>
  owner.submit(await owner.get(`${path}/members/invitations/new`), { email, role })

const newestMail = async () => (await setting.run(Effect.flatMap(Outbox, ({ list }) => list)))[0]
const linkIn = (text = "") => /https:\/\/console\.test(\/invitations\/\S+)/.exec(text)?.[1] ?? assert.fail("no link")
const joinPath = "/invitations/join"

/** Opens the link of an invitation, and the page that it leads to. */
const openLink = async (person: Browser, link: string, status = 200) => {
  assert.strictEqual((await person.get(link, 303)).location, joinPath)
  return person.get(joinPath, status)
}

describe("an invitation", () => {
  it("is mailed, asks whether to join, and makes a member once", async () => {
    const team = await setting.makeTeam("<b>Acme</b>")
    const listed = await invite(team, "Grace@Example.com", "admin")
    assert.include(listed.text, "The invitation is mailed.")
    assert.match(listed.text, /Grace@Example\.com Admin/)
    const mail = await newestMail()
    assert.strictEqual(mail?.to, "Grace@Example.com")
    const link = linkIn(mail?.text)
    const grace = await setting.signedIn("grace@example.com")
    const asked = await openLink(grace, link)
    assert.match(asked.text, /owner-\w+ \( owner-\w+@example\.com \) invites you to join <b>Acme<\/b> as admin/)
    await grace.get(team.path, 404)
    const joined = await grace.submit(asked)
    assert.include(joined.text, "You are a member now.")
    assert.strictEqual((await grace.get(joinPath, 410)).title, "Open the link of your invitation again")
    assert.strictEqual((await openLink(grace, link, 410)).title, "This invitation is not open")
    assert.strictEqual((await grace.post(joinPath)).status, 410)
    assert.notInclude((await team.owner.get(`${team.path}/members`)).text, "Valid until")
  })

  it("is for its address only, and tells others nothing of it", async () => {
    const team = await setting.makeTeam("Secretive")
    await invite(team, "right@example.com")
    const link = linkIn((await newestMail())?.text)
    const eve = await setting.signedIn("wrong@example.com")
    const page = await openLink(eve, link, 403)
    assert.notMatch(page.text, /Secretive|right@example/)
    assert.strictEqual((await eve.post(joinPath)).status, 403)
    await eve.get(team.path, 404)
    for (const token of ["", "nonsense", "%00", "a;b", "%0d%0aset-cookie:x=1"]) {
      const { headers } = await eve.get(`/invitations/open?token=${token}`, 410)
      assert.isNull(headers.get("set-cookie"), token)
      assert.strictEqual(headers.get("referrer-policy"), "strict-origin")
    }
    await openLink(eve, `/invitations/open?token=${"a".repeat(43)}`, 410)
  })

  it("is sent once however often its form is, and the page says so without the link", async () => {
    const team = await setting.makeTeam()
    const form = await team.owner.get(`${team.path}/members/invitations/new`)
    const typed = { email: "once-only@example.com", role: "member" }
    await team.owner.submit(form, typed)
    const again = await team.owner.press(form, typed)
    assert.deepStrictEqual([again.status, again.title], [409, "The invitation was created already"])
    assert.notInclude(again.html, "token=")
    const mails = await setting.run(Effect.flatMap(Outbox, ({ list }) => list))
    assert.lengthOf(
      mails.filter(({ to }) => to === typed.email),
      1
    )
    await invite(team, typed.email)
  })

  it.each([
    ["none", noMail, "This server sends no mail."],
    ["one that fails", brokenMail, "The mail could not be sent."]
  ])("is shown to be handed over where the mail server is %s", async (_, doubles, why) => {
    const ada = await setting.signedIn("handing@example.com")
    const { path } = await ada.submit(await ada.get("/organizations/new"), { name: "Handing" })
    const here = setting.browser(doubles).as(ada)
    const answer = await here.post(`${path.split("?")[0]}/members/invitations/new`, {
      email: "alan@example.com",
      role: "member"
    })
    assert.strictEqual(answer.status, 201)
    assert.include(answer.text, why)
    const alan = await setting.signedIn("alan@example.com")
    await alan.submit(await openLink(alan, linkIn(answer.text)))
    await alan.get(path.split("?")[0] ?? "")
  })

  it("A4: is opened before signing in, and its token is in no address after that, nor in the database", async () => {
    const team = await setting.makeTeam()
    await invite(team, "signs-in@example.com")
    const link = linkIn((await newestMail())?.text)
    const token = link.split("token=")[1] ?? ""
    assert.lengthOf(token, 43)
    const browser = setting.browser()
    const opened = await browser.get(link, 303)
    const cookie = opened.headers.get("set-cookie") ?? ""
    assert.strictEqual(
      cookie,
      `__Host-agent-operations.invitation=${token}; Max-Age=3600; Path=/; HttpOnly; Secure; SameSite=Lax`
    )
    const toSignIn = await browser.get(joinPath, 303)
    assert.strictEqual(toSignIn.location, `/sign-in?returnTo=${encodeURIComponent(joinPath)}`)
    await browser.submit(await browser.get(toSignIn.location ?? ""), { email: "signs-in@example.com" })
    const signInLink = /https:\/\/console\.test(\/sign-in\/\S+)/.exec((await newestMail())?.text ?? "")?.[1]
    const page = await browser.get(signInLink ?? "")
    const rows = await setting.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql<{ row: string }>`
          select l::text as row from agent_operations_identity.sign_in_links as l
          union all select i::text from agent_operations.invitations as i`
      )
    )
    assert.include(JSON.stringify(rows), joinPath)
    for (const form of [token, Buffer.from(token, "base64url").toString("hex"), Buffer.from(token).toString("hex")]) {
      assert.notInclude(JSON.stringify(rows), form)
    }
    const asked = await browser.submit(page)
    assert.strictEqual(asked.path, joinPath)
    assert.notInclude(asked.html, token)
    assert.include((await browser.submit(asked)).text, "You are a member now.")
    assert.isFalse(browser.cookies.has("__Host-agent-operations.invitation"))
  })

  it("that was opened since is asked about anew: a form joins only what its page showed", async () => {
    const [shown, other] = [await setting.makeTeam("Shown"), await setting.makeTeam("Other")]
    const twice = await setting.signedIn("twice@example.com")
    await invite(shown, "twice@example.com")
    const asked = await openLink(twice, linkIn((await newestMail())?.text))
    await invite(other, "twice@example.com")
    await twice.get(linkIn((await newestMail())?.text), 303)
    const again = await twice.press(asked)
    assert.strictEqual(again.status, 200)
    assert.match(again.text, /invites you to join Other/)
    for (const { path } of [shown, other]) await twice.get(path, 404)
    await twice.submit(again)
    await twice.get(other.path)
    await twice.get(shown.path, 404)
  })

  it("a mail program that looks ahead, or a page elsewhere, joins nobody", async () => {
    const team = await setting.makeTeam()
    await invite(team, "scanned@example.com")
    const link = linkIn((await newestMail())?.text)
    for (const method of ["GET", "HEAD", "GET"]) await setting.browser().send(link, { method })
    const scanned = await setting.signedIn("scanned@example.com")
    const asked = await openLink(scanned, link)
    await scanned.get(team.path, 404)
    const forged = await scanned.post(joinPath, {}, { origin: "https://evil.example" })
    assert.strictEqual(forged.status, 403)
    await scanned.submit(asked)
    await scanned.get(team.path)
  })

  it.each([
    "https://evil.example/login",
    "evil.example",
    "www.evil.example",
    "//evil.example",
    "x@evil.example",
    "Acme.evil.example",
    "evil\u3002example",
    "evil.\uFEFFexample",
    "www\uFEFF.evil\u00AD.\u200Bexample",
    "https\uFF1A\uFF0F\uFF0Fevil.example",
    '<a href="https://evil.example">Acme</a>',
    "[Acme](https://evil.example)",
    "mailto:x@evil.example"
  ])("from the organization %s makes no link of it, and has nothing of it in the subject", async (name) => {
    const team = await setting.makeTeam(name)
    await invite(team, `linked-${crypto.randomUUID()}@example.com`)
    const mail = (await newestMail()) ?? assert.fail("no mail")
    assert.strictEqual(mail.subject, "Invitation to Agent Operations")
    assert.notMatch(mail.text, /\uFEFF/)
    const links = mail.text.match(/[^\s"]*[.:/@\u3002\uFF0F\uFF1A][^\s".:/@]+[^\s"]*/g) ?? []
    const { name: inviter, email } = await setting.userOf(team.owner)
    assert.deepStrictEqual(links, [`(${email})`, `${origin}${linkIn(mail.text)}`])
    assert.include(mail.text, `${inviter} (${email}) invites you to join the organization "`)
    assert.include(mail.text, "ignore this mail: nothing happens")
  })

  it("takes no name that breaks a line", async () => {
    const { owner, path } = await setting.makeTeam()
    for (const character of ["\u0007", "\t", "\n", "\r\nBcc: x@evil.example"]) {
      const answer = await owner.post(`${path}/settings`, { name: `Acme${character}moc.elpmaxe` })
      assert.strictEqual(answer.status, 422, JSON.stringify(character))
    }
  })

  it("of which there are too many is refused with what to do, and with what was typed", async () => {
    const services = await setting.run(
      Layer.build(Invitations.layerWith({ recipient: 2, person: 4 })).pipe(Effect.scoped)
    )
    const ada = await setting.signedIn("many@example.com", services)
    const { path } = await ada.submit(await ada.get("/organizations/new"), { name: "Many" })
    const ask = (email: string) => ada.post(`${path.split("?")[0]}/members/invitations/new`, { email, role: "admin" })
    for (const email of ["often@example.com", "OFTEN@example.com"]) assert.strictEqual((await ask(email)).status, 303)
    const often = await ask("often@example.com")
    assert.strictEqual(often.status, 429)
    assert.include(
      often.text,
      "This address has reached its limit of invitations within 24 hours. Try again in 24 hours, or ask"
    )
    assert.deepInclude(often.form().fields, { email: "often@example.com", role: "admin" })
    assert.approximately(Number(often.headers.get("retry-after")), 86_400, 300)
    for (const email of ["a@example.com", "b@example.com"]) assert.strictEqual((await ask(email)).status, 303)
    const many = await ask("c@example.com")
    assert.strictEqual(many.status, 429)
    assert.include(many.text, "or have another owner or admin invite them")
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
      assert.deepInclude(answer.form().fields, { email: email.trim(), role: "admin" })
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
    await openLink(late, link, 410)
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

  it("K3: are a hundred on each page however many there are, found by name or address, and changed from any page", async () => {
    const team = await setting.makeTeam()
    const of = team.organizationId
    await setting.run(
      SqlClient.SqlClient.use((sql) =>
        Effect.andThen(
          sql`
            insert into agent_operations.memberships (organization_id, user_id, name, email, role, created_at)
            select ${of}, 'usr_' || ${of}::text || n, repeat('x', 110) || ' ' || 1000 + n, 'many' || n || '@example.com',
              'member', now()
            from generate_series(1, 5000) as n`,
          sql`
            insert into agent_operations.invitations
              (organization_id, id, email, role, token_hash, created_at, created_by, expires_at)
            select ${of}, 'inv_' || 1000 + n, 'invited' || n || '@example.com', 'member', '', now(),
              '{"type":"user","id":"usr_x","name":"X"}', now() + interval '1 day'
            from generate_series(1, 1400) as n`
        )
      )
    )
    const path = `${team.path}/members`
    const counts = ({ text }: { readonly text: string }) =>
      [/many\d+@/g, /invited\d+@example\.com Member/g].map((one) => text.match(one)?.length)
    const first = await team.owner.get(path)
    // Three of the team come before them.
    assert.deepStrictEqual(counts(first), [97, 100])
    assert.isBelow(first.html.length, 300_000)
    const second = await team.owner.get(first.link("More members"))
    const here = await team.owner.get(second.link("Earlier invitations"))
    assert.deepStrictEqual(counts(here), [100, 100])
    const among = (answer: typeof here) => [/many\d+@/.exec(answer.text)?.[0], /invited\d+@/.exec(answer.text)?.[0]]
    assert.deepStrictEqual(among(here), ["many98@", "invited1300@"])

    const member = `${"x".repeat(110)} 1100`
    const change = await team.owner.get(here.link(`Change ${member}`))
    assert.strictEqual(change.link("Cancel"), here.path)
    const changed = await team.owner.submit(change, { role: "admin" })
    assert.include(changed.text, "The role is changed.")
    assert.deepStrictEqual(among(changed), among(here))
    const ask = await team.owner.get((await team.owner.get(changed.link(`Change ${member}`))).link("Remove member"))
    const removed = await team.owner.submit(ask)
    assert.include(removed.text, "The member is removed.")
    assert.notInclude(removed.html, member)
    assert.deepStrictEqual(among(removed), among(here))
    const revoked = await team.owner.submit(await team.owner.get(removed.link("Revoke invited1290@example.com")))
    assert.include(revoked.text, "The invitation is revoked.")
    assert.notInclude(revoked.html, "invited1290@")
    assert.deepStrictEqual(among(revoked), among(here))

    for (const [asked, email] of [
      ["MANY4711@", "many4711@"],
      [`${"x".repeat(9)} 5711`, "many4711@"]
    ] as const) {
      const found = await team.member.ask(path, { q: asked })
      assert.deepStrictEqual(found.text.match(/many\d+@/g), [email], asked)
    }
    assert.match((await team.owner.ask(path, { q: "no one" })).text, /No member has “ ?no one ?” in their name/)
    const applications = await team.owner.get(`${team.path}/applications`)
    assert.isBelow(applications.html.length, 50_000)
    assert.include(applications.html, 'name="q"')
  })

  it("get another role, and are removed on a page that asks", async () => {
    const team = await setting.makeTeam()
    const changed = await team.owner.submit(await changePage(team, "member"), { role: "admin" })
    assert.include(changed.text, "The role is changed.")
    await team.member.get(`${team.path}/keys`)
    const page = await changePage(team, "member")
    const removed = await team.owner.submit(await team.owner.get(page.link("Remove member")))
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
    assert.deepStrictEqual([stays.status, stays.title], [409, "An organization needs an owner"])
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
