import { referenceFamilies } from "@agent-operations/contract/reference"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Terminal } from "../src/terminal.ts"
import type { RunOptions } from "../src/run.ts"
import type { serve } from "./served.ts"

type Served = Awaited<ReturnType<typeof serve>>
/** What an operation over definitions answers, of which a test reads what it knows to be there. */
interface Answer {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly revision: number
  readonly settings: { readonly groupBy?: string | null }
  readonly source: { readonly code?: string; readonly expression?: string }
  readonly items: ReadonlyArray<Answer>
}

type Given = Partial<Terminal> & Partial<RunOptions>

/** Makes folders, each of a project of its own, unless they share one. */
export const foldersOf = ({ cli, directory, env }: Pick<Served, "cli" | "directory" | "env">) => {
  let count = 0
  return (project = `project-${++count}`, shared: Given = {}) => {
    const cwd = join(directory, `folder-${++count}`)
    mkdirSync(cwd)
    const run = (args: ReadonlyArray<string>, given: Given = {}) =>
      cli(args, { ...shared, cwd, env: { ...env, AGENT_OPERATIONS_PROJECT_ID: project }, ...given })
    const text = (path: string) => readFileSync(join(cwd, path), "utf8")
    const write = (path: string, content: string) => {
      mkdirSync(dirname(join(cwd, path)), { recursive: true })
      writeFileSync(join(cwd, path), content)
    }
    return {
      project,
      cwd,
      run,
      text,
      write,
      remove: (path: string) => rmSync(join(cwd, path)),
      exists: (path: string) => existsSync(join(cwd, path)),
      /** Every file but lock files, and what it says. */
      all: () =>
        Object.fromEntries(
          readdirSync(cwd, { recursive: true, encoding: "utf8" })
            .filter((path) => !path.startsWith(".agent-operations") && statSync(join(cwd, path)).isFile())
            .toSorted()
            .map((path) => [path, text(path)])
        ),
      json: (path: string) => JSON.parse(text(path)),
      /** Changes members of a JSON file. */
      edit: (path: string, changes: object) =>
        write(path, `${JSON.stringify({ ...JSON.parse(text(path)), ...changes }, null, 2)}\n`),
      /** Calls an operation, as somebody else would. */
      call: async (family: string, verb: string, input: object): Promise<Answer> => {
        const { exit, out, error } = await cli([family, verb, "--file", "-", "--json"], {
          ...shared,
          cwd,
          env: { ...env, AGENT_OPERATIONS_PROJECT_ID: project },
          input: JSON.stringify(input)
        })
        if (exit !== 0) throw new Error(error)
        return JSON.parse(out)
      }
    }
  }
}

export const table = { source: { type: "table" }, settings: { target: "traces" } } as const
export const formula = (expression: string) =>
  ({
    source: { type: "formula", language: "cel", expression },
    settings: { target: "trace", valueType: "number" }
  }) as const

/** How many kinds of definition the command line knows. It lists each before it pushes, whether a server has it or not. */
export const knownKinds = referenceFamilies.reduce((count, { kinds }) => count + kinds.length, 0)
