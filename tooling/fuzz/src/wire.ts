import { refuseInEnvelope } from "@agent-operations/http/node"
import fc from "fast-check"
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import type { startKit } from "./kit.ts"
import { type Fault, faultOf } from "./look.ts"
import { operations } from "./served.ts"

/** A request as it goes over the wire, in Latin-1, in the pieces that it is written in. */
interface Wired {
  readonly operation: string
  readonly pieces: ReadonlyArray<string>
  /** Whether it is to another path or by another method, where there may be no operation. */
  readonly astray: boolean
  /** Whether a server may wait for more of it. */
  readonly cut: boolean
}

/** How a body is framed: header lines, what follows the head, and whether more of that may be waited for. */
type Framed = readonly [lines: ReadonlyArray<string>, body: string, cut?: "cut"]

const answerWithin = 15_000
/** How long it is waited for an answer to what is cut, in milliseconds, before hanging up. */
const cutAfter = 100
const tooMuch = 1_200_000

const chunk = (text: string, size = text.length.toString(16)) => `${size}\r\n${text}\r\n`
const chunked = "transfer-encoding: chunked"
const lastChunk = "0\r\n\r\n"

const framings: ReadonlyArray<(body: string) => Framed> = [
  // As HTTP has it.
  (body) => [[`content-length: ${body.length}`], body],
  (body) => [[chunked], chunk(body) + lastChunk],
  (body) => [[chunked], `${chunk(body, `${body.length.toString(16).toUpperCase()};name="a b"`)}0\r\na: b\r\n\r\n`],
  (body) => [[chunked], [...body].map((one) => chunk(one)).join("") + lastChunk],
  // Lengths that are not the body's, or none.
  (body) => [[`content-length: ${body.length - 1}`], body],
  (body) => [[`content-length: ${body.length + 1}`], body, "cut"],
  (body) => [["content-length: 0"], body],
  (body) => [[`content-length: +${body.length}`], body],
  (body) => [[`content-length: 0x${body.length.toString(16)}`], body],
  (body) => [[`content-length: ${body.length}, ${body.length}`], body],
  (body) => [[`content-length: ${body.length}`, `content-length: ${body.length}`], body],
  (body) => [[`content-length: ${body.length}`, "content-length: 2"], body],
  (body) => [["content-length: -1"], body],
  (body) => [["content-length: 1e2"], body],
  (body) => [["content-length: 99999999999999999999"], body, "cut"],
  (body) => [["content-length: "], body],
  (body) => [[], body],
  // Both, or codings of other sorts.
  (body) => [[chunked, `content-length: ${body.length}`], chunk(body) + lastChunk],
  (body) => [[`content-length: ${body.length}`, chunked], chunk(body) + lastChunk],
  (body) => [["transfer-encoding: gzip, chunked"], chunk(body) + lastChunk],
  (body) => [["transfer-encoding: chunked, identity"], chunk(body) + lastChunk],
  (body) => [["transfer-encoding: xchunked"], chunk(body) + lastChunk],
  (body) => [[chunked, chunked], chunk(body) + lastChunk],
  // Chunks that are none.
  (body) => [[chunked], chunk(body), "cut"],
  (body) => [[chunked], chunk(body, "zz") + lastChunk],
  (body) => [[chunked], chunk(body, "-1") + lastChunk],
  (body) => [[chunked], chunk(body, "ffffffffffffffff") + lastChunk, "cut"],
  (body) => [[chunked], chunk(body, (body.length + 7).toString(16)) + lastChunk, "cut"],
  (body) => [[chunked], `${body.length.toString(16)}\n${body}\n0\n\n`]
]

/** Bodies beyond the limit: told at once, and found out on the way. */
const hugeFramings: ReadonlyArray<(body: string) => Framed> = [
  () => [[`content-length: ${tooMuch}`], " ".repeat(tooMuch)],
  () => [[chunked], chunk(" ".repeat(60_000)).repeat(tooMuch / 60_000) + lastChunk],
  () => [[chunked], chunk(" ".repeat(20)).repeat(tooMuch / 20) + lastChunk]
]

const methods = [
  "CONNECT",
  "GET",
  "HEAD",
  "OPTIONS",
  "TRACE",
  "DELETE",
  "M-SEARCH",
  "post",
  "P OST",
  "",
  "POST\0",
  "X".repeat(300)
]
const versions = ["HTTP/1.0", "HTTP/1.2", "HTTP/2.0", "http/1.1", "HTTP/1.1 ", ""]

const targets = (path: string) => [
  `http://other.test${path}`,
  `/${path}`,
  `/api/agent/..${path.slice(4)}`,
  `${path}/`,
  `${path}?projectId=other`,
  `${path}?projectId=a&projectId=b`,
  `${path}?%zz=%00`,
  `${path}#fragment`,
  `${path}\x00`,
  `${path}\xff`,
  `${path}%00`,
  `/api/agent/%${path.charCodeAt(11).toString(16)}${path.slice(12)}`,
  `/api/agent/${"x".repeat(20_000)}`,
  "/api/agent/__proto__",
  "*",
  "api",
  ""
]

const oddLines = [
  "authorization: Bearer other",
  "authorization: Basic b3RoZXI6",
  "Authorization:",
  "x-project-id: other",
  "x-project-id:",
  "content-type: text/plain",
  "content-type: application/json",
  "content-encoding: gzip",
  "host: other.test",
  "x-request-id: one",
  "x-request-id: \t two",
  `x-request-id: ${"x".repeat(5000)}`,
  " folded: line",
  "no colon",
  ": no name",
  "two words: x",
  "space-before : x",
  "nul: \x00",
  "control: \x01\x7f",
  "latin-1: \xe9\xff",
  "__proto__: x",
  "constructor: x",
  `large: ${"x".repeat(9000)}`,
  `larger: ${"x".repeat(20_000)}`,
  "expect: 100-continue",
  "expect: tea",
  "upgrade: websocket\r\nconnection: upgrade",
  "connection: close",
  "connection: keep-alive, x-project-id",
  "te: trailers",
  "trailer: authorization",
  "x-http-method-override: DELETE",
  "x-forwarded-for: 127.0.0.1",
  "a: b\r\n".repeat(200).trimEnd()
]

const mostly = <T>(usual: T, odd: ReadonlyArray<T>) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...odd) })

const inPieces = (text: string, places: ReadonlyArray<number>): ReadonlyArray<string> => {
  const cuts = [...new Set(places.map((place) => place % text.length))].toSorted((a, b) => a - b)
  return [0, ...cuts].map((from, n) => text.slice(from, cuts[n])).filter((piece) => piece !== "")
}

/** Requests right and wrong in every part of what HTTP/1.1 has them be made of. */
const requestsOnWireWith = (headers: Readonly<Record<string, string>>): fc.Arbitrary<Wired> => {
  const right = [
    "host: fuzz.test",
    "content-type: application/json",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  ]
  return fc.constantFrom(...operations).chain(({ id, example }) => {
    const path = `/api/agent/${id}`
    return fc
      .record({
        method: mostly("POST", methods),
        target: mostly(path, targets(path)),
        version: mostly("HTTP/1.1", versions),
        lines: fc.tuple(
          fc.oneof({ weight: 4, arbitrary: fc.constant(right) }, fc.subarray(right)),
          fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(fc.constantFrom(...oddLines), { maxLength: 3 }))
        ),
        body: mostly(JSON.stringify(example.input), ["", "{}", "{", "\x00", "\xff{}", "null"]),
        framing: fc.oneof(
          { weight: 40, arbitrary: fc.constantFrom(...framings) },
          { weight: 1, arbitrary: fc.constantFrom(...hugeFramings) }
        ),
        end: mostly("\r\n", ["\n", "\r"]),
        cuts: fc.array(fc.nat(), { maxLength: 3 })
      })
      .map(({ method, target, version, lines: [own, odd], body, framing, end, cuts }) => {
        const [framingLines, rest, cut] = framing(Buffer.from(body).toString("latin1"))
        const head = [`${method} ${target} ${version}`, ...own, ...framingLines, ...odd, "", ""].join(end)
        // Node says nothing of a broken chunk in a request for an upgrade, and waits.
        const waits = cut === "cut" || end !== "\r\n" || head.includes("upgrade: ")
        return {
          operation: id,
          astray: method !== "POST" || target !== path,
          pieces: inPieces(head + rest, cuts),
          cut: waits
        }
      })
  })
}

/** Sends a request, hangs up once it is answered, and resolves with all that comes back. */
const exchange = (port: number, request: Wired): Promise<string> =>
  new Promise((resolve, reject) => {
    const { pieces, cut } = request
    let received = ""
    const socket = connect(port, "127.0.0.1").setNoDelay()
    const next = (at: number): void => {
      const piece = pieces[at]
      if (socket.destroyed || !socket.writable) return
      if (piece === undefined) setTimeout(() => cut && socket.end(), cutAfter)
      else socket.write(piece, "latin1", () => setImmediate(next, at + 1))
    }
    next(0)
    socket.setTimeout(answerWithin, () => socket.destroy(new Error(`Still open after ${answerWithin} ms.`)))
    socket.on("data", (bytes: Buffer) => {
      received += bytes.toString("latin1")
      if (answersIn(request, received)?.length) socket.end()
    })
    // A reset is what someone gets who sends on after they were told to stop.
    socket.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNRESET" || error.code === "EPIPE" ? undefined : reject(error)
    )
    socket.on("close", () => resolve(received))
  })

interface Received {
  readonly status: number
  readonly body: string
}

const isHead = (pieces: Wired["pieces"]) => pieces.join("").startsWith("HEAD ")

/** The answers in what came back. That to a `HEAD` tells the length of a body that it has not, and another may follow. */
const answersIn = ({ pieces }: Wired, received: string): ReadonlyArray<Received> | undefined => {
  const answers: Array<Received> = []
  for (let rest = received; rest !== "";) {
    const end = rest.indexOf("\r\n\r\n")
    const head = rest.slice(0, end)
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? (status < 200 ? 0 : NaN))
    if (end === -1 || Number.isNaN(status) || Number.isNaN(length)) return undefined
    const after = rest.slice(end + 4)
    const sent = isHead(pieces) && after.startsWith("HTTP/1.1 ") ? 0 : length
    const body = after.slice(0, sent)
    if (status >= 200) answers.push({ status, body: Buffer.from(body, "latin1").toString() })
    rest = after.slice(sent)
  }
  return answers
}

/** Looks at all that came back for one request. */
const faultIn = (request: Wired, received: string): Fault | undefined => {
  const { operation, astray, pieces, cut } = request
  const answers = answersIn(request, received)
  if (answers === undefined) return { law: "E1", message: `is answered ${received.slice(0, 300)}` }
  if (answers.length === 0) return cut ? undefined : { law: "E1", message: "is not answered" }
  if (answers.filter(({ status }) => status === 200).length > 1) {
    return { law: "E1", message: `is taken for more than one: ${received.slice(0, 2000)}` }
  }
  for (const { status, body } of answers) {
    if (isHead(pieces) && body === "" && status < 500) continue
    const fault = faultOf(astray && body.includes('"code":"NOT_FOUND"') ? "none" : operation, status, body)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Requests below HTTP, and a look at what comes back for one. */
export interface Wire {
  readonly requestsOnWire: fc.Arbitrary<Wired>
  readonly faultOfWire: (request: Wired) => Promise<Fault | undefined>
}

/** Has a kit listen on a port for a while, as the server does. Laws: E1, E3. */
export const fuzzWire = async (
  { kit, headers }: Pick<Awaited<ReturnType<typeof startKit>>, "kit" | "headers">,
  use: (wire: Wire) => Promise<void>
): Promise<void> => {
  const server = refuseInEnvelope(createServer({ requireHostHeader: false }, kit.listener))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const faultOfWire = async (request: Wired) => {
    const received = await exchange(port, request).catch((error: Error) => error.message)
    const fault = faultIn(request, received)
    return fault && { ...fault, message: `${fault.message}: ${JSON.stringify(request.pieces).slice(0, 1500)}` }
  }
  await use({ requestsOnWire: requestsOnWireWith(headers), faultOfWire })
  await new Promise((resolve) => server.close(resolve).closeAllConnections())
}
