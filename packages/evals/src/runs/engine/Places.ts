/** What one worker does for an organization. */
interface Tenant {
  inFlight: number
  /** When a lane of its was looked at last, by a count of such looks. */
  served: number
}

/** How many organizations are remembered that nothing is done for; and for how many something may be done at once. */
const remembered = 200

/**
 * How many targets of each organization a worker works on, and how many more it takes of one. One that is alone has all
 * places. Where it has them, there is room beside for the shares of others, up to as many again, and beyond that for one target
 * of each who has none: no target is ended for another's, and an app may take minutes for one. Law: K3.
 */
export class Places {
  readonly #tenants = new Map<string, Tenant>()
  readonly #concurrency: number
  #inFlight = 0
  /** How many organizations something is done for. */
  #busy = 0
  #looks = 0

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  take(tenant: string): void {
    if (this.#of(tenant).inFlight++ === 0) this.#busy++
    this.#inFlight++
  }

  leave(tenant: string): void {
    if (--this.#of(tenant).inFlight === 0) this.#busy--
    this.#inFlight--
  }

  /** Whoever was looked at is behind the others now. */
  serve(tenant: string): void {
    const { inFlight } = this.#of(tenant)
    // Set anew, so that those looked at longest ago are first, and forgotten first.
    this.#tenants.delete(tenant)
    this.#tenants.set(tenant, { inFlight, served: ++this.#looks })
    if (this.#tenants.size <= remembered) return
    for (const [one, { inFlight: busy }] of this.#tenants) {
      if (this.#tenants.size <= remembered) return
      if (busy === 0) this.#tenants.delete(one)
    }
  }

  /** How often a lane was looked at. */
  get looks(): number {
    return this.#looks
  }

  /** How many more targets of an organization may be taken. */
  roomFor(tenant: string): number {
    const own = this.#tenants.get(tenant)?.inFlight ?? 0
    const others = this.#busy - Math.min(own, 1)
    const share = Math.ceil(this.#concurrency / (others + 1)) - own
    const beside = others === 0 ? 0 : Math.min(share, 2 * this.#concurrency - this.#inFlight)
    const first = own === 0 && this.#busy < remembered ? 1 : 0
    return Math.max(first, this.#concurrency - this.#inFlight, beside)
  }

  /** Organizations of which none may be taken now. */
  get full(): ReadonlyArray<string> {
    return [...this.#tenants.keys()].filter((tenant) => this.roomFor(tenant) === 0)
  }

  /** In which order they are served, behind those that are not named here: who has the fewest, and waited longest, first. */
  get order(): ReadonlyArray<string> {
    const order = ([, a]: [string, Tenant], [, b]: [string, Tenant]) => a.inFlight - b.inFlight || a.served - b.served
    return [...this.#tenants].sort(order).map(([tenant]) => tenant)
  }

  #of(tenant: string): Tenant {
    const known = this.#tenants.get(tenant) ?? { inFlight: 0, served: 0 }
    this.#tenants.set(tenant, known)
    return known
  }
}
