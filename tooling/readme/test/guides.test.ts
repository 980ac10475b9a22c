import { spawnSync } from "node:child_process"
import { createDatabase } from "@agent-operations/postgres-for-tests"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { blocksOf, readDocument } from "../src/documents/blocks.ts"
import { matching } from "../src/documents/matching.ts"
import { startServer } from "../src/documents/server.ts"

const guides = ["revisions", "paging", "page-views", "traces", "prompts", "metrics", "evaluations", "reviews"].map(
  (name) => `docs/${name}.md`
)

/** The blocks of a guide that are run, each with the answer that is shown behind it, if there is one. */
const stepsOf = (document: string) => {
  const blocks = blocksOf(readDocument(document)).filter(({ language }) => ["bash", "json"].includes(language))
  return blocks.flatMap(({ language, text }, n) => {
    const next = blocks[n + 1]
    return language !== "bash" ? [] : [{ text, answer: next?.language === "json" ? next.text : undefined }]
  })
}

// The first block of the page that all others begin with makes the helpers.
const [helpers, ...first] = stepsOf("docs/start.md")
const walks = [
  { document: "docs/start.md", steps: first },
  ...guides.map((document) => ({ document, steps: stepsOf(document) }))
]

describe("the guides, from their first command to their last", () => {
  const directory = mkdtempSync(join(tmpdir(), "guides-"))
  let server: Awaited<ReturnType<typeof startServer>>
  let drop = async () => {}
  beforeAll(async () => {
    const database = await createDatabase(inject("postgresUrl"))
    drop = database.drop
    server = await startServer({ DATABASE_URL: database.url, DATA_DIR: directory })
  })
  afterAll(async () => {
    await server.stop()
    await drop()
    rmSync(directory, { recursive: true, force: true })
  })

  test.each(walks)("$document answers as it shows", ({ steps }) => {
    expect(steps.length).toBeGreaterThan(1)
    const separator = "--- next block ---"
    // Errors go to standard error, even of what is sent to /dev/null.
    const script = [`exec 2>&1\n${helpers!.text}`, ...steps.map(({ text }) => text)].join(`\necho '${separator}'\n`)
    const { stdout } = spawnSync("bash", ["-s"], {
      input: script,
      env: { ...process.env, ...server.exports },
      encoding: "utf8",
      timeout: 60_000
    })
    const outputs = stdout.split(separator).slice(1)
    for (const [n, { text, answer }] of steps.entries()) {
      const output = outputs[n]?.trim() ?? ""
      const [line = ""] = output.split("\n")
      if (answer !== undefined) expect([text, JSON.parse(line)]).toEqual([text, matching(JSON.parse(answer))])
      else expect([text, output]).toEqual([text, expect.not.stringMatching(/"error"|^(?:\w+|curl): /mu)])
    }
  })
})
