import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pglite } from "../databases.ts"
import type { Scenario } from "../scenario.ts"
import { type Access, call, ok, start, stop } from "../server.ts"

const answerWithin = 10_000
const diskMegabytes = 96

const large = (n: number) => ({
  name: `Large ${n}`,
  // Random, so that the database cannot press it together.
  source: { type: "react", code: `// ${randomBytes(150_000).toString("base64")}` },
  settings: { target: "traces" }
})

/** Writes until the disk is full, and goes on for a while. */
const fill = async (server: Access, limit: number, failures: Array<string>) => {
  const acknowledged: Array<string> = []
  let [refused, slowest] = [0, 0]
  for (let n = 0; refused < 6 && n < 1000; n++) {
    const began = performance.now()
    const answer = await call(server, "create_page_view", large(n)).catch((error: Error) => ({ status: 0, error }))
    const took = performance.now() - began
    slowest = Math.max(slowest, took)
    if (took > limit) failures.push(`E1: a write on a full disk was answered after ${Math.round(took)} ms`)
    if ("data" in answer) acknowledged.push((answer.data as { id: string }).id)
    else refused++
    if (answer.status !== 200 && ![503, 504].includes(answer.status)) {
      failures.push(`E1: a write on a full disk was answered ${answer.status} ${JSON.stringify(answer)}`)
    }
  }
  return { acknowledged, refused, slowest }
}

/** A disk that fills up under PGlite: no false acknowledgement, no endless wait, and all that was acknowledged. Law: R9. */
export const disk: Scenario = async ({ count, within, tell }) => {
  const failures: Array<string> = []
  let [acknowledged, refused, slowest] = [0, 0, 0]
  for (let n = 0; n < count; n++) {
    const directory = mkdtempSync(join(tmpdir(), "disk-"))
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskMegabytes}m`, "tmpfs", directory], { stdio: "pipe" })
    } catch (error) {
      rmSync(directory, { recursive: true })
      return {
        figures: [["full disks (a small disk cannot be mounted here)", 0]],
        failures: [`R9: not tried: ${String(error)}`]
      }
    }
    try {
      const place = await pglite(directory)
      const settings = { ...place.settings, STATEMENT_TIMEOUT: "3 seconds" }
      const server = await start(settings, place.known)
      const filled = await fill(server, within(answerWithin), failures)
      acknowledged += filled.acknowledged.length
      refused += filled.refused
      slowest = Math.max(slowest, filled.slowest)
      await stop(server, "SIGKILL")
      execFileSync("mount", ["-o", `remount,size=${diskMegabytes * 4}m`, directory])
      const again = await start(settings, server)
      for (const id of filled.acknowledged) {
        const found = await call(again, "get_page_view", { id })
        if (!("data" in found)) failures.push(`R9: ${id} was acknowledged on a filling disk, and is ${found.status}`)
      }
      await ok(again, "create_page_view", large(-1))
      await stop(again)
      tell(`${n + 1} of ${count} full disks`)
    } finally {
      execFileSync("umount", ["-l", directory])
      rmSync(directory, { recursive: true, force: true })
    }
  }
  return {
    figures: [
      ["full disks under PGlite", count],
      ["writes acknowledged before they were full, all there afterwards", acknowledged],
      ["writes refused on a full disk", refused],
      ["slowest answer on a full disk, ms", Math.round(slowest)]
    ],
    failures
  }
}
