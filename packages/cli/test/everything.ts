import { randomBytes } from "node:crypto"
import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { familiesOf } from "@agent-operations/contract"
import { apps, datasets, evaluations, imports, scorers } from "@agent-operations/evals"
import { secretKeys } from "@agent-operations/evals/secrets"
import { prompts } from "@agent-operations/prompts"
import { traces } from "@agent-operations/traces"
import { views } from "@agent-operations/views"
import { Redacted } from "effect"
import { assert } from "vitest"
import { foldersOf, table } from "./folders.ts"
import { startIssuer } from "./issuer.ts"
import { serve } from "./served.ts"

/**
 * A server of all families that the command line has a command of its own for, with an evaluation to run, and a server that
 * people sign in at.
 */
export const serveEverything = async () => {
  const keys = secretKeys([Redacted.make(randomBytes(32).toString("base64url"))])
  const over = { datasets: datasets(), scorers: scorers(), apps: apps({ keys }) }
  const recorded = traces()
  const modules = [
    ...[views(), recorded, prompts(recorded), over.datasets, over.scorers, over.apps, imports(over.datasets)],
    evaluations(over, { worker: { isAlone: true } })
  ]
  const families = familiesOf(modules)
  const served = await serve(modules)
  const { before, cli: anyCli, directory } = served
  const issuer = await startIssuer()

  type Given = Parameters<typeof anyCli>[1]
  const cli = (args: ReadonlyArray<string>, given: Given = {}) => anyCli(args, { families, ...given })
  const folder = foldersOf({ ...served, cli })

  const made = async (family: string, input: object): Promise<{ readonly id: string }> => {
    const { exit, out, error } = await cli([family, "create", "--file", "-", "--json"], {
      input: JSON.stringify(input)
    })
    assert.strictEqual(exit, 0, error)
    return JSON.parse(out)
  }

  /** Runs a command, and does something once when it says something, or asks for something. */
  const during = async (args: ReadonlyArray<string>, at: RegExp, what: (said: string) => void, given: Given = {}) => {
    let said = ""
    let isMet = false
    const meet = (text: string) => {
      if (isMet || !at.test(text)) return
      isMet = true
      what(text)
    }
    before(async (url) => meet(url))
    const ended = await cli(args, { ...given, error: (text) => meet((said += text)) })
    before(undefined)
    assert.isTrue(isMet, said)
    return { ...ended, error: said }
  }

  /** Runs a command, and interrupts it then. */
  const interrupted = (args: ReadonlyArray<string>, at: RegExp, given: Given = {}) => {
    const stop = new AbortController()
    const interrupt = () => stop.abort(new Error("It was interrupted."))
    return during(args, at, interrupt, { ...given, signal: stop.signal })
  }

  /** A folder with a page view that was pulled, and changed on both sides since. */
  const changedOnBothSides = async () => {
    const one = folder()
    const { id } = await one.call("page-views", "create", { name: "Both", ...table })
    await one.run(["pull"])
    one.edit("page-views/both.json", { description: "Here" })
    await one.call("page-views", "update", { id, expectedRevision: 1, description: "There" })
    return one
  }

  /** Has a browser that goes where it is sent, and whoever types there. */
  const browsing = () => {
    const bin = join(directory, "bin")
    const home = { PATH: `${bin}:${process.env["PATH"]}`, XDG_CONFIG_HOME: join(directory, "signed-in") }
    mkdirSync(bin, { recursive: true })
    const browser = join(bin, process.platform === "darwin" ? "open" : "xdg-open")
    writeFileSync(browser, `#!/bin/sh\nexec curl -sL -o /dev/null "$1"\n`)
    chmodSync(browser, 0o755)
    const as = { env: { ...home, AGENT_OPERATIONS_KEYCHAIN: "no" }, isInteractive: true }
    return as
  }

  const { id } = await made("datasets", { name: "Capitals", source: { type: "items" }, settings: {} })
  const capitals = {
    ...{ Argentina: "Buenos Aires", Australia: "Canberra", Brazil: "Brasília", Canada: "Ottawa" },
    ...{ Austria: "Vienna", Chile: "Santiago", Denmark: "Copenhagen", Egypt: "Cairo" }
  }
  const items = Object.entries(capitals).map(([input, expected]) => ({ externalId: input, input, expected }))
  await cli(["datasets", "put", "--dataset-id", id, "--items", JSON.stringify(items)])
  const exact = { type: "builtin", name: "exact" }
  const scorer = await made("scorers", { name: "Exact", source: exact, settings: { output: { type: "boolean" } } })
  const appOf: Record<string, string> = {}
  for (const behaviour of ["capitals", "some_capitals", "failing", "slow"]) {
    const source = { type: "sample", behaviour }
    appOf[behaviour] = (await made("apps", { name: behaviour, source, settings: {} })).id
  }

  return {
    ...served,
    families,
    issuer,
    cli,
    folder,
    made,
    view: (name: string) => made("page-views", { name, ...table }),
    during,
    interrupted,
    changedOnBothSides,
    browsing,
    /** The command that evaluates an app that behaves so. */
    evaluation: (behaviour: string, ...more: ReadonlyArray<string>) => [
      ...["evaluations", "run", "--interval", "0.1", "--name", behaviour],
      ...["--app", JSON.stringify({ id: appOf[behaviour] }), "--dataset", JSON.stringify({ id })],
      ...["--scorers", JSON.stringify({ exact: { id: scorer.id } }), ...more]
    ],
    close: async () => {
      issuer.close()
      await served.close()
    }
  }
}
