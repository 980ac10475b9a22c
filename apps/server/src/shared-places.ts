/** What a connection does: those that are idle give way first, then those whose request is still coming. */
export type Doing = "idle" | "coming" | "held"

const order: ReadonlyArray<Doing> = ["idle", "coming", "held"]

interface Counted {
  open: number
}

interface Fullest<T> {
  /** Counts one more of it, or one less. */
  readonly count: (one: T, step: 1 | -1) => void
  readonly fullest: () => T | undefined
}

/** Finds what has the most open without a search: each step of a count is by one. */
const fullestOf = <T extends Counted>(): Fullest<T> => {
  const byOpen: Array<Set<T>> = []
  let most = 0
  return {
    count: (one, step) => {
      byOpen[one.open]?.delete(one)
      one.open += step
      if (one.open > 0) (byOpen[one.open] ??= new Set()).add(one)
      if (one.open > most) most = one.open
      while (most > 0 && byOpen[most]!.size === 0) most--
    },
    fullest: () => {
      const [first] = byOpen[most] ?? []
      return first
    }
  }
}

interface Network<C> extends Counted {
  readonly name: string
  readonly places: Fullest<Place<C>>
}

interface Place<C> extends Counted {
  readonly name: string
  readonly network: Network<C>
  /** Its connections by what they do, each the longest first. */
  readonly doing: Readonly<Record<Doing, Set<C>>>
}

/**
 * Shares so many connections among networks, and those of a network among its places. Beyond them, who has the most gives
 * one up for who has less, whatever that does: so none loses one that it had within its share. Who opens one and has the
 * most, or would have as many, gives up an idle one of its own, or gets none. Law: K3.
 */
export const sharePlaces = <C>(limit: number) => {
  const known = new Map<C, { readonly place: Place<C>; doing: Doing }>()
  const places = new Map<string, Place<C>>()
  const networks = new Map<string, Network<C>>()
  const all = fullestOf<Network<C>>()

  const networkAt = (name: string): Network<C> => networks.get(name) ?? { name, open: 0, places: fullestOf() }

  const placeAt = (name: string, network: string): Place<C> =>
    places.get(name) ?? {
      name,
      open: 0,
      network: networkAt(network),
      doing: { idle: new Set(), coming: new Set(), held: new Set() }
    }

  const remove = (connection: C): void => {
    const found = known.get(connection)
    if (found === undefined) return
    known.delete(connection)
    const { place, doing } = found
    const { network } = place
    place.doing[doing].delete(connection)
    network.places.count(place, -1)
    all.count(network, -1)
    if (place.open === 0) places.delete(place.name)
    if (network.open === 0) networks.delete(network.name)
  }

  /** Who gives one up for a place: itself, unless another has more even then. */
  const loserFor = (place: Place<C>): Place<C> => {
    const { network } = place
    const most = all.fullest() ?? network
    const from = network.open + 1 < most.open ? most : network
    const fullest = from.places.fullest() ?? place
    return from !== network || place.open + 1 < fullest.open ? fullest : place
  }

  const givenUpFor = (place: Place<C>): C | undefined => {
    const loser = loserFor(place)
    for (const doing of loser === place ? (["idle"] as const) : order) {
      const [longest] = loser.doing[doing]
      if (longest !== undefined) return longest
    }
    return undefined
  }

  return {
    /** Takes in an idle one, and returns which is to be closed for it: itself where there is no room. */
    add: (connection: C, name: string, networkName: string): C | undefined => {
      const place = placeAt(name, networkName)
      const isFull = known.size >= limit
      const givenUp = isFull ? givenUpFor(place) : undefined
      if (isFull && givenUp === undefined) return connection
      // Before the other is removed, with whom the place may go.
      places.set(name, place)
      networks.set(networkName, place.network)
      known.set(connection, { place, doing: "idle" })
      place.doing.idle.add(connection)
      place.network.places.count(place, 1)
      all.count(place.network, 1)
      if (givenUp !== undefined) remove(givenUp)
      return givenUp
    },
    remove,
    /** Takes note of what one does from now on. */
    set: (connection: C, doing: Doing): void => {
      const found = known.get(connection)
      if (found === undefined) return
      found.place.doing[found.doing].delete(connection)
      found.place.doing[doing].add(connection)
      found.doing = doing
    }
  }
}
