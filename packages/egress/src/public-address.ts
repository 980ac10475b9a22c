import type { LookupFunction } from "node:net"
import ipaddr from "ipaddr.js"
import { EgressError } from "./EgressError.ts"
import type { LookupAll } from "./lookup-by-dns.ts"

const [globalUnicast, bits] = ipaddr.IPv6.parseCIDR("2000::/3")

/**
 * Whether an IP address is one of the public internet's: not of this machine, its network, or any special range.
 *
 * @example
 * isPublicAddress("8.8.8.8") // true
 * isPublicAddress("::ffff:169.254.169.254") // false
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  // Of IPv6 nothing else is given out; among the rest are old forms of IPv4 addresses.
  return parsed.range() === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast, bits))
}

const notPublic = () => new EgressError({ reason: "address", message: "its host is not on the public internet" })

/** What is wrong with an address that has a user or a password in it. */
export const faultOfCredentials = ({ username, password }: URL): EgressError | undefined =>
  username === "" && password === ""
    ? undefined
    : new EgressError({ reason: "address", message: "it has a user or a password in it" })

/** What is wrong with an address before anything is resolved, if anything is. */
export const faultOfAddress = (address: string): EgressError | undefined => {
  const url = URL.parse(address)
  if (url?.protocol !== "https:") return new EgressError({ reason: "address", message: "it is no https address" })
  const credentials = faultOfCredentials(url)
  if (credentials !== undefined) return credentials
  // No name needs to be resolved of these. Of names that lead to this machine: RFC 6761, section 6.3.
  const literal = url.hostname.replace(/^\[|\]$/g, "")
  if (/^(?:.*\.)?localhost\.?$/.test(literal)) return notPublic()
  return ipaddr.isValid(literal) && !isPublicAddress(literal) ? notPublic() : undefined
}

/**
 * Resolves a name for one connection, and refuses unless every address is public. What is checked here is what is
 * connected to, so that an answer cannot change in between.
 */
export const makePublicLookup =
  (resolve: LookupAll): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, [])
      const [first] = addresses
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
        return done(notPublic(), [])
      }
      return options.all === true ? done(null, addresses) : done(null, first.address, first.family)
    })
  }
