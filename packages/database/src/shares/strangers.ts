import { hash } from "node:crypto"
import ipaddr from "ipaddr.js"

/** The place that an IP address stands for: itself, or of IPv6 the network of 64 bits that one customer has. */
export const placeOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString()
}

/** The network that an IP address is of, as one owner often has it: its first 24 bits, or 48 of IPv6. */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6
    ? `${ipaddr.fromByteArray([...parsed.toByteArray().slice(0, 6), ...Array<number>(10).fill(0)]).toString()}/48`
    : `${ipaddr.fromByteArray([...parsed.toByteArray().slice(0, 3), 0]).toString()}/24`
}

/**
 * For whom work is done that a stranger asks for: one of a few parties, by the place. Who has many places is not many, and
 * strangers together leave others their share. Law: K3.
 *
 * @example
 * Effect.provideService(verify, WorkFor, strangerAt("203.0.113.9"))
 */
export const strangerAt = (address: string): string => `stranger ${hash("sha1", placeOf(address)).slice(0, 1)}`
