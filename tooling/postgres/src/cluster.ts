import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type Binaries, program, versionOf } from "./binaries.ts"
import { describeServer } from "./createDatabase.ts"
import { serverUser } from "./serverUser.ts"
import { freePort } from "./freePort.ts"
import { startCaretaker } from "./startCaretaker.ts"

/** A server with its data, from `initdb` to the removal of its directory. */
export interface Cluster {
  readonly url: string
  readonly description: string
  readonly binDirectory: string
  readonly dataDirectory: string
  /** The process that others are children of; another one after `restart`. */
  readonly serverPid: number
  /** Starts the server again, on the same data and port, after it was killed. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

const startAttempts = 3
const startTimeoutMs = 60_000
const stopTimeoutMs = 10_000

/** What can be other than by default. */
export interface ClusterOptions {
  /** Where the data is to be, in place of a temporary directory; removed by whoever made it. */
  readonly dataDirectory?: string | undefined
  /** Settings of the server, such as `{ fsync: "off" }`. */
  readonly settings?: Readonly<Record<string, string>> | undefined
  /** Finds the port; asked again where another process took it before the server did. */
  readonly port?: (() => Promise<number>) | undefined
}

/** Makes a cluster in a fresh temporary directory and starts its server. */
export const makeCluster = async (binaries: Binaries, options: ClusterOptions = {}): Promise<Cluster> => {
  const user = serverUser()
  const home = await mkdtemp(join(tmpdir(), "postgres-for-tests-"))
  const dataDirectory = options.dataDirectory ?? join(home, "data")
  const log = join(home, "log")
  const password = randomBytes(16).toString("hex")
  const run = { cwd: home, env: { ...process.env, LC_ALL: "C", TZ: "UTC" }, ...user }
  const caretaker = startCaretaker(home, join(dataDirectory, "postmaster.pid"))
  let server: ChildProcess | undefined

  const stop = async () => {
    if (server !== undefined) await end(server)
    caretaker.stdin?.end()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }

  try {
    const binDirectory = await binaries.install(join(home, "server"))
    let [port, url] = [0, ""]
    const findPort = async () => {
      port = await (options.port ?? freePort)()
      url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    }
    await findPort()
    writeFileSync(log, "")
    writeFileSync(join(home, "password"), password)
    mkdirSync(dataDirectory, { mode: 0o700 })
    if (user !== undefined) {
      for (const path of [home, log, dataDirectory, join(home, "password")]) chownSync(path, user.uid, user.gid)
    }
    initialize(program(binDirectory, "initdb"), home, dataDirectory, run)
    const start = async () => {
      const output = openSync(log, "a")
      const parameters = ["-D", dataDirectory, "-p", String(port), ...settings(home, options.settings)]
      server = spawn(program(binDirectory, "postgres"), parameters, { ...run, stdio: ["ignore", output, output] })
      closeSync(output)
      server.unref()
      await ready(server, url, log)
    }
    for (let attempt = 1; ; attempt++) {
      try {
        await start()
        break
      } catch (cause) {
        if (attempt === startAttempts || !/could not (bind|create any TCP)/.test(String(cause))) throw cause
        await findPort()
        writeFileSync(log, "")
      }
    }

    return {
      url,
      description: `PostgreSQL ${versionOf(binDirectory) ?? "?"} ${binaries.origin}, started for the tests on port ${port}`,
      binDirectory,
      dataDirectory,
      get serverPid() {
        return server!.pid!
      },
      restart: async () => {
        await end(server!)
        // For a moment, the children of a killed server still hold the memory that the next one wants.
        const until = performance.now() + startTimeoutMs
        const again = (cause: unknown): Promise<void> => {
          if (performance.now() > until) throw cause
          return sleep(500).then(start).catch(again)
        }
        await start().catch(again)
      },
      stop
    }
  } catch (cause) {
    await stop()
    throw cause
  }
}

/**
 * Text sorts by the rules of a language where this build knows them, as on most servers that people run, so that the
 * tests see an order that leans on the server's; PGlite, which sorts by code point, shows the other side.
 */
const initialize = (initdb: string, home: string, dataDirectory: string, run: object): void => {
  const base = [
    ...["-D", dataDirectory, "-U", "postgres", "--encoding=UTF8", "--locale=C"],
    ...["--auth=scram-sha-256", `--pwfile=${join(home, "password")}`, "--no-sync"]
  ]
  const attempts = [[...base, "--locale-provider=icu", "--icu-locale=en-US"], base]
  const failures = attempts.map((parameters) => () => {
    const { status, stderr, error } = spawnSync(initdb, parameters, { ...run, encoding: "utf8" })
    return status === 0 ? undefined : (error?.message ?? stderr.trim())
  })
  const [withLanguage, plain] = failures
  if (withLanguage!() === undefined) return
  const failure = plain!()
  if (failure !== undefined) throw new Error(`initdb failed: ${failure}`)
}

const settings = (home: string, more: ClusterOptions["settings"]): ReadonlyArray<string> =>
  Object.entries({
    listen_addresses: "127.0.0.1",
    unix_socket_directories: process.platform === "win32" ? "" : home,
    max_connections: "200",
    ...more
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`])

const ready = async (server: ChildProcess, url: string, log: string): Promise<void> => {
  let failed: string | undefined
  server.once("error", (error) => (failed = error.message))
  const deadline = performance.now() + startTimeoutMs
  for (;;) {
    if (failed !== undefined || server.exitCode !== null || server.signalCode !== null) {
      throw new Error(`postgres ended at once: ${failed ?? readFileSync(log, "utf8").trim()}`)
    }
    if (
      await describeServer(url).then(
        () => true,
        () => false
      )
    )
      return
    if (performance.now() > deadline) throw new Error(`postgres was not ready after ${startTimeoutMs / 1000} s`)
    await sleep(50)
  }
}

const end = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) return
  const ended = new Promise((resolve) => server.once("exit", resolve))
  server.ref()
  server.kill("SIGCONT")
  server.kill("SIGINT")
  await Promise.race([ended, sleep(stopTimeoutMs, undefined, { ref: false })])
  server.kill("SIGKILL")
  await ended
}
