/** A connection of which more has come than is read at once. */
export interface Waiting {
  /** Who sends. */
  readonly place: string
  /** Whether it was told that it is gone. */
  readonly isGone: boolean
  /** Reads what comes next, and tells whether there is more that is asked for. */
  readonly readSlice: () => boolean
}

/** For how long those that wait are read in one turn of the event loop, in milliseconds. */
const millisOfTurn = 5
/** How many are told in one turn that they are gone: what ends with them, ends after that. */
const gonePerTurn = 16

/** The connections that wait, by who sends, each in the order of their next turn. */
const waiting = new Map<string, Set<Waiting>>()
let isScheduled = false

const goOn = () => {
  isScheduled = false
  const end = performance.now() + millisOfTurn
  let gone = 0
  // What is set anew while a map is gone through comes at its end.
  for (const [place, connections] of waiting) {
    const [connection] = connections
    leave(connection!)
    if (connection!.readSlice()) wait(connection!)
    else if (connections.size > 0) {
      waiting.delete(place)
      waiting.set(place, connections)
    }
    if (connection!.isGone) gone++
    if (gone === gonePerTurn || performance.now() >= end) break
  }
  schedule()
}

const schedule = () => {
  if (isScheduled || waiting.size === 0) return
  isScheduled = true
  setImmediate(goOn)
}

/** Has a connection read further when its turn comes. */
export const wait = (connection: Waiting) => {
  const connections = waiting.get(connection.place) ?? new Set()
  waiting.delete(connection.place)
  waiting.set(connection.place, connections.add(connection))
  schedule()
}

const leave = (connection: Waiting) => {
  const connections = waiting.get(connection.place)
  if (connections?.delete(connection) === true && connections.size === 0) waiting.delete(connection.place)
}
