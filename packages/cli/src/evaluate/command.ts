import { randomUUID } from "node:crypto"
import { resolve } from "node:path"
import { commandFieldsOf } from "@agent-operations/contract/calls"
import { kebabCase, type Operation } from "@agent-operations/contract"
import { Flag } from "effect/cli"
import { CommandError, exits, UsageError } from "../errors.ts"
import { text } from "../flags.ts"
import { flagsOf, valuesOf } from "../input/flag-of.ts"
import { readInput } from "../input/input.ts"
import { makeTexts } from "../input/texts.ts"
import { jsonText } from "../output/json.ts"
import { shown } from "../output/people.ts"
import type { MakeFamilyCommand } from "../own/family-commands.ts"
import { ownCommand } from "../own/own-command.ts"
import { replaceFile } from "../replace-file.ts"
import type { Session } from "../session.ts"
import { walk } from "../whole/walk.ts"
import { follow } from "./follow.ts"
import { junit } from "./junit.ts"
import type { Compared, Run, Target } from "./model.ts"
import { markdown, summaryText } from "./summary.ts"

const usualSeconds = 1

/** The run to compare with: the one that was named, or else the newest completed one of the series before it. */
const baseOf = async (
  { connect, terminal: { signal } }: Session,
  list: Operation.Any,
  { id, baseRunId, series }: Run
): Promise<string | undefined> => {
  if (baseRunId !== null || series === null) return baseRunId ?? undefined
  // Newest first: of a job that runs again, any number came after.
  for await (const run of walk<Run>(connect(), list, { series, status: "completed" }, 20, { signal })) {
    if (run.id < id) return run.id
  }
  return undefined
}

const compare = async (session: Session, list: Operation.Any, run: Run): Promise<Compared | undefined> => {
  const baseId = await baseOf(session, list, run)
  if (baseId === undefined) return undefined
  const { signal } = session.terminal
  const asked = { baseId, id: run.id, limit: 1 }
  const { scorers } = (await session.connect().call("compare_eval_runs", asked, { signal })) as Compared
  return { baseId, scorers }
}

/** Why a run is not seen to be as good as its base, if it is not. */
const worseThan = ({ baseId, scorers }: Compared): string | undefined => {
  const compared = Object.entries(scorers)
  if (!compared.some(([, { pairs }]) => pairs > 0)) {
    return `Nothing could be compared with ${baseId}: no item, unchanged, has a score of one scorer in both runs.`
  }
  const worse = compared.flatMap(([alias, { verdict }]) => (verdict === "worse" ? [shown(alias)] : []))
  return worse.length === 0 ? undefined : `It is worse than ${baseId} by ${worse.join(", ")}.`
}

/** What makes the command fail, if anything, by what it was told to fail on. */
const failureOf = (run: Run, compared: Compared | undefined, failOn: ReadonlyArray<string>): string | undefined => {
  if (run.status !== "completed") return `The run is ${run.status}${run.reason === null ? "" : ` (${run.reason})`}.`
  const failed = run.counts["failed"] ?? 0
  if (failOn.includes("failed") && failed > 0) return `${failed} targets failed.`
  return failOn.includes("worse") && compared !== undefined ? worseThan(compared) : undefined
}

export const commandFor: MakeFamilyCommand = (family) => (context) => {
  const create = family.operations["create"]!
  const noun = kebabCase(family.name)
  const path = `${noun} run`
  const fields = commandFieldsOf(create).map((field) =>
    field.name === "requestKey"
      ? { ...field, isRequired: false, description: `${field.description} Default: a new one.` }
      : field
  )
  return ownCommand({
    name: "run",
    description:
      "Start a run and wait for its end, with its progress where somebody watches; Ctrl-C ends the waiting, and not the run. With " +
      "--request-key, the same command finds the same run again. It is compared with a base: --base-run-id, or the newest " +
      "completed run of the series before it.",
    examples: [
      `${path} --name Nightly --app '{"id":"ap_…"}' --dataset '{"id":"ds_…"}' --fail-on worse --junit evals.xml`
    ],
    config: {
      fields: flagsOf(fields),
      failOn: Flag.Literals("fail-on", ["worse", "failed", "either", "nothing"]).pipe(
        Flag.withDescription("What else makes it end with 10: worse, failed, either or nothing."),
        Flag.withDefault("nothing" as const)
      ),
      interval: Flag.Finite("interval").pipe(
        Flag.withMetavar("SECONDS"),
        Flag.withDescription(`How often the run is asked for. Default: ${usualSeconds}.`),
        Flag.withDefault(usualSeconds)
      ),
      junit: text("junit", "FILE", "Write the targets as JUnit's XML."),
      summary: text("summary", "FILE", "Write what came of it in Markdown.")
    },
    run: async ({ fields: given, failOn, interval, junit: junitFile, summary }, session) => {
      const { terminal, json, agent, program, connect } = session
      if (!(interval >= 0.1 && interval <= 3600))
        throw new UsageError("--interval: 0.1 to 3600 seconds.", `Leave it out for ${usualSeconds}.`)
      const values = new Map([["requestKey", randomUUID()] as const, ...valuesOf(given)])
      const asked = { file: undefined, values, nulls: [] }
      const input = await readInput(create, `${program} ${path}`, fields, asked, makeTexts(terminal))
      const client = connect()
      // A create whose answer was lost is sent again: one request key is one run.
      const { id } = (await client.call(create.id, input, { signal: terminal.signal, retries: 7 })) as Run
      if (json === undefined && !agent) terminal.error(`Run ${id}\n`)
      const run = await follow(session, id, interval * 1000)
      const compared = run.status === "completed" ? await compare(session, family.operations["list"]!, run) : undefined
      if (summary !== undefined) await replaceFile(resolve(terminal.cwd, summary), markdown(run, compared), 0o644)
      if (junitFile !== undefined) {
        const targets: Array<Target> = []
        const get = family.operations["get"]!
        for await (const target of walk<Target>(client, get, { id }, 200, { signal: terminal.signal }))
          targets.push(target)
        await replaceFile(resolve(terminal.cwd, junitFile), junit(run, targets), 0o644)
      }
      const told = { run, comparison: compared ?? null }
      terminal.out(json === undefined ? summaryText(run, compared) : `${jsonText(told, agent)}\n`)
      const failure = failureOf(run, compared, failOn === "either" ? ["worse", "failed"] : [failOn])
      if (failure === undefined) return
      const hint = `${program} ${noun} get ${id} --status failed lists what failed; compare tells what changed.`
      throw new CommandError(failure, { code: "EVALUATION_FAILED", hint, exit: exits.some, details: { runId: id } })
    }
  })(context)
}
