import { createServer, type RequestListener } from "node:http"
import { type AddressInfo, createServer as createTcpServer } from "node:net"
import { preflight, runConformance, type Target } from "@agent-operations/conformance"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { databases, startKit } from "./kit.ts"

/** Starts something that listens, and answers with where. */
const listen = async (server: ReturnType<typeof createTcpServer>) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const html: RequestListener = (_, response) =>
  void response.writeHead(404, { "content-type": "text/html" }).end("<!doctype html><title>Not found</title>")

describe("before any law, it is told", () => {
  let target: Target
  let readOnly: string
  let foreign: NonNullable<Target["foreign"]>
  const closing: Array<() => unknown> = []

  const serve = async (listener: RequestListener) => {
    const server = createServer(listener)
    closing.push(
      () => server.close(),
      () => server.closeAllConnections()
    )
    return `http://${await listen(server)}`
  }

  beforeAll(async () => {
    const { kit, credentials, close } = await startKit(databases[0]!, { prefix: "/ops" })
    closing.push(close)
    target = { ...credentials, url: `${await serve(kit.listener)}/ops` }
    readOnly = credentials.readOnlyKey ?? assert.fail("no key")
    foreign = credentials.foreign ?? assert.fail("no other organization")
  })
  afterAll(() => Promise.all(closing.toReversed().map((close) => close())))

  /** Whether the target with something else in it is refused by some words, and no law is called broken then. */
  const assertTold = async (wrong: Partial<Target>, message: RegExp, advice: RegExp) => {
    const { obstacle, verdicts, holds } = await runConformance({ ...target, ...wrong })
    assert.match(obstacle?.message ?? "nothing", message)
    assert.match(obstacle?.advice ?? "nothing", advice)
    assert.deepStrictEqual([verdicts, holds], [[], false])
  }

  it("nothing where all is well, with and without what is optional", async () => {
    assert.isUndefined(await preflight(target))
    const { url, key, projectId } = target
    assert.isUndefined(await preflight({ url, key, projectId }))
  })

  it("that nothing listens, that there is no such host, and that an address is none", async () => {
    const gone = createServer()
    const url = `http://${await listen(gone)}`
    await new Promise((resolve) => gone.close(resolve))
    await assertTold({ url }, /cannot be reached: nothing listens there/, /Start the server/)
    await assertTold({ url: "http://no-such-host.invalid" }, /no such host is known/, /--url/)
    await assertTold({ url: "localhost:4400" }, /is not the address of a server/, /http:\/\/localhost:4400/)
  })

  it("that TLS is not as it should be", async () => {
    const plain = await serve(html)
    await assertTold({ url: plain.replace("http:", "https:") }, /does not speak TLS as expected/, /http:\/\//)
    for (const code of ["DEPTH_ZERO_SELF_SIGNED_CERT", "CERT_HAS_EXPIRED", "ERR_TLS_CERT_ALTNAME_INVALID"]) {
      const cause = Object.assign(new Error(code), { code })
      const fetch = () => Promise.reject(new TypeError("fetch failed", { cause }))
      await assertTold({ fetch }, /its certificate is not trusted/, /NODE_EXTRA_CA_CERTS/)
    }
  })

  it("that what listens is no server of HTTP", async () => {
    const server = createTcpServer((socket) => socket.end("220 mail.example.com ESMTP\r\n").on("error", () => {}))
    closing.push(() => server.close())
    await assertTold({ url: `http://${await listen(server)}` }, /does not answer in HTTP/, /Check the port/)
  })

  it("that another server answers, be it with a page, with JSON or with a redirect", async () => {
    await assertTold(
      { url: await serve(html) },
      /not an Agent Operations server: 404 \(text\/html\)/,
      /before \/api\/agent/
    )
    const json: RequestListener = (_, response) => void response.end('{"ok":true}')
    await assertTold({ url: await serve(json) }, /not an Agent Operations server: 200/, /before \/api\/agent/)
    const moved = await serve(
      (message, response) => void response.writeHead(308, { location: `https://ops.example.com${message.url}` }).end()
    )
    await assertTold({ url: moved }, /redirects \(308\) to https:/, /Use --url https:\/\/ops\.example\.com$/)
    const signIn = await serve((_, response) => void response.writeHead(302, { location: "/login" }).end())
    await assertTold({ url: signIn }, /redirects \(302\) to .*\/login/, /a sign-in page/)
  })

  it("that the prefix is wrong", async () => {
    const root = target.url.replace("/ops", "")
    for (const url of [root, `${target.url}/api/agent`, `${root}/other`]) {
      await assertTold({ url }, /has no operation list_page_views there \(404\)/, /check the prefix/)
    }
  })

  it("that the server is away for now", async () => {
    const body = JSON.stringify({ error: { code: "UNAVAILABLE", message: "Starting.", hint: "Wait." } })
    const busy = await serve((_, response) => void response.writeHead(503, { "x-request-id": "req_1" }).end(body))
    await assertTold({ url: busy }, /503 UNAVAILABLE/, /under req_1/)
  })

  it("that a credential is not accepted, and which", async () => {
    await assertTold({ key: `${target.key}x` }, /credential of --key is not accepted \(401\)/, /key create/)
    await assertTold({ key: ` ${target.key}\n` }, /What --key names can't be sent/, /spaces/)
    await assertTold(
      { readOnlyKey: "aok_no" },
      /credential of --read-only-key is not accepted/,
      /--scopes views:read \(/
    )
    await assertTold({ foreign: { ...foreign, key: "aok_no" } }, /credential of --foreign-key is not accepted/, /./)
  })

  it("that a project is not reached, and which", async () => {
    await assertTold({ projectId: foreign.projectId }, /--key does not reach the project prj_\w+ \(403\)/, /--project:/)
    await assertTold({ projectId: "Starter project" }, /project Starter project/, /--project/)
    await assertTold({ otherProjectId: "prj_none" }, /does not reach the project prj_none/, /--other-project/)
    await assertTold(
      { foreign: { ...foreign, projectId: target.projectId } },
      /--foreign-key does not/,
      /--foreign-project/
    )
  })

  it("that a scope is lacking, without writing anything", async () => {
    await assertTold(
      { key: readOnly },
      /--key lacks a scope: it needs views:read and views:write/,
      /views:read,views:write/
    )
  })
})
