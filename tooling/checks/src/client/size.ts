import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { clientFiles } from "@agent-operations/client/generate"
import { operationsOf, viewFamilies } from "@agent-operations/contract"
import { referenceFamilies } from "@agent-operations/contract/reference"
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

interface Size {
  readonly operations: number
  readonly bytes: number
}

/**
 * The size of the client in a bundle: of page views and custom fields, and of all that the reference server serves. In bytes,
 * minified and compressed.
 */
export const clientSizes = async (): Promise<Readonly<Record<"views" | "own", Size>>> => {
  const directory = mkdtempSync(join(tmpdir(), "client-size-"))
  try {
    const core = join(source, "core.ts")
    const files = clientFiles(viewFamilies, { client: core, extension: ".ts" })
    for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
    const input = join(directory, "index.ts")
    writeFileSync(input, `export * from ${JSON.stringify(core)}\nexport * from "./operations.ts"\n`)
    return {
      views: { operations: operationsOf(viewFamilies).length, bytes: await compressed(input) },
      own: {
        operations: operationsOf(referenceFamilies).length,
        bytes: await compressed(join(source, "index.ts"))
      }
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
