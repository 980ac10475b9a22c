/**
 * A command line of a host's own families, under a name of its own.
 *
 * @packageDocumentation
 */
import { familiesOf, type FamilySource } from "@agent-operations/contract"
import { keepCompiled } from "./compile-cache.ts"

export type { FamilySource }

/** What a command line is made of. */
export interface CommandLineOptions {
  /** What people call the program by: `acme`. */
  readonly name: string
  /** What it has commands for. */
  readonly families: ReadonlyArray<FamilySource>
  /** What `--version` prints. Default: the version of this package. */
  readonly version?: string
}

/**
 * Runs the command line on this process, with its arguments: a command per operation of the families, and all others, such
 * as `export`, `diff` and `mcp`. Resolves once it is done; the process then ends with the command's exit code.
 *
 * @example
 * import { runMain } from "agent-operations/command-line"
 * import { viewFamilies } from "@agent-operations/contract"
 * import { alertRules } from "./alert-rules.ts"
 *
 * await runMain({ name: "acme", families: [...viewFamilies, alertRules] })
 */
export const runMain = async ({ name, families, version }: CommandLineOptions): Promise<void> => {
  keepCompiled()
  const { runOnProcess } = await import("./run-main.ts")
  await runOnProcess({
    program: name,
    families: familiesOf(families),
    ...(version !== undefined && { version })
  })
}
