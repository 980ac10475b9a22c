import { Duration } from "effect"
import { LRUCache } from "lru-cache"
import type { Principal } from "./principal.ts"

/** Of how many credentials, each with each project that it was shown for. */
const most = 10_000

/** How long: so long after it was last accepted at most, a credential that is none any more has one more read begun. */
const lifetime = { ttl: Duration.toMillis(Duration.minutes(1)), ttlResolution: 1000 }

interface Known {
  readonly facts: string
  readonly principal: Principal
}

/**
 * Whom credentials stood for when they were accepted last. It decides nothing: it says for whom a read may be begun while
 * the decision is under way. Names have to hold the credential whole, or its hash, so that nobody is found by less.
 */
export const rememberPrincipals = () => {
  const known = new LRUCache<string, Known>({ max: most, ...lifetime })
  return {
    get: (name: string): Principal | undefined => known.get(name)?.principal,
    /** Whom an accepted credential stands for: the same object as before, where the facts that make it are the same. */
    accepted: (name: string, facts: ReadonlyArray<string | null>, make: () => Principal): Principal => {
      const before = known.get(name)
      const now = JSON.stringify(facts)
      if (before?.facts === now) return before.principal
      const principal = make()
      known.set(name, { facts: now, principal })
      return principal
    },
    refused: (name: string): void => void known.delete(name)
  }
}
