import { execFileSync, spawnSync } from "node:child_process"
import { afterAll, assert, describe, it } from "vitest"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { ownCommandsOf } from "../src/own/index.ts"
import { serve } from "./served.ts"

const { cli, close, directory, file } = await serve()

afterAll(close)

const isThere = (shell: string) => spawnSync(shell, ["--version"]).error === undefined

/** How a shell reads a script without running it. */
const readers = {
  bash: ["bash", "-n", "completions.bash"],
  zsh: ["zsh", "-n", "completions.zsh"],
  fish: ["fish", "--no-execute", "completions.fish"],
  powershell: [
    "pwsh",
    "-NoProfile",
    "-Command",
    "$errors = $null; [void][System.Management.Automation.Language.Parser]::ParseFile('completions.powershell', [ref]$null, [ref]$errors); exit $errors.Count"
  ]
} as const

describe("completions", () => {
  for (const [shell, [program, ...args]] of Object.entries(readers)) {
    it.runIf(isThere(program))(`are what ${shell} can read; skipped where there is no ${program}`, async () => {
      const { exit, out, error } = await cli(["--completions", shell])
      assert.deepStrictEqual([exit, error], [0, ""])
      for (const word of [
        ...ownCommandsOf(referenceFamilies).map(({ name }) => name),
        "page-views",
        "agent-operations",
        "expected-revision"
      ])
        assert.include(out, word)
      file(`completions.${shell}`, out)
      const { status, stderr } = spawnSync(program, args, { cwd: directory, encoding: "utf8" })
      assert.deepStrictEqual([status, stderr], [0, ""])
    })
  }

  it("complete families, commands, flags, the global ones too, choices and files", async () => {
    file("completions.bash", (await cli(["--completions", "bash"], { program: "acme" })).out)
    file("view.json", "{}")
    const cases: ReadonlyArray<readonly [typed: string, completed: ReadonlyArray<string>]> = [
      ["acme page", ["page-views"]],
      ["acme page-views up", ["update"]],
      ["acme page-views update --expe", ["--expected-revision"]],
      ["acme page-views list --pro", ["--project", "--profile"]],
      ["acme page-views list --agent ", ["auto", "yes", "no"]],
      ["acme page-views create --file vi", ["view.json"]],
      ["acme export page", ["page-views"]],
      ["acme export page-views --out", ["--output"]],
      ["acme traces wa", ["watch"]],
      ["acme traces export --af", ["--after"]],
      ["acme mcp --mode s", ["search"]]
    ]
    const script = `source completions.bash
      complete_line() {
        COMP_LINE="$1"; COMP_WORDS=($1); [[ "$1" == *" " ]] && COMP_WORDS+=("")
        COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMP_POINT=\${#COMP_LINE}; COMPREPLY=()
        _acme acme "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD - 1]}"; echo "\${COMPREPLY[*]}"
      }
      for line in "$@"; do complete_line "$line"; done`
    const lines = execFileSync("bash", ["-c", script, "bash", ...cases.map(([typed]) => typed)], {
      cwd: directory,
      encoding: "utf8"
    })
    assert.deepStrictEqual(
      lines.trim().split("\n"),
      cases.map(([, completed]) => completed.join(" "))
    )
  })
})
