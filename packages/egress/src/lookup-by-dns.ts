import type { LookupAddress, LookupOptions } from "node:dns"
import { Resolver } from "node:dns/promises"

/** Looks up all addresses of a name, as `lookup` of `node:dns` does. */
export type LookupAll = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: Array<LookupAddress>) => void
) => void

/** How long a name server is waited for, how often it is asked, and how long all of it may take, in milliseconds. */
const [timeout, tries, mostMillis] = [1500, 3, 4000]

const familiesOf = (family: LookupOptions["family"]): ReadonlyArray<4 | 6> => {
  if (family === 4 || family === "IPv4") return [4]
  return family === 6 || family === "IPv6" ? [6] : [4, 6]
}

/**
 * Asks name servers, those of the system by default, over sockets of its own. `lookup` of `node:dns` waits for them on one of the
 * four threads that all of the process share, for as long as they like: those of somebody's names would hold up everybody.
 * Law: K3.
 */
export const lookupByDns =
  (servers?: ReadonlyArray<string>): LookupAll =>
  (hostname, { family }, done) => {
    // One for each name, so that one can be given up; it asks as the system is set up now.
    const resolver = new Resolver({ timeout, tries })
    if (servers !== undefined) resolver.setServers(servers)
    const timer = setTimeout(() => resolver.cancel(), mostMillis)
    const ask = async (of: 4 | 6): Promise<Array<LookupAddress>> => {
      const addresses = await (of === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname))
      return addresses.map((address) => ({ address, family: of }))
    }
    void Promise.allSettled(familiesOf(family).map(ask)).then((answers) => {
      clearTimeout(timer)
      const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
      const failed = answers.find((answer) => answer.status === "rejected")
      // Names commonly have addresses of one family alone.
      if (found.length > 0 || failed === undefined) done(null, found)
      else done(failed.reason as NodeJS.ErrnoException, [])
    })
  }
