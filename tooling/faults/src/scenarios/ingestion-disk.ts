import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { pglite } from "../databases.ts"
import { startExporters } from "../exporters.ts"
import type { Scenario } from "../scenario.ts"
import { preload, type Running, start, stop } from "../server.ts"

const answerWithin = 10_000
const diskMegabytes = 96
const statementTimeout = { STATEMENT_TIMEOUT: "3 seconds" }

/** A disk under PGlite that is slow, and then fills up, while spans are taken: none that was acknowledged is lost. Law: T1. */
export const ingestionDisk: Scenario = async ({ count, within, tell }) => {
  const failures: Array<string> = []
  let [acknowledged, refused, slowest] = [0, 0, 0]

  const during = async (
    what: string,
    before: Running,
    bytes: number,
    end: (notTaken: () => number) => Promise<Running>
  ) => {
    let server = before
    const exporters = startExporters(() => server, { clients: 4, bytes })
    const notTaken = () => exporters.answers.filter(({ status }) => status !== 200).length
    try {
      server = await end(notTaken)
    } finally {
      await exporters.stop()
    }
    // Of those that are cut off by the end, nothing is known.
    for (const { status, millis } of exporters.answers.filter((answer) => answer.status !== 0)) {
      slowest = Math.max(slowest, millis)
      if (![200, 503, 504].includes(status)) failures.push(`E1: ${what}: an export was answered ${status}`)
      if (millis > within(answerWithin))
        failures.push(`E1: ${what}: an export was answered after ${Math.round(millis)} ms`)
    }
    refused += exporters.answers.filter(({ status }) => status === 503 || status === 504).length
    const verdict = await exporters.verify()
    acknowledged += verdict.acknowledged
    failures.push(...verdict.failures.map((failure) => `${what}: ${failure}`))
    return server
  }

  for (let n = 0; n < count; n++) {
    const directory = mkdtempSync(join(tmpdir(), "disk-"))
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskMegabytes}m`, "tmpfs", directory], { stdio: "pipe" })
    } catch (error) {
      rmSync(directory, { recursive: true })
      return {
        figures: [["full disks while spans were taken (a small disk cannot be mounted here)", 0]],
        failures: [`T1: not tried: ${String(error)}`]
      }
    }
    const flags = mkdtempSync(join(tmpdir(), "slow-"))
    const slow = join(flags, "slow")
    try {
      const { settings: place, known } = await pglite(directory)
      const settings = { ...place, ...statementTimeout, ...preload("disk", { DISK_SLOW_WHILE: slow }) }
      let server = await start(settings, known)
      server = await during("a slow disk", server, 200, async () => {
        writeFileSync(slow, "")
        await sleep(2000)
        await stop(server, "SIGKILL")
        rmSync(slow)
        return start(settings, server)
      })
      server = await during("a full disk", server, 20_000, async (notTaken) => {
        const late = performance.now() + 300_000
        while (notTaken() < 6 && performance.now() < late) await sleep(20)
        if (notTaken() === 0) failures.push("T1: the disk did not fill up")
        await stop(server, "SIGKILL")
        execFileSync("mount", ["-o", `remount,size=${diskMegabytes * 4}m`, directory])
        return start(settings, server)
      })
      await stop(server)
      tell(`${n + 1} of ${count} slow and full disks, ${acknowledged} spans acknowledged`)
    } finally {
      execFileSync("umount", ["-l", directory])
      for (const one of [directory, flags]) rmSync(one, { recursive: true, force: true })
    }
  }
  return {
    figures: [
      ["slow disks, and full ones, under PGlite while spans were taken", 2 * count],
      ["spans acknowledged meanwhile, all there afterwards", acknowledged],
      ["requests answered 503 or 504 meanwhile, and taken once when they were sent again", refused],
      ["slowest answer to an export meanwhile, ms", Math.round(slowest)]
    ],
    failures
  }
}
