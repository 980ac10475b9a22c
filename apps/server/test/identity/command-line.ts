import { execFile, spawn } from "node:child_process"
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { hostname, tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const source = join(import.meta.dirname, "../../../../packages/cli")

export interface Ended {
  readonly exit: number | null
  readonly out: string
  readonly error: string
}

/** The command line as it is published, in a folder of its own, for a person at this computer. */
export const installCommandLine = async () => {
  const directory = await mkdtemp(join(tmpdir(), "command-line-"))
  await mkdir(join(directory, "config"))
  await cp(join(source, "package.json"), join(directory, "package.json"))
  await promisify(execFile)(process.execPath, [join(source, "scripts/bundle.ts"), join(directory, "dist")])
  const config = join(directory, "config", "agent-operations")

  /** Runs it. What it prints on standard error is told as it comes; `answer` writes a line on standard input. */
  const run = (args: ReadonlyArray<string>, env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [join(directory, "dist", "main.js"), ...args], {
      cwd: directory,
      // Its xdg-open, if there is one, is not to open anything.
      env: {
        PATH: directory,
        XDG_CONFIG_HOME: join(directory, "config"),
        NODE_COMPILE_CACHE: join(directory, "cache"),
        ...env
      }
    })
    let out = ""
    let error = ""
    const { promise: address, resolve } = Promise.withResolvers<string>()
    child.stdout.on("data", (chunk: Buffer) => void (out += chunk.toString()))
    child.stderr.on("data", (chunk: Buffer) => {
      error += chunk.toString()
      const asked = /^ {2}(http\S+)\n/m.exec(error)?.[1]
      if (asked !== undefined) resolve(asked)
    })
    const ended = new Promise<Ended>((resolve) => child.once("close", (exit) => resolve({ exit, out, error })))
    return { ended, address, answer: (line: string) => child.stdin.write(`${line}\n`), pid: child.pid! }
  }

  const tokensFile = async () => {
    const name = (await readdir(config)).find((file) => /^tokens-.*\.json$/.test(file))
    return name === undefined ? undefined : join(config, name)
  }

  return {
    run,
    /** Where it runs. */
    directory,
    config,
    tokensFile,
    /** What is stored of the access. */
    tokens: async (): Promise<Record<string, string | number>> =>
      JSON.parse(await readFile((await tokensFile())!, "utf8")),
    /** Leaves the lock of somebody who crashed while they had it. */
    leaveLock: async (pid: number) => {
      await writeFile((await tokensFile())!.replace(/json$/, "lock"), `${pid} ${hostname()} crashed`)
    },
    /** Changes what is stored of it. */
    setTokens: async (changes: Record<string, string | number>) => {
      const file = (await tokensFile())!
      await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, "utf8")), ...changes }))
    },
    remove: () => rm(directory, { recursive: true })
  }
}

export type CommandLine = Awaited<ReturnType<typeof installCommandLine>>
