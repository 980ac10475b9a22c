import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { Effect } from "effect"
import type { AgentAnswer, AgentRequest } from "../exchange.ts"

export interface StaticFile {
  /** Changes with the text. */
  readonly version: string
  /** The answer to a request for it: compressed as the caller takes it, or 304 where the caller has it. */
  readonly answer: (request: AgentRequest) => Effect.Effect<AgentAnswer>
}

// The best quality takes seconds for megabytes, and saves a tenth.
const brotli = promisify(brotliCompress)
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** What a text may be compressed with, those first that it is the smallest by. */
const encodings = ["br", "gzip"] as const

type Encoding = (typeof encodings)[number]

export const compress: Readonly<Record<Encoding, (plain: Buffer) => Promise<Buffer>>> = {
  br: (plain) => brotli(plain, quality),
  gzip: promisify(gzip)
}

/** The encoding that a caller likes, of those that there are. Source: RFC 9110, 12.5.3. */
const encodingFor = (accepted: ReadonlyArray<string>, { br }: Bodies): Encoding | undefined => {
  const codings = accepted
    .flatMap((value) => value.split(","))
    .map((one) => ({ name: one.split(";", 1)[0]?.trim().toLowerCase(), isRefused: /;\s*q=0(?:\.0*)?\s*$/i.test(one) }))
  const of = (name: string) => codings.find((coding) => coding.name === name)
  const there = br === undefined ? encodings.filter((name) => name !== "br") : encodings
  return there.find((name) => (of(name) ?? of("*"))?.isRefused === false)
}

/** Whether the caller has this version. A proxy that compresses makes a strong tag weak. Source: RFC 9110, 13.1.2. */
const hasVersion = (request: AgentRequest, tag: string) =>
  request
    .header("if-none-match")
    .flatMap((value) => value.split(","))
    .some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === tag)

/** What is sent of a text, plain and in each encoding that it is had in. */
interface Bodies {
  readonly identity: Effect.Effect<Buffer>
  readonly gzip: Effect.Effect<Buffer>
  readonly br?: Effect.Effect<Buffer>
}

/** What is made once, at the first need, though whoever needed it went away meanwhile. */
export const madeOnce = <A>(make: () => Promise<A>): Effect.Effect<A> => {
  let made: Promise<A> | undefined
  return Effect.promise(() => (made ??= make()))
}

/** What tells a text from others. */
export const versionOf = (...parts: ReadonlyArray<string | Buffer>): string => {
  const hash = createHash("sha256")
  for (const part of parts) hash.update(part)
  return hash.digest("base64url").slice(0, 22)
}

/** Answers requests for a text with what is sent of it, which is made when it is first asked for, or each time. */
export const fileOf = (version: string, headers: Readonly<Record<string, string>>, bodies: Bodies): StaticFile => {
  /** What is sent in one encoding. A tag is of one representation: what a cache has compressed is not what it has plain. */
  const representation = (encoding: Encoding | undefined, body: Effect.Effect<Buffer>) => {
    const etag = `"${version}${encoding === undefined ? "" : `-${encoding}`}"`
    const always = { ...headers, "x-content-type-options": "nosniff", etag, vary: "accept-encoding" }
    const unchanged = Effect.succeed<AgentAnswer>({ status: 304, headers: always, body: "" })
    const whole = { ...always, ...(encoding !== undefined && { "content-encoding": encoding }) }
    const all = Effect.map(body, (body): AgentAnswer => ({ status: 200, headers: whole, body }))
    return (request: AgentRequest) => (hasVersion(request, etag) ? unchanged : all)
  }
  const answer = (request: AgentRequest) => {
    const encoding = encodingFor(request.header("accept-encoding"), bodies)
    return representation(encoding, bodies[encoding ?? "identity"] ?? bodies.identity)(request)
  }
  return { version, answer }
}

/**
 * A text that is the same for everybody, compressed once for each encoding when that is first asked for.
 *
 * @example
 * const page = staticFile("<!doctype html>…", { "content-type": "text/html", "cache-control": "no-cache" })
 * const answer = yield* page.answer(request)
 */
export const staticFile = (text: string, headers: Readonly<Record<string, string>>): StaticFile => {
  const plain = Buffer.from(text)
  const compressed = (encoding: Encoding) => madeOnce(() => compress[encoding](plain))
  return fileOf(versionOf(plain), headers, {
    identity: Effect.succeed(plain),
    gzip: compressed("gzip"),
    br: compressed("br")
  })
}
