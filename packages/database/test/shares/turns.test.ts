import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { type Turn, Turns } from "../../src/shares/turns.ts"

const quantum = 100

/** Work, as a test knows it. */
interface Work {
  readonly party: string
  readonly mayBeginAgain: boolean
  times: number
  turn: Turn | undefined
  ended: boolean
  refused: boolean
  /** How often it was told that its turn had come, or that it was to give way, in its present attempt. */
  told: number
  asked: number
}

/** Turns over a clock that the test moves. */
const world = (size: number, queueLimit = Number.POSITIVE_INFINITY, keepsLast = false) => {
  const turns = new Turns({ size, queueLimit, quantum, keepsLast })
  const all: Array<Work> = []
  let now = 0
  const take = (work: Work) => {
    work.told = 0
    work.asked = 0
    work.turn = turns.enter(work.party, work.times, now, {
      onTurn: () => void work.told++,
      onRefused: () => {
        work.refused = true
      },
      onGiveWay: work.mayBeginAgain ? () => void work.asked++ : undefined
    })
    work.refused = work.turn === undefined
  }
  const inState = (...states: ReadonlyArray<Turn["state"]>) =>
    all.filter(({ turn, ended, refused }) => !ended && !refused && turn !== undefined && states.includes(turn.state))
  return {
    all,
    enter: (party: string, mayBeginAgain = false): Work => {
      const work = { party, mayBeginAgain, times: 0, turn: undefined, ended: false, refused: false, told: 0, asked: 0 }
      all.push(work)
      take(work)
      return work
    },
    end: (work: Work) => {
      work.ended = true
      turns.end(work.turn!, now)
    },
    /** What `makeShares` does with work that was asked to give way. */
    giveWay: (work: Work) => {
      turns.end(work.turn!, now)
      work.times++
      take(work)
    },
    pass: (millis: number) => {
      now += millis
      turns.makeRoom(now)
    },
    running: () => inState("running", "giving way"),
    waiting: () => inState("waiting"),
    turnsOf: (party: string) => inState("running", "giving way").filter((work) => work.party === party).length,
    kept: () => turns.waiting
  }
}

type World = ReturnType<typeof world>
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

const parties = ["a", "b", "c", "d"]
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("enter" as const),
      party: fc.constantFrom(...parties),
      again: fc.boolean()
    })
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("end" as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("leave" as const), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("pass" as const), millis: fc.nat({ max: 4 * quantum }) }) }
)

const pick = <A>(from: ReadonlyArray<A>, which: number): A | undefined => from[which % Math.max(1, from.length)]

const take = (
  { enter, end, pass, running, waiting }: World,
  one: typeof step extends fc.Arbitrary<infer S> ? S : never
) => {
  if (one.type === "enter") return void enter(one.party, one.again)
  if (one.type === "pass") return pass(one.millis)
  const work = pick(one.type === "end" ? running() : waiting(), one.which)
  if (work !== undefined) end(work)
}

describe("K3: turns", () => {
  it("never has more than there are turns, loses and grants none twice, keeps the limit, and ends or refuses all", () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 6 }),
        fc.boolean(),
        fc.array(step, { maxLength: 60 }),
        async (size, queueLimit, keepsLast, steps) => {
          const turns = world(size, queueLimit, keepsLast)
          const { all, running, waiting, turnsOf, giveWay, end, pass } = turns
          const check = () => {
            expect(running().length).toBeLessThanOrEqual(size)
            expect(turns.kept()).toBe(waiting().length)
            // Nobody waits while there is a turn, but the last, which is kept a while from who has half.
            if (waiting().length > 0 && running().length < size) {
              expect(running()).toHaveLength(size - 1)
              for (const { party } of waiting()) expect(turnsOf(party)).toBeGreaterThanOrEqual(Math.floor(size / 2))
            }
            // Only what gave way waits beyond the limit.
            expect(waiting().filter(({ times }) => times === 0).length).toBeLessThanOrEqual(queueLimit)
            for (const { told, asked } of all) {
              expect(told).toBeLessThanOrEqual(1)
              expect(asked).toBeLessThanOrEqual(1)
            }
            expect(all.filter(({ refused, times }) => refused && times > 0)).toEqual([])
          }
          for (const one of steps) {
            take(turns, one)
            await settle()
            check()
            for (const work of running().filter(({ asked }) => asked > 0)) {
              giveWay(work)
              await settle()
              check()
            }
          }
          for (let left = running(); left.length > 0; left = running()) {
            end(left[0]!)
            pass(3000)
            await settle()
            check()
            for (const work of running().filter(({ asked }) => asked > 0)) giveWay(work)
          }
          expect(all.filter(({ ended, refused }) => ended === refused)).toEqual([])
        }
      )
    ))

  it("gives all to one that is alone, and none more than half, in turn, once others always wait and turns end", () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 2, max: 4 }),
        fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
        (size, count, ends) => {
          const { enter, end, running, turnsOf } = world(size)
          const some = parties.slice(0, count)
          for (let i = 0; i < 100; i++) enter("a")
          expect(turnsOf("a")).toBe(size)
          for (const party of some.slice(1)) for (let i = 0; i < 100; i++) enter(party)
          // What "a" began alone.
          for (const work of running()) end(work)
          const granted: Array<string> = []
          for (const which of ends) {
            const before = new Set(running())
            for (const party of some) expect(turnsOf(party)).toBeLessThanOrEqual(Math.ceil(size / 2))
            end(pick(running(), which)!)
            granted.push(
              ...running()
                .filter((work) => !before.has(work))
                .map(({ party }) => party)
            )
          }
          expect(granted).toHaveLength(ends.length)
          // With one turn it is round-robin to the letter; with more, who has the fewest is next.
          if (size === 1) for (const [i, party] of granted.entries()) expect(party).not.toBe(granted[i + 1])
          for (const party of some.slice(0, size)) expect(granted).toContain(party)
        }
      )
    ))

  it("puts who comes, anew or again, behind who waits, but before who had the last turn", () => {
    const { enter, end, running } = world(1)
    const next = () => running()[0]!
    for (let i = 0; i < 9; i++) enter("a")
    enter("b")
    end(next())
    expect(next().party).toBe("b")
    // "b" and "c" send one after the other; "a" has many.
    enter("c")
    const granted = Array.from({ length: 9 }, () => {
      const { party } = next()
      end(next())
      if (party !== "a") enter(party)
      return party
    })
    expect(granted.join("")).toBe("bacbacbac")
  })

  it("makes room for who asks, by the youngest turn that may begin again and had its quantum", () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.nat(), async (size, fixed) => {
        const { enter, pass, running, giveWay } = world(size)
        for (let i = 0; i < size; i++) enter("a", i !== fixed % (size + 1))
        enter("a", true)
        const asked = () => running().filter((work) => work.asked > 0)
        const b = enter("b")
        pass(quantum - 1)
        await settle()
        expect(asked()).toEqual([])
        pass(1)
        await settle()
        const able = running().filter(({ mayBeginAgain }) => mayBeginAgain)
        expect(asked()).toHaveLength(Math.min(1, able.length))
        if (able.length === 0) return
        giveWay(asked()[0]!)
        await settle()
        expect(b.turn?.state).toBe("running")
      })
    ))

  it("leaves what gave way twice the time, each time, up to half of all, and takes what is above half after one", async () => {
    const alone = world(1)
    const long = alone.enter("a", true)
    for (const times of [0, 1, 2, 3]) {
      const short = alone.enter("b")
      alone.pass(quantum * 2 ** times - 1)
      await settle()
      expect(long.asked).toBe(0)
      alone.pass(1)
      await settle()
      expect(long.asked).toBe(1)
      alone.giveWay(long)
      alone.end(short)
      expect(long.turn?.state).toBe("running")
    }

    const { enter, pass, giveWay, end } = world(2)
    const [elder, younger] = [enter("a", true), enter("a", true)]
    for (const times of [0, 1, 2, 3]) {
      const short = enter("b")
      pass(quantum)
      await settle()
      expect([elder.asked, younger.asked, younger.times]).toEqual([0, 1, times])
      giveWay(younger)
      expect(short.turn?.state).toBe("running")
      end(short)
      pass(3000)
      await settle()
      expect(younger.turn?.state).toBe("running")
      elder.asked = 0
    }
  })

  it("keeps the last turn from who has half, for three seconds after another had one", () => {
    const { enter, end, pass, turnsOf } = world(4)
    const many = Array.from({ length: 8 }, () => enter("a"))
    expect(turnsOf("a")).toBe(4)
    const b = enter("b")
    end(many[0]!)
    expect(b.turn?.state).toBe("running")
    end(b)
    expect(turnsOf("a")).toBe(3)
    // It is there at once for who comes again, or anew.
    for (const party of ["b", "c", "b"]) {
      pass(2999)
      const short = enter(party)
      expect(short.turn?.state).toBe("running")
      end(short)
    }
    expect(turnsOf("a")).toBe(3)
    pass(3000)
    expect(turnsOf("a")).toBe(4)
  })

  it("keeps the last turn for good from who has half, where it is told to", () => {
    const { enter, pass, turnsOf, end } = world(4, Number.POSITIVE_INFINITY, true)
    const many = Array.from({ length: 8 }, () => enter("a"))
    expect(turnsOf("a")).toBe(3)
    pass(60_000)
    expect(turnsOf("a")).toBe(3)
    const b = enter("b")
    expect(b.turn?.state).toBe("running")
    end(many[0]!)
    // Two of "a" and one of "b": the last is for who has fewer than half.
    expect([turnsOf("a"), turnsOf("b")]).toEqual([2, 1])
    enter("c")
    expect(turnsOf("c")).toBe(1)
  })

  it("asks another to make room where the first takes longer than a quantum to give way", async () => {
    const { enter, pass, giveWay } = world(2)
    const [elder, younger] = [enter("a", true), enter("a", true)]
    const b = enter("b")
    pass(quantum)
    await settle()
    expect([elder.asked, younger.asked]).toEqual([0, 1])
    pass(quantum - 1)
    await settle()
    expect(elder.asked).toBe(0)
    pass(1)
    await settle()
    expect(elder.asked).toBe(1)
    giveWay(elder)
    expect(b.turn?.state).toBe("running")
  })

  it("lets a party with many wait no longer than its turn, where 100,000 wait and leave", () => {
    const { enter, end, all } = world(1)
    enter("a")
    for (let i = 0; i < 100_000; i++) enter("a")
    const b = enter("b")
    for (const work of all.slice(1, 100_001)) end(work)
    expect(b.turn?.state).toBe("waiting")
    end(all[0]!)
    expect(b.turn?.state).toBe("running")
  })
})
