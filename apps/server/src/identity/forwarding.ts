/** What is known of how a request came. */
export interface Sent {
  readonly headers: Headers
  /** The address that the connection comes from. */
  readonly peer: string | undefined
}

/** Headers that proxies, content delivery networks and tunnels add, by which a request is known to have come through one. */
const forwarding = [
  /^(forwarded|forwarded-for|via|cdn-loop|tailscale-.+)$/,
  /^x-(forwarded|original|envoy|amzn?|azure|appengine|nginx|varnish|vercel|arr|ms-forwarded)(-.+)?$/,
  /^(cf|fly|fastly|akamai|ali-cdn|do|incap|x-nf|x-railway)-.+$/,
  /^(front-end-https|proxy-connection|x-(host|scheme|url-scheme|rewrite-url|request-start|queue-start))$/,
  /^(.+-)?(real|client|remote|originating|user|source|host)-?(ip|addr|address)$/
]

/** The name of a header by which a request is known to have come through a proxy, if it has one. */
export const forwardingHeaderOf = ({ headers }: Pick<Sent, "headers">): string | undefined =>
  [...headers.keys()].find((name) => forwarding.some((pattern) => pattern.test(name)))
