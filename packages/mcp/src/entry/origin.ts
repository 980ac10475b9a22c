import type { AgentRequest } from "@agent-operations/http"

/** From where requests of browsers are taken. */
export interface OriginOptions {
  /**
   * The origin at which the server is reached, `https://ops.example.com`: pages of it may call. Requests that name another
   * host are refused. By default no page of any origin may, and hosts are not looked at.
   */
  readonly origin?: string | undefined
  /** Other origins whose pages may call: `["http://localhost:6274"]`. */
  readonly allowedOrigins?: ReadonlyArray<string> | undefined
}

const loopback: ReadonlyArray<string> = ["localhost", "127.0.0.1", "[::1]"]

/** Addresses that a server listens on, and that nobody calls it by. */
const wildcards: ReadonlyArray<string> = ["0.0.0.0", "[::]"]

const hostnameOf = (host: string) => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined)

/**
 * Why a request is refused for where it says that it comes from, or goes to: a page of another origin sent it, or a name
 * was bound anew to this server's address. Source: MCP 2025-11-25, Transports, "Security Warning".
 */
export const makeOriginFault = ({ origin, allowedOrigins = [] }: OriginOptions) => {
  const origins = new Set([...(origin === undefined ? [] : [origin]), ...allowedOrigins])
  const hostname = origin === undefined ? undefined : new URL(origin).hostname
  const hosts = hostname === undefined || wildcards.includes(hostname) ? undefined : new Set([hostname, ...loopback])

  return (request: AgentRequest): string | undefined => {
    const from = request.header("origin")
    if (from.some((one) => !origins.has(one))) return "Pages of that origin may not call this server."
    if (hosts === undefined) return undefined
    const named = request.header("host")
    // Runtimes without the header have the host in the address.
    const host = hostnameOf(named.length > 0 ? named.join(",") : new URL(request.web().url).host)
    return host !== undefined && hosts.has(host) ? undefined : "The request names a host that is not this server's."
  }
}
