import { isIP } from "node:net"
import type { Client } from "@agent-operations/auth"
import { Effect, Option } from "effect"
import type { Settings } from "../settings.ts"
import { forwardingHeaderOf, type Sent } from "./forwarding.ts"

/** The address that an element of a list is: bare, in brackets, with a port or without. */
const addressIn = (element: string): string | undefined => {
  const text = element.trim()
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? (isIP(text) > 0 ? text : text.replace(/:\d+$/, ""))
  return isIP(bare) > 0 ? bare : undefined
}

/**
 * The client's address in a header to which each of so many trusted proxies has added whom it was asked by. What stands
 * further left, anybody may have sent. Undefined where that is no address.
 *
 * @example
 * addressTold("203.0.113.9, 198.51.100.7", 1) // "198.51.100.7"
 */
const addressTold = (list: string, proxies: number): string | undefined => {
  const elements = list.split(",").filter((element) => element.trim() !== "")
  // A list that is shorter came by fewer of the proxies: all of it is theirs.
  return addressIn(elements.at(-proxies) ?? elements[0] ?? "")
}

/** Where a client is, for what is noted of the last use of a key. */
export const clientAddress = ({ CLIENT_ADDRESS_HEADER, TRUSTED_PROXIES }: Settings) => {
  const header = Option.getOrUndefined(CLIENT_ADDRESS_HEADER)
  return (client: Client): string | undefined =>
    (header && addressTold(client.header(header.toLowerCase()).join(","), TRUSTED_PROXIES)) ?? client.peer()
}

/** Finds the address by which limits count a request; where none is told, the connection's, which the log says once. */
export const makeClientAddress = ({ CLIENT_ADDRESS_HEADER, TRUSTED_PROXIES }: Settings) => {
  const header = Option.getOrUndefined(CLIENT_ADDRESS_HEADER)
  const rest = "so limits count the address of the connection, which all clients of a proxy share."
  let said = false

  const whyNone = (sent: Sent) => {
    if (header !== undefined) {
      return `A request has no address in ${header}, ${rest} CLIENT_ADDRESS_HEADER must name the header that the proxy in front sends.`
    }
    const forwarding = forwardingHeaderOf(sent)
    return forwarding && `A request has ${forwarding}, and CLIENT_ADDRESS_HEADER is not set, ${rest}`
  }

  return (sent: Sent): Effect.Effect<string> =>
    Effect.suspend(() => {
      const told = header && addressTold(sent.headers.get(header) ?? "", TRUSTED_PROXIES)
      if (told !== undefined) return Effect.succeed(told)
      const address = sent.peer ?? "unknown"
      const why = said ? undefined : whyNone(sent)
      if (why === undefined) return Effect.succeed(address)
      said = true
      return Effect.as(Effect.logWarning(why), address)
    })
}
