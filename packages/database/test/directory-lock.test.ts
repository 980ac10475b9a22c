import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, readdirSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { Locked, lockDirectory } from "../src/internal/pglite/directory-lock.ts"
import { thisProcess } from "../src/internal/pglite/process-identity.ts"
import { startProcess, temporaryDirectory } from "./support.ts"

const claim = (path: string, owner: object) => writeFileSync(`${path}.1`, JSON.stringify(owner))

const take = (path: string): (() => void) => {
  const lock = lockDirectory(path)
  if (lock instanceof Locked) return assert.fail(`held by ${JSON.stringify(lock.owner)}`)
  return lock
}

/** The number of a process that is no more. */
const deadPid = Effect.scoped(
  Effect.gen(function* () {
    const process = yield* startProcess("lock")
    yield* process.line
    return process.pid
  })
)

describe("the lock of a directory", () => {
  it.effect("refuses another holder in the same process, and is free when released", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryDirectory, "lock")
      const release = take(path)
      const second = lockDirectory(path)
      assert.instanceOf(second, Locked)
      assert.strictEqual(second.owner.pid, process.pid)
      assert.isTrue(existsSync(second.file))
      release()
      assert.deepStrictEqual(readdirSync(join(path, "..")), [])
      take(path)()
    })
  )

  it.effect("is taken over from a process that is gone, or whose number another one has now", () =>
    Effect.gen(function* () {
      const dead = yield* deadPid
      const stale = [
        { ...thisProcess(), pid: dead },
        { host: hostname(), pid: dead, started: undefined },
        // Only where the system tells when a process started.
        ...(existsSync("/proc/self/stat") ? [{ ...thisProcess(), started: "another time" }] : []),
        // What a loss of power can leave.
        {}
      ]
      for (const owner of stale) {
        const path = join(yield* temporaryDirectory, "lock")
        claim(path, owner)
        take(path)
        assert.deepStrictEqual(readdirSync(join(path, "..")), ["lock.2"])
      }
    })
  )

  it.effect("is not taken from a process of another host, which cannot be asked", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryDirectory, "lock")
      claim(path, { host: "elsewhere", pid: 1, started: undefined })
      assert.instanceOf(lockDirectory(path), Locked)
    })
  )

  it.live("goes to exactly one of the processes that find it free, or stale, at once", () =>
    Effect.gen(function* () {
      const dead = yield* deadPid
      const processes = yield* Effect.all(
        Array.from({ length: 5 }, () => startProcess("lock")),
        { concurrency: "unbounded" }
      )
      const tell = (text: string) => Effect.forEach(processes, (each) => each.write(text), { discard: true })
      const answers = Effect.forEach(processes, ({ line }) => line)
      assert.deepStrictEqual(new Set(yield* answers), new Set(["ready"]))
      for (let round = 0; round < 100; round++) {
        const path = join(yield* temporaryDirectory, "lock")
        if (round % 2 === 0) claim(path, { ...thisProcess(), pid: dead })
        yield* tell(path)
        const given = yield* answers
        const winner = processes[given.indexOf("locked")]
        assert.isDefined(winner, given.join())
        assert.deepStrictEqual(
          given.filter((answer) => answer !== "locked"),
          Array.from({ length: 4 }, () => `refused ${winner!.pid}`)
        )
        yield* tell("release")
        yield* answers
      }
    })
  )
})
