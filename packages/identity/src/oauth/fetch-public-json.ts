import { lookup } from "node:dns"
import { request as httpsRequest, type RequestOptions } from "node:https"
import type { LookupFunction } from "node:net"
import { Data, Effect } from "effect"
import ipaddr from "ipaddr.js"

/** An address that is not read, or has nothing to be read. */
export class DocumentRefused extends Data.TaggedError("DocumentRefused")<{ readonly message: string }> {}

const limitBytes = 16 * 1024
const limitMillis = 5000

/** Whether an IP address is one of the public internet's: not of this machine, its network, or any special range. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  // Of IPv6 nothing else is given out; among the rest are old forms of IPv4 addresses.
  const [globalUnicast, bits] = ipaddr.IPv6.parseCIDR("2000::/3")
  return parsed.range() === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast, bits))
}

/**
 * Resolves a name for one connection, and refuses unless every address is public. What is checked here is what is
 * connected to, so that an answer cannot change in between.
 */
export const makePublicLookup =
  (resolve: typeof lookup): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, [])
      const [first] = addresses
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
        return done(new Error("its host is not on the public internet"), [])
      }
      return options.all === true ? done(null, addresses) : done(null, first.address, first.family)
    })
  }

/** Reads JSON from an https address: no redirects, no credentials, at most 16 KiB, within 5 seconds. */
export const readJson = (
  address: string,
  options: Pick<RequestOptions, "lookup" | "ca">
): Effect.Effect<unknown, DocumentRefused> =>
  Effect.callback<unknown, DocumentRefused>((resume, signal) => {
    const refuse = (message: string) => resume(Effect.fail(new DocumentRefused({ message })))
    const request = httpsRequest(
      address,
      { ...options, signal, headers: { accept: "application/json" }, agent: false },
      (response) => {
        if (response.statusCode !== 200) {
          request.destroy()
          return refuse(`it answers with ${response.statusCode}`)
        }
        const chunks: Array<Buffer> = []
        let size = 0
        response.on("data", (chunk: Buffer) => {
          size += chunk.byteLength
          chunks.push(chunk)
          if (size > limitBytes) {
            request.destroy()
            refuse(`it is larger than ${limitBytes} bytes`)
          }
        })
        response.on("error", ({ message }) => refuse(message))
        response.on("end", () => {
          try {
            resume(Effect.succeed(JSON.parse(Buffer.concat(chunks).toString()) as unknown))
          } catch {
            refuse("it is not JSON")
          }
        })
      }
    )
    request.on("error", ({ message }) => refuse(message))
    request.end()
  }).pipe(
    Effect.timeoutOrElse({
      duration: limitMillis,
      orElse: () => Effect.fail(new DocumentRefused({ message: "it does not answer in time" }))
    })
  )

const publicLookup = makePublicLookup(lookup)

/**
 * Reads JSON from an https address of the public internet. Source: RFC 9700 and OWASP API7:2023 on server-side request
 * forgery.
 */
export const fetchPublicJson = (address: string): Effect.Effect<unknown, DocumentRefused> => {
  // No name needs to be resolved of these.
  const literal = new URL(address).hostname.replace(/^\[|\]$/g, "")
  return ipaddr.isValid(literal) && !isPublicAddress(literal)
    ? Effect.fail(new DocumentRefused({ message: "its host is not on the public internet" }))
    : readJson(address, { lookup: publicLookup })
}
