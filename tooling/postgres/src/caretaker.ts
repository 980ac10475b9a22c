/**
 * Outlives the process that started it, however that ended, to stop its server and remove its directory.
 *
 * Its arguments are that directory and the file with the server's number; its standard input is a pipe that closes with
 * the starter.
 */
import { once } from "node:events"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"

const [, , home = "", pidFile = ""] = process.argv

const stopServer = async () => {
  if (!existsSync(pidFile)) return
  const pid = Number.parseInt(readFileSync(pidFile, "utf8"), 10)
  try {
    for (process.kill(pid, "SIGQUIT"); ; await sleep(50)) process.kill(pid, 0)
  } catch {
    // It is gone.
  }
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {})
await once(process.stdin.resume(), "end")

// A starter killed halfway leaves children that still write.
for (let round = 0; existsSync(home) && round < 5; round++, await sleep(500)) {
  await stopServer()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}
