import { execFileSync } from "node:child_process"
import { pageViews } from "@agent-operations/contract"
import { afterAll, assert, describe, it } from "vitest"
import { serve } from "./served.ts"

const { cli, close, env } = await serve()

afterAll(close)

/** What a shell makes of a line. */
const words = (line: string): ReadonlyArray<string> =>
  execFileSync("sh", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" })
    .split("\0")
    .slice(0, -1)

/** How each exit code is told, but for those that an agent can do nothing about. */
const advice = [
  ...["| 0 | go on |", "| 2 | the call was wrong", "| 3 | ask a person for a credential", "| 4 | it is not there"],
  ...["| 5 | read again", "| 6 | correct the input", "| 7 | wait", "| 8 | the server failed"],
  ...["| 9 | nobody knows", "| 10 | some of several"]
]

describe("skills", () => {
  it("prints a SKILL.md whose front matter agents can read", async () => {
    for (const program of ["agent-operations", "Acme_ops"]) {
      const { exit, out } = await cli(["skills"], { program })
      assert.strictEqual(exit, 0)
      const [, name, description] = /^---\nname: (.+)\ndescription: (.+)\n---\n\n# /.exec(out) ?? []
      assert.match(name!, /^[a-z0-9]+(-[a-z0-9]+)*$/)
      assert.isBelow(name!.length, 65)
      assert.include(
        JSON.parse(description!),
        "page views, custom fields, traces, rows of page views, metrics, metrics charts, prompts, datasets, datasets from traces, imports, apps, scorers, evaluations, and reviews"
      )
      assert.isBelow(description!.length, 1024)
      assert.isBelow(out.split("\n").length, 200)
      for (const row of advice) assert.include(out, `\n${row}`)
    }
  })

  it("R4: its commands read, change, meet a conflict and settle it, as an agent runs them", async () => {
    const agent = { env: { ...env, CLAUDECODE: "1" } }
    const { name, source, settings } = pageViews.operations.create.example.input
    const input = JSON.stringify({ name, source, settings: { target: settings.target } })
    const { id } = JSON.parse((await cli(["page-views", "create", "--file", "-"], { ...agent, input })).out)

    const text = (await cli(["skills"])).out.replaceAll(pageViews.kinds[0]!.example.id, id)
    const fences = [...text.matchAll(/```sh\n([\s\S]+?)\n```/g)].map(([, lines]) => lines!.split("\n"))
    const [read, change, look, settle] = fences
    assert.lengthOf(fences, 5)
    const run = (line: string) => {
      const [program, ...args] = words(line)
      assert.strictEqual(program, "agent-operations")
      return cli(args, agent)
    }
    const results = async (lines: ReadonlyArray<string>) => {
      const all = []
      for (const line of lines) {
        const { exit, out, error } = await run(line)
        assert.deepStrictEqual([exit, error], [0, ""], line)
        all.push(JSON.parse(out))
      }
      return all
    }

    const [listed, got] = await results(read!)
    assert.deepStrictEqual(listed.items, [{ id, name, revision: 1 }])
    assert.strictEqual(got.revision, 1)
    assert.deepStrictEqual(
      (await results(change!)).map(({ revision }) => revision),
      [2]
    )
    const stale = await run(change![0]!)
    const { code, details } = JSON.parse(stale.error).error
    assert.deepStrictEqual([stale.exit, code, details.currentRevision], [5, "CONFLICT", 2])
    await results(look!)
    assert.deepStrictEqual(
      (await results(settle!)).map(({ revision }) => revision),
      [3]
    )
  })
})
