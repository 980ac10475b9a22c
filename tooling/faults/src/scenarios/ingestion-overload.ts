import { readFileSync } from "node:fs"
import { randomBytes } from "node:crypto"
import { postgres } from "../databases.ts"
import { bodyOf, exportBody, sentSpan } from "../exporters.ts"
import type { Scenario } from "../scenario.ts"
import { start, stop } from "../server.ts"

const mebibyte = 1024 * 1024

/** What would tell of bodies that are held without a bound. The target is 400: see docs/reliability-faults.md. */
const residentWithin = 700

/** A body of about so many mebibytes once it is decompressed, of spans of 20 kB. */
const bodyOfSize = (mebibytes: number) => {
  const traceId = randomBytes(16).toString("hex")
  const spans = Array.from({ length: (mebibytes * mebibyte) / 20_000 }, () =>
    sentSpan(traceId, randomBytes(8).toString("hex"), 20_000)
  )
  return bodyOf(spans)
}

/** The most memory that a process ever had, in MB, where the system tells. */
const residentAtMost = (pid: number): number => {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024)
  } catch {
    return 0
  }
}

/** Large requests on 32 connections, and more at once than are held: bounded memory, and 503 with `Retry-After`. Law: T23. */
export const ingestionOverload: Scenario = async ({ count, tell }) => {
  const failures: Array<string> = []
  const { settings, remove } = await postgres()
  // As `npm start` has it.
  const server = await start({
    ...settings,
    NODE_OPTIONS: "--max-semi-space-size=16",
    // Beside other work, a request is late for what else the machine does.
    STATEMENT_TIMEOUT: "2 minutes",
    REQUEST_TIMEOUT: "2 minutes"
  })
  const all = (connections: number, mebibytes: number) => {
    // Made before the first is sent: they come at once, and none waits for the making of another.
    const bodies = Array.from({ length: connections }, () => bodyOfSize(mebibytes))
    return Promise.all(bodies.map((body) => exportBody(server, body)))
  }
  let taken = 0
  for (let n = 0; n < count; n++) {
    const answers = await all(32, 2)
    taken += answers.filter(({ whole }) => whole).length
    for (const { status } of answers)
      if (status !== 200) failures.push(`T23: one of 32 requests of 2 MiB was answered ${status}`)
    tell(`${n + 1} of ${count} times 32 requests of 2 MiB`)
  }
  const resident = residentAtMost(server.child.pid!)
  if (resident > residentWithin) failures.push(`T23: under 32 requests of 2 MiB the server had ${resident} MB`)
  const refused = (await all(10, 15)).filter(({ status }) => status !== 200)
  for (const { status, retryAfter } of refused) {
    if (status !== 503 || retryAfter === null)
      failures.push(`T23: a request too many was answered ${status}, Retry-After ${retryAfter}`)
  }
  if (refused.length === 0) failures.push("T23: ten requests of 15 MiB were held at once")
  await stop(server)
  await remove()
  return {
    figures: [
      ["requests of 2 MiB, 32 at once, all taken", taken],
      ["resident memory under them at most, MB", resident],
      ["requests of 15 MiB, ten at once, refused with 503 and Retry-After", refused.length]
    ],
    failures
  }
}
