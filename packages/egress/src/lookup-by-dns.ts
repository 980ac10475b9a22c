import { ADDRCONFIG, type LookupAddress, type LookupOptions } from "node:dns"
import { Resolver } from "node:dns/promises"
import { networkInterfaces } from "node:os"

/** Looks up all addresses of a name, as `lookup` of `node:dns` does. */
export type LookupAll = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: Array<LookupAddress>) => void
) => void

/** How long a name server is waited for, how often it is asked, and how long all of it may take, in milliseconds. */
const [timeout, tries, mostMillis] = [1500, 3, 4000]

/** How long addresses of one family are waited for once there are those of the other: some servers never tell of any. */
const otherMillis = 500

const hasIpv6 = () =>
  Object.values(networkInterfaces()).some((addresses = []) =>
    addresses.some(({ family, internal }) => family === "IPv6" && !internal)
  )

/** Those that this machine has a way to, where only they are asked for: connections would be tried to the others in vain. */
const reachable = (found: ReadonlyArray<LookupAddress>, hints: number) => {
  const four = found.filter(({ family }) => family === 4)
  return (hints & ADDRCONFIG) === 0 || four.length === 0 || hasIpv6() ? [...found] : four
}

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
  (hostname, { family, hints = 0 }, done) => {
    // One for each name, so that one can be given up; it asks as the system is set up now.
    const resolver = new Resolver({ timeout, tries })
    if (servers !== undefined) resolver.setServers(servers)
    const giveUpIn = (millis: number) => setTimeout(() => resolver.cancel(), millis).unref()
    let timer = giveUpIn(mostMillis)
    const ask = async (of: 4 | 6): Promise<Array<LookupAddress>> => {
      const addresses = await (of === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname))
      return addresses.map((address) => ({ address, family: of }))
    }
    const asked = familiesOf(family).map(ask)
    const sooner = () => {
      clearTimeout(timer)
      timer = giveUpIn(otherMillis)
    }
    void Promise.any(asked).then(sooner, () => {})
    void Promise.allSettled(asked).then((answers) => {
      clearTimeout(timer)
      const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
      const failed = answers.find((answer) => answer.status === "rejected")
      // Names commonly have addresses of one family alone.
      if (found.length > 0 || failed === undefined) done(null, reachable(found, hints))
      else done(failed.reason as NodeJS.ErrnoException, [])
    })
  }
