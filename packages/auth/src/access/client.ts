import { Context } from "effect"

/** What a request shows of where it comes from. It is read where that is noted, and not per request. */
export interface Client {
  /** The IP address that the connection comes from, where that is known. */
  readonly peer: () => string | undefined
  /** Every value of a header, by its lower-case name. */
  readonly header: (name: string) => ReadonlyArray<string>
}

/** Where a credential was used, and by what, as the request said it. */
export interface UsedFrom {
  /** An IP address; null where it is not known. */
  readonly address: string | null
  /** The header `User-Agent`, 200 characters at most; null where there was none. */
  readonly program: string | null
}

/**
 * The address of a client: by default that of the connection, which behind a proxy is the proxy's. A host that knows in
 * which header its proxy tells the client's address provides another.
 *
 * @example
 * Layer.succeed(ClientAddress, (client) => client.header("x-real-ip")[0] ?? client.peer())
 */
export const ClientAddress = Context.Reference<(client: Client) => string | undefined>(
  "@agent-operations/auth/ClientAddress",
  { defaultValue: () => (client) => client.peer() }
)

const longest = { address: 64, program: 200 }

const shortened = (text: string | undefined, length: number) =>
  text === undefined || text === "" ? null : text.toWellFormed().replaceAll("\0", "").slice(0, length)

/** What is kept of a client. */
export const usedFrom = (client: Client, addressOf: (client: Client) => string | undefined): UsedFrom => ({
  // An IPv4 address on a socket for both is written as one of IPv6.
  address: shortened(addressOf(client)?.replace(/^::ffff:(?=[\d.]+$)/, ""), longest.address),
  program: shortened(client.header("user-agent").join(", "), longest.program)
})
