import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { createDatabase, type OwnPostgres, query, startPostgres } from "@agent-operations/postgres-for-tests"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { start, type Started } from "../process.ts"
import { Person } from "./person.ts"

describe("a form", { shuffle: false }, () => {
  let postgres: OwnPostgres
  let database: string
  let server: Started
  const person = { cookie: "", path: "" }

  beforeAll(async () => {
    postgres = await startPostgres()
    database = (await createDatabase(postgres.url)).url
    server = await start([], { DATABASE_URL: database, PORT: "0", LOG_FORMAT: "json", LOG_LEVEL: "info" })
  })
  afterAll(async () => {
    await server?.stop()
    await postgres?.stop()
  })

  /** Sends bytes in pieces, and reads what comes back until the answer is whole. */
  const exchange = (pieces: ReadonlyArray<string | Uint8Array>, pause = 5) =>
    new Promise<{ readonly status: number; readonly head: string; readonly body: string }>((resolve) => {
      const socket = connect(Number(new URL(server.url).port), "127.0.0.1")
      let text = ""
      socket.on("data", (chunk) => (text += chunk.toString()))
      socket.on("error", () => {})
      socket.on("close", () => {
        const [head = "", ...body] = text.split("\r\n\r\n")
        resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, body: body.join("\r\n\r\n") })
      })
      void (async () => {
        for (const piece of pieces) {
          if (socket.destroyed) return
          socket.write(piece)
          // clock: pieces sent at once would arrive as one
          await sleep(pause)
        }
      })()
    })

  const toProjects = () => `${person.path}/projects/new`

  const head = (path: string, ...headers: ReadonlyArray<string>) =>
    [
      `POST ${path} HTTP/1.1`,
      `Host: ${new URL(server.url).host}`,
      `Origin: ${server.url}`,
      `Cookie: ${person.cookie}`,
      "Connection: close",
      ...headers,
      "\r\n"
    ].join("\r\n")

  const urlencoded = "Content-Type: application/x-www-form-urlencoded"
  const chunked = "Transfer-Encoding: chunked"
  const chunk = (data: Uint8Array) =>
    Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from("\r\n")])

  const projects = async () =>
    (await query(database, "select name from agent_operations.projects order by id")).map(({ name }) => String(name))

  const linesOf = (id: string) =>
    server
      .printed()
      .split("\n")
      .filter((line) => line.startsWith("{") && line.includes(id))
      .map((line) => JSON.parse(line) as { level: string; annotations: { requestId?: string } })

  /** The lines of the log that name a request, once the one that ends it is there. */
  const logged = async (id: string) => {
    await waitUntil(`the line that ends ${id}`, () => linesOf(id).some(({ level }) => level === "INFO"))
    const lines = linesOf(id)
    for (const { annotations } of lines) assert.strictEqual(annotations.requestId, id)
    return lines.map((line) => [line.level, JSON.stringify(line)] as const)
  }

  const requestIdOf = (answer: { readonly head: string }) =>
    /x-request-id: (\S+)/i.exec(answer.head)?.[1] ?? assert.fail(answer.head)

  /** Whether an answer is a page of the console that names its request. */
  const assertPage = (answer: Awaited<ReturnType<typeof exchange>>, status: number, title: string) => {
    assert.strictEqual(answer.status, status, answer.head)
    assert.match(answer.head, /content-type: text\/html; charset=utf-8/i)
    assert.include(answer.body, `<h1>${title}</h1>`)
    assert.include(answer.body, `Request ID: ${requestIdOf(answer)}`)
    assert.include(answer.body, "/assets/style.css")
  }

  it("is kept on a page that says so while the database is away, also before it was ever reached, and is then taken", async () => {
    process.kill(postgres.serverPid, "SIGKILL")
    const body = "email=ada%40example.com&returnTo=%2Faccount%22"
    const away = await exchange([head("/sign-in", urlencoded, `Content-Length: ${body.length}`), body])
    assertPage(away, 503, "Not available just now")
    assert.match(away.head, /retry-after: 2/i)
    assert.match(away.body, /<input type="hidden" name="email" value="ada@example\.com" ?\/>/)
    assert.include(away.body, 'value="/account&quot;"')
    const [warning = [], ended = []] = await logged(requestIdOf(away))
    assert.deepStrictEqual([warning[0], ended[0]], ["WARN", "INFO"])
    assert.match(String(warning[1]), /A page could not be answered.*not available/)
    const token = await fetch(`${server.url}/api/auth/oauth2/token`, { method: "POST" })
    assert.deepStrictEqual([token.status, (await token.json()).error.code], [503, "UNAVAILABLE"])
    await postgres.restart()
    const ada = new Person(server.url)
    await ada.open(server.signInUrl)
    await ada.signIn("ada@example.com")
    const made = await ada.submit("/organizations/new", { name: "Acme" })
    person.path = new URL(made.url).pathname
    person.cookie = ada.cookie
  })

  const text = "name=Z%C3%BCrich%20"
  it.each<readonly [string, () => ReadonlyArray<string | Uint8Array>]>([
    ["of a known length", () => [head(toProjects(), urlencoded, `Content-Length: ${text.length + 1}`), `${text}1`]],
    [
      "sent a byte at a time",
      () => [head(toProjects(), urlencoded, `Content-Length: ${text.length + 1}`), ...`${text}2`]
    ],
    [
      "in chunks",
      () => [head(toProjects(), urlencoded, chunked), chunk(Buffer.from(text)), chunk(Buffer.from("3")), "0\r\n\r\n"]
    ],
    [
      "in chunks with trailers",
      () => [
        head(toProjects(), urlencoded, chunked, "Trailer: X-Sum"),
        chunk(Buffer.from(`${text}4`)),
        "0\r\nX-Sum: 1\r\n\r\n"
      ]
    ],
    [
      "in chunks that end within a character",
      () => {
        const bytes = Buffer.from("name=Zürich 5")
        return [
          head(toProjects(), urlencoded, chunked),
          chunk(bytes.subarray(0, 7)),
          chunk(bytes.subarray(7)),
          "0\r\n\r\n"
        ]
      }
    ],
    ["in chunks without a type", () => [head(toProjects(), chunked), chunk(Buffer.from(`${text}6`)), "0\r\n\r\n"]]
  ])("%s is taken", async (_, pieces) => {
    const before = await projects()
    const answer = await exchange(pieces())
    assert.strictEqual(answer.status, 303, answer.head + answer.body)
    const after = await projects()
    assert.lengthOf(after, before.length + 1)
    assert.match(after.at(-1) ?? "", /^Zürich \d$/)
  })

  it.each<readonly [string, number, string, () => ReadonlyArray<string | Uint8Array>]>([
    [
      "larger than it may be",
      413,
      "The form is too large",
      () => {
        const body = `name=${"x".repeat(1024 * 1024)}`
        return [head(toProjects(), urlencoded, `Content-Length: ${body.length}`), body]
      }
    ],
    [
      "larger than it may be, in chunks",
      413,
      "The form is too large",
      () => [
        head(toProjects(), urlencoded, chunked),
        ...Array.from({ length: 20 }, () => chunk(Buffer.alloc(64 * 1024, "x")))
      ]
    ],
    [
      "that is not UTF-8",
      400,
      "The form could not be read",
      () => {
        const body = Buffer.from("name=Z\u00fcrich", "latin1")
        return [head(toProjects(), urlencoded, `Content-Length: ${body.length}`), body]
      }
    ],
    [
      "with files",
      415,
      "Request refused",
      () => [
        head(toProjects(), "Content-Type: multipart/form-data; boundary=x", chunked),
        chunk(Buffer.from("--x--\r\n")),
        "0\r\n\r\n"
      ]
    ]
  ])("%s is refused by a page", async (_, status, title, pieces) => {
    const before = await projects()
    const answer = await exchange(pieces())
    assertPage(answer, status, title)
    assert.deepStrictEqual(await projects(), before)
  })

  it("that ends half-way leaves nothing, and no failure in the log", async () => {
    const before = await projects()
    const begun = async (...headers: ReadonlyArray<string>) => {
      const socket = connect(Number(new URL(server.url).port), "127.0.0.1")
      const id = `half-${headers.length}-${Math.random().toString(36).slice(2)}`
      socket.on("error", () => {})
      let answered = ""
      socket.on("data", (chunk) => (answered += chunk.toString()))
      // By the first request it knows whose connection it is, and says when it waits for the form of the second.
      socket.write(`HEAD /sign-in HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\n\r\n`)
      socket.write(head(toProjects(), urlencoded, `X-Request-Id: ${id}`, "Expect: 100-continue", ...headers))
      await waitUntil("the server to wait", () => answered.includes("HTTP/1.1 100 "))
      return { id, socket }
    }
    const known = await begun("Content-Length: 100")
    known.socket.write("name=Half")
    const unknown = await begun(chunked, "X-Other: 1")
    unknown.socket.write(chunk(Buffer.from("name=Half")))
    known.socket.destroy()
    unknown.socket.resetAndDestroy()
    for (const { id } of [known, unknown]) {
      const [[level, line] = [], ...more] = await logged(id)
      assert.strictEqual(level, "INFO", String(line))
      assert.match(String(line), /POST \S+ 400 /)
      assert.isEmpty(more)
    }
    assert.deepStrictEqual(await projects(), before)
  })

  it("of a program is taken in chunks, too", async () => {
    const token = await exchange([
      head("/api/auth/oauth2/token", urlencoded, chunked),
      chunk(Buffer.from("grant_type=refresh_token&client_id=none&refresh_token=x")),
      "0\r\n\r\n"
    ])
    assert.strictEqual(token.status, 401, token.body)
    assert.match(token.body, /"error":"invalid_client"/)
  })
})
