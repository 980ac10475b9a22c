/**
 * Bundles the contract for a browser, and holds the bundle to its size: it may have no code of the server, and grows for
 * everybody who embeds it. Sizes are minified, in bytes; the budget leaves room for a few families of operations more.
 */
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"

interface Entry {
  readonly name: string
  readonly input: string
  readonly budgets: { readonly whole: number; readonly compressed: number }
}

const packages = join(import.meta.dirname, "..", "..", "..", "packages")
const source = (...path: ReadonlyArray<string>) => join(packages, "contract", "src", ...path)

const entries: ReadonlyArray<Entry> = [
  {
    name: "@agent-operations/contract",
    input: source("index.ts"),
    budgets: { whole: 137_000, compressed: 42_000 }
  },
  {
    name: "@agent-operations/contract/page-views",
    input: source("families", "page-views", "index.ts"),
    budgets: { whole: 106_000, compressed: 32_500 }
  },
  {
    name: "@agent-operations/contract/zod",
    input: source("zod", "index.ts"),
    budgets: { whole: 220_000, compressed: 64_000 }
  }
]
const allowed = /\/packages\/(?:contract|error-envelope)\/|\/node_modules\/(?:effect|zod)\//

const bundled = async (input: string) => {
  const bundle = await rolldown({
    input,
    platform: "browser",
    resolve: { conditionNames: ["@agent-operations/source", "import", "browser", "default"] }
  })
  const { output } = await bundle.generate({ format: "esm", minify: true })
  await bundle.close()
  return output[0]
}

for (const { name, input, budgets } of entries) {
  const { code, moduleIds, imports } = await bundled(input)
  const strangers = moduleIds.filter((id) => !id.startsWith("\0") && !allowed.test(id))
  const sizes = { whole: Buffer.byteLength(code), compressed: gzipSync(code).length }
  const failures = [
    ...imports.map((name) => `it needs ${name}, which a browser has not`),
    ...strangers.map((id) => `it has ${id} in it`),
    ...(["whole", "compressed"] as const)
      .filter((size) => sizes[size] > budgets[size])
      .map((size) => `${size}, it is ${sizes[size]} bytes, more than ${budgets[size]}`)
  ]
  console.log(`${name} in a browser: ${sizes.whole} bytes, ${sizes.compressed} compressed`)
  for (const failure of failures) console.log(`FAILED  ${failure}`)
  if (failures.length > 0) process.exitCode = 1
}
