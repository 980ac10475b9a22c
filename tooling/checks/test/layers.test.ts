import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, it } from "vitest"

const root = join(import.meta.dirname, "..", "..", "..")
const copied = ["oxlint.config.ts", "tsconfig.json", "tooling/typescript/base.json"]

interface Sample {
  readonly title: string
  readonly file: string
  readonly code: string
  /** Part of what the linter must say; undefined if it must say nothing. */
  readonly says?: string
}

const importOf = (specifier: string) => `import { x } from "${specifier}"\nexport const y = x\n`

const samples: ReadonlyArray<Sample> = [
  {
    title: "an import upwards",
    file: "packages/contract/src/upwards.ts",
    code: importOf("@agent-operations/operations"),
    says: "It is above contract: imports run downwards only."
  },
  {
    title: "an import upwards through a subpath",
    file: "packages/operations/src/subpath.ts",
    code: importOf("@agent-operations/http/node"),
    says: "It is above operations: imports run downwards only."
  },
  ...[
    ["contract", "database"],
    ["database", "contract"],
    ["egress", "revision-store"],
    ["identity", "http"]
  ].map(([name, sibling]) => ({
    title: `an import of ${sibling} in ${name}, on one floor`,
    file: `packages/${name}/src/sideways.ts`,
    code: importOf(`@agent-operations/${sibling}`),
    says: `It is beside ${name}: packages of one floor do not import each other.`
  })),
  // A package without a floor could import anything.
  ...readdirSync(join(root, "packages")).map((name) => ({
    title: `an import of an application in ${name}`,
    file: `packages/${name}/src/application.ts`,
    code: importOf("@agent-operations/server"),
    says: "No package imports an application."
  })),
  {
    title: "an import downwards",
    file: "packages/http/src/downwards.ts",
    code: importOf("@agent-operations/contract")
  },
  {
    title: "an import of another package's sources",
    file: "packages/http/src/sources.ts",
    code: importOf("@agent-operations/contract/src/operation.ts"),
    says: "Import what the package exports."
  },
  {
    title: "an import of another package's internals",
    file: "apps/server/src/internals.ts",
    code: importOf("@agent-operations/http/internal/serve"),
    says: "Import what the package exports."
  },
  {
    title: "an import of another package by a path",
    file: "packages/http/src/path.ts",
    code: importOf("../../contract/src/operation.ts"),
    says: "Import another package by its name."
  },
  {
    title: "a test's import of its own sources",
    file: "packages/http/test/own.test.ts",
    code: importOf("../src/own.ts")
  },
  {
    title: "Node in a package for browsers",
    file: "packages/error-envelope/src/node.ts",
    code: importOf("node:fs"),
    says: "import(no-nodejs-modules)"
  },
  {
    title: "a global of Node in a package for browsers",
    file: "packages/contract/src/global.ts",
    code: "export const y = process.pid\n",
    says: "eslint(no-restricted-globals)"
  },
  {
    title: "Node in a script of a package for browsers",
    file: "packages/contract/scripts/node.ts",
    code: importOf("node:fs")
  },
  {
    title: "the wall clock",
    file: "packages/auth/src/clock.ts",
    code: "export const now = Date.now()\n",
    says: "Read time from DateTime.now or Clock"
  },
  {
    title: "a file whose name is in camel case",
    file: "packages/http/src/camelCase.ts",
    code: "export const y = 1\n",
    says: "unicorn(filename-case)"
  },
  {
    title: "a file that is named for its class",
    file: "packages/http/src/PascalCase.ts",
    code: "export const y = 1\n"
  },
  {
    title: "Effect 3",
    file: "packages/http/src/effect3.ts",
    code: importOf("@effect/platform"),
    says: "That is Effect 3"
  },
  {
    title: "a skipped test",
    file: "packages/http/test/skipped.test.ts",
    code: `import { it } from "vitest"\nit.skip("is not run", () => {})\n`,
    says: "vitest(no-disabled-tests)"
  },
  {
    title: "a cycle",
    file: "packages/http/src/cycle/one.ts",
    code: `import { two } from "./two.ts"\nexport const one = () => two\n`,
    says: "import(no-cycle)"
  },
  {
    title: "the other half of a cycle",
    file: "packages/http/src/cycle/two.ts",
    code: `import { one } from "./one.ts"\nexport const two = () => one\n`,
    says: "import(no-cycle)"
  }
]

let directory: string
let findings: ReadonlyArray<{ readonly filename: string; readonly text: string }>

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "layers-"))
  for (const file of copied) cpSync(join(root, file), join(directory, file))
  symlinkSync(join(root, "node_modules"), join(directory, "node_modules"))
  for (const { file, code } of samples) {
    mkdirSync(dirname(join(directory, file)), { recursive: true })
    writeFileSync(join(directory, file), code)
  }
  const oxlint = join(root, "node_modules", "oxlint", "bin", "oxlint")
  const { stdout } = await promisify(execFile)(process.execPath, [oxlint, "--format=json", "packages", "apps"], {
    cwd: directory
  }).catch((error: { readonly stdout: string }) => error)
  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: ReadonlyArray<Diagnostic> }
  findings = diagnostics.map(({ filename, ...rest }) => ({ filename, text: JSON.stringify(rest) }))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

interface Diagnostic {
  readonly filename: string
}

it.each(samples)("the linter's word on $title", ({ file, says }) => {
  const texts = findings.filter(({ filename }) => filename === file).map(({ text }) => text)
  expect(texts).toEqual(says === undefined ? [] : [expect.stringContaining(says)])
})
