import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { environment, source, writeHost } from "../hosts.ts"

/** What clients are tried on (`hosts/client/server.mjs`), while it runs. */
export interface ClientServer {
  /** Where the programs of the clients are. */
  readonly directory: string
  /** What the host has installed. */
  readonly modules: string
  readonly origin: string
}

const files = ["server.mjs", "scenario.mjs", "main.mjs", "effect.mjs", "mcp.mjs", "worker.mjs", "workerd.capnp"]

/** Starts a program in a directory, whose output is read. */
export const started = (directory: string, [program = "", ...parameters]: ReadonlyArray<string>): ChildProcess =>
  spawn(program, parameters, { cwd: directory, env: environment, stdio: ["ignore", "pipe", "inherit"] })

/** Ends a program that was started, if it has not ended by itself. */
export const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, "close")
  child.kill("SIGTERM")
  await closed
}

/** Runs the server in a host that has installed the kit, and ends it when it was used. */
export const withServer = async <A>(host: string, use: (server: ClientServer) => Promise<A>): Promise<A> => {
  const directory = join(host, "client")
  mkdirSync(directory)
  writeHost(directory, Object.fromEntries(files.map((file) => [file, source(`client/${file}`)])))
  const server = started(directory, [process.execPath, "server.mjs"])
  try {
    const [address] = (await once(server.stdout!, "data")) as [Buffer]
    return await use({ directory, modules: join(host, "node_modules"), origin: String(address).trim() })
  } finally {
    await ended(server)
  }
}
