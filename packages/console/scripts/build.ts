/** Makes what the compiler does not: the browser scripts, and the assets as a module that any bundler takes along. */
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readAssets } from "../src/asset-files.ts"
import { bundle } from "./bundle.ts"

await bundle()
const { main, files } = readAssets()
const built = join(import.meta.dirname, "..", "dist", "asset-files.js")
rmSync(`${built}.map`)
writeFileSync(
  built,
  `const assets = ${JSON.stringify({ main, files: Object.fromEntries(files) })}
export const readAssets = () => ({ main: assets.main, files: new Map(Object.entries(assets.files)) })
`
)
