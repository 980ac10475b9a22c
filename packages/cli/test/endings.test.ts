import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { pageViews } from "@agent-operations/contract"
import { afterAll, assert, describe, it } from "vitest"
import { endings } from "../src/endings.ts"
import type { Run } from "../src/evaluate/model.ts"
import { formula, table } from "./folders.ts"
import type { Ended } from "./command-line.ts"
import { serveEverything } from "./everything.ts"

const everything = await serveEverything()
const { before, browsing, changedOnBothSides, cli, directory, during, env, evaluation, folder, interrupted } =
  everything
const { issuer, lose, view } = everything
afterAll(everything.close)

/** Runs `edit` with an editor that does something the first time it is opened, and nothing later. */
const edit = async (name: string, step: string) => {
  const { id } = await view(name)
  const editor = join(directory, `${id}.sh`)
  writeFileSync(editor, `#!/bin/sh\n[ -e '${editor}.done' ] && exit 0\n: > '${editor}.done'\n${step}\n`)
  chmodSync(editor, 0o755)
  return cli(["edit", id], { env: { ...env, EDITOR: editor, TMPDIR: directory } })
}

/** The run that a command tells of. */
const runIn = (text: string) => /evr_\w+/.exec(text)![0]
const runOf = async (id: string): Promise<Run> => JSON.parse((await cli(["evaluations", "get", id, "--json"])).out).run

const login = () => cli(["login", "--url", issuer.url], browsing())

/** Runs `mcp` in a process, with all that is sent to it. */
const serveStdio = async (input: string): Promise<Ended> => {
  const main = join(import.meta.dirname, "..", "src", "main.ts")
  const child = spawn(process.execPath, ["--conditions=@agent-operations/source", main, "mcp"], { env })
  child.stdin.end(input)
  const [out, error, [exit]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")])
  return { exit, out, error }
}

type Endings = typeof endings
/** Brings an ending about, each way that its line names: the commands' ends. */
type Case = () => Promise<readonly [Ended, ...ReadonlyArray<Ended>]>
type Cases = { readonly [C in keyof Endings]: { readonly [W in Endings[C][number][1]]: Case } }

const cases: Cases = {
  "FAMILY COMMAND": {
    "the answer to a write was lost, and reading shows that it was done": async () => {
      lose({ of: /create_page_view/, lost: "answer" })
      return [await cli(["page-views", "create", "--file", "-"], { input: JSON.stringify({ name: "Lost", ...table }) })]
    },
    "the answer to a write was lost, and reading shows that nothing was done": async () => {
      const { id } = await view("Not done")
      lose({ of: /update_page_view/, lost: "request" })
      const { update } = pageViews.operations
      const quick = { ...pageViews.operations, update: { ...update, limits: { deadlineMillis: 1 } } }
      const args = ["page-views", "update", id, "--expected-revision", "1", "--name", "Done"]
      return [await cli(args, { families: [{ ...pageViews, operations: quick }] })]
    },
    "the answer to a write was lost, and it may still be done": async () => {
      const { id } = await view("Open")
      lose({ of: /update_page_view/, lost: "request" })
      return [await cli(["page-views", "update", id, "--expected-revision", "1", "--name", "Later"])]
    },
    "a coding agent deletes without `--yes`": async () => {
      const { id } = await view("Asked")
      return [await cli(["page-views", "delete", id, "--expected-revision", "1", "--agent", "yes"])]
    }
  },
  "traces get": {
    "the trace is larger than an answer may be; the hint has the commands that read it in pages": async () => {
      const id = "8".padStart(32, "0")
      for (const half of [0, 1]) {
        const spans = Array.from({ length: 5 }, (_, n) => ({
          id: `1${half}${n}`.padStart(16, "0"),
          name: "step",
          startedAt: "2014-11-20T10:00:00.000Z",
          output: "x".repeat(1e6)
        }))
        const { exit } = await cli(["traces", "record", "--traces", "-"], { input: JSON.stringify([{ id, spans }]) })
        assert.strictEqual(exit, 0)
      }
      const ended = await cli(["traces", "get", id])
      assert.include(ended.error, "`agent-operations traces spans ")
      return [ended]
    }
  },
  "traces watch": {
    "you press Ctrl-C, or `--limit` is reached": async () => {
      const watch = ["traces", "watch", "--interval", "0.1", "--from", "2014-11-01T00:00:00Z"]
      const input = JSON.stringify([
        {
          id: "9".padStart(32, "0"),
          spans: [{ id: "9".padStart(16, "0"), name: "one", startedAt: "2014-11-20T10:00:00Z" }]
        }
      ])
      const record = () => void cli(["traces", "record", "--traces", "-"], { input })
      return [await during([...watch, "--limit", "1"], /^Watching/, record), await interrupted(watch, /^Watching/)]
    },
    "asking again is in vain, such as without a valid credential": async () => [
      await cli(["traces", "watch"], { env: { ...env, AGENT_OPERATIONS_API_KEY: "aok_bob" } })
    ]
  },
  "evaluations run": {
    "the run failed, such as by `--stop-after`": async () => {
      const ended = await cli(evaluation("failing", "--stop-after", '{"failed":1}'))
      assert.include(ended.error, "The run is failed (stop_after).")
      return [ended]
    },
    "the run was cancelled": async () => {
      const cancel = (said: string) => void cli(["evaluations", "cancel", runIn(said)])
      const ended = await during(evaluation("slow"), /^Run evr_\w+\n/, cancel)
      assert.include(ended.error, "The run is cancelled.")
      return [ended]
    },
    "by `--fail-on worse`, a scorer is worse than the base": async () => {
      const plan = (behaviour: string) => evaluation(behaviour, "--series", "worse", "--repetitions", "2")
      const base = await cli(plan("capitals"))
      assert.strictEqual(base.exit, 0, base.error)
      return [
        await cli([...plan("some_capitals"), "--fail-on", "worse"]),
        await cli([...plan("some_capitals"), "--fail-on", "either", "--base-run-id", runIn(base.error)])
      ]
    },
    "by `--fail-on worse`, nothing can be compared with the base": async () => {
      const plan = (behaviour: string) => evaluation(behaviour, "--series", "nothing")
      assert.strictEqual((await cli(plan("failing"))).exit, 0)
      return [await cli([...plan("capitals"), "--fail-on", "worse"])]
    },
    "by `--fail-on failed`, a target failed": async () => [
      await cli(evaluation("failing", "--fail-on", "failed")),
      await cli(evaluation("failing", "--fail-on", "either"))
    ],
    "you press Ctrl-C, which does not end the run": async () => {
      const ended = await interrupted(evaluation("slow"), /^Run evr_\w+\n/)
      assert.notStrictEqual((await runOf(runIn(ended.error))).status, "cancelled")
      return [ended]
    }
  },
  plan: {
    "a definition was changed on both sides": async () => [await (await changedOnBothSides()).run(["plan"])],
    "a draft is invalid": async () => {
      const { write, run } = folder()
      write("page-views/wrong.json", JSON.stringify({ name: "Wrong", ...table, source: { type: "react" } }))
      write("page-views/wrong.tsx", "export default (")
      return [await run(["plan"]), await run(["push", "--dry-run"])]
    }
  },
  push: {
    "there is a mistake in the folder or in the lock file": async () => {
      const [one, other] = [folder(), folder()]
      one.write("page-views/a.json", "{")
      other.write(`.agent-operations/${other.project}.lock.json`, "{")
      return [await one.run(["push"]), await other.run(["push"])]
    },
    "all that was left to push was changed in the project too": async () => [
      await (await changedOnBothSides()).run(["push"])
    ],
    "some definitions were pushed and others not; the error names them": async () => {
      const one = await changedOnBothSides()
      one.write("custom-fields/cost.json", JSON.stringify({ name: "Cost", ...formula("1.0") }))
      const ended = await one.run(["push"])
      assert.include(ended.error, "Not pushed: page-views/both.")
      return [ended]
    },
    "you press Ctrl-C; the write in progress is completed": async () => {
      const { write, json, project, cwd } = folder()
      const as = { cwd, env: { ...env, AGENT_OPERATIONS_PROJECT_ID: project } }
      for (const name of ["a", "b"]) write(`page-views/${name}.json`, JSON.stringify({ name, ...table }))
      const ended = await interrupted(["push"], /create_page_view/, as)
      assert.lengthOf(Object.keys(json(`.agent-operations/${project}.lock.json`).definitions), 1)
      return [ended]
    }
  },
  pull: {
    "changes clash, and are marked in the files": async () => {
      const one = await changedOnBothSides()
      const ended = await one.run(["pull"])
      assert.include(one.text("page-views/both.json"), "<<<<<<< here")
      return [ended]
    }
  },
  diff: {
    "there is no revision before": async () => [await cli(["diff", (await view("First")).id])]
  },
  edit: {
    "the editor failed, or you gave up a text that the schema rejects": async () => [
      await edit("Editor", "exit 3"),
      await edit("Schema", `sed -i 's/"table"/"none"/' "$1"`)
    ],
    "you gave up a text that conflicts with another definition": async () => {
      await view("Taken")
      return [await edit("Free", `sed -i 's/"Free"/"Taken"/' "$1"`)]
    },
    "you gave up a text that the server rejects": async () => {
      const none = '"references": {"a": {"kind": "custom_field", "id": "cf_01k9x3m2h8e7v9q4t6w5z0r1ca"}}'
      return [await edit("Rejected", `sed -i 's/"references": {}/${none}/' "$1"`)]
    }
  },
  export: {
    "the file can't be written": async () => [await cli(["export", "page-views", "-o", "no-folder/views.ndjson"])],
    "the server was lost; whole lines are kept": async () => {
      everything.refuse((url) => url.endsWith("/list_page_views"))
      const ended = await cli(["export", "page-views"])
      everything.refuse(undefined)
      return [ended]
    },
    "you press Ctrl-C; whole lines are kept": async () => [
      await interrupted(["export", "page-views"], /list_page_views/)
    ]
  },
  import: {
    "the files have mistakes, also with `--dry-run`": async () => {
      everything.file("wrong.jsonl", '{"input":\n')
      const args = ["import", "wrong.jsonl", "--into", "Wrong"]
      return [await cli(args), await cli([...args, "--dry-run"])]
    },
    "the answer was lost three times; repeat the command with `--key`": async () => {
      everything.file("right.jsonl", '{"externalId":"a","input":"a"}\n')
      const of = /import_resources/
      let times = 0
      before(async (url) => {
        if (!of.test(url)) return
        times++
        lose({ of, lost: "answer" })
      })
      const ended = await cli(["import", "right.jsonl", "--into", "Right"])
      before(undefined)
      assert.strictEqual(times, 3)
      const [, key = ""] = /--key ([\w-]+)/.exec(ended.error) ?? []
      const repeated = await cli(["import", "right.jsonl", "--into", "Right", "--key", key])
      assert.strictEqual(repeated.exit, 0, repeated.error)
      return [ended]
    }
  },
  login: {
    "nobody is there to sign in": async () => [await cli(["login", "--url", issuer.url])],
    "it was not allowed in the browser, or the server has no sign-in": async () => {
      issuer.reset()
      issuer.state.redirect = { error: "access_denied" }
      return [await login(), await cli(["login", "--url", env.AGENT_OPERATIONS_URL], browsing())]
    },
    "the server does not say how to sign in": async () => {
      issuer.reset()
      issuer.state.answers = { "/.well-known/oauth-protected-resource/api/cli": [200, "none"] }
      return [await login()]
    }
  },
  logout: {
    "the server can't be reached; the tokens are removed here": async () => {
      issuer.reset()
      assert.strictEqual((await login()).exit, 0)
      issuer.state.answers = { "/revoke": [503, "busy"] }
      const ended = await cli(["logout"], browsing())
      assert.include(ended.error, "The server was not told")
      assert.include((await cli(["logout"], browsing())).error, "Nobody is signed in")
      return [ended]
    }
  },
  mcp: {
    "standard input ends; what was asked before that is answered": async () => {
      const call = (id: number) =>
        JSON.stringify({
          jsonrpc: "2.0",
          id,
          method: "tools/call",
          params: { name: "call_read", arguments: { operation: "list_page_views" } }
        })
      const many = Array.from({ length: 20 }, (_, id) => call(id))
      const sent = [`\ufeff${many.join("\r\n")}\r\n`, `${call(1)}\n${call(2).slice(0, 40)}`, ""]
      const [whole, broken, nothing] = await Promise.all(sent.map(serveStdio))
      const answers = (ended: Ended) =>
        ended.out
          .split("\n")
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      assert.sameMembers(
        answers(whole!).map(({ id, result }) => `${id} ${Array.isArray(result.structuredContent.items)}`),
        many.map((_, id) => `${id} true`)
      )
      assert.sameDeepMembers(
        answers(broken!).map(({ id, error }) => [id, error?.code]),
        [
          [1, undefined],
          [null, -32_700]
        ]
      )
      assert.include(broken!.error, "The input ended in the middle of a message.")
      assert.strictEqual(nothing!.out, "")
      return [whole!, broken!, nothing!]
    }
  }
}

describe("commands end as the README and their help say", { shuffle: false }, () => {
  const rows = Object.entries(endings).flatMap(([command, all]) =>
    all.map(([exit, when]) => [command, exit, when] as const)
  )
  it.each(rows)("%s: with %i if %s", async (command, exit, when) => {
    const ends = await (cases[command as keyof Cases] as Readonly<Record<string, Case>>)[when]!()
    for (const end of ends) assert.strictEqual(end.exit, exit, end.error)
  })
})
