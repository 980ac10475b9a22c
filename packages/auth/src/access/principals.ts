import { Duration } from "effect"
import { LRUCache } from "lru-cache"
import type { Expected } from "./CredentialVerifier.ts"
import type { Principal } from "./principal.ts"

/** Of how many credentials, each with each project that it was shown for. */
const most = 10_000

/** How long without a call of it: so long at most, a credential that is none any more has one more statement tried. */
const lifetime = { ttl: Duration.toMillis(Duration.minutes(1)), ttlResolution: 1000, updateAgeOnGet: true }

interface Known {
  readonly facts: string
  readonly expected: Expected
}

/**
 * Whom credentials stood for when they were accepted last. It decides nothing: it says for whom a statement may be tried
 * that decides by itself, by a guard. Names have to hold the credential whole, or its hash, so that nobody is found by less.
 */
export const rememberPrincipals = () => {
  const known = new LRUCache<string, Known>({ max: most, ...lifetime })
  return {
    get: (name: string): Expected | undefined => known.get(name)?.expected,
    /**
     * Whom an accepted credential stands for: the same object as before, where the facts that make it are the same. What
     * is made anew gets a name for its guard that no other facts have.
     */
    accepted: (name: string, facts: ReadonlyArray<string | null>, make: (guardName: string) => Expected): Principal => {
      const before = known.get(name)
      const now = JSON.stringify(facts)
      if (before?.facts === now) return before.expected.principal
      const expected = make(`${name} ${now}`)
      known.set(name, { facts: now, expected })
      return expected.principal
    },
    refused: (name: string): void => void known.delete(name)
  }
}
