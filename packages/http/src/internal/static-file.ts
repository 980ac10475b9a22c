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

const encoders = { br: (plain: Buffer) => brotli(plain, quality), gzip: promisify(gzip) }

/** The encoding that a caller likes, of those that there are. Source: RFC 9110, 12.5.3. */
const encodingFor = (accepted: ReadonlyArray<string>): keyof typeof encoders | undefined => {
  const codings = accepted
    .flatMap((value) => value.split(","))
    .map((one) => ({ name: one.split(";", 1)[0]?.trim().toLowerCase(), isRefused: /;\s*q=0(?:\.0*)?\s*$/i.test(one) }))
  const of = (name: string) => codings.find((coding) => coding.name === name)
  return (["br", "gzip"] as const).find((name) => (of(name) ?? of("*"))?.isRefused === false)
}

/** Whether the caller has this version. A proxy that compresses makes a strong tag weak. Source: RFC 9110, 13.1.2. */
const hasVersion = (request: AgentRequest, tag: string) =>
  request
    .header("if-none-match")
    .flatMap((value) => value.split(","))
    .some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === tag)

/**
 * A text that is the same for everybody, compressed once for each encoding when that is first asked for.
 *
 * @example
 * const page = yield* staticFile("<!doctype html>…", { "content-type": "text/html", "cache-control": "no-cache" })
 * const answer = yield* page.answer(request)
 */
export const staticFile = Effect.fnUntraced(function* (text: string, headers: Readonly<Record<string, string>>) {
  const plain = Buffer.from(text)
  const version = createHash("sha256").update(plain).digest("base64url").slice(0, 22)
  /** What is sent in one encoding. A tag is of one representation: what a cache has compressed is not what it has plain. */
  const representation = (encoding: string | undefined, body: Effect.Effect<Buffer>) => {
    const etag = `"${version}${encoding === undefined ? "" : `-${encoding}`}"`
    const always = { ...headers, "x-content-type-options": "nosniff", etag, vary: "accept-encoding" }
    const unchanged = Effect.succeed<AgentAnswer>({ status: 304, headers: always, body: "" })
    const whole = { ...always, ...(encoding !== undefined && { "content-encoding": encoding }) }
    const all = Effect.map(body, (body): AgentAnswer => ({ status: 200, headers: whole, body }))
    return (request: AgentRequest) => (hasVersion(request, etag) ? unchanged : all)
  }
  const compressed = (encoding: keyof typeof encoders) =>
    Effect.map(Effect.cached(Effect.promise(() => encoders[encoding](plain))), (body) => representation(encoding, body))
  const encoded = { br: yield* compressed("br"), gzip: yield* compressed("gzip") }
  const identity = representation(undefined, Effect.succeed(plain))
  const answer = (request: AgentRequest) => {
    const encoding = encodingFor(request.header("accept-encoding"))
    return (encoding === undefined ? identity : encoded[encoding])(request)
  }
  return { version, answer } satisfies StaticFile
})
