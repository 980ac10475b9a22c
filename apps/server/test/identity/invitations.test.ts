import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { query } from "@agent-operations/postgres-for-tests"
import { isLong } from "@agent-operations/testing/long"
import { assert, describe, it } from "vitest"
import { start, startCollector } from "../process.ts"
import { startMailServer } from "./mail-server.ts"
import { Person } from "./person.ts"
import { freshPlaces } from "./places.ts"

/** Every row of every table, or every byte of every file. */
const everythingIn = async (settings: Readonly<Record<string, string>>): Promise<ReadonlyArray<string>> => {
  const url = settings["DATABASE_URL"]
  if (url === undefined) {
    return readdirSync(settings["DATA_DIR"]!, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
  }
  const tables = await query(
    url,
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema like 'agent_operations%' and table_type = 'BASE TABLE'`
  )
  const rows = await Promise.all(
    tables.map(({ name }) => query(url, `select t::text as row from ${String(name)} as t`))
  )
  return rows.flat().map(({ row }) => String(row))
}

describe.each(freshPlaces().slice(isLong ? 0 : 1))("an invitation that is mailed (%s)", (_, place) => {
  it("A4: its token is neither in what the server writes nor in what it keeps, from the invitation to the joining", async () => {
    const [mailServer, collector] = [await startMailServer(), await startCollector()]
    const settings: Readonly<Record<string, string>> = await place()
    const server = await start([], {
      ...settings,
      PORT: "0",
      LOG_LEVEL: "debug",
      LOG_FORMAT: "json",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      SMTP_URL: mailServer.url,
      MAIL_FROM: "ops@example.com",
      OWNER_EMAIL: "owner@example.com",
      EMAIL_DOMAINS: "example.com"
    })
    const mailed = (link: RegExp) => link.exec(mailServer.mails.at(-1) ?? "")?.[0] ?? assert.fail("no link was mailed")
    const secrets: Array<string> = []
    const signIn = async (person: Person, email: string, returnTo: string) => {
      await person.submit("/sign-in", { email, returnTo })
      const token = mailed(/(?<=\/sign-in\/link\?token=)[\w-]{43}/)
      secrets.push(token)
      return person.submit("/sign-in/link", { token })
    }
    const owner = new Person(server.url)
    await signIn(owner, "owner@example.com", "/")
    await owner.submit(`/o/${server.organizationId}/members/invitations/new`, {
      email: "grace@example.com",
      role: "member"
    })
    const link = mailed(/http:\S+\/invitations\/[\w?=-]+/)
    secrets.push(link.slice(-43))

    const grace = new Person(server.url)
    const asked = await grace.open(link)
    const returnTo = new URL(asked.url).searchParams.get("returnTo") ?? assert.fail(asked.url)
    const page = await signIn(grace, "grace@example.com", returnTo)
    assert.include(page.html, "Join the organization?")
    const [, invitation = ""] = /name="invitation" value="([^"]+)"/.exec(page.html) ?? []
    const joined = await grace.submit(new URL(page.url).pathname, { invitation })
    assert.include(joined.html, "You are a member now.")
    // What was not used yet, too.
    await owner.submit(`/o/${server.organizationId}/members/invitations/new`, {
      email: "x@example.com",
      role: "member"
    })
    secrets.push(mailed(/http:\S+\/invitations\/[\w?=-]+/).slice(-43))
    await new Person(server.url).submit("/sign-in", { email: "grace@example.com", returnTo })
    const kept = settings["DATABASE_URL"] === undefined ? [] : await everythingIn(settings)
    assert.strictEqual(await server.stop(), 0)

    const written = [
      server.printed(),
      ...Object.values(collector.received),
      ...(kept.length > 0 ? kept : await everythingIn(settings))
    ]
    assert.match(server.printed(), /GET \/invitations\/\S+ 303/)
    assert.isTrue(written.some((each) => each.includes("grace@example.com")))
    assert.lengthOf(new Set(secrets), 4)
    for (const secret of secrets) {
      const bytes = Buffer.from(secret, "base64url")
      for (const form of [secret, bytes.toString("hex"), bytes.toString("base64"), encodeURIComponent(secret)]) {
        const found = written.find((each) => each.includes(form))
        assert.isUndefined(found?.slice(Math.max(0, found.indexOf(form) - 200)).slice(0, 400))
      }
    }
    collector.close()
    await mailServer.close()
  })
})
