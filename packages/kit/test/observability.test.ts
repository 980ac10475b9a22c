import { inspect } from "node:util"
import { createAgentOperations, type HostTracer, type LogEntry } from "@agent-operations/kit"
import { createDatabase } from "@agent-operations/postgres-for-tests"
import { serverWith } from "@agent-operations/testing/kit"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { Layer, Logger, Tracer } from "effect"
import pg from "pg"
import { afterAll, assert, describe, inject, it } from "vitest"
import { access, system } from "./front-door.ts"

const principal = { actor: access.actor, organizationId: "acme", projectId: "support", scopes: ["system:read"] }
const thrown = new Error("The cable is loose.")

const families = [
  system((text) => {
    if (text === "throw") throw thrown
    return text
  })
] as const
const { database, drop } = await serverWith(families)
afterAll(drop)

const start = async (options: Pick<Parameters<typeof createAgentOperations>[0], "logger" | "logLevel" | "tracer">) => {
  const kit = await createAgentOperations({
    ...options,
    families,
    database,
    verify: () => principal
  })
  const ask = (text: string) =>
    kit.fetch(
      new Request("http://test/api/agent/echo", {
        method: "POST",
        headers: {
          authorization: "Bearer x",
          "x-project-id": "support",
          "content-type": "application/json",
          "x-request-id": "req_mine"
        },
        body: JSON.stringify({ text })
      })
    )
  return { kit, ask }
}

describe("a logger of the host's", () => {
  it("is given each line, with its level, request ID and cause", async () => {
    const lines: Array<LogEntry> = []
    const { kit, ask } = await start({ logger: (entry) => lines.push(entry), logLevel: "Info" })
    lines.length = 0
    await ask("hello")
    await ask("throw")
    await kit.close()
    const [answered, failed, refused] = lines
    assert.deepInclude(answered, { level: "info", requestId: "req_mine", annotations: {} })
    assert.match(answered?.message ?? "", /^POST \/api\/agent\/echo 200 \d+ ms$/)
    assert.deepInclude(failed, { level: "error", requestId: "req_mine", cause: thrown })
    assert.match(refused?.message ?? "", / 500 /)
    assert.notProperty(answered, "cause")
  })

  it("is told why the database could not be asked, which /readyz answers in general", async () => {
    const { url, drop } = await createDatabase(inject("postgresUrl"))
    const pool = new pg.Pool({ connectionString: url })
    // The server may end a connection that is being closed when its database goes.
    pool.on("error", () => {})
    const lines: Array<LogEntry> = []
    const kit = await createAgentOperations({
      families: [system()],
      database: { pool },
      logger: (entry) => lines.push(entry)
    })
    await pool.end()
    const { status } = await kit.fetch(new Request("http://test/readyz"))
    assert.strictEqual(status, 503)
    const [told] = lines.filter(({ message }) => message.startsWith("The database could not be asked"))
    assert.match(inspect(told?.cause), /Cannot use a pool after calling end/)
    await kit.close()
    await drop()
  })

  it("that throws or rejects fails no request", async () => {
    const failures = [
      () => {
        throw thrown
      },
      () => Promise.reject(thrown),
      Logger.layer([
        Logger.make(() => {
          throw thrown
        })
      ])
    ]
    let warned = 0
    const note = ({ message }: Error) => {
      if (message.includes("The host's logger failed: Error: The cable")) warned++
    }
    process.on("warning", note)
    for (const logger of failures) {
      const before = warned
      const { kit, ask } = await start({ logger, logLevel: "Info" })
      assert.strictEqual((await ask("hello")).status, 200)
      await kit.close()
      await waitUntil("a warning", () => warned > before)
    }
    process.off("warning", note)
  })

  it("can be a layer of Effect's", async () => {
    const lines: Array<string> = []
    const logger = Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])
    const { kit, ask } = await start({ logger, logLevel: "Info" })
    await ask("hello")
    await kit.close()
    assert.isTrue(lines.some((line) => line.includes("/api/agent/echo 200") && line.includes("req_mine")))
  })
})

class Span {
  readonly spanId = crypto.randomUUID()
  readonly name: string
  readonly parent: Span | undefined
  status = 0
  exception: unknown
  ended = false
  constructor(name: string, parent: Span | undefined) {
    this.name = name
    this.parent = parent
  }
  spanContext = () => ({ traceId: "t", spanId: this.spanId, traceFlags: 1 })
  setAttribute = () => this
  addEvent = () => this
  setStatus = ({ code }: { code: number }) => void (this.status = code)
  recordException = (exception: unknown) => void (this.exception = exception)
  end = () => void (this.ended = true)
}

describe("a tracer of the host's", () => {
  it("that throws, at the start of a span or at its end, fails no request", async () => {
    const fails = () => {
      throw thrown
    }
    const tracers = [
      { startSpan: fails },
      {
        startSpan: (name: string) => Object.assign(new Span(name, undefined), { setStatus: fails, setAttribute: fails })
      }
    ]
    for (const tracer of tracers) {
      const { kit, ask } = await start({ tracer, logLevel: "None" })
      assert.strictEqual((await ask("hello")).status, 200)
      await kit.close()
    }
  })

  it("has a span of each request and, within it, of the operation", async () => {
    const spans: Array<Span> = []
    const tracer = {
      startSpan: (name: string, _?: object, context?: { getValue: (key: symbol) => unknown }) => {
        const parent = context?.getValue(Symbol.for("OpenTelemetry Context Key SPAN"))
        const span = new Span(name, parent instanceof Span ? parent : undefined)
        spans.push(span)
        return span
      }
    }
    const { kit, ask } = await start({ tracer, logLevel: "None" })
    const named = (name: string) => spans.filter((span) => span.name === name)
    await ask("hello")
    const [request] = named("POST /api/agent/echo")
    const [operation] = named("echo")
    assert.isDefined(request)
    assert.strictEqual(operation?.parent, request)
    assert.deepStrictEqual([request?.ended, operation?.ended, operation?.status], [true, true, 1])
    await ask("throw")
    assert.strictEqual(named("echo").at(-1)?.status, 2)
    assert.strictEqual(named("echo").at(-1)?.exception, thrown)
    await kit.as(access).system.echo({ text: "by call" })
    assert.lengthOf(named("echo"), 3)
    assert.isTrue(spans.every(({ ended }) => ended))
    await kit.close()
  })

  it("can be a layer of Effect's", async () => {
    const names: Array<string> = []
    const layer: HostTracer = Layer.succeed(
      Tracer.Tracer,
      Tracer.make({
        span: (options) => {
          names.push(options.name)
          return new Tracer.NativeSpan(options)
        }
      })
    )
    const { kit, ask } = await start({ tracer: layer, logLevel: "None" })
    await ask("hello")
    await kit.close()
    assert.include(names, "echo")
  })
})
