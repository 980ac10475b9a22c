import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { clientFiles } from "@agent-operations/client/generate"
import { definitionFamily, family, kind, operation, operationsOf } from "@agent-operations/contract"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { Schema } from "effect"
import { rolldown } from "rolldown"
import { root } from "../publicPackages.ts"

const source = join(root, "packages", "client", "src")

/** The bytes that a browser loads for a module: minified and compressed. Throws where it needs anything but the client. */
const compressed = async (input: string): Promise<number> => {
  const bundle = await rolldown({
    input,
    platform: "browser",
    resolve: { conditionNames: ["@agent-operations/source", "import", "default"] }
  })
  const { output } = await bundle.generate({ format: "esm", minify: true })
  await bundle.close()
  const [{ code, imports, moduleIds }] = output
  const strangers = [
    ...imports,
    ...moduleIds.filter((id) => id !== input && !id.startsWith(source) && !id.startsWith(tmpdir()))
  ]
  if (strangers.length > 0) throw new Error(`The client needs ${strangers.join(", ")}`)
  return gzipSync(code).length
}

const kindOf = (index: number) =>
  definitionFamily(
    kind({
      name: `${["alert", "export", "report", "budget", "schedule", "channel"][index]}_rule`,
      prefix: `k${String.fromCharCode(97 + index)}`,
      scopes: { read: "rules:read", write: "rules:write" },
      mayReference: [],
      source: Schema.Struct({ metric: Schema.String }),
      settings: Schema.Struct({ above: Schema.Finite }),
      example: {
        id: `k${String.fromCharCode(97 + index)}_01k9x3m2h8e7v9q4t6w5z0r1ca`,
        name: "Errors",
        description: "",
        source: { metric: "errors" },
        settings: { above: 1 },
        references: {}
      }
    }),
    { "rules:read": "Read rules.", "rules:write": "Change rules." }
  )

const task = (name: string) =>
  operation({
    id: `${name}_alerts`,
    summary: "Do it",
    description: "Does it.",
    scopes: [],
    effect: "write",
    input: Schema.Struct({ channel: Schema.String }),
    result: Schema.Struct({ reached: Schema.Int }),
    errors: [],
    example: { input: { channel: "x" }, result: { reached: 1 } }
  })

const own = operationsOf(referenceFamilies).length
const kinds = Math.floor((70 - own) / 8)
const tasks = ["test", "mute", "resume", "escalate", "page", "close", "reopen"].slice(0, 70 - own - 8 * kinds)

/** The contract with so many kinds and operations of a host's own that there are 70. */
const seventy = [
  ...referenceFamilies,
  ...Array.from({ length: kinds }, (_, index) => kindOf(index)),
  family("alerts", {
    title: "Alerts",
    scopes: {},
    operations: Object.fromEntries(tasks.map((name) => [name, task(name)]))
  })
]

interface Size {
  readonly operations: number
  readonly bytes: number
}

/** The size of the client in a bundle: as it is, and with 70 operations. In bytes, minified and compressed. */
export const clientSizes = async (): Promise<Readonly<Record<"own" | "seventy", Size>>> => {
  const directory = mkdtempSync(join(tmpdir(), "client-size-"))
  try {
    const core = join(source, "core.ts")
    const files = clientFiles(seventy, { client: core, extension: ".ts" })
    for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
    const input = join(directory, "index.ts")
    writeFileSync(input, `export * from ${JSON.stringify(core)}\nexport * from "./operations.ts"\n`)
    return {
      own: { operations: own, bytes: await compressed(join(source, "index.ts")) },
      seventy: { operations: operationsOf(seventy).length, bytes: await compressed(input) }
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
