/**
 * Writes all that is generated, or with `--check` fails if what is committed is not what its sources say.
 */
import { spawnSync } from "node:child_process"
import { root } from "./publicPackages.ts"

const generators: ReadonlyArray<string> = [
  "packages/contract/scripts/openapi.ts",
  "packages/client/scripts/generate.ts",
  "packages/cli/scripts/tables.ts",
  "packages/admin/scripts/tables.ts",
  "packages/conformance/scripts/page.ts",
  "packages/traces/scripts/otlp-messages.ts",
  "packages/console/scripts/icons.ts",
  "tests/pages/page.ts",
  "tooling/checks/src/compatibility/page.ts",
  "tests/tenancy/page.ts",
  "tooling/mutation/src/page.ts",
  "tooling/readme/src/drawings.ts",
  "tooling/readme/src/tables.ts",
  "tooling/readme/src/laws.ts"
]
/** Written as a host does, and held to the contract by the tests. */
const examples: ReadonlyArray<string> = ["packages/kit/examples/own-kind/write-client.ts"]

const isCheck = process.argv.includes("--check")
for (const script of isCheck ? generators : [...generators, ...examples]) {
  const { status } = spawnSync(process.execPath, [script, ...process.argv.slice(2)], { cwd: root, stdio: "inherit" })
  if (status === 0) continue
  console.log(`${script} failed`)
  process.exitCode = 1
}
