import { Connection } from "./connection.ts"
import { type ActName, actOf, actsOf, type Ask, searches } from "./growth-cases.ts"
import { type Place, type Sizes } from "./places.ts"
import { quantile } from "./quantile.ts"

/** What one operation took at one size, in milliseconds. */
export interface GrowthPoint {
  readonly size: number
  readonly requests: number
  readonly p50: number
  readonly p99: number
  /** The median of each round, as the sizes took turns. */
  readonly rounds: ReadonlyArray<number>
}

/** What one operation took at the sizes of one dimension, from the smallest to the largest. */
export interface Growth {
  readonly dimension: keyof Sizes
  readonly operation: string
  /** How many times the smallest size's median the largest's may be; null for what has a cost of its own. Law: P8. */
  readonly bound: number | null
  readonly points: ReadonlyArray<GrowthPoint>
}

export interface GrowthPace {
  readonly connections: number
  readonly rounds: number
  /** Of each connection, at each size in each round. */
  readonly requests: number
}

const bound = 1.3
/** How many requests a connection sends at one size before the next size has its turn. */
const burst = 5

/** One connection's part in a round: it works on definitions that no other connection works on. */
const worker = (connection: Connection, place: Place, share: number, shares: number, act: ActName) => {
  const ids = place.ids.map((_, n) => n).filter((n) => place.ids.length < shares || n % shares === share)
  const ask =
    (note?: (millis: number) => void): Ask =>
    async <T>(operation: string, input: object, wanted = 200) => {
      const request = connection.request(`/api/agent/${operation}`, place.headers, JSON.stringify(input))
      const began = performance.now()
      const { status, body } = await connection.exchange(request)
      note?.(performance.now() - began)
      if (status !== wanted) throw new Error(`${operation} answered ${status} ${body.toString().slice(0, 300)}`)
      return (JSON.parse(body.toString()) as { data: T }).data
    }
  let turn = 0
  return async (note: (millis: number) => void) => {
    // Strides over all of them, not from one to its neighbour.
    const n = ids[(turn++ * 37) % ids.length]!
    const [id, referrer] = [place.ids[n]!, place.referrers[n]]
    await actOf(act)({ place, id, referrer, ask: ask(), timed: ask(note) })
  }
}

/** Does one thing in some places, which take turns of a few requests, and notes what each request took. */
const round = async (
  url: string,
  places: ReadonlyArray<Place>,
  act: ActName,
  connections: number,
  requests: number
) => {
  const open = Array.from({ length: connections }, () => new Connection(url))
  const lanes = places.map((place) => ({
    millis: [] as Array<number>,
    workers: open.map((connection, n) => worker(connection, place, n, connections, act))
  }))
  for (let done = 0; done < requests; done += burst) {
    const first = (done / burst) % lanes.length
    for (const { millis, workers } of [...lanes.slice(first), ...lanes.slice(0, first)]) {
      await Promise.all(
        workers.map(async (work) => {
          for (let n = 0; n < Math.min(burst, requests - done); n++) await work((took) => void millis.push(took))
        })
      )
    }
  }
  for (const connection of open) connection.close()
  return lanes.map(({ millis }) => millis)
}

/** Measures every operation at every size, on a kit's server over a database that `makePlaces` has filled. */
export const measureGrowth = async (
  url: string,
  places: Readonly<Record<keyof Sizes, ReadonlyArray<Place>>>,
  { connections, rounds, requests }: GrowthPace
): Promise<ReadonlyArray<Growth>> => {
  const cases = [
    ...Object.entries(actsOf).flatMap(([dimension, acts]) => acts.map((act) => ({ dimension, act, bound }))),
    ...searches.map((act) => ({ dimension: "definitions", act, bound: null }))
  ] as ReadonlyArray<{ dimension: keyof Sizes; act: ActName; bound: number | null }>
  const seen = cases.map((): Array<ReadonlyArray<ReadonlyArray<number>>> => [])
  for (let turn = 0; turn <= rounds; turn++) {
    for (const [n, { dimension, act, bound }] of cases.entries()) {
      const millis = await (bound === null
        ? round(url, places[dimension], act, 1, Math.ceil(requests / 20))
        : round(url, places[dimension], act, connections, requests))
      // The first has warmed everything up.
      if (turn > 0) seen[n]!.push(millis)
    }
  }
  return cases.map(({ dimension, act, bound }, n) => ({
    dimension,
    operation: act,
    bound,
    points: places[dimension].map(({ size }, at): GrowthPoint => {
      const ofRounds = seen[n]!.map((millis) => millis[at]!)
      const all = ofRounds.flat()
      return {
        size,
        requests: all.length,
        p50: quantile(all, 0.5),
        p99: quantile(all, 0.99),
        rounds: ofRounds.map((millis) => quantile(millis, 0.5))
      }
    })
  }))
}
