import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { chownSync, rmSync, writeFileSync } from "node:fs"
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { describeServer } from "./createDatabase.ts"
import { freePort } from "./freePort.ts"
import { serverUser } from "./serverUser.ts"
import { startCaretaker } from "./startCaretaker.ts"

/** A PgBouncer that runs. */
export interface PgBouncer {
  /** Leads to the database through the pooler. */
  readonly url: string
  /** Such as `1.18.0`. */
  readonly version: string
  readonly stop: () => Promise<void>
}

interface Program {
  readonly path: string
  readonly version: string
}

const directories = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"]

const programAt = (directory: string): Program | undefined => {
  const path = join(directory, "pgbouncer")
  try {
    const said = execFileSync(path, ["--version"], { encoding: "utf8", stdio: "pipe" })
    const version = /PgBouncer ([\d.]+)/.exec(said)?.[1]
    return version === undefined ? undefined : { path, version }
  } catch {
    return undefined
  }
}

/** The PgBouncer of this system; undefined where there is none. */
export const findPgBouncer = (): Program | undefined => {
  for (const directory of directories) {
    const found = programAt(directory)
    if (found !== undefined) return found
  }
  return undefined
}

/** The timeouts that every connection of the kit asks for at its start. */
const ignored = "statement_timeout,lock_timeout,idle_in_transaction_session_timeout"

const ini = (home: string, { hostname, port: to }: URL, port: number, settings: Readonly<Record<string, string>>) => {
  const all = {
    listen_addr: "127.0.0.1",
    listen_port: String(port),
    unix_socket_dir: "",
    auth_type: "scram-sha-256",
    auth_file: join(home, "users.txt"),
    pidfile: join(home, "pid"),
    pool_mode: "transaction",
    max_client_conn: "1000",
    default_pool_size: "20",
    ignore_startup_parameters: ignored,
    ...settings
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  return [`[databases]`, `* = host=${hostname} port=${to || "5432"}`, `[pgbouncer]`, ...lines, ""].join("\n")
}

const ready = async (pooler: ChildProcess, url: string, log: () => string) => {
  for (const deadline = performance.now() + 10_000; ; await sleep(50)) {
    try {
      return await describeServer(url)
    } catch (cause) {
      if (pooler.exitCode === null && pooler.pid !== undefined && performance.now() < deadline) continue
      throw new Error(`pgbouncer did not start: ${log()}`, { cause })
    }
  }
}

/**
 * Starts a PgBouncer in transaction mode, with a directory of its own, before the database of `url`. It ends with
 * `stop()` or this process. `settings` are lines of its file, beside or in place of those that it needs.
 *
 * @example
 * const pooler = await startPgBouncer(database.url, { default_pool_size: "10" })
 */
export const startPgBouncer = async (
  url: string,
  settings: Readonly<Record<string, string>> = {}
): Promise<PgBouncer> => {
  const program = findPgBouncer()
  if (program === undefined) throw new Error("There is no program pgbouncer on this system")
  const to = new URL(url)
  const through = new URL(url)
  through.hostname = "127.0.0.1"
  through.port = String(await freePort())
  const user = serverUser()
  const home = await mkdtemp(join(tmpdir(), "pgbouncer-for-tests-"))
  const file = join(home, "pgbouncer.ini")
  const passwords = join(home, "users.txt")
  writeFileSync(file, ini(home, to, Number(through.port), settings))
  writeFileSync(passwords, `"${decodeURIComponent(to.username)}" "${decodeURIComponent(to.password)}"\n`, {
    mode: 0o600
  })
  if (user !== undefined) for (const path of [home, file, passwords]) chownSync(path, user.uid, user.gid)

  const caretaker = startCaretaker(home, join(home, "pid"))
  let log = ""
  const pooler = spawn(program.path, [file], { cwd: home, stdio: ["ignore", "ignore", "pipe"], ...user })
  pooler.stderr.on("data", (chunk: Buffer) => (log = `${log}${chunk.toString()}`.slice(-10_000)))
  const stop = async () => {
    if (pooler.exitCode === null && pooler.signalCode === null && pooler.pid !== undefined) {
      const ended = new Promise((resolve) => pooler.once("exit", resolve))
      pooler.kill("SIGTERM")
      await Promise.race([ended, sleep(5000, undefined, { ref: false }).then(() => pooler.kill("SIGKILL"))])
    }
    caretaker.stdin?.end()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await ready(pooler, through.href, () => log.trim())
    return { url: through.href, version: program.version, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}
