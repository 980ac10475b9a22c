import { referenceListing } from "../src/reference.ts"
import { type RunOptions, run } from "../src/run.ts"
import type { Terminal } from "../src/terminal.ts"

export interface Ended {
  readonly exit: number
  readonly out: string
  readonly error: string
}

/** Where a command line runs, and what is other there: `input` is on its standard input. */
type Given = Partial<Terminal> & Partial<RunOptions> & { readonly input?: string }

/** What the environment says of a server: where it is, a project and Ada's key. */
export const credentialsFor = (url: string) => ({
  AGENT_OPERATIONS_URL: url,
  AGENT_OPERATIONS_PROJECT_ID: "analytical-web",
  AGENT_OPERATIONS_API_KEY: "aok_ada"
})

/** A command line in this process, in an environment and a folder, unless a call is given others. */
export const commandLine =
  (usual: Pick<Terminal, "env" | "cwd">) =>
  async (args: ReadonlyArray<string>, given: Given = {}): Promise<Ended> => {
    const { input = "", version = "1.2.3", families = referenceListing, program, ...terminal } = given
    let out = ""
    let error = ""
    const exit = await run(
      args,
      {
        ...usual,
        stdin: async function* () {
          yield Buffer.from(input)
        },
        isInteractive: false,
        columns: undefined,
        out: (text) => void (out += text),
        error: (text) => void (error += text),
        signal: new AbortController().signal,
        ...terminal
      },
      { version, families, ...(program && { program }) }
    )
    return { exit, out, error }
  }
