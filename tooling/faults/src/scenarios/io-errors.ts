import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { gather } from "../crowd.ts"
import { pglite } from "../databases.ts"
import type { Scenario } from "../scenario.ts"
import { type Access, call, preload, start, stop, untilReady } from "../server.ts"

const answerWithin = 10_000

const create = (server: Access, name: string) =>
  call(server, "create_page_view", { name, source: { type: "table" }, settings: { target: "traces" } })

/** A disk under PGlite whose writes fail for a while: no false acknowledgement, no endless wait. Laws: R1, R4, R9. */
export const ioErrors: Scenario = async ({ count, within, random, tell }) => {
  const failures: Array<string> = []
  const recoverWithin = within(5000)
  const { settings, known, remove } = await pglite()
  const directory = mkdtempSync(join(tmpdir(), "io-errors-"))
  const flag = join(directory, "failing")
  const failing = { ...settings, STATEMENT_TIMEOUT: "3 seconds", ...preload("disk", { DISK_FAILS_WHILE: flag }) }
  let server = await start(failing, known)
  let [acknowledged, unknown, slowest] = [0, 0, 0]
  for (let n = 0; n < count; n++) {
    const crowd = await gather(() => server)
    await sleep(100 + random() * 200)
    writeFileSync(flag, "")
    const until = performance.now() + 500 + random() * 1500
    while (performance.now() < until) {
      const began = performance.now()
      const { status } = await create(server, `Failing ${n} ${began}`)
      const took = performance.now() - began
      slowest = Math.max(slowest, took)
      if (![200, 503, 504].includes(status)) failures.push(`E1: a write to a failing disk was answered ${status}`)
      if (took > within(answerWithin))
        failures.push(`E1: a write to a failing disk was answered after ${Math.round(took)} ms`)
    }
    rmSync(flag)
    await untilReady(server.url, recoverWithin).catch(() =>
      failures.push(`E1: not ready ${recoverWithin} ms after the disk was well again`)
    )
    const late = performance.now() + recoverWithin
    let { status } = await create(server, `Well again ${n}`)
    while (status !== 200 && performance.now() < late) {
      await sleep(100)
      status = (await create(server, `Well again ${n} ${performance.now()}`)).status
    }
    if (status !== 200)
      failures.push(`E1: writes were answered ${status} ${recoverWithin} ms after the disk was well again`)
    await sleep(100)
    await crowd.stop()
    // What was acknowledged is on the disk, not in the engine's memory alone.
    await stop(server, "SIGKILL")
    server = await start(failing, server)
    const verdict = await crowd.verify()
    acknowledged += verdict.acknowledged
    unknown += verdict.unknown
    failures.push(...verdict.failures)
    tell(`${n + 1} of ${count} times of I/O errors, ${acknowledged} writes acknowledged`)
  }
  await stop(server)
  await remove()
  rmSync(directory, { recursive: true })
  return {
    figures: [
      ["times of I/O errors under PGlite", count],
      ["writes acknowledged through them", acknowledged],
      ["calls without a certain answer through them", unknown],
      ["slowest answer on a failing disk, ms", Math.round(slowest)]
    ],
    failures
  }
}
