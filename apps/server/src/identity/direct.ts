import { forwardingHeaderOf, type Sent } from "./forwarding.ts"
import { isLoopback } from "./loopback.ts"

/**
 * Why a request may be of somebody on another computer, if it may. That it may not is no proof: a proxy can hide all that
 * is looked at here.
 */
export const whyNotDirect = (sent: Sent): string | undefined => {
  const forwarding = forwardingHeaderOf(sent)
  if (forwarding !== undefined) return `it has the header ${forwarding}, so it came through a proxy`
  const { peer = "nowhere" } = sent
  if (!isLoopback(peer)) return `it came from ${peer}`
  const host = sent.headers.get("host") ?? ""
  const hostname = URL.parse(`http://${host}`)?.hostname ?? ""
  return isLoopback(hostname) ? undefined : `its Host is ${JSON.stringify(host.slice(0, 100))}, not this computer's own`
}
